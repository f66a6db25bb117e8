// Whole games of Senet, from the set-up page to the card at the end.
import assert from 'node:assert/strict';

import { pageTest, setUp } from '../lib/harness.js';
import { OVER, hands, playOut, start, toss } from '../lib/play.js';
import { PHONE } from '../lib/screens.js';

setUp();

// The foremost piece first, so that a game has an end.
const foremost = (moves) => moves.toSorted((a, b) => Number(b.match(/\d+/)) - Number(a.match(/\d+/)))[0];

// With few pieces, as a game of seven takes some nine hundred presses.
for (const [rules, hand, pieces, options] of [
  ['classic', 'mouse', 3, {}],
  ['kendall', 'keyboard', 2, {}],
  ['assignment', 'touch', 2, PHONE],
]) {
  pageTest(`S1 S2 S3 a whole game of ${rules} by ${hand} ends with the card`, { at: '#/', ...options }, async (page) => {
    const press = hands[hand](page);
    await start(page, press, 'senet', { rules, fill: () => page.locator('#pieces').fill(String(pieces)) });
    await toss(page, press);
    assert.equal(await page.locator('.sq').count(), 30);
    await playOut(page, press, foremost);
    await page.locator(OVER).getByRole('button', { name: 'Play again' }).waitFor();
  });
}
