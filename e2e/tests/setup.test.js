// The set-up as one sheet: opponent, rules and stones to be seen at once, everything else folded; themes as pictures; sound.
import assert from 'node:assert/strict';

import { accessible, go, pageTest, setUp } from '../lib/harness.js';
import { choose, unfold } from '../lib/play.js';
import { PHONE, THEMES } from '../lib/screens.js';

setUp();

const current = (page) => page.evaluate(() => localStorage.getItem('gebeta.current'));

pageTest('three choices are to be seen, the rest is folded', { at: '#/setup/mancala' }, async (page) => {
  for (const name of ['Opponent', 'Rules', 'Stones in each pit']) await page.getByRole('group', { name, exact: true }).waitFor();
  for (const field of ['#who-1', '#pits', '#first', '#confirm', '#capture', '#name-1', '#speed', '#delay']) {
    const there = page.locator(field);
    assert.ok((await there.count()) === 0 || !(await there.isVisible()), `${field} is out of sight`);
  }
  assert.equal(await page.locator('#speed, #delay').count(), 0, 'they are settings');
  await accessible(page);
  await unfold(page);
  for (const field of ['#who-1', '#pits', '#first', '#confirm', '#capture']) assert.equal(await page.locator(field).isVisible(), true, field);
  await accessible(page);
});

pageTest('a level has a line about its character, and plays', { at: '#/setup/mancala' }, async (page) => {
  await page.locator('[data-opponent=level2]').check();
  await page.getByText('Level 2: Takes what lies open, forgets what comes next.').waitFor();
  await page.locator('[data-difficulty=hard] input').check();
  await choose(page, 'tainted');
  // The rules of the documents call it the difficulty.
  await page.getByRole('group', { name: 'Difficulty' }).getByText('Hard (5 stones)').waitFor();
  await page.locator('[data-difficulty=easy] input').check();
  await page.locator('button[type=submit]').click();
  await page.waitForURL(/#\/(toss|game)$/);
  assert.match(await current(page), /\[Rule "stones = 3"\][^]*\[Seat1 "human"\][^]*\[Seat2 "level2"\]/);
});

pageTest('Senet: quick first, its length told, the full game beside it', { at: '#/setup/senet', ...PHONE }, async (page) => {
  await page.locator('.rule-card strong').first().waitFor();
  const names = await page.locator('.rule-card strong').allInnerTexts();
  assert.deepEqual(names.slice(0, 2), ['Quick', 'Classic']);
  await page.locator('[data-rules=quick]', { hasText: 'about ten minutes' }).waitFor();
  await choose(page, 'classic');
  await page.locator('button[type=submit]').click();
  await page.locator('.senet-grid').waitFor();
  assert.match(await current(page), /\[Rule "pieces = 7"\][^]*\[Seat2 "level4"\]/);
});

pageTest('themes are chosen by small boards in their own colors', { at: '#/settings' }, async (page) => {
  const boards = new Set();
  for (const theme of THEMES) {
    const card = page.locator(`.theme-card:has(#theme-${theme})`);
    boards.add(await card.locator('rect').first().evaluate((board) => getComputedStyle(board).fill));
    await page.locator(`#theme-${theme}`).check();
    await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' });
  }
  assert.equal(boards.size, THEMES.length, 'each board has its colors');
});

pageTest('the speaker in the game switches the sounds, and they stay so', { at: '#/' }, async (page) => {
  await page.getByRole('button', { name: 'Play mancala' }).click();
  const speaker = page.locator('[data-test=sound]');
  assert.equal(await speaker.getAttribute('aria-pressed'), 'true');
  await speaker.click();
  assert.equal(await speaker.getAttribute('aria-pressed'), 'false');
  assert.match(await page.evaluate(() => localStorage.getItem('gebeta.settings')), /sound = no/);
});

pageTest('a phone is felt: moves vibrate, unless the setting says no', { at: '#/', ...PHONE }, async (page) => {
  await page.evaluate(() => {
    window.felt = 0;
    navigator.vibrate = () => { window.felt += 1; return true; };
  });
  await page.getByRole('button', { name: 'Play mancala' }).tap();
  await page.locator('.pit.legal').first().tap();
  await page.waitForFunction(() => window.felt > 0);
  await go(page, '/settings');
  await page.locator('#haptics').uncheck();
  assert.match(await page.evaluate(() => localStorage.getItem('gebeta.settings')), /haptics = no/);
});
