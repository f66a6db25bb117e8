// A program that breaks loses nobody's game.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

import { accessible, pageTest, ready, setUp } from '../lib/harness.js';
import { hands, next, start, toss } from '../lib/play.js';

setUp();

const breaks = (page) =>
  page.evaluate(async () => {
    const { href } = document.querySelector('link[rel=modulepreload][href^=main]');
    const program = await import(href);
    try {
      program.break_on_purpose();
    } catch {
      // It is what we asked for.
    }
  });

const EXPECTED = /broken on purpose|unreachable|recursive|memory access/;

pageTest('a panic shows a page that keeps the game', { at: '#/', allow: EXPECTED }, async (page) => {
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
  await page.getByRole('button', { name: 'Load again' }).click();
  await ready(page);
  await page.locator('.pit.legal').first().waitFor();
  assert.deepEqual(await labels(), before);
});

pageTest('a panic is told in the language of the player', { at: '#/', settings: { language: 'ar' }, allow: EXPECTED }, async (page) => {
  await page.locator('html[lang=ar]').waitFor({ state: 'attached' });
  await breaks(page);
  await page.getByRole('heading', { name: 'حدث خلل' }).waitFor();
});
