// Games that are kept: statistics, replay, and every way in and out of the page.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

import { go, open, pageTest, ready, setUp } from '../lib/harness.js';
import { OVER, fill, foremost, hands, next, playOut, putGame, start, toss } from '../lib/play.js';
import { PHONE, keepGames } from '../lib/screens.js';

setUp();

const mouse = (page) => hands.mouse(page);
const begin = async (page, options) => {
  await start(page, mouse(page), 'mancala', options);
  await toss(page, mouse(page));
};
// A game of a few moves.
const small = (page) => () => fill(page, { '#pits': 3, '#stones': 1 });
const labels = (page) => page.locator('[data-hole]').evaluateAll((holes) => holes.map((hole) => hole.getAttribute('aria-label')));
const play = async (page) => page.locator((await next(page)).own[0]).click();
const share = (page) => page.locator('.sharing summary').click();
// The text of the file that pressing `name` offers.
const saved = async (page, name) => {
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator(`[data-test=${name}]`).click()]);
  return { name: download.suggestedFilename(), path: await download.path() };
};

pageTest('statistics count games by opponent and rule set, and are kept', { at: '#/' }, async (page) => {
  await go(page, '/statistics');
  await page.getByText('No games yet. Play one.').waitFor();
  await begin(page, { rules: 'gebeta', minds: ['human', 'novice'], fill: small(page) });
  await playOut(page, mouse(page));
  await page.locator('[data-test=again]').click();
  await page.locator(OVER).waitFor({ state: 'detached' });
  await playOut(page, mouse(page));
  const seen = async () => {
    await page.locator('.numbers').waitFor();
    const numbers = await page.locator('.number dd').allInnerTexts();
    const [games, won, drawn, lost] = numbers.map(Number);
    assert.equal(games, 2);
    assert.equal(won + drawn + lost, 2);
    assert.match(numbers[4], /^\d+ %$/);
    const line = page.locator('table', { hasText: 'By opponent' }).getByRole('row', { name: /Novice/ });
    assert.match((await line.innerText()).replaceAll(/\s+/g, ' '), /Novice 2 \d+ % \d+\.\d : \d+\.\d/);
    await page.locator('table', { hasText: 'By rule set' }).getByRole('row', { name: /^Gebeta \(custom\) / }).waitFor();
    return numbers;
  };
  await go(page, '/statistics');
  const before = await seen();
  await page.reload();
  await ready(page);
  assert.deepEqual(await seen(), before);
});

pageTest('a computer player of one game is not that of the other: each has its line and its averages', { at: '#/' }, async (page) => {
  const seats = ['human', 'random'];
  await putGame(page, 'mancala', '0,0,0,0,1,1,20,1,0,0,0,0,0,25 1', { seats });
  await playOut(page, mouse(page));
  await putGame(page, 'senet', 'B........./........../.........W w 1/1 -', { rules: ['pieces = 2'], seats });
  await playOut(page, mouse(page), foremost);
  await go(page, '/statistics');
  const games = page.locator('[data-test=of-game]');
  for (const [number, name] of ['Mancala', 'Senet'].entries()) {
    await games.nth(number).getByRole('heading', { name }).waitFor();
    const line = games.nth(number).locator('table', { hasText: 'By opponent' }).getByRole('row', { name: /Random/ });
    assert.match((await line.innerText()).replaceAll(/\s+/g, ' '), /^Random 1 \d+ % \d+\.\d : \d+\.\d/);
  }
  // How many were won, drawn and lost is told on a phone as well.
  await page.setViewportSize(PHONE.viewport);
  const bars = page.locator('.bar-cell .bar');
  assert.equal(await bars.count(), await bars.filter({ visible: true }).count());
  await page.getByRole('cell', { name: /^[01] Won, 0 Drawn, [01] Lost$/ }).first().waitFor();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `${overflow} px too wide`);
});

pageTest('who erases all games has none left, not even the one on the table', { at: '#/' }, async (page) => {
  await keepGames(page);
  await begin(page, { rules: 'gebeta' });
  await play(page);
  await page.locator('.move-list .move').first().waitFor();
  await page.evaluate(() => {
    for (const key of ['gebeta.broken', 'gebeta.aside.1']) localStorage.setItem(key, localStorage.getItem('gebeta.current'));
  });
  await go(page, '/settings');
  await page.getByRole('button', { name: 'Erase all games' }).click();
  await page.locator('[data-test=yes]').click();
  await page.getByText('All games are erased.').waitFor();
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'gebeta.settings')), []);
  assert.deepEqual(await records(page), []);
  await go(page, '/');
  await page.getByRole('button', { name: 'Play mancala' }).waitFor();
  assert.equal(await page.locator('.go-on').count(), 0);
  // It is said once.
  await page.goBack();
  await page.reload();
  await page.getByRole('button', { name: 'Erase all games' }).waitFor();
  assert.equal(await page.getByText('All games are erased.').count(), 0);
});

pageTest('the list of games by keyboard: the way in is seen, and who deletes a game stays among them', { at: '#/' }, async (page) => {
  await keepGames(page);
  await page.locator('#main').focus();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'import');
  assert.equal(await page.locator('label[for=import]').evaluate((label) => getComputedStyle(label).outlineStyle), 'solid');
  for (let left = (await page.locator('.kept-game').count()) - 1; left >= 0; left -= 1) {
    const place = Math.min(1, left);
    await page.locator('.kept-game').nth(place).getByRole('button', { name: 'Delete' }).press('Enter');
    await page.locator('[data-test=yes]').press('Enter');
    await page.waitForFunction((left) => document.querySelectorAll('.kept-game').length === left, left);
    await page.waitForFunction(() => document.activeElement.matches('.kept-game, .page > a.button'));
  }
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Play');
});

pageTest('a kept game is replayed by itself, step by step, and from any place', { at: '#/', settings: { speed: 'fast' } }, async (page) => {
  await begin(page, { fill: small(page) });
  await playOut(page, mouse(page));
  const end = await labels(page);
  await go(page, '/games');
  await page.locator('a[href^="#/replay/"]').first().click();
  const told = page.locator('.information');
  await told.filter({ hasText: 'Move 0 of' }).waitFor();
  const last = Number((await told.innerText()).match(/of (\d+)/)[1]);
  const first = await labels(page);
  await page.getByRole('button', { name: 'One move on' }).click();
  await told.filter({ hasText: 'Move 1 of' }).waitFor();
  await page.getByRole('button', { name: 'One move back' }).click();
  assert.deepEqual(await labels(page), first);
  await page.locator('[data-test=announcer]', { hasText: 'Player 1 sows 1 stone from pit' }).waitFor({ state: 'attached' });
  const moves = page.locator('.move-list button');
  assert.equal(await moves.count(), last);
  await moves.last().click();
  assert.deepEqual(await labels(page), end);
  await moves.first().click();
  const jump = page.getByRole('slider', { name: 'Jump to a move' });
  assert.equal(await jump.getAttribute('aria-valuetext'), `Move 1 of ${last}`);
  await jump.fill(String(last));
  assert.deepEqual(await labels(page), end);
  // Steps follow each other quickly: the page itself notes them.
  await told.evaluate((told) => {
    window.steps = [];
    new MutationObserver(() => window.steps.push(Number(told.innerText.match(/Move (\d+)/)?.[1]))).observe(told, { childList: true, characterData: true, subtree: true });
  });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForFunction((last) => window.steps.at(-1) === last, last);
  const steps = await page.evaluate(() => window.steps.filter((step, n) => step !== window.steps[n - 1]));
  assert.deepEqual(steps, Array.from({ length: last + 1 }, (_, n) => n));
  assert.deepEqual(await labels(page), end);
  await jump.fill('0');
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.locator('.pit.legal').first().waitFor();
  assert.deepEqual(await labels(page), first);
});

pageTest('a record leaves as a file and comes back as a game to go on with', { at: '#/' }, async (page) => {
  await begin(page, { rules: 'gebeta' });
  await play(page);
  await play(page);
  const before = await labels(page);
  await share(page);
  const record = await saved(page, 'save-record');
  assert.equal(record.name, 'game.gebeta');
  await go(page, '/games');
  await page.getByText('No games yet. Play one.').waitFor();
  await page.locator('#import').setInputFiles({ name: 'bad.txt', mimeType: 'text/plain', buffer: Buffer.from('no record') });
  await page.getByText('This is no game record.').waitFor();
  await page.locator('#import').setInputFiles({ name: 'game.gebeta', mimeType: 'text/plain', buffer: await readFile(record.path) });
  await page.getByText('The game is saved.').waitFor();
  await page.locator('.kept-game').getByText('Not finished').waitFor();
  await page.reload();
  await ready(page);
  await page.locator('.kept-game').getByRole('button', { name: 'Continue' }).click();
  await page.locator('.pit.legal').first().waitFor();
  assert.deepEqual(await labels(page), before);
  await go(page, '/games');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.locator('[data-test=yes]').click();
  await page.getByText('No games yet. Play one.').waitFor();
});

pageTest('a game travels in a link, a position and moves as text', { at: '#/', permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
  await begin(page, { rules: 'gebeta' });
  await play(page);
  const mine = await labels(page);
  await share(page);
  // From the second time on the word stands there before the text is copied: what was copied before has to go.
  const copied = async (name) => {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await page.locator(`[data-test=${name}]`).click();
    await page.getByText('Copied.').waitFor();
    return (await page.waitForFunction(() => navigator.clipboard.readText())).jsonValue();
  };
  assert.equal(await copied('share-moves'), '1');
  assert.equal(await copied('share-position'), '0,5,5,5,5,4,0,4,4,4,4,4,4,0 2');
  const link = await copied('share-link');
  await open(page, link.slice(link.indexOf('#')));
  await page.getByRole('heading', { name: /A shared game/ }).waitFor();
  await page.getByRole('button', { name: 'One move on' }).click();
  assert.deepEqual(await labels(page), mine);
  await go(page, '/g/nonsense');
  await page.getByText('This link holds no game.').waitFor();
});

for (const game of ['mancala', 'senet']) {
  pageTest(`a position of ${game} is saved as a picture, drawn by the program`, { at: '#/' }, async (page) => {
    await start(page, mouse(page), game);
    await toss(page, mouse(page));
    await share(page);
    const svg = await saved(page, 'save-svg');
    assert.equal(svg.name, 'position.svg');
    const text = await readFile(svg.path, 'utf8');
    assert.match(text, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    assert.doesNotMatch(text, /<image|href=|var\(/, 'it needs nothing else');
    const width = Number(text.match(/ width="(\d+)"/)[1]);
    const png = await saved(page, 'save-png');
    const bytes = await readFile(png.path);
    assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
    assert.equal(bytes.readUInt32BE(16), 2 * width, 'twice as large as it is drawn');
    assert.ok(width >= 600, `${width} px wide`);
    // A picture of one colour would pack into next to nothing.
    assert.ok(bytes.length > 10_000, `${bytes.length} bytes`);
  });
}

// The games that are kept, each as the list tells it.
const cards = async (page) => {
  await go(page, '/games');
  await page.locator('.kept-game, .page > a.button').first().waitFor();
  return (await page.locator('.kept-game').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
};
// Every kept record, as the browser has it.
const records = (page) => page.evaluate(() => new Promise((resolve) => {
  indexedDB.open('gebeta').onsuccess = ({ target: { result: database } }) => {
    database.transaction('games').objectStore('games').getAll().onsuccess = ({ target }) => {
      database.close();
      resolve(target.result);
    };
  };
}));
// A replay of the kept game by these rules, at its move `place`.
const replayed = async (page, rules, place) => {
  await go(page, '/games');
  await page.locator('.kept-game', { hasText: rules }).first().locator('a[href^="#/replay/"]').click();
  await page.getByRole('slider', { name: 'Jump to a move' }).fill(String(place));
};

pageTest('a kept game is not shortened or overwritten by what one does with its replay', { at: '#/' }, async (page) => {
  await keepGames(page);
  const isWhole = async (count) => {
    const kept = (await records(page)).filter((text) => /Rules "gebeta"/.test(text));
    assert.equal(kept.length, count);
    assert.equal(kept.filter((text) => !/Result "\*"/.test(text) && text.split('\n').length > 30).length >= 1, true, 'the finished game is still there');
  };
  await isWhole(1);
  await replayed(page, 'Gebeta', 5);
  await share(page);
  await page.locator('[data-test=keep]').click();
  // Wherever one looks at it, it is the whole game that is kept, and that is there already.
  await page.getByText('The game is saved.').waitFor();
  await isWhole(1);
  // Another way from there to another end.
  await go(page, '/games');
  await page.locator('.kept-game', { hasText: 'Gebeta' }).filter({ hasNotText: 'Not finished' }).locator('a[href^="#/replay/"]').click();
  await page.getByRole('slider', { name: 'Jump to a move' }).fill('5');
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.waitForURL(/#\/game$/);
  await playOut(page, mouse(page), (moves) => moves[0]);
  await go(page, '/games');
  await page.locator('.kept-game').first().waitFor();
  const kept = (await records(page)).filter((text) => /Rules "gebeta"/.test(text));
  assert.equal(kept.filter((text) => !/Result "\*"/.test(text)).length, 2, 'both ends are kept');
});

pageTest('a game in progress is put away for another, and one is told so', { at: '#/' }, async (page) => {
  const ways = [
    async () => { await go(page, '/'); await page.getByRole('button', { name: 'Play mancala' }).click(); },
    async () => begin(page, { rules: 'gebeta' }),
    async () => { await go(page, '/rules/avalanche'); await page.getByRole('button', { name: /these rules/ }).click(); },
  ];
  for (const [number, way] of ways.entries()) {
    await begin(page, { rules: 'gebeta', fill: () => page.locator('#name-1').fill(`Sara ${number}`) });
    await page.locator('.pane', { hasText: `Sara ${number}` }).waitFor();
    await play(page);
    await page.locator('.move-list .move').first().waitFor();
    const before = await labels(page);
    await way();
    await page.locator('[data-test=put-away]').waitFor();
    await page.locator('[data-test=put-away] a').click();
    const card = page.locator('.kept-game', { hasText: `Sara ${number}` });
    await card.getByText('Not finished').waitFor();
    await card.getByRole('button', { name: 'Continue' }).click();
    await page.locator('.pit.legal').first().waitFor();
    assert.deepEqual(await labels(page), before);
    // To its end, so that nothing is left to be put away.
    await playOut(page, mouse(page));
    assert.equal((await records(page)).filter((text) => text.includes(`Sara ${number}`)).length, 1, 'one game, now finished');
  }
  // A game nobody has begun needs no room.
  await begin(page, { rules: 'gebeta', fill: () => page.locator('#name-1').fill('Nobody') });
  await begin(page, { rules: 'gebeta' });
  assert.equal((await cards(page)).filter((text) => text.includes('Nobody')).length, 0);
});

pageTest('two tabs do not take each other\'s game', { at: '#/' }, async (page, context) => {
  await begin(page, { rules: 'gebeta', fill: () => page.locator('#name-1').fill('Sara') });
  await play(page);
  const second = await context.newPage();
  await open(second, '#/');
  await begin(second, { rules: 'gebeta', fill: () => second.locator('#name-1').fill('Abebe') });
  await play(second);
  await play(page);
  await play(second);
  const [sara, abebe] = [await labels(page), await labels(second)];
  await page.close();
  await go(second, '/games');
  const kept = second.locator('.kept-game', { hasText: 'Sara' });
  await kept.getByText('Not finished').waitFor();
  await kept.getByRole('button', { name: 'Continue' }).click();
  await second.locator('.pit.legal').first().waitFor();
  assert.deepEqual(await labels(second), sara);
  await second.locator('[data-test=put-away]').waitFor();
  await go(second, '/games');
  await second.locator('.kept-game', { hasText: 'Abebe' }).getByRole('button', { name: 'Continue' }).click();
  await second.locator('.pane', { hasText: 'Abebe' }).waitFor();
  assert.deepEqual(await labels(second), abebe);
});

pageTest('who pauses a replay and goes on at once sees every move once', { at: '#/' }, async (page) => {
  await keepGames(page);
  await replayed(page, 'Gebeta', 0);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  // Every move on its own: two runs would take two steps in the time of one.
  const bar = page.locator('.replay-bar button').first();
  await bar.click();
  await bar.click();
  await bar.click();
  const place = async () => Number((await page.locator('.information').innerText()).match(/Move (\d+)/)[1]);
  assert.equal(await place(), 0);
  for (let n = 1; n <= 4; n += 1) {
    await page.clock.runFor(350);
    await page.waitForFunction((n) => Number(document.querySelector('.information').innerText.match(/Move (\d+)/)[1]) >= n, n);
    assert.equal(await place(), n);
  }
});

pageTest('an earlier position that is looked at leaves alone, the game leaves whole', { at: '#/', permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
  const copied = async (name) => {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await page.locator(`[data-test=${name}]`).click();
    return (await page.waitForFunction(() => navigator.clipboard.readText())).jsonValue();
  };
  const START = '4,4,4,4,4,4,0,4,4,4,4,4,4,0 1';
  await begin(page, { rules: 'gebeta' });
  await play(page);
  await play(page);
  await page.locator('[data-test=first]').click();
  await share(page);
  assert.equal(await copied('share-position'), START);
  assert.equal(await copied('share-moves'), '1 6');
  const svg = await readFile((await saved(page, 'save-svg')).path, 'utf8');
  const link = await copied('share-link');
  await open(page, link.slice(link.indexOf('#')));
  await share(page);
  assert.equal(await copied('share-position'), START);
  assert.equal(await copied('share-moves'), '1 6', 'a replay at its beginning');
  assert.equal(await readFile((await saved(page, 'save-svg')).path, 'utf8'), svg);
});

pageTest('a position travels in a link: from a game, the analysis and the editor', { at: '#/', permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
  const copied = async (button) => {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await button.click();
    return (await page.waitForFunction(() => navigator.clipboard.readText())).jsonValue();
  };
  const opened = async (link) => {
    await open(page, link.slice(link.indexOf('#')));
    await page.getByRole('heading', { name: /A shared position/ }).waitFor();
    return labels(page);
  };
  await begin(page, { rules: 'gebeta' });
  await play(page);
  const mine = await labels(page);
  await share(page);
  assert.deepEqual(await opened(await copied(page.locator('[data-test=share-place]'))), mine);
  // From there to the analysis, and out of it.
  await page.locator('[data-test=analyse]').click();
  await page.locator('.review.analysis').waitFor();
  await page.locator('.pit.legal').first().click();
  await page.locator('[data-test=lines]').waitFor();
  const studied = await labels(page);
  assert.notDeepEqual(studied, mine);
  assert.deepEqual(await opened(await copied(page.locator('[data-test=share-place]'))), studied);
  await go(page, '/analysis/senet');
  await page.locator('[data-test=edit]').click();
  const link = await copied(page.locator('[data-test=editor] [data-test=share-place]'));
  await open(page, link.slice(link.indexOf('#')));
  await page.getByRole('heading', { name: /A shared position/ }).waitFor();
  assert.equal(await page.locator('.piece[data-piece]').count(), 14);
});

pageTest('who looks at the kept games keeps no connection open, which would hold up a newer version', { at: '#/' }, async (page) => {
  await keepGames(page);
  await go(page, '/statistics');
  await page.locator('.numbers').waitFor();
  const how = await page.evaluate(() => new Promise((resolve) => {
    const request = indexedDB.deleteDatabase('gebeta');
    request.onsuccess = () => resolve('deleted');
    request.onblocked = () => resolve('blocked');
  }));
  assert.equal(how, 'deleted');
});
