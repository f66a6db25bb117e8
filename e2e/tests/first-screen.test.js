// The first screen: what stands there before the program runs, the board that plays by itself, and one press to a game.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { accessible, address, go, open, pageTest, ready, setUp, withPage } from '../lib/harness.js';
import { counts, hands, start } from '../lib/play.js';
import { PHONE } from '../lib/screens.js';

setUp();

const LIVING = { settings: { speed: 'fast' } };
const settings = (page) => page.evaluate(() => localStorage.getItem('gebeta.settings'));

// The page as it is sent, with a program that never comes.
const withoutProgram = async (page, at = '') => {
  await page.route(/main-[^/]*\.js/, () => {});
  await page.goto(address() + at);
  await page.locator('#cover').waitFor({ state: 'attached' });
};

test('before the program runs the page shows its name and its board, in the colors of the day', async () => {
  for (const [colorScheme, settings, theme] of [['light', {}, 'acacia'], ['dark', {}, 'night'], ['dark', { theme: 'classic' }, 'classic']]) {
    await withPage({ colorScheme, settings: { language: 'am', ...settings } }, async (page) => {
      await withoutProgram(page);
      assert.equal(await page.locator('#cover h1').innerText(), 'ገበጣ');
      assert.ok((await page.locator('#cover [data-picture=mancala]').boundingBox()).width > 500);
      assert.equal(await page.locator('html').getAttribute('data-theme'), theme);
      const light = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g).reduce((sum, part) => sum + Number(part), 0));
      assert.equal(light < 300, theme === 'night', `${theme}: ${light}`);
    });
  }
});

pageTest('another screen than the first does not begin with its picture', {}, async (page) => {
  await withoutProgram(page, '#/settings');
  assert.equal(await page.locator('#cover h1').isVisible(), false);
});

for (const [name, screen] of [['a desk', {}], ['a phone', PHONE]]) {
  pageTest(`on ${name} the program takes over without a jump`, { ...screen, settings: { speed: 'off' } }, async (page) => {
    await page.addInitScript(() => {
      window.moved = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) window.moved += value;
      }).observe({ type: 'layout-shift', buffered: true });
      // The program cannot have begun by then.
      document.addEventListener('DOMContentLoaded', () => {
        window.before = document.querySelector('.hero').getBoundingClientRect().toJSON();
      });
    });
    await page.goto(address());
    await ready(page);
    await page.locator('.hero-board .plank').waitFor();
    assert.equal(await page.locator('#cover').count(), 0);
    const before = await page.evaluate(() => window.before);
    const after = await page.locator('.hero').first().boundingBox();
    for (const side of ['x', 'y', 'width', 'height']) assert.ok(Math.abs(before[side] - after[side]) < 3, `${side}: ${before[side]} and ${after[side]}`);
    assert.ok((await page.evaluate(() => window.moved)) < 0.05, 'the layout stays');
  });
}

pageTest('the board sows by itself, in silence, and is the button', { at: '#/', ...LIVING }, async (page) => {
  await page.locator('.hero-board .plank').waitFor();
  // Pits 3 and 6 of the first turn: a stone is in the store, and pit 3 is empty.
  await page.waitForFunction(() => document.querySelector('.hero-board [data-hole="6"] .score')?.textContent === '1');
  assert.equal(await page.locator('.hero-board').evaluate((board) => board.inert && board.getAttribute('aria-hidden') === 'true'), true);
  await accessible(page);
  // One press, in the middle of the board.
  const { x, y, width, height } = await page.locator('.hero-board .plank').boundingBox();
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.waitForURL(/#\/game$/);
  await page.locator('.pit.legal').first().waitFor();
  assert.deepEqual(await counts(page), [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0]);
});

pageTest('the board lies still where things shall not move', { at: '#/', settings: { speed: 'normal' }, reducedMotion: 'reduce' }, async (page) => {
  await page.locator('.hero-board .plank').waitFor();
  await page.waitForFunction(() => document.querySelector('.hero-board [data-hole="0"] .count')?.textContent === '4');
  // More than the rest before a first move, by the clock of the page.
  const until = await page.evaluate(() => performance.now() + 1_200);
  await page.waitForFunction((until) => performance.now() > until, until);
  assert.equal((await counts(page)).join(), '4,4,4,4,4,4,0,4,4,4,4,4,4,0');
});

pageTest('the level of the computer is chosen here and remembered', { at: '#/' }, async (page) => {
  await page.locator('[data-test=level]').selectOption('6');
  await page.locator('.home-about', { hasText: 'A strong player' }).waitFor();
  await page.reload();
  await ready(page);
  assert.equal(await page.locator('[data-test=level]').inputValue(), '6');
  await page.locator('[data-test=play-computer]').click();
  await page.locator('.pit.legal').first().waitFor();
  assert.match(await page.evaluate(() => localStorage.getItem('gebeta.current')), /\[Seat2 "level6"\]/);
  assert.match(await page.evaluate(() => localStorage.getItem('gebeta.current')), /\[Player1 "You"\]/);
});

pageTest('a friend is asked for a name, the computer is not', { at: '#/' }, async (page) => {
  await page.locator('[data-test=play-friend]').click();
  await page.locator('#name-2').fill('Abebe');
  await page.locator('button[type=submit]').click();
  await page.locator('.pane', { hasText: 'Abebe' }).waitFor();
  await go(page, '/setup/mancala');
  await page.locator('[data-opponent=level3]').check();
  await page.locator('#name-1').waitFor({ state: 'detached' });
});

pageTest('the last game comes again, its rules and all, also after a reload', { at: '#/' }, async (page) => {
  await start(page, hands.mouse(page), 'mancala', { rules: 'avalanche', minds: ['human', 'level7'], fill: () => page.locator('#pits').fill('4') });
  await page.locator('.pit').first().waitFor();
  await open(page, '#/');
  await page.reload();
  await ready(page);
  await page.getByRole('button', { name: 'Play mancala' }).click();
  await page.locator('.mancala').waitFor();
  const record = await page.evaluate(() => localStorage.getItem('gebeta.current'));
  assert.match(record, /\[Rule "pits = 4"\][^]*\[Rule "sowing = "?'?relay/);
  assert.match(record, /\[Seat2 "level7"\]/);
});

pageTest('a running game is continued from here', { at: '#/' }, async (page) => {
  await page.getByRole('button', { name: 'Play mancala' }).click();
  await page.locator('.pit.legal').first().waitFor();
  await go(page, '/');
  await page.locator('.go-on', { hasText: 'Continue your game' }).click();
  await page.waitForURL(/#\/game$/);
});

pageTest('Senet is quick unless somebody wants the whole game', { at: '#/' }, async (page) => {
  await page.locator('.home-senet', { hasText: 'about ten minutes' }).waitFor();
  await page.getByRole('button', { name: 'Play Senet' }).click();
  await page.locator('.senet-grid').waitFor();
  const record = await page.evaluate(() => localStorage.getItem('gebeta.current'));
  assert.match(record, /\[Rules "quick"\][^]*\[Rule "pieces = 4"\][^]*\[Seat2 "level4"\]/);
});

pageTest('the language changes on the first screen', { at: '#/' }, async (page) => {
  await page.getByRole('button', { name: 'العربية' }).click();
  await page.locator('html[lang=ar][dir=rtl] h1', { hasText: 'جبيتا' }).waitFor();
  assert.match(await settings(page), /language = ar/);
});

pageTest('on a phone the links unfold from the menu, once each', { at: '#/', ...PHONE }, async (page) => {
  const links = page.locator('.top nav');
  assert.equal(await links.isVisible(), false);
  await page.getByRole('button', { name: 'Menu' }).click();
  for (const name of ['Learn', 'Rules', 'Online', 'Games', 'Analysis', 'Statistics', 'About', 'Settings']) {
    await links.getByRole('link', { name, exact: true }).waitFor();
    assert.equal(await page.getByRole('link', { name, exact: true }).count(), name === 'Online' ? 2 : 1, name);
  }
  await accessible(page);
  await links.getByRole('link', { name: 'Settings' }).click();
  await page.waitForURL(/#\/settings$/);
  await links.waitFor({ state: 'hidden' });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, 'nothing to scroll sideways');
});

pageTest('on a very large screen board and words fill the page', { at: '#/', viewport: { width: 2560, height: 1440 } }, async (page) => {
  const plank = await page.locator('.hero-board .plank').boundingBox();
  assert.ok(plank.width > 1200, `${plank.width}`);
  const size = await page.locator('.tagline').evaluate((line) => parseFloat(getComputedStyle(line).fontSize));
  assert.ok(size >= 20, `${size} px`);
});
