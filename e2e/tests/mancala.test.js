// Whole games of mancala, from the set-up page to the card at the end.
import assert from 'node:assert/strict';

import { pageTest, setUp } from '../lib/harness.js';
import { OVER, counts, fill, hands, playOut, recordOf, start, toss } from '../lib/play.js';
import { PHONE } from '../lib/screens.js';

setUp();

const PRESETS = ['gebeta', 'capture', 'avalanche', 'empty-capture', 'tainted'];

// The stones in both stores and all pits, as a screen reader is told them.
const stones = (page) =>
  page.locator('[data-hole]').evaluateAll((holes) =>
    holes.map((hole) => Number(hole.getAttribute('aria-label').match(/(\d+) stone/)?.[1] ?? 0)).reduce((a, b) => a + b, 0),
  );

for (const rules of PRESETS) {
  pageTest(`a whole game of ${rules} by mouse ends with the card`, { at: '#/' }, async (page) => {
    const press = hands.mouse(page);
    await start(page, press, 'mancala', { rules });
    await toss(page, press);
    assert.equal(await page.locator('.pit').count(), 12);
    const all = await stones(page);
    const presses = await playOut(page, press);
    assert.ok(presses > 10, `${presses} moves`);
    assert.ok((await stones(page)) <= all, 'no stone comes from nowhere');
    await page.locator(OVER).getByRole('button', { name: 'Play again' }).waitFor();
    const verdict = await page.locator(OVER).locator('.verdict').innerText();
    const finals = (await page.locator(OVER).locator('.final dd').allInnerTexts()).map(Number);
    await page.keyboard.press('Escape');
    const [board, record] = [await counts(page), await recordOf(page)];
    assert.equal(record.name, rules);
    assert.equal(record.moves.length, presses, 'every press was a move');
    assert.equal(record.end.split(' ')[0], board.join(), 'the board shows where the moves have led');
    // Stones that were left over belong to their side where they are counted, and are in its store by now.
    assert.deepEqual(finals, [board[6], board[13]]);
    const [one, two] = finals;
    const expected = one === two ? /A draw/ : new RegExp(`^Player ${one > two ? 1 : 2} wins by ${Math.abs(one - two)} stones?`);
    assert.match(verdict, expected);
  });
}

// The same on a smaller board, for hands that take longer.
const SMALLER = { '#pits': 4, '#stones': 3 };

for (const [rules, hand] of PRESETS.flatMap((rules) => [[rules, 'keyboard'], [rules, 'touch']])) {
  const options = hand === 'touch' ? PHONE : {};
  pageTest(`a whole game of ${rules} by ${hand} ends with the card`, { at: '#/', ...options }, async (page) => {
    const press = hands[hand](page);
    await start(page, press, 'mancala', { rules, fill: () => fill(page, SMALLER) });
    await toss(page, press);
    const sizes = await page.locator('.pit').evaluateAll((pits) => pits.map((pit) => pit.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)));
    assert.ok(Math.min(...sizes) >= 44, `targets of ${Math.min(...sizes)} px`);
    await playOut(page, press);
    await page.locator(OVER).getByRole('button', { name: 'Play again' }).waitFor();
  });
}

pageTest('from the first page to the card and again without touching anything but keys', { at: '#/' }, async (page) => {
  const press = hands.keyboard(page);
  await press('a[href="#/setup/mancala"]');
  await page.locator('.rule-card').first().waitFor();
  // The cards of a choice are one stop; arrows choose among them.
  for (const [field, keys] of [['[data-test=more] summary', ['Enter']], ['#stones', ['ArrowDown', 'ArrowDown', 'ArrowDown']], ['#who-2', ['Home']]]) {
    for (let n = 0; n < 60 && !(await page.evaluate((field) => document.activeElement.matches(field), field)); n += 1) await page.keyboard.press('Tab');
    for (const key of keys) await page.keyboard.press(key);
  }
  await press('button[type=submit]');
  await page.locator('.pit.legal').first().waitFor();
  assert.match(await page.locator('.pit').first().getAttribute('aria-label'), /1 stone/);
  // Digits are pits of whoever is to move, wherever the focus is.
  await page.locator('body').evaluate(() => document.activeElement.blur());
  await page.keyboard.press('3');
  await page.locator('[data-test=announcer] p').first().waitFor({ state: 'attached' });
  await playOut(page, press);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.test), 'again', 'the card takes the focus');
  await page.keyboard.press('Enter');
  await page.locator('.pit.legal').first().waitFor();
});
