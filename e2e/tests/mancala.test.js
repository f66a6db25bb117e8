// Whole games of mancala, from the set-up page to the card at the end.
import assert from 'node:assert/strict';

import { pageTest, setUp } from '../lib/harness.js';
import { OVER, hands, playOut, start, toss } from '../lib/play.js';
import { PHONE } from '../lib/screens.js';

setUp();

const PRESETS = ['gebeta', 'capture', 'avalanche', 'empty-capture', 'tainted'];

// The stones in both stores and all pits, as a screen reader is told them.
const stones = (page) =>
  page.locator('[data-hole]').evaluateAll((holes) =>
    holes.map((hole) => Number(hole.getAttribute('aria-label').match(/(\d+) stone/)?.[1] ?? 0)).reduce((a, b) => a + b, 0),
  );

for (const rules of PRESETS) {
  pageTest(`G1 G6 A1 L1 W4 a whole game of ${rules} by mouse ends with the card`, { at: '#/' }, async (page) => {
    const press = hands.mouse(page);
    await start(page, press, 'mancala', { rules });
    await toss(page, press);
    assert.equal(await page.locator('.pit').count(), 12);
    const all = await stones(page);
    const presses = await playOut(page, press);
    assert.ok(presses > 10, `${presses} moves`);
    assert.ok((await stones(page)) <= all, 'no stone comes from nowhere');
    await page.locator(OVER).getByRole('button', { name: 'Play again' }).waitFor();
    await page.locator(OVER).locator('.verdict').filter({ hasText: /wins|draw/i }).waitFor();
  });
}

pageTest('a whole game of gebeta by keyboard alone', { at: '#/' }, async (page) => {
  const press = hands.keyboard(page);
  await start(page, press, 'mancala', { rules: 'gebeta' });
  await toss(page, press);
  // Digits are pits of whoever is to move; keys count only while the board has the focus.
  const pit = (n) => page.keyboard.press(String(n));
  const announced = page.locator('[data-test=announcer] p');
  await page.locator('body').evaluate(() => document.activeElement.blur());
  await pit(3);
  assert.equal(await announced.count(), 0, 'no key is heard outside the board');
  await page.locator('.pit[tabindex="0"]').focus();
  await pit(3);
  await announced.first().waitFor();
  await playOut(page, press, (moves) => moves[0]);
});

pageTest('a whole game of avalanche by touch on a phone', { at: '#/', ...PHONE }, async (page) => {
  const press = hands.touch(page);
  await start(page, press, 'mancala', { rules: 'avalanche' });
  await toss(page, press);
  const sizes = await page.locator('.pit').evaluateAll((pits) => pits.map((pit) => pit.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)));
  assert.ok(Math.min(...sizes) >= 44, `targets of ${Math.min(...sizes)} px`);
  await playOut(page, press);
});
