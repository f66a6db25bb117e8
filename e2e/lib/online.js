// Two people far apart, each with a browser of their own, and whoever watches them.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { OVER, hands, now } from './play.js';
import { withPage } from './harness.js';

// What a browser says when a server is gone, which is the point of some tests.
export const CUT = /WebSocket connection|Failed to load resource|ERR_/;

// A test with pages of different people, one for each of `options`.
export function online(name, options, body) {
  test(name, { timeout: 180_000 }, () => withPages(options, body));
}

function withPages(options, body) {
  const open = (pages, [first, ...rest]) =>
    first ? withPage({ allow: CUT, ...first }, (page) => open([...pages, page], rest)) : body(...pages);
  return open([], options);
}

// Makes a game in the lobby and gives the link to send, once it waits there; against a computer there is none.
export async function make(page, { name, rules = 'gebeta', clock, opponent, seat, listed } = {}) {
  await page.locator('#online-name').fill(name);
  await page.locator('#online-rules').selectOption(rules);
  if (clock !== undefined) await page.locator('#online-clock').selectOption(String(clock));
  if (opponent) await page.locator('#online-opponent').selectOption(opponent);
  if (seat) await page.locator('#online-seat').selectOption(seat);
  if (listed) await page.locator('#online-listed').check();
  await page.locator('[data-test=make]').click();
  await page.waitForURL(/#\/online\/[0-9a-f]{20}$/);
  return opponent ? page.url() : page.locator('#game-link').inputValue();
}

// Joins a game by its link.
export async function join(page, link, name) {
  await page.goto(link);
  await page.locator('#online-name').fill(name);
  await page.locator('[data-test=join]').click();
  await board(page);
}

export const board = (page) => page.locator('.mancala, .senet-grid').first().waitFor();

// Everything that is to be seen of a position, in words that are the same for everybody: each player is "you" to themselves.
export const labels = (page) =>
  page.locator('[data-hole], [data-square]').evaluateAll((places) => places.map((place) => {
    const { hole, square } = place.dataset;
    if (hole) return `hole ${hole}: ${place.getAttribute('aria-label').match(/\d+ stone/)}`;
    const piece = document.querySelector(`.senet-pieces .piece[data-piece="${square}"]`);
    return `square ${square}: ${piece?.className.match(/cone|spool/) ?? 'empty'}`;
  }));

// Presses for whoever is to move until `presses` are done or the game is over; true if it is.
export async function playOn(players, presses, choose = (moves) => moves.at(-1)) {
  const press = players.map((page) => hands.mouse(page));
  let idle = 0;
  for (let done = 0; done < presses; ) {
    const found = await Promise.all(players.map(now));
    if (found.every((can) => can?.target === OVER)) return true;
    const who = found.findIndex((can) => can && can.target !== OVER);
    if (who >= 0) {
      await press[who](choose(found[who].own));
      done += 1;
      idle = 0;
    } else {
      idle += 1;
      assert.ok(idle < 1500, 'somebody can move');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  return false;
}

// What was pressed last is answered, and everybody knows what has come of it: before that they agree on what was before.
export async function heard(pages) {
  const isAnswered = () => localStorage.getItem(`gebeta.pending.${location.hash.split('/').at(-1)}`) === null;
  await Promise.all(pages.map((page) => page.waitForFunction(isAnswered)));
  await same(pages, (page) => page.locator('.move-list, .roll').allTextContents());
}

// Everybody sees the same game, as soon as all have heard of the last move. Players see the board from their own side.
export async function agree(pages) {
  await heard(pages);
  await same(pages, async (page) => (await labels(page)).toSorted());
}

async function same(pages, look) {
  let seen;
  for (let tries = 0; tries < 100; tries += 1) {
    seen = await Promise.all(pages.map(async (page) => (await look(page)).join()));
    if (new Set(seen).size === 1) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`not everybody sees the same: ${seen.join('\n')}`);
}
