// Playing through the page, by whatever hand: a way to press a thing, given a selector.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

import { frame, go } from './screens.js';

export const OVER = '[data-test=over]';
// The most presses a game may take before the test gives up.
const LONGEST = 900;

// Whether a thing that has been brought into view can be pressed: nothing lies over it.
const isFree = (page, target) =>
  page.locator(target).first().evaluate((thing) => {
    thing.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { x, y, width, height } = thing.getBoundingClientRect();
    return thing.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

// Games take hundreds of presses, so a press does not wait for what moves unless it has to. The place is looked up with the
// press: what was drawn anew since somebody looked is pressed where it is now.
export const hands = {
  mouse: (page) => async (target) => page.locator(target).first().click({ force: await isFree(page, target) }),
  touch: (page) => async (target) => {
    const force = await isFree(page, target);
    await tapped(page, () => page.locator(target).first().tap({ force }));
  },
  keyboard: (page) => (target) => byKeys(page, target),
};

// Taps, and waits for the click, which the browser makes of a tap a moment after the finger is up.
export async function tapped(page, tap) {
  await page.evaluate(() => {
    window.clicked = new Promise((clicked) => { addEventListener('click', () => clicked(), { once: true, capture: true }); });
  });
  await tap();
  await page.evaluate(() => window.clicked);
}

// Only keys, as on a keyboard: Tab until the thing or its board has the focus, then a digit or the way there, then Enter.
async function byKeys(page, target) {
  const press = (key) => page.keyboard.press(key);
  const pit = target.match(/data-hole="(\d+)"/)?.[1];
  const square = target.match(/data-square="(\d+)"/)?.[1];
  if (pit) {
    await tabTo(page, '.pit');
    const name = await page.locator(target).getAttribute('aria-label');
    return press(name.match(/\d/)[0]);
  }
  if (square) {
    await tabTo(page, '.sq');
    const isThere = () => page.evaluate((square) => document.activeElement.dataset.square === square, square);
    for (let n = 0; n < 30 && !(await isThere()); n += 1) await press('PageDown');
    return press('Enter');
  }
  if (target.startsWith('.throw-button')) {
    await tabTo(page, '.sq');
    return press('r');
  }
  await tabTo(page, target);
  return press('Enter');
}

// The Tab key until something that `target` means has the focus.
async function tabTo(page, target) {
  const has = () => page.evaluate((target) => document.activeElement.matches(target), target);
  for (let n = 0; n < 80; n += 1) {
    if (await has()) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not come to ${target}`);
}

// What a person presses to go on with a game: the first of these that is there.
const NEXT = [
  OVER,
  '[data-test=commit]:not([disabled])',
  '[data-test=pass]:not([disabled])',
  '.throw-button[aria-disabled=false]',
  '.pit.legal[aria-disabled=false]',
  '.sq.legal[aria-disabled=false]',
];

// Runs in the page.
const look = (next) => {
  const target = next.find((target) => document.querySelector(target));
  if (!target) return undefined;
  const things = [...document.querySelectorAll(target)];
  const own = things.map(({ dataset: { hole, square } }) => {
    if (hole) return `.pit[data-hole="${hole}"]`;
    return square ? `.sq[data-square="${square}"]` : target;
  });
  return { target, own };
};

// What can be pressed now, with a selector that means nothing else.
export const now = (page) => page.evaluate(look, NEXT);

// The same, as soon as there is something.
export async function next(page) {
  const found = await page.waitForFunction(look, NEXT, { polling: 20 });
  return found.jsonValue();
}

// Plays until the game-over card is there, and gives the number of presses; `choose` picks among legal moves.
export async function playOut(page, press, choose = (moves) => moves.at(-1)) {
  for (let presses = 0; presses < LONGEST; presses += 1) {
    const { target, own } = await next(page);
    if (target === OVER) return presses;
    await press(choose(own));
  }
  return assert.fail(`no end after ${LONGEST} presses`);
}

// The foremost piece first, so that a game of Senet has an end.
export const foremost = (moves) => moves.toSorted((a, b) => Number(b.match(/\d+/)) - Number(a.match(/\d+/)))[0];

// Opens everything that is folded on the set-up page, or only "More".
export const more = (page) => page.locator('[data-test=more]').evaluate((details) => { details.open = true; });
export async function unfold(page) {
  await more(page);
  await page.locator('[data-test=rule-options]').evaluate((details) => { details.open = true; });
}

// Chooses a rule set by its card; a set that was changed is as it was again.
export const choose = (page, rules) => page.locator(`[data-rules="${rules}"] input`).click();

// Fills in the set-up page of a game, between people unless told otherwise, and presses its button.
export async function start(page, press, game, { rules, minds = ['human', 'human'], fill = async () => {} } = {}) {
  await go(page, `/setup/${game}`);
  await more(page);
  if (rules) await choose(page, rules);
  await page.locator('#who-1').selectOption(minds[0]);
  await page.locator('#who-2').selectOption(minds[1]);
  await fill();
  await press('button[type=submit]');
}

// Types numbers into fields, as somebody who goes on to the next field.
export async function fill(page, fields) {
  for (const [field, value] of Object.entries(fields)) {
    await page.locator(field).fill(String(value));
    await page.locator(field).blur();
  }
}

// Every count on a mancala board along the sowing direction, stores included.
export const counts = (page) => page.locator('.mancala [data-hole]').evaluateAll((holes) =>
  holes.toSorted((a, b) => a.dataset.hole - b.dataset.hole).map((hole) => Number(hole.querySelector('.count, .score').textContent)),
);

// Puts a game on the table that begins at any position: `rules` as lines of a rule file, `seats` by their names.
export async function putGame(page, game, start, { rules = [], seats = ['human', 'human'], seed = 1, confirms = false } = {}) {
  const lines = rules.map((rule) => `[Rule "${rule}"]`);
  const players = ['Ada', 'Ben'].flatMap((name, n) => [`[Player${n + 1} "${name}"]`, `[Seat${n + 1} "${seats[n]}"]`]);
  const tags = ['[Gebeta "1"]', `[Game "${game}"]`, '[Rules "test"]', ...lines, ...players, `[Seed "${seed}"]`];
  const record = [...tags, `[Start "${start}"]`, '[Result "*"]', '', `end 0 ${start}`, ''].join('\n');
  const kept = `${confirms ? 'confirm' : ''}\n${record}`;
  await page.evaluate((kept) => localStorage.setItem('gebeta.current', kept), kept);
  await page.evaluate(() => { location.hash = '/game'; });
  await page.reload();
  await page.locator('.mancala, .senet-grid').first().waitFor();
}

// The record of the game on the screen: its text, its rules, its moves and the position it ends with.
export async function recordOf(page) {
  const save = page.locator('[data-test=save-record]');
  if (!(await save.isVisible())) await page.locator('.sharing summary').click();
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  const text = await readFile(await download.path(), 'utf8');
  const rules = Object.fromEntries([...text.matchAll(/^\[Rule "(\w+) = (.*)"\]$/gm)].map(([, key, value]) => [key, value.replaceAll("'", '')]));
  const moves = [...text.matchAll(/^p[12] (.*)$/gm)].flatMap(([, line]) => line.trim().split(/\s+/));
  return { text, rules, moves, end: text.match(/^end \d+ (.*)$/m)[1], name: text.match(/^\[Rules "(.*)"\]$/m)[1] };
}

// Calls the coin if there is one to call, and goes to the board.
export async function toss(page, press) {
  const board = page.locator('.mancala, .senet-grid').first();
  const coin = page.locator('.toss button').first();
  await board.or(coin).first().waitFor();
  await frame(page);
  if (await board.isVisible()) return;
  await press('.toss button');
  await page.locator('.toss-result').waitFor();
  await press('.toss button');
  await board.waitFor();
  await frame(page);
}
