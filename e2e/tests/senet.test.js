// Whole games of Senet, from the set-up page to the card at the end.
import assert from 'node:assert/strict';

import { pageTest, setUp } from '../lib/harness.js';
import { OVER, fill, foremost, hands, playOut, start, toss } from '../lib/play.js';
import { PHONE } from '../lib/screens.js';

setUp();

// With few pieces, as a game of seven takes some nine hundred presses.
const GAMES = ['classic', 'assignment', 'five-piece'].flatMap((rules) => Object.keys(hands).map((hand) => [rules, hand]));

for (const [rules, hand] of GAMES) {
  const options = hand === 'touch' ? PHONE : {};
  pageTest(`a whole game of ${rules} by ${hand} ends with the card`, { at: '#/', ...options }, async (page) => {
    const press = hands[hand](page);
    await start(page, press, 'senet', { rules, fill: () => fill(page, { '#pieces': 2 }) });
    await toss(page, press);
    assert.equal(await page.locator('.sq').count(), 30);
    await playOut(page, press, foremost);
    await page.locator(OVER).getByRole('button', { name: 'Play again' }).waitFor();
    const off = (await page.locator('[data-test=finals] dd').allInnerTexts()).map((text) => Number(text.match(/\d+/)));
    const winner = off.indexOf(2) + 1;
    assert.ok(winner > 0 && Math.min(...off) < 2, off.join());
    await page.locator(OVER).locator('.verdict', { hasText: `Player ${winner} wins.` }).waitFor();
  });
}
