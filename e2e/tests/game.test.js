// What a player can do around the moves of a game.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { go, open, pageTest, ready, setUp } from '../lib/harness.js';
import { OVER, fill, hands, more, next, playOut, start, toss } from '../lib/play.js';
import { PHONE, frame } from '../lib/screens.js';

const FOLDER_RULES = 'about = "Three pits of two"\ngame = "mancala"\npits = 3\nstones = 2\n';

setUp(async (home) => {
  const folder = join(home, 'config/gebeta/rules');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'tiny.toml'), FOLDER_RULES);
});

const labels = (page) => page.locator('[data-hole]').evaluateAll((holes) => holes.map((hole) => hole.getAttribute('aria-label')));
const play = async (page) => page.locator((await next(page)).own[0]).click();
const begin = async (page, options) => {
  await start(page, hands.mouse(page), 'mancala', options);
  await toss(page, hands.mouse(page));
};

// Whatever screen readers are told from now on stands in `window.told`.
const listen = (page) => page.evaluate(() => {
  window.told = [];
  const note = (changes) => window.told.push(...changes.flatMap(({ addedNodes }) => [...addedNodes]).filter(({ nodeName }) => nodeName === 'P').map(({ textContent }) => textContent));
  new MutationObserver(note).observe(document.querySelector('[data-test=announcer]'), { childList: true });
});
const told = (page, line) => page.waitForFunction((line) => window.told.includes(line), line);
const tiny = (page) => ({ rules: 'gebeta', fill: () => fill(page, { '#pits': 2, '#stones': 1 }) });

pageTest('every screen has an address, and the back button works', { at: '#/' }, async (page) => {
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.waitForURL(/#\/settings$/);
  await page.goBack();
  await page.waitForURL(/#\/$|\/$/);
  await page.locator('h1', { hasText: 'Gebeta' }).waitFor();
});

pageTest('empty and equal names are told at the field', { at: '#/setup/mancala' }, async (page) => {
  await page.locator('[data-opponent=human]').check();
  assert.notEqual(await page.locator('#name-1').inputValue(), '');
  await page.locator('#name-1').fill('  ');
  await page.locator('button[type=submit]').click();
  // The field takes the focus a frame later, from whoever types somewhere else by then.
  await page.locator('#name-1[aria-invalid=true]:focus').waitFor();
  await page.getByText('Please type a name.').waitFor();
  await page.locator('#name-1').fill('Sara');
  await page.locator('#name-2').fill('Sara');
  await page.locator('button[type=submit]').click();
  await page.locator('[aria-invalid=true]:focus').waitFor();
  assert.match(page.url(), /setup/);
  await page.locator('#name-2').fill('Abebe');
  await page.locator('button[type=submit]').click();
  await toss(page, hands.mouse(page));
  await page.getByText('Abebe').first().waitFor();
});

pageTest('a chosen move is seen, then undone or played', { at: '#/' }, async (page) => {
  await begin(page, { fill: () => page.locator('#confirm').check() });
  const before = await labels(page);
  await page.locator('.pit.legal').first().click();
  await page.locator('[data-test=commit]').waitFor();
  assert.notDeepEqual(await labels(page), before, 'the result is shown');
  await page.locator('[data-test=undo]').click();
  assert.deepEqual(await labels(page), before);
  await page.locator('.pit.legal').first().click();
  await page.locator('[data-test=commit]').click();
  await page.locator('[data-test=commit]').waitFor({ state: 'detached' });
  assert.notDeepEqual(await labels(page), before);
});

pageTest('the coin decides in view who begins', { at: '#/' }, async (page) => {
  await start(page, hands.mouse(page), 'mancala', { fill: () => page.locator('#first').selectOption('coin') });
  await page.getByRole('button', { name: 'Heads' }).click();
  const told = await page.locator('.toss-result').textContent();
  assert.match(told, /The coin shows (Heads|Tails)/i);
  assert.equal(await page.locator('.toss-sides li').count(), 2, 'each player sees their side');
  const first = told.match(/: (.*) begins/)[1];
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('.pane.turn').filter({ hasText: first }).waitFor();
});

pageTest('the coin shows the side that is told', { at: '#/' }, async (page) => {
  await start(page, hands.mouse(page), 'mancala', { fill: () => page.locator('#first').selectOption('coin') });
  await page.getByRole('button', { name: 'Heads' }).click();
  const told = (await page.locator('.toss-result').textContent()).match(/The coin shows (\w+)/)[1].toLowerCase();
  // Once as it fell, and once with the other side up.
  for (const side of [told, told === 'heads' ? 'tails' : 'heads']) {
    const shown = await page.locator('.coin').evaluate(async (coin, side) => {
      if (!coin.classList.contains(side)) coin.className = `coin flown ${side}`;
      await Promise.all(coin.getAnimations().map((animation) => animation.finished));
      const { x, y, width, height } = coin.getBoundingClientRect();
      // A face that is turned away is not hit.
      const face = document.elementFromPoint(x + width / 2, y + height / 2).closest('.face');
      return face?.classList.contains('back') ? 'tails' : 'heads';
    }, side);
    assert.equal(shown, side);
  }
});

pageTest('only legal pits react, and a refused one says why', { at: '#/' }, async (page) => {
  await begin(page, { rules: 'gebeta' });
  await page.locator('.pane.turn.p1').waitFor();
  const before = await labels(page);
  // A person does not ask first whether the pit may be pressed.
  await page.locator('.pit.two').first().click({ force: true });
  await page.locator('.information.refused, .hint.refused').first().waitFor();
  assert.deepEqual(await labels(page), before);
});

pageTest('play again keeps the settings, end game returns to the start', { at: '#/' }, async (page) => {
  await begin(page, { rules: 'tainted', fill: () => page.locator('#name-1').fill('Sara') });
  await playOut(page, hands.mouse(page));
  assert.equal(await page.locator('.pit.legal').count(), 0, 'pits are inert');
  await page.locator('[data-test=again]').click();
  // The address changes before the old board goes.
  await page.locator('.toss').waitFor();
  assert.match(page.url(), /#\/toss$/);
  await toss(page, hands.mouse(page));
  await page.getByText('Sara').first().waitFor();
  await page.locator('[data-test=end]').click();
  await page.waitForURL(/#\/$/);
});

pageTest('earlier positions can be looked at, and moves taken back', { at: '#/' }, async (page) => {
  await begin(page, { rules: 'gebeta' });
  const first = await labels(page);
  await play(page);
  await play(page);
  const third = await labels(page);
  await page.locator('[data-test=first]').click();
  assert.deepEqual(await labels(page), first);
  await page.locator('[data-test=last]').click();
  assert.deepEqual(await labels(page), third);
  await page.locator('[data-test=undo]').click();
  await page.locator('[data-test=undo]').click();
  assert.deepEqual(await labels(page), first);
  await page.locator('[data-test=redo]').click();
  await page.locator('[data-test=redo]').click();
  assert.deepEqual(await labels(page), third);
});

pageTest('a game in progress survives closing the tab', { at: '#/' }, async (page, context) => {
  await begin(page, { rules: 'gebeta', fill: () => page.locator('#name-1').fill('Sara') });
  await play(page);
  await play(page);
  const before = await labels(page);
  await page.close();
  const again = await context.newPage();
  await open(again, '#/game');
  await again.locator('.pit.legal').first().waitFor();
  assert.deepEqual(await labels(again), before);
  await play(again);
  await open(again, '#/');
  await again.locator('.go-on').click();
  await again.locator('.pit.legal').first().waitFor();
});

pageTest('difficulty sets the stones, and any size of board is there', { at: '#/' }, async (page) => {
  await begin(page, { rules: 'gebeta', fill: () => page.locator('[data-difficulty=hard]').click() });
  assert.match((await labels(page)).join(), /5 stones/);
  await page.locator('[data-test=end]').click();
  await begin(page, {
    fill: async () => {
      await page.locator('#pits').fill('12');
      await page.locator('#stones').fill('12');
    },
  });
  assert.equal(await page.locator('.pit').count(), 24);
});

pageTest('a rule file in the folder of the server is in the menu', { at: '#/setup/mancala' }, async (page) => {
  await page.locator('[data-rules=tiny]').waitFor();
  await begin(page, { rules: 'tiny' });
  assert.equal(await page.locator('.pit').count(), 6);
});

pageTest('a rule file can be pasted, and its faults are told', { at: '#/setup/mancala' }, async (page) => {
  await more(page);
  await page.locator('summary', { has: page.locator(':scope') }).filter({ hasText: /own/i }).click();
  await page.locator('#rule-text').fill('game = "mancala"\npits = 99\n');
  await page.locator('#rule-text ~ .row button').click();
  await page.locator('[role=status] .help', { hasText: /pits/ }).waitFor();
  await page.locator('#rule-text').fill(FOLDER_RULES.replace('pits = 3', 'name = "mine"\npits = 4'));
  await page.locator('#rule-text ~ .row button').click();
  await page.locator('[data-rules=mine]').waitFor();
});

pageTest('a computer plays either seat, or both, after a pause with a sign', { at: '#/', settings: { delay: 300 } }, async (page) => {
  // The sign may go before the test looks: the page itself notes it.
  await page.evaluate(() => {
    const look = () => { window.wasThinking ||= [...document.querySelectorAll('.thinking')].some((sign) => /thinking/i.test(sign.textContent)); };
    new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  await begin(page, { rules: 'gebeta', minds: ['novice', 'human'] });
  await page.locator('.pane.turn.p2').waitFor();
  assert.ok(await page.evaluate(() => window.wasThinking), 'a sign tells that the computer thinks');
  await page.locator('[data-test=end]').click();
  await go(page, '/settings');
  await page.locator('#delay').fill('0');
  await begin(page, { rules: 'gebeta', minds: ['novice', 'novice'], fill: () => page.locator('#stones').fill('1') });
  await page.locator(OVER).waitFor({ timeout: 30_000 });
});

pageTest('a computer pauses when the move before its own has been shown', { at: '#/', settings: { speed: 'fast', delay: 500 } }, async (page) => {
  await begin(page, { rules: 'gebeta', minds: ['human', 'novice'] });
  await page.locator('.pit.legal').first().waitFor();
  await page.evaluate(() => {
    const look = () => {
      const isFlying = document.querySelector('.sky').childElementCount > 0;
      window.hasFlown ||= isFlying;
      if (window.hasFlown && !isFlying) window.shownAt ??= performance.now();
      if (document.querySelector('.move-list .p2')) window.answeredAt ??= performance.now();
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
  await page.locator('.pit.legal').first().click();
  await page.waitForFunction(() => window.answeredAt);
  const pause = await page.evaluate(() => window.answeredAt - window.shownAt);
  assert.ok(pause >= 450, `a pause of ${pause} ms`);
});

pageTest('a computer waits while its board is not on the screen, and moves when it is again', { at: '#/', settings: { delay: 200 } }, async (page) => {
  await begin(page, { rules: 'gebeta', minds: ['human', 'novice'] });
  await page.locator('.pit.legal').first().click();
  await go(page, '/rules');
  await page.locator('h1').first().waitFor();
  await page.waitForTimeout(600);
  const stored = await page.evaluate(() => localStorage.getItem('gebeta.current'));
  await page.goBack();
  await page.locator('.move-list .p2').first().waitFor();
  assert.notEqual(await page.evaluate(() => localStorage.getItem('gebeta.current')), stored, 'it has moved only now');
});

pageTest('the panes tell names, scores, the chosen pit and turns', { at: '#/' }, async (page) => {
  await begin(page, { rules: 'gebeta', fill: () => page.locator('#confirm').check() });
  await page.locator('.pit.legal').first().click();
  await page.locator('[data-test=chosen]').filter({ hasText: '4' }).first().waitFor();
  await page.getByRole('button', { name: 'Play turn' }).click();
  await page.locator('[data-test=turns]').filter({ hasText: '1' }).first().waitFor();
});

pageTest('the theme of the set-up page dresses the game, and stays', { at: '#/' }, async (page) => {
  await begin(page, { fill: () => page.locator('#theme-horror').check() });
  await page.locator('html[data-theme=horror]').waitFor({ state: 'attached' });
  await page.reload();
  await ready(page);
  await page.locator('html[data-theme=horror]').waitFor({ state: 'attached' });
});

pageTest('a move on trial is marked at its own pit, gives way to another, and to Escape', { at: '#/' }, async (page) => {
  await begin(page, { rules: 'gebeta', fill: () => page.locator('#confirm').check() });
  const before = await labels(page);
  const chosen = () => page.locator('.pit.chosen').evaluateAll((pits) => pits.map((pit) => Number(pit.dataset.hole)));
  // Its last stone lands in a pit, so the position that is shown is one of Player 2.
  await page.locator('.pit[data-hole="1"]').click();
  await page.locator('[data-test=commit]').waitFor();
  assert.deepEqual(await chosen(), [1]);
  assert.match((await labels(page)).join(), /Pit 2, 0 stones, Player 1/);
  await page.locator('.pit[data-hole="0"]').click();
  await page.waitForFunction(() => document.querySelector('.pit.chosen').dataset.hole === '0');
  assert.deepEqual(await chosen(), [0]);
  assert.match((await labels(page)).join(), /Pit 2, 5 stones, Player 1/, 'the first choice is taken back');
  assert.equal(await page.locator('.hint.refused').count(), 0, 'nobody is told that it is not their turn');
  await page.locator('.pit[data-hole="8"]').click({ force: true });
  await page.locator('.hint.refused', { hasText: 'belongs to Player 2' }).waitFor();
  await page.locator('.pit[data-hole="0"]').focus();
  await page.keyboard.press('Escape');
  await page.locator('[data-test=commit]').waitFor({ state: 'detached' });
  assert.deepEqual(await labels(page), before);
  assert.deepEqual(await chosen(), []);
  assert.equal(await page.locator('.move-list .move').count(), 0);
});

pageTest('a page that is loaded again after the toss goes on to the game', { at: '#/' }, async (page) => {
  await start(page, hands.mouse(page), 'mancala', { fill: () => page.locator('#first').selectOption('coin') });
  await page.getByRole('button', { name: 'Heads' }).click();
  const told = await page.locator('.toss-result').textContent();
  await page.reload();
  await ready(page);
  assert.equal(await page.locator('.toss-result').textContent(), told);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('.pit.legal').first().waitFor();
});

pageTest('a number out of its bounds is told at the field, and nothing begins', { at: '#/setup/mancala' }, async (page) => {
  await more(page);
  const pits = page.locator('#pits');
  await pits.fill('99');
  await page.getByText('Choose a number from 1 to 12.').waitFor();
  await page.locator('button[type=submit]').click();
  await page.locator('#pits[aria-invalid=true]:focus').waitFor();
  assert.match(page.url(), /#\/setup\/mancala$/);
  await pits.fill('5');
  await page.getByText('Choose a number from 1 to 12.').waitFor({ state: 'detached' });
  await page.locator('button[type=submit]').click();
  await page.locator('.pit.legal').first().waitFor();
  assert.equal(await page.locator('.pit').count(), 10);
});

// Counts the workers that were ended, and lets the first `failing` ones break down.
const watchWorkers = (page, failing = 0) =>
  page.addInitScript((failing) => {
    window.ended = 0;
    let left = failing;
    const Real = window.Worker;
    window.Worker = class extends Real {
      constructor(...how) {
        super(...how);
        if (left > 0) {
          left -= 1;
          this.postMessage = () => setTimeout(() => this.dispatchEvent(new Event('error')), 0);
        }
      }

      terminate() {
        window.ended += 1;
        super.terminate();
      }
    };
  }, failing);

pageTest('who leaves a game is not kept waiting by its search', {}, async (page) => {
  await watchWorkers(page);
  await open(page);
  await start(page, hands.mouse(page), 'senet', { minds: ['classic:6', 'human'], fill: () => page.locator('#depth-1').fill('10') });
  await page.locator('.pane .thinking', { hasText: /thinking/ }).waitFor();
  await page.locator('[data-test=end]').click();
  await page.waitForFunction(() => window.ended === 1);
  await begin(page, { rules: 'gebeta', minds: ['novice', 'human'] });
  await page.locator('.move-list .p1').first().waitFor({ timeout: 10_000 });
});

pageTest('a computer player that breaks down can be asked again', {}, async (page) => {
  await watchWorkers(page, 1);
  await open(page);
  await begin(page, { rules: 'gebeta', minds: ['novice', 'human'] });
  await page.locator('.information.refused').waitFor();
  await page.locator('[data-test=ask-again]').click();
  await page.locator('.move-list .p1').first().waitFor();
  assert.equal(await page.locator('[data-test=ask-again]').count(), 0);
});

pageTest('the card keeps the focus inside, and Escape shows the board', { at: '#/' }, async (page) => {
  await begin(page, { rules: 'gebeta', fill: () => fill(page, { '#pits': 2, '#stones': 1 }) });
  await playOut(page, hands.mouse(page));
  const inside = () => page.evaluate(() => Boolean(document.activeElement.closest('[data-test=over]')) || document.activeElement === document.body);
  const seen = new Set();
  for (let n = 0; n < 9; n += 1) {
    await page.keyboard.press('Tab');
    assert.ok(await inside(), 'Tab stays on the card');
    seen.add(await page.evaluate(() => document.activeElement.dataset.test));
  }
  for (const button of ['again', 'review', 'new', 'look', 'leave']) assert.ok(seen.has(button), `Tab comes to ${button}`);
  await page.keyboard.press('Escape');
  await page.locator(OVER).waitFor({ state: 'detached' });
  await page.locator('.pit:focus').waitFor();
  assert.equal(await page.locator('.pit').count(), 4);
});

pageTest('a card that was put away stays away, and what comes next stands below the board', { at: '#/' }, async (page) => {
  await begin(page, tiny(page));
  await playOut(page, hands.mouse(page));
  await page.locator('[data-test=look]').click();
  await page.locator(OVER).waitFor({ state: 'detached' });
  for (const step of ['first', 'last', 'back', 'on']) await page.locator(`[data-test=${step}]`).click();
  await page.locator('.move-list li:last-child .move:last-child[aria-current=step]').waitFor();
  await frame(page);
  assert.equal(await page.locator(OVER).count(), 0);
  await page.locator('.controls [data-test=new]').waitFor();
  await page.locator('.controls [data-test=again]').click();
  await page.locator('.pit:focus').waitFor();
  assert.equal(await page.locator('[data-test=again]').count(), 0, 'another game has begun');
  await playOut(page, hands.mouse(page));
  await page.locator('[data-test=again]').click();
  await page.locator('.pit:focus').waitFor();
});

pageTest('a game that is over is reviewed from its card', { at: '#/' }, async (page) => {
  await begin(page, tiny(page));
  await playOut(page, hands.mouse(page));
  await page.locator('[data-test=review]').click();
  await page.waitForURL(/#\/review\/now$/);
  await page.locator('[data-test=graded] button').first().waitFor({ timeout: 60_000 });
  await page.goBack();
  await page.locator(OVER).waitFor();
});

pageTest('what is tried, taken back, played again and looked at is announced', { at: '#/' }, async (page) => {
  await begin(page, { rules: 'gebeta', fill: () => page.locator('#confirm').check() });
  await listen(page);
  await page.locator('.pit.legal').first().click();
  await told(page, 'Player 1 sows 4 stones from pit 1.');
  await page.locator('[data-test=undo]').click();
  await told(page, 'Taken back.');
  await told(page, 'Player 1 to move.');
  await page.locator('.pit.legal').first().click();
  await page.locator('[data-test=commit]').click();
  await page.locator('[data-test=first]').click();
  await told(page, 'Move 0 of 1');
  await listen(page);
  await page.locator('[data-test=on]').click();
  await told(page, 'Move 1 of 1');
  await told(page, 'Player 1 sows 4 stones from pit 1.');
});

pageTest('playing the last move again announces the end again', { at: '#/' }, async (page) => {
  await begin(page, tiny(page));
  await playOut(page, hands.mouse(page));
  const end = await page.locator(OVER).locator('.verdict').innerText();
  await page.locator('[data-test=look]').click();
  await page.locator('[data-test=undo]').click();
  await listen(page);
  await page.locator('[data-test=redo]').click();
  await told(page, end);
  await page.locator(OVER).waitFor();
});

pageTest('who comes back to a game is not told again what was said before', { at: '#/' }, async (page) => {
  await begin(page, { rules: 'gebeta' });
  await play(page);
  await page.locator('[data-test=announcer] p').first().waitFor({ state: 'attached' });
  await go(page, '/settings');
  await go(page, '/game');
  await play(page);
  await page.locator('[data-test=announcer] p').first().waitFor({ state: 'attached' });
  assert.deepEqual(await page.locator('[data-test=announcer] p').allTextContents(), ['Player 2 sows 4 stones from pit 6.']);
});

pageTest('a button at its end keeps the focus', { at: '#/' }, async (page) => {
  await begin(page, { rules: 'gebeta' });
  await play(page);
  for (const name of ['first', 'last', 'undo', 'redo']) {
    await page.locator(`[data-test=${name}]`).focus();
    await page.keyboard.press('Enter');
    await page.locator(`[data-test=${name}][aria-disabled=true]`).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.dataset.test), name);
  }
});

pageTest('taking back between two computers lets them wait', { at: '#/', settings: { delay: 300 } }, async (page) => {
  await begin(page, { rules: 'gebeta', minds: ['random', 'random'] });
  await page.locator('.move-list .move').nth(2).waitFor();
  await page.locator('[data-test=undo]').click();
  await page.locator('[data-test=pause][aria-pressed=true]').waitFor();
  await page.locator('[data-test=redo]').click();
  await page.locator('[data-test=redo][aria-disabled=true]').waitFor();
  const before = await page.locator('.move-list .move').count();
  await page.locator('[data-test=pause]').click();
  await page.locator('.move-list .move').nth(before).waitFor();
});

pageTest('two computers whose board is left do not keep the page busy, and go on when somebody comes back', { at: '#/', settings: { speed: 'slow' } }, async (page) => {
  await begin(page, { rules: 'gebeta', minds: ['random', 'random'] });
  await page.locator('.mancala .sky .flying').first().waitFor({ state: 'attached' });
  await go(page, '/settings');
  const timers = await page.evaluate(async () => {
    const frames = async (count) => { for (let n = 0; n < count; n += 1) await new Promise(requestAnimationFrame); };
    await frames(10);
    const real = window.setTimeout;
    let timers = 0;
    window.setTimeout = (...wish) => { timers += 1; return real(...wish); };
    await frames(30);
    window.setTimeout = real;
    return timers;
  });
  assert.ok(timers < 3, `${timers} timers in thirty frames`);
  await go(page, '/game');
  const before = await page.locator('.move-list .move').count();
  await page.locator('.move-list .move').nth(before).waitFor();
});

pageTest('every sentence is a new line of the log, also the same one again', { at: '#/' }, async (page) => {
  await begin(page, { rules: 'gebeta' });
  await listen(page);
  for (let n = 0; n < 16; n += 1) await play(page);
  await page.waitForFunction(() => window.told.filter((line) => / sows /.test(line)).length === 16);
  const empty = page.locator('.pit[aria-label*=" 0 stones"]').first();
  const who = (await empty.getAttribute('aria-label')).match(/Player \d/)[0];
  // Somebody who is to move tries their empty pit again and again.
  while (!(await page.locator('.pane.turn').filter({ hasText: who }).count())) await play(page);
  await page.waitForFunction(() => !document.querySelector('.information.refused'));
  for (let n = 0; n < 20; n += 1) {
    await page.locator(`.pit[aria-label*=" 0 stones, ${who}"]`).first().click({ force: true });
    await page.waitForFunction((n) => window.told.filter((line) => /is empty/.test(line)).length === n, n + 1);
  }
  assert.ok((await page.locator('[data-test=announcer] p').count()) <= 12, 'old lines go');
});

pageTest('a link above the screen hands the focus to the screen', { at: '#/' }, async (page) => {
  for (const name of ['Settings', 'Rules']) {
    const link = page.locator('.top nav').getByRole('link', { name });
    await link.focus();
    await page.keyboard.press('Enter');
    await page.locator('main:focus').waitFor();
  }
});

pageTest('on a phone the pane above the board tells what happened, and turns are counted', { at: '#/', ...PHONE }, async (page) => {
  await begin(page, { rules: 'gebeta' });
  await play(page);
  await page.locator('[data-test=last-said]', { hasText: 'Player 1 sows 4 stones from pit 1.' }).waitFor();
  await page.locator('[data-test=turns]', { hasText: '1' }).first().waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, 'nothing to scroll sideways');
});

for (const [name, screen] of [['a desk', {}], ['a phone', PHONE]]) {
  pageTest(`on ${name} the information pane stands above the board; New game is apart from Play again`, { at: '#/', ...screen }, async (page) => {
    await begin(page, { rules: 'gebeta', fill: () => fill(page, { '#pits': 2, '#stones': 1 }) });
    const [information, board] = [await page.locator('.information').boundingBox(), await page.locator('.mancala .plank').boundingBox()];
    assert.ok(information.y + information.height <= board.y + 1, `${JSON.stringify(information)} above ${JSON.stringify(board)}`);
    await playOut(page, hands.mouse(page));
    await page.locator('[data-test=again]').waitFor();
    await page.locator('[data-test=new]').click();
    await page.waitForURL(/#\/setup\/mancala$/);
    await page.locator('.rule-card').first().waitFor();
  });
}

pageTest('Player 1 is green and Player 2 is blue', { at: '#/', settings: { theme: 'classic' } }, async (page) => {
  await begin(page, { rules: 'gebeta' });
  const color = (player) => page.locator(`.pane.p${player} .name`).evaluate((name) => getComputedStyle(name).color.match(/\d+/g).map(Number));
  const [[r1, g1, b1], [r2, g2, b2]] = [await color(1), await color(2)];
  assert.ok(g1 > r1 && g1 > b1, `Player 1: ${[r1, g1, b1]}`);
  assert.ok(b2 > r2 && b2 > g2, `Player 2: ${[r2, g2, b2]}`);
});

pageTest('a rule file is uploaded, is in the menu, and the same file can be chosen again', { at: '#/setup/mancala' }, async (page) => {
  const file = { name: 'five.toml', mimeType: 'text/plain', buffer: Buffer.from('game = "mancala"\npits = 5\n') };
  await more(page);
  await page.locator('summary').filter({ hasText: /own/i }).click();
  for (let n = 0; n < 2; n += 1) {
    await page.locator('#rule-file').setInputFiles(file);
    await page.locator('[data-rules=five]').waitFor();
    await page.waitForFunction(() => document.querySelector('#rule-file').value === '');
  }
  await page.reload();
  await ready(page);
  await begin(page, { rules: 'five' });
  assert.equal(await page.locator('.pit').count(), 10);
});

pageTest('the rule files of a server are not kept, and never in place of the player\'s own', { at: '#/setup/mancala' }, async (page) => {
  await page.locator('[data-rules=tiny]').waitFor();
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('gebeta.rules.')));
  assert.deepEqual(await kept(), []);
  await more(page);
  await page.locator('summary').filter({ hasText: /own/i }).click();
  await page.locator('#rule-text').fill('name = "tiny"\ngame = "mancala"\npits = 4\n');
  await page.locator('#rule-text ~ .row button').click();
  await page.getByText('The rules "tiny" are added.').waitFor();
  await page.reload();
  await ready(page);
  await page.waitForLoadState('networkidle');
  assert.deepEqual(await kept(), ['gebeta.rules.tiny']);
  await begin(page, { rules: 'tiny' });
  assert.equal(await page.locator('.pit').count(), 8, 'the player\'s own rules are played');
  // The rules page of the server's file, without having been at the set-up.
  await page.evaluate(() => localStorage.removeItem('gebeta.rules.tiny'));
  await open(page, '#/rules/tiny');
  await page.locator('[data-test=rules]').waitFor();
});

pageTest('the theme of the device is followed as it changes', { at: '#/', settings: { theme: 'auto' }, colorScheme: 'light' }, async (page) => {
  await page.locator('html[data-theme=acacia]').waitFor({ state: 'attached' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-theme=night]').waitFor({ state: 'attached' });
});

pageTest('faults of files are told in the language of the page', { at: '#/setup/mancala', settings: { language: 'am' } }, async (page) => {
  await page.locator('html[lang=am]').waitFor({ state: 'attached' });
  await more(page);
  await page.locator('details details:has(#rule-text) summary').click();
  await page.locator('#rule-text').fill('game = "mancala"\npits = 99\n');
  await page.locator('#rule-text ~ .row button').click();
  const told = page.locator('[role=status] .help', { hasText: 'pits' });
  assert.match(await told.innerText(), /ቁጥር/);
});
