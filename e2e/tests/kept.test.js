// Games that are kept: statistics, replay, and every way in and out of the page.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

import { go, open, pageTest, ready, setUp } from '../lib/harness.js';
import { OVER, fill, hands, next, playOut, start, toss } from '../lib/play.js';

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

pageTest('G10 statistics count games by opponent and rule set, and are kept', { at: '#/' }, async (page) => {
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
    await page.locator('table', { hasText: 'By rule set' }).getByRole('row', { name: /Gebeta/ }).waitFor();
    return numbers;
  };
  await go(page, '/statistics');
  const before = await seen();
  await page.reload();
  await ready(page);
  assert.deepEqual(await seen(), before);
});

pageTest('G9 a kept game is replayed by itself, step by step, and from any place', { at: '#/', settings: { speed: 'fast' } }, async (page) => {
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
  const jump = page.getByRole('slider', { name: 'Jump to a move' });
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

pageTest('G14 a record leaves as a file and comes back as a game to go on with', { at: '#/' }, async (page) => {
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
  await page.getByText('The game is kept.').waitFor();
  await page.locator('.kept-game').getByText('Not finished').waitFor();
  await page.reload();
  await ready(page);
  await page.locator('.kept-game').getByRole('button', { name: 'Continue' }).click();
  await page.locator('.pit.legal').first().waitFor();
  assert.deepEqual(await labels(page), before);
  await go(page, '/games');
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No games yet. Play one.').waitFor();
});

pageTest('G14 a game travels in a link, a position and moves as text', { at: '#/', permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
  await begin(page, { rules: 'gebeta', fill: () => page.locator('#name-1').fill('Sara') });
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
  await page.getByRole('heading', { name: /A shared game: Sara/ }).waitFor();
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
    const png = await saved(page, 'save-png');
    const bytes = await readFile(png.path);
    assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
    assert.ok(bytes.readUInt32BE(16) >= 600, `${bytes.readUInt32BE(16)} px wide`);
    // A picture of one colour would pack into next to nothing.
    assert.ok(bytes.length > 10_000, `${bytes.length} bytes`);
  });
}
