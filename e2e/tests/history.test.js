// What was played, and the ways it is looked at and handed on.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

import { accessible, open, pageTest, setUp } from '../lib/harness.js';
import { hands, putGame, start, toss } from '../lib/play.js';

setUp();

// The rounds of a list: its number, the turn of Player 1, the turn of Player 2.
const rounds = (page, list) =>
  page.locator(`${list} li`).evaluateAll((lines) =>
    lines.map((line) => [
      line.querySelector('.number').innerText,
      ...[...line.querySelectorAll('.turn')].map((turn) => [...turn.querySelectorAll('button')].map((move) => (move.querySelector('.played') ?? move).innerText).join('-')),
    ]));

// Pit 3 comes home and pit 6 follows; Player 2 does the same, and so on.
const LINK = '#/g/gebeta.6.4.player1/36251';

pageTest('a short link is a game; its moves stand in rounds of turns, extra turns in one', { at: LINK }, async (page) => {
  const list = [['1', '3-6', '2-5'], ['2', '1', '']];
  await page.locator('.move-list .move').nth(4).waitFor();
  assert.deepEqual(await rounds(page, '.move-list'), list);
  await page.locator('.move-list .move').nth(2).click();
  await page.locator('.information', { hasText: 'Move 3 of 5' }).waitFor();
  await accessible(page, 'a shared game');
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.locator('.pit.legal').first().waitFor();
  await open(page, '#/review/now');
  await page.locator('[data-test=graded]').waitFor({ timeout: 60_000 });
  assert.deepEqual(await rounds(page, '.graded'), [['1', '3-6', '2']]);
});

pageTest('links made before are still games, and what is no game says so', {}, async (page) => {
  const record = await readFile(new URL('../games/gebeta.gebeta', import.meta.url));
  await open(page, `#/g/${record.toString('base64url')}`);
  await page.locator('.move-list .move').first().waitFor();
  for (const bad of ['gebeta.6.4.player1/7', 'gebeta.99.4.player1/1', 'chess.8/e4']) {
    await open(page, `#/g/${bad}`);
    await page.getByText('This link holds no game.').waitFor();
  }
});

pageTest('the link of a game is short, and a device that can send it does', { at: '#/', permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
  await page.evaluate(() => {
    navigator.share = async ({ url }) => { window.sent = url; };
  });
  await start(page, hands.mouse(page), 'mancala', { rules: 'gebeta' });
  await toss(page, hands.mouse(page));
  for (const hole of [2, 5]) await page.locator(`.pit.legal[data-hole="${hole}"]`).click();
  await page.locator('.sharing summary').click();
  await page.locator('[data-test=send-link]').click();
  const sent = await (await page.waitForFunction(() => window.sent)).jsonValue();
  assert.match(sent, /#\/g\/gebeta\.6\.4\.player1\/36$/);
});

pageTest('what the computer thought is told in words; two people have no such thing', { at: '#/' }, async (page) => {
  await putGame(page, 'mancala', '4,4,4,4,4,4,0,4,4,4,4,4,4,0 1', { seats: ['human', 'human'] });
  await page.locator('.pit.legal').first().waitFor();
  assert.equal(await page.locator('[data-test=thought]').count(), 0);
  await putGame(page, 'mancala', '4,4,4,4,4,4,0,4,4,4,4,4,4,0 2', { seats: ['human', 'level3'] });
  await page.locator('.move-list .p2').first().waitFor();
  await page.locator('[data-test=thought] summary').click();
  await page.locator('[data-test=thought-words]', { hasText: /It looked \d+ moves? ahead and chose pit \d\./ }).waitFor();
  assert.equal(await page.locator('.thought-moves').count(), 0);
  await page.locator('[data-test=figures]').click();
  await page.locator('.thought-moves li.best').waitFor();
});

pageTest('the rules open over the game, which stays as it is', { at: '#/' }, async (page) => {
  await putGame(page, 'mancala', '4,4,4,4,4,4,0,4,4,4,4,4,4,0 1', { seats: ['human', 'human'] });
  await page.locator('.pit.legal').first().waitFor();
  await page.locator('[data-test=rules]').click();
  await page.getByRole('dialog', { name: 'Rules' }).getByText('Each player owns the 6 pits').waitFor();
  await accessible(page, 'the rules over a game');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.match(page.url(), /#\/game$/);
  assert.equal(await page.locator('.pit.legal').count(), 6);
});
