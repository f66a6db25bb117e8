// A program that breaks loses nobody's game.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

import { BROKEN, accessible, address, breaks, open, pageTest, ready, setUp } from '../lib/harness.js';
import { hands, next, start, toss } from '../lib/play.js';

setUp();

pageTest('a panic shows a page that keeps the game', { at: '#/', allow: BROKEN }, async (page) => {
  await start(page, hands.mouse(page), 'mancala', { rules: 'gebeta' });
  await toss(page, hands.mouse(page));
  await page.locator((await next(page)).own[0]).click();
  const labels = () => page.locator('[data-hole]').evaluateAll((holes) => holes.map((hole) => hole.getAttribute('aria-label')));
  const before = await labels();
  await breaks(page);
  await page.getByRole('heading', { name: 'Something broke' }).waitFor();
  await accessible(page, 'the page of a broken program');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Save the game' }).click()]);
  assert.match(await readFile(await download.path(), 'utf8'), /gebeta/i);
  await page.getByRole('button', { name: 'Reload' }).click();
  await ready(page);
  await page.locator('.pit.legal').first().waitFor();
  assert.deepEqual(await labels(), before);
});

pageTest('a panic is told in the language of the player', { at: '#/', settings: { language: 'ar' }, allow: BROKEN }, async (page) => {
  await page.locator('html[lang=ar]').waitFor({ state: 'attached' });
  await breaks(page);
  await page.getByRole('heading', { name: 'حدث خلل' }).waitFor();
});

pageTest('before the program is there, the page has the language and the theme of the player', { settings: { language: 'ar', theme: 'night' }, serviceWorkers: 'block', allow: /Failed to load|ERR_FAILED|fetch/ }, async (page, context) => {
  for (const part of ['**/main-*.wasm', '**/main-*.js']) {
    await context.route(part, (route) => route.abort());
    await page.goto(address());
    await page.locator('.trouble h1', { hasText: /[\u0600-\u06ff]/ }).waitFor();
    assert.deepEqual(await page.locator('html').evaluate(({ lang, dir, dataset }) => [lang, dir, dataset.theme]), ['ar', 'rtl', 'night']);
    await accessible(page, `the page without ${part}`);
    await context.unroute(part);
  }
});

const begun = async (page) => {
  await start(page, hands.mouse(page), 'mancala', { rules: 'gebeta' });
  await toss(page, hands.mouse(page));
  await page.locator((await next(page)).own[0]).click();
  await page.locator('.move-list .move').first().waitFor();
};

// Without the service worker, which would have everything.
pageTest('a bad network costs nobody their game', { serviceWorkers: 'block', allow: /Failed to load|ERR_FAILED|fetch/ }, async (page, context) => {
  await open(page);
  await begun(page);
  for (const part of ['**/split_reading*', '**/main-*.wasm']) {
    await context.route(part, (route) => route.abort());
    for (let n = 0; n < 3; n += 1) {
      await page.reload();
      await page.getByRole('heading', { name: 'Part of the page could not be loaded' }).waitFor();
    }
    await context.unroute(part);
    await page.reload();
    await ready(page);
    await page.locator('.pit.legal').first().waitFor();
    assert.equal(await page.locator('.move-list .move').count(), 1, `the game is there after ${part} was missing`);
  }
});

pageTest('a game that breaks the program three times is put aside, and still offered as a file', { at: '#/', allow: BROKEN }, async (page) => {
  await begun(page);
  for (let n = 0; n < 3; n += 1) {
    assert.equal(await page.locator('.move-list .move').count(), 1, `time ${n}`);
    await breaks(page);
    await page.getByRole('heading', { name: 'Something broke' }).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Save the game' }).click()]);
    assert.match(await readFile(await download.path(), 'utf8'), /^\[Gebeta "1"\]/);
    await page.getByRole('button', { name: 'Reload' }).click();
    await ready(page);
    await page.locator('.move-list .move, h1').first().waitFor();
  }
  assert.equal(await page.locator('.move-list').count(), 0, 'it is not loaded any more');
  assert.ok(await page.evaluate(() => localStorage.getItem('gebeta.broken')));
});
