// The lessons, played as they ask for it.
import assert from 'node:assert/strict';

// What each lesson asks for, step by step: pits and squares by number, `throw` for the sticks.
const STEPS = {
  mancala: [[1], [5], [6], [3], [6, 5, 6], [2], [5], [6]],
  senet: [['throw'], [13], [10], [9], [23], [26], [26], [28], ['throw', 30]],
};

const place = (game, act) => {
  if (act === 'throw') return '.throw-button[aria-disabled=false]';
  return game === 'mancala' ? `.pit[data-hole="${act - 1}"][aria-disabled=false]` : `.sq[data-square="${act}"][aria-disabled=false]`;
};

// Plays a lesson from its first step to its farewell.
export async function learn(page, press, game) {
  for (const [index, acts] of STEPS[game].entries()) {
    await page.locator('.lesson-dots .now').waitFor({ state: 'attached' });
    assert.equal(await page.locator('.lesson-dots .past').count(), index);
    for (const act of acts) await press(place(game, act));
    await page.locator('.lesson-answer.done').waitFor();
    assert.notEqual(await page.locator('[data-test=lesson-answer]').innerText(), '');
    await press('[data-test=lesson-next]');
  }
  await page.locator('[data-test=lesson-over]').waitFor();
}
