// Playing a game through the page, by whatever hand: a way to press a thing, given its place in the page.
import assert from 'node:assert/strict';

const OVER = '[data-test=over]';
// The most plies a game of ours may take before the test gives up.
const LONGEST = 600;

export const hands = {
  mouse: (page) => (target) => page.locator(target).first().click(),
  touch: (page) => (target) => page.locator(target).first().tap(),
  // Only the keyboard: the thing must take the focus and obey Enter.
  keyboard: (page) => async (target) => {
    await page.locator(target).first().focus();
    await page.keyboard.press('Enter');
  },
};

// What can be pressed now to go on with a game between people: the first of these that is there.
const NEXT = [
  OVER,
  '[data-test=commit]:not([disabled])',
  '[data-test=pass]:not([disabled])',
  '.throw-button[aria-disabled=false]',
  '.pit.legal[aria-disabled=false]',
  '.sq.legal[aria-disabled=false]',
];

// Plays until the game-over card is there; `choose(n)` says which of n legal moves to take.
export async function playOut(page, press, choose = (n) => n - 1) {
  for (let ply = 0; ply < LONGEST; ply += 1) {
    const found = await page.waitForFunction(
      (next) => {
        const target = next.find((target) => document.querySelector(target));
        return target && { target, many: document.querySelectorAll(target).length };
      },
      NEXT,
      { polling: 'raf' },
    );
    const { target, many } = await found.jsonValue();
    if (target === OVER) return ply;
    const which = target.endsWith('[aria-disabled=false]') && many > 1 ? choose(many) : 0;
    await press(await nth(page, target, which));
  }
  assert.fail(`no end after ${LONGEST} plies`);
}

// A selector for the nth of several things, by what tells it from the others.
async function nth(page, target, n) {
  if (n === 0) return target;
  return page.locator(target).nth(n).evaluate((element) => {
    const { hole, square } = element.dataset;
    return hole ? `.pit[data-hole="${hole}"]` : `.sq[data-square="${square}"]`;
  });
}

// A game of this rule set between two people on this device, from the set-up page to its first move.
export async function startHotSeat(page, press, game, rules) {
  await page.evaluate((game) => {
    location.hash = `/setup/${game}`;
  }, game);
  await page.locator('#rule-set').selectOption(rules);
  for (const seat of ['1', '2']) {
    const mind = page.locator(`#who-${seat}`);
    await mind.selectOption('human');
  }
  await press('button[type=submit]');
}
