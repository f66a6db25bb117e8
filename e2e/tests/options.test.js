// Rules and opponents as they are chosen at the set-up page.
import assert from 'node:assert/strict';

import { go, pageTest, setUp } from '../lib/harness.js';
import { OVER, counts, fill, hands, next, playOut, putGame, recordOf, start, toss, unfold } from '../lib/play.js';

setUp();

const mouse = (page) => hands.mouse(page);
const begin = async (page, change) => {
  await start(page, mouse(page), 'mancala', { rules: 'gebeta', fill: change });
  await toss(page, mouse(page));
};

// What each option changes, seen on the board: sizes, options, moves by pit (of whoever is to move), and the counts after.
const OPTIONS = [
  ['no extra turn', { '#pits': 3, '#stones': 1 }, async (page) => page.locator('#extra-turn').uncheck(), [3, 1], [1, 1, 0, 1, 0, 2, 1, 0]],
  ['no captures', { '#pits': 3, '#stones': 1 }, async (page) => page.locator('#capture').selectOption('none'), [3, 2], [1, 0, 1, 1, 1, 1, 1, 0]],
  ['captures of the opposite stones only', { '#pits': 3, '#stones': 1 }, async (page) => page.locator('#capture').selectOption('opposite-only'), [3, 2], [1, 0, 1, 2, 0, 1, 1, 0]],
  ['no stone for the pit it came from', { '#pits': 1, '#stones': 3 }, async (page) => page.locator('#skip-origin').check(), [1], undefined],
  ['relay sowing', { '#pits': 3, '#stones': 2 }, async (page) => page.locator('#sowing').selectOption('relay'), [1], undefined],
];

for (const [name, sizes, change, moves, after] of OPTIONS) {
  pageTest(`the rules of mancala can be changed: ${name}`, { at: '#/' }, async (page) => {
    const board = async (isChanged) => {
      await begin(page, async () => {
        await unfold(page);
        await fill(page, sizes);
        if (isChanged) await change(page);
      });
      for (const pit of moves) {
        const { own } = await next(page);
        const places = own.map((target) => Number(target.match(/\d+/)[0])).toSorted((a, b) => a - b);
        const mine = places[0] > sizes['#pits'] ? sizes['#pits'] + pit : pit - 1;
        await page.locator(`.pit[data-hole="${mine}"]`).click();
      }
      return counts(page);
    };
    const changed = await board(true);
    if (after) assert.deepEqual(changed, after);
    assert.notDeepEqual(await board(false), changed, 'by the usual rules it is different');
  });
}

// Every rule of a game in progress, from its record.
const rules = async (page) => (await recordOf(page)).rules;
const pick = async (page, choices) => {
  for (const [field, value] of Object.entries(choices)) await page.locator(field).selectOption(value);
};
const press = async (page, group, names) => {
  for (const name of names) await page.getByRole('group', { name: group, exact: true }).getByRole('button', { name, exact: true }).click();
};

pageTest('every rule of mancala as it was chosen is the rule of the game', { at: '#/' }, async (page) => {
  await begin(page, async () => {
    await unfold(page);
    await fill(page, { '#pits': 5, '#stones': 7 });
    await pick(page, { '#first': 'player2', '#capture': 'opposite-always', '#end': 'majority', '#leftovers': 'uncounted' });
    for (const field of ['#skip-origin', '#pie']) await page.locator(field).check();
    await page.locator('#extra-turn').uncheck();
  });
  assert.deepEqual(await rules(page), {
    pits: '5', stones: '7', sowing: 'single', skip_origin: 'true', capture: 'opposite-always', extra_turn: 'false',
    end: 'majority', leftovers: 'uncounted', first: 'player2', pie: 'true',
  });
});

pageTest('every rule of Senet as it was chosen is the rule of the game', { at: '#/' }, async (page) => {
  await start(page, mouse(page), 'senet', {
    rules: 'classic',
    fill: async () => {
      await unfold(page);
      await fill(page, { '#pieces': 4 });
      await pick(page, { '#wrong-roll': 'stay', '#gate': 'free', '#water': 'start', '#protect': 'pair', '#forfeit': 'throws-again' });
      await pick(page, { '#block': { index: 1 }, '#no-dark': { label: '6' } });
      await page.locator('#backward').check();
      await press(page, 'Safe squares', ['7', '26']);
      await press(page, 'Extra throw after', ['4', '6']);
      await press(page, 'Rolls that take a piece off from 28', ['1']);
    },
  });
  await toss(page, mouse(page));
  assert.deepEqual(await rules(page), {
    pieces: '4', no_dark: '6', extra_throw: '[4, 6]', forfeit: 'throws-again', protect: 'pair', block: '2', safe: '[7, 26]', gate: 'free',
    water: 'start', exits: '{ 28 = [1, 3], 29 = [2], 30 = any }', wrong_roll: 'stay', backward: 'true',
  });
});

pageTest('the rules to be read are those that were chosen, and the form is as it was left', { at: '#/setup/mancala' }, async (page) => {
  await unfold(page);
  await pick(page, { '#who-2': 'human', '#capture': 'none' });
  await fill(page, { '#pits': 3, '#name-1': 'Sara' });
  await page.locator('#confirm').check();
  await page.getByRole('link', { name: 'Read the rules' }).click();
  await page.getByRole('heading', { name: 'Rules of Gebeta (custom)' }).waitFor();
  const text = await page.locator('[data-test=rules]').innerText();
  for (const words of ['Nothing is captured', '3 pits']) assert.ok(text.includes(words), text);
  const isAsLeft = async () => {
    await page.locator('#pits').waitFor({ state: 'attached' });
    const left = await page.evaluate(() => ['pits', 'name-1', 'who-2', 'capture'].map((id) => document.getElementById(id).value));
    assert.deepEqual(left, ['3', 'Sara', 'human', 'none']);
    assert.equal(await page.locator('#confirm').isChecked(), true);
  };
  await page.locator('[data-test=rules]').getByRole('link', { name: 'Options' }).click();
  await isAsLeft();
  await go(page, '/setup/senet');
  await page.locator('#pieces').waitFor({ state: 'attached' });
  await go(page, '/setup/mancala');
  await isAsLeft();
  // What the settings say about new games counts from when it is changed.
  for (const isChecked of [true, false]) {
    await go(page, '/settings');
    await page.locator('#confirm').setChecked(isChecked);
    await go(page, '/setup/mancala');
    assert.equal(await page.locator('#confirm').isChecked(), isChecked);
  }
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForURL(/#\/game$/);
  await page.locator('.pane', { hasText: 'Sara' }).waitFor();
});

pageTest('rules that do not go together are told, and nothing begins', { at: '#/setup/mancala' }, async (page) => {
  await unfold(page);
  await page.locator('#sowing').selectOption('relay');
  await page.locator('#capture').selectOption('opposite');
  const fault = page.getByText('Relay sowing goes with no captures.');
  await fault.waitFor();
  await page.locator('[data-test=more] > summary').click();
  await page.locator('button[type=submit]').click();
  // It is unfolded again, and read out.
  await page.waitForFunction(() => document.activeElement.matches('[data-faults] .error'));
  assert.equal(await fault.isVisible(), true);
  assert.match(page.url(), /#\/setup\/mancala$/);
  await page.locator('#capture').selectOption('none');
  await page.locator('button[type=submit]').click();
  await page.waitForURL(/#\/game$/);
});

pageTest('the coin has fallen: Enter leads on to the board', { at: '#/' }, async (page) => {
  await start(page, mouse(page), 'mancala', { rules: 'gebeta', fill: () => page.locator('#first').selectOption('coin') });
  await page.locator('.toss button').first().press('Enter');
  await page.waitForFunction(() => document.activeElement.matches('.toss-result + button'));
  await page.keyboard.press('Enter');
  await page.locator('.pit').first().waitFor();
});

// A game in which Player 1 has most of the stones long before a side is empty.
const PITS = [3, 6, 2, 3, 2, 6, 1, 5, 3, 4, 1, 5, 6, 4, 5, 6, 5, 5, 6, 2, 6, 4, 3, 2, 6, 5, 6, 4, 4, 6, 5, 6, 5, 3, 6];

pageTest('a game ends when all stones are taken, or as soon as most are', { at: '#/' }, async (page) => {
  const play = async (end) => {
    await begin(page, async () => {
      await unfold(page);
      await page.locator('#end').selectOption(end);
    });
    const pits = [...PITS];
    const choose = (moves) => {
      const isSecond = Number(moves[0].match(/\d+/)) > 6;
      return `.pit[data-hole="${pits.shift() + (isSecond ? 6 : -1)}"]`;
    };
    await playOut(page, mouse(page), choose);
    const board = await counts(page);
    const stores = [board[6], board[13]];
    return { told: await page.locator(OVER).innerText(), inPits: 48 - stores[0] - stores[1], stores };
  };
  const all = await play('side-empty');
  assert.deepEqual([all.inPits, all.stores], [0, [37, 11]]);
  assert.match(all.told, /Player 1's side is empty/);
  const most = await play('majority');
  assert.ok(most.stores[0] > 24 && most.inPits > 0, JSON.stringify(most));
  assert.match(most.told, /Player 1 holds more than half of all stones/);
});

pageTest('Senet has opponents of depth 1 to 10, six unless told otherwise, and the classic one by name', { at: '#/setup/senet' }, async (page) => {
  await unfold(page);
  await page.locator('#who-2').selectOption('classic:6');
  const depth = page.locator('#depth-2');
  assert.equal(await depth.inputValue(), '6');
  assert.deepEqual([await depth.getAttribute('min'), await depth.getAttribute('max')], ['1', '10']);
  const steady = await page.locator('#who-2 option').evaluateAll((options) => options.map(({ value }) => value).find((value) => value.startsWith('steady') || value.startsWith('depth')));
  for (const mind of ['classic:6', steady]) {
    await start(page, mouse(page), 'senet', { minds: ['human', mind], fill: () => fill(page, { '#depth-2': 2, '#pieces': 2 }) });
    await toss(page, mouse(page));
    // The computer answers until it is the person's turn again.
    const press = mouse(page);
    for (let n = 0; n < 12; n += 1) await press((await next(page)).own[0]);
    assert.ok((await page.locator('.move-list .p2').count()) > 0, `${mind} has moved`);
    await go(page, '/');
  }
});

pageTest('what a computer player thought: nodes by kind, depth, time, the value of every move', { at: '#/' }, async (page) => {
  await start(page, mouse(page), 'senet', { minds: ['classic:6', 'human'], fill: () => fill(page, { '#depth-1': 2 }) });
  await toss(page, mouse(page));
  const thought = page.locator('[data-test=thought]');
  await thought.locator('summary').click();
  await thought.getByText(/It looked 2 moves ahead and chose/).waitFor();
  await thought.locator('[data-test=figures]').click();
  const lines = thought.locator('p');
  await lines.filter({ hasText: /positions \(MAX \d+, MIN \d+, CHANCE \d+\)/ }).waitFor();
  await lines.filter({ hasText: /Depth \d+, \d+\.\d\d s/ }).waitFor();
  await thought.locator('.thought-moves li.best').first().waitFor();
  const values = await thought.locator('.thought-moves li span:last-child').allInnerTexts();
  assert.ok(values.length > 0 && values.every((value) => /^-?\d+\.\d{3}$/.test(value)), values.join());
});

for (const game of ['mancala', 'senet']) {
  pageTest(`every computer player of ${game} in the menu moves`, { at: `#/setup/${game}` }, async (page) => {
    await page.locator('#who-1').waitFor({ state: 'attached' });
    const minds = await page.locator('#who-1 option').evaluateAll((options) => options.map(({ value }) => value).filter((value) => value !== 'human'));
    for (const level of ['level1', 'level5', 'level6', 'level7', 'level8']) assert.ok(minds.includes(level), minds.join());
    assert.ok(minds.some((mind) => mind.startsWith('perfect')), minds.join());
    const sizes = game === 'mancala' ? { '#pits': 3, '#stones': 2 } : { '#pieces': 2 };
    for (const mind of minds) {
      await start(page, mouse(page), game, { minds: [mind, 'human'], fill: () => fill(page, sizes) });
      await page.locator('.move-list .p1').first().waitFor({ timeout: 60_000 }).catch(() => assert.fail(`${mind} does not move`));
      await go(page, '/');
    }
  });
}

// Player 1 has one move that gives another turn, or, in the second position, one that captures.
const NOVICE = [
  ['the extra turn', '4,4,4,4,4,4,0,4,4,4,4,4,4,0 1', '3'],
  ['the capture', '1,0,5,5,5,5,0,4,4,4,4,4,4,0 1', '1'],
];

for (const [what, position, expected] of NOVICE) {
  pageTest(`the novice takes ${what}, whatever the dice say`, { at: '#/' }, async (page) => {
    for (let seed = 1; seed <= 6; seed += 1) {
      await putGame(page, 'mancala', position, { seats: ['novice', 'human'], seed });
      assert.equal(await page.locator('.move-list .p1').first().innerText(), expected, `seed ${seed}`);
      await page.locator('.pit.legal').first().waitFor();
    }
  });
}

pageTest('the novice plays anything where there is nothing to take', { at: '#/' }, async (page) => {
  const played = new Set();
  for (let seed = 1; seed <= 12 && played.size < 2; seed += 1) {
    await putGame(page, 'mancala', '5,4,5,5,5,5,0,4,4,4,4,4,4,0 1', { seats: ['novice', 'human'], seed });
    played.add(await page.locator('.move-list .p1').first().innerText());
  }
  assert.ok(played.size > 1, `always ${[...played]}`);
});

// One move on the same board by the rules of each mode, worked out by hand.
const THIRTEEN = '13,0,0,0,0,0,0,1,1,1,1,1,1,0 1';
const ROW = '1,1,0,0,0,0,0,1,1,1,1,1,1,0 1';
const ACROSS = '1,0,0,0,0,5,0,2,0,0,0,3,0,0 1';
const ALONE = '1,0,0,0,0,5,0,2,0,0,0,0,0,0 1';
const MODES = [
  ['gebeta', [], THIRTEEN, [0, 1, 1, 1, 1, 1, 4, 2, 2, 2, 2, 2, 0, 0]],
  ['gebeta', [], ROW, [0, 2, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0]],
  ['gebeta', [], ACROSS, [0, 0, 0, 0, 0, 5, 4, 2, 0, 0, 0, 0, 0, 0]],
  ['gebeta', [], ALONE, [0, 1, 0, 0, 0, 5, 0, 2, 0, 0, 0, 0, 0, 0]],
  ['avalanche', ["sowing = 'relay'", "capture = 'none'", "leftovers = 'uncounted'"], THIRTEEN, [1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 0]],
  ['avalanche', ["sowing = 'relay'", "capture = 'none'", "leftovers = 'uncounted'"], ROW, [0, 0, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0]],
  ['avalanche', ["sowing = 'relay'", "capture = 'none'", "leftovers = 'uncounted'"], ACROSS, [0, 1, 0, 0, 0, 5, 0, 2, 0, 0, 0, 3, 0, 0]],
  ['tainted', ['skip_origin = true', "capture = 'opposite-only'"], THIRTEEN, [0, 2, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 0]],
  ['tainted', ['skip_origin = true', "capture = 'opposite-only'"], ACROSS, [0, 1, 0, 0, 0, 5, 3, 2, 0, 0, 0, 0, 0, 0]],
  ['empty-capture', ["capture = 'opposite-always'"], ALONE, [0, 0, 0, 0, 0, 5, 1, 2, 0, 0, 0, 0, 0, 0]],
];

pageTest('a move by the rules of each mode ends as the documents say', { at: '#/' }, async (page) => {
  for (const [mode, lines, before, after] of MODES) {
    await putGame(page, 'mancala', before, { rules: lines });
    await page.locator('.pit[data-hole="0"]').click();
    await page.locator('.move-list .move').first().waitFor();
    assert.deepEqual(await counts(page), after, `${mode} from ${before}`);
  }
  // And a game by the name of the mode is played by these rules.
  for (const mode of new Set(MODES.map(([mode]) => mode))) {
    await start(page, mouse(page), 'mancala', { rules: mode });
    await toss(page, mouse(page));
    const written = MODES.find(([name]) => name === mode)[1].map((rule) => rule.replaceAll("'", '').split(' = '));
    const played = await rules(page);
    for (const [key, value] of written) assert.equal(played[key], value, `${key} of ${mode}`);
  }
});
