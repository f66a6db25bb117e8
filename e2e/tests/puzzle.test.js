// Learning from one's own mistakes, and from a puzzle a day.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

import { accessible, open, pageTest, ready, setUp } from '../lib/harness.js';
import { PHONE } from '../lib/screens.js';

setUp();

const DAY = 24 * 60 * 60 * 1000;
const PUZZLES = (await readFile(new URL('../../crates/app/session/puzzles.txt', import.meta.url), 'utf8')).trim().split('\n');
const puzzleOf = (day) => {
  const [kind, position, line] = PUZZLES[(day * 37) % PUZZLES.length].split(';');
  return { kind, position, line: line.split(' ') };
};
// A day with such a puzzle, and none like the one before it.
const dayOf = (wanted) => {
  for (let day = 20_000; ; day += 1) if (puzzleOf(day).kind === wanted && puzzleOf(day + 1).kind !== 'throw') return day;
};
const at = (page, day) => page.clock.setFixedTime(new Date(day * DAY + DAY / 2));
const hole = ({ position }, ply) => Number(ply) - 1 + (position.endsWith(' 2') ? 7 : 0);
const pit = (page, puzzle, ply) => page.locator(`.pit[data-hole="${hole(puzzle, ply)}"]`);
const solve = async (page, puzzle) => {
  for (const ply of puzzle.line) await pit(page, puzzle, ply).click();
  await page.locator('[data-test=answer]', { hasText: 'Solved.' }).waitFor();
};

pageTest('the puzzle of the day: a wrong move is not played, the right ones solve it, and days in a row count', { timezoneId: 'UTC', ...PHONE }, async (page) => {
  const day = dayOf('chain');
  await at(page, day);
  await open(page, '#/puzzle');
  const puzzle = puzzleOf(day);
  await page.locator('[data-test=task]', { hasText: `Find the chain: ${puzzle.line.length} moves in one turn.` }).waitFor();
  await accessible(page, 'the puzzle of the day');
  const others = await page.locator('.pit.legal').evaluateAll((pits) => pits.map((pit) => Number(pit.dataset.hole)));
  const wrong = others.find((other) => other !== hole(puzzle, puzzle.line[0]));
  await page.locator(`.pit[data-hole="${wrong}"]`).click();
  await page.locator('[data-test=answer]', { hasText: 'Not that one.' }).waitFor();
  await solve(page, puzzle);
  await page.locator('[data-test=streak]', { hasText: '1 day in a row' }).waitFor();
  await at(page, day + 1);
  await page.reload();
  await ready(page);
  await solve(page, puzzleOf(day + 1));
  await page.locator('[data-test=streak]', { hasText: '2 days in a row' }).waitFor();
  // Earlier ones are for who wants more, and count nothing.
  await page.locator('[data-test=earlier]').click();
  await page.locator('[data-test=task]', { hasText: 'Find the chain' }).waitFor();
  await page.locator('[data-test=give-up]').click();
  await page.locator('[data-test=answer]', { hasText: puzzle.line.join(' – ') }).waitFor();
  await page.locator('[data-test=streak]', { hasText: '2 days in a row' }).waitFor();
  await at(page, day + 9);
  await page.reload();
  await ready(page);
  await page.locator('[data-test=task]').waitFor();
  assert.equal(await page.locator('[data-test=streak]').innerText(), '');
});

pageTest('a puzzle of Senet asks for the best move of a throw', { timezoneId: 'UTC' }, async (page) => {
  const day = dayOf('throw');
  await at(page, day);
  await open(page, '#/puzzle');
  const [roll, move] = puzzleOf(day).line[0].split(':');
  await page.locator('[data-test=task]', { hasText: `You have thrown a ${roll}.` }).waitFor();
  await page.locator(`[data-square="${parseInt(move, 10)}"]`).click();
  await page.locator('[data-test=answer]', { hasText: 'Solved.' }).waitFor();
});

// Player 1 gives away a free capture; what was better is for the player to find.
pageTest('every mistake of a review can be tried again', { at: '#/g/gebeta.6.4.player1/36251' }, async (page) => {
  await page.locator('.replay-bar input[type=range]').fill('5');
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.locator('.pit.legal').first().waitFor();
  await open(page, '#/review/now');
  await page.locator('[data-test=graded]').waitFor({ timeout: 60_000 });
  const mistakes = page.locator('.graded-move:is(.inaccuracy, .mistake, .blunder)');
  assert.ok((await mistakes.count()) > 0, 'the game has a mistake');
  await mistakes.first().click();
  const verdict = await page.locator('[data-test=verdict]').innerText();
  const best = Number(verdict.match(/pit (\d)(?!.*pit \d)/)[1]);
  await page.locator('[data-test=retry]').click();
  assert.equal(await page.locator('[data-test=verdict]').innerText(), '', 'the answer is hidden');
  const legal = await page.locator('.pit.legal').evaluateAll((pits) => pits.map((pit) => Number(pit.dataset.hole)));
  const side = legal[0] > 6 ? 7 : 0;
  await page.locator(`.pit[data-hole="${legal.find((hole) => hole !== best - 1 + side)}"]`).click();
  await page.locator('[data-test=retry-words]', { hasText: 'That is not the best move.' }).waitFor();
  await page.locator(`.pit[data-hole="${best - 1 + side}"]`).click();
  await page.locator('[data-test=retry-words]', { hasText: 'Right' }).waitFor();
  await page.locator('[data-test=verdict]', { hasText: verdict }).waitFor();
  await accessible(page, 'a mistake that was found');
});
