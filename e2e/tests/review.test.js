// Hints, the evaluation bar, reviews, the analysis board and the position editor.
import assert from 'node:assert/strict';

import { accessible, go, pageTest, setUp } from '../lib/harness.js';
import { OVER, fill, hands, next, playOut, putGame, start, toss } from '../lib/play.js';
import { PHONE, SCENES, keepGames } from '../lib/screens.js';

setUp();

const begin = async (page, game, options) => {
  await start(page, hands.mouse(page), game, options);
  await toss(page, hands.mouse(page));
};
const small = (page) => () => fill(page, { '#pits': 3, '#stones': 2 });
// Opens the review of the newest kept game.
const review = async (page) => {
  await go(page, '/games');
  await page.locator('a[href^="#/review/"]').first().click();
  await page.locator('[data-test=graded]').waitFor({ timeout: 60_000 });
};

pageTest('a hint names the best move and its value, on the board and in words', { at: '#/' }, async (page) => {
  await begin(page, 'mancala', { fill: small(page) });
  await page.locator('[data-test=hint]').click();
  const words = page.locator('[data-test=hint-words]', { hasText: 'Best move' });
  await words.waitFor();
  assert.match(await words.innerText(), /Best move: pit \d\. Worth [+−0-9.]+\. Proved\./, 'so few stones are proved');
  await page.locator((await next(page)).own[0]).click();
  await words.waitFor({ state: 'detached' });
});

pageTest('the key H asks for a hint while the board has the focus', { at: '#/' }, async (page) => {
  await begin(page, 'mancala', { fill: small(page) });
  await page.locator('.pit.legal').first().focus();
  await page.keyboard.press('h');
  await page.locator('[data-test=hint-words]', { hasText: 'Best move' }).waitFor();
});

pageTest('the evaluation bar follows the game', { at: '#/' }, async (page) => {
  await begin(page, 'senet');
  await page.locator('[data-test=evaluation]').click();
  const bar = page.locator('[data-test=eval-bar]');
  await bar.getByText('%').waitFor();
  assert.match(await bar.getAttribute('aria-label'), /Evaluation for .*: ≈?\d+ %/);
});

pageTest('a mancala game is reviewed move by move', { at: '#/' }, async (page) => {
  await begin(page, 'mancala', { fill: small(page) });
  await playOut(page, hands.mouse(page), (moves) => moves[0]);
  await page.locator(OVER).waitFor();
  await review(page);
  assert.equal(await page.locator('[data-test=accuracy]').count(), 2);
  await page.locator('[data-test=chart]').waitFor();
  const first = page.locator('[data-test=graded] button').first();
  await first.click();
  assert.equal(await first.getAttribute('aria-current'), 'true');
  assert.match(await page.locator('[data-test=verdict]').innerText(), /^Pit \d (was the (best|only) move|lost ≈?[\d.]+ stones?\. Better was pit \d)\./);
  assert.match(await first.getAttribute('aria-label'), /^1\. \d: /);
  await accessible(page, 'the review of a mancala game');
});

pageTest('the luck of the sticks stands apart from skill in a review', { at: '#/', ...PHONE }, async (page) => {
  await begin(page, 'senet', { fill: () => page.locator('#pieces').fill('1') });
  await playOut(page, hands.mouse(page));
  await page.locator(OVER).waitFor();
  await review(page);
  assert.equal(await page.getByText('Luck of the sticks').count(), 2);
  assert.equal(await page.getByText('Lost by moves').count(), 2);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `${overflow} px too wide`);
});

pageTest('the analysis board tells the best moves and keeps variations', { at: '#/analysis/mancala' }, async (page) => {
  const lines = page.locator('[data-test=lines] button');
  await lines.first().waitFor();
  await lines.first().click();
  const moves = page.locator('[data-test=variations] button');
  await moves.nth(1).waitFor();
  await page.getByRole('button', { name: 'One move back' }).click();
  await page.locator('.pit.legal').last().click();
  await moves.nth(2).waitFor();
  await page.locator('#analysis-text').fill('1,2');
  await page.getByRole('button', { name: 'Use it' }).click();
  await page.getByText('This is not how a position is written.').waitFor();
  await page.locator('#analysis-text').fill('0,0,1,0,0,2,20,1,0,0,3,0,0,21 2');
  await page.getByRole('button', { name: 'Use it' }).click();
  await page.locator('[data-test=engine-depth]', { hasText: 'proved' }).waitFor();
});

pageTest('a review tells how far it is, and its buttons keep the focus', { at: '#/' }, async (page) => {
  await keepGames(page);
  await SCENES['review-senet'](page);
  await page.getByRole('button', { name: 'Look deeper' }).click();
  const stop = page.getByRole('button', { name: 'Stop' });
  await stop.focus();
  await page.getByText(/Looking at move \d+ of/).waitFor();
  assert.ok(await stop.evaluate((stop) => stop === document.activeElement));
  await page.keyboard.press('Enter');
  await page.getByText('The review failed.').waitFor();
  await page.locator('main:focus').waitFor();
});

pageTest('the analysis board says what was played and why not', { at: '#/analysis/mancala' }, async (page) => {
  const said = page.locator('[data-test=announcer]');
  await page.locator('.pit.legal').first().click();
  await said.filter({ hasText: 'Player 1 sows 4 stones from pit 1.' }).waitFor({ state: 'attached' });
  await page.locator('[data-test=back]').click();
  await page.locator('.pit.legal').first().waitFor();
  await page.locator('#analysis-text').fill('0,0,1,0,0,2,20,1,0,0,3,0,0,21 1');
  await page.getByRole('button', { name: 'Use it' }).click();
  await page.locator('.pit[aria-label^="Pit 1, 0 stones, Player 1"]').click({ force: true });
  await page.locator('[data-test=refused]', { hasText: 'Pit 1 is empty.' }).waitFor();
});

pageTest('a pass and the swap of the pie rule have their buttons on the analysis board', { at: '#/analysis/senet' }, async (page) => {
  // Nobody passes the House of Happiness.
  await page.locator('#analysis-text').fill('B........./........../....W..... w 0/0 2');
  await page.getByRole('button', { name: 'Use it' }).click();
  await page.locator('[data-test=pass]').click();
  await page.locator('[data-test=announcer]', { hasText: 'White cannot move and passes.' }).waitFor({ state: 'attached' });
  await putGame(page, 'mancala', '4,4,4,4,4,4,0,4,4,4,4,4,4,0 1 pie', { rules: ['pie = true'] });
  await go(page, '/analysis');
  await page.locator('.pit.legal').first().click();
  await page.locator('[data-test=swap]').click();
  await page.locator('[data-test=announcer]', { hasText: 'Player 2 takes over the other side.' }).waitFor({ state: 'attached' });
});

pageTest('who comes back to the analysis board finds the variations again', { at: '#/analysis/mancala' }, async (page) => {
  const moves = page.locator('[data-test=variations] button');
  await page.locator('.pit.legal').first().click();
  await page.locator('[data-test=back]').click();
  await page.locator('.pit.legal').last().click();
  await moves.nth(2).waitFor();
  await go(page, '/settings');
  await go(page, '/analysis/mancala');
  await moves.nth(2).waitFor();
  await go(page, '/analysis/senet');
  await page.locator('.senet-grid').waitFor();
  assert.equal(await moves.count(), 1, 'another game begins anew');
});

pageTest('the editor of mancala counts stones and tells what is wrong', { at: '#/analysis/mancala' }, async (page) => {
  await page.locator('[data-test=edit]').click();
  await page.getByRole('button', { name: 'Empty the board' }).click();
  await page.getByText('Put at least one stone on the board.').waitFor();
  // The stones lie on the board itself: a press sets one, and another takes it away.
  const board = page.locator('.editor-board');
  const hole = (pit, who) => board.getByRole('button', { name: new RegExp(`^Pit ${pit}, \\d+ stones?, ${who}$`) });
  await hole(1, 'Player 1').click();
  await hole(3, 'Player 2').click();
  await hole(3, 'Player 2').click();
  await page.waitForFunction(() => document.querySelectorAll('.editor-board .gb-stone').length === 3);
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const [[x, y], [cx, cy]] = [middle(await hole(1, 'Player 1').boundingBox()), middle(await board.locator('.gb-stone').first().boundingBox())];
  assert.ok(Math.hypot(x - cx, y - cy) < 40, 'the stone lies in its pit');
  await page.getByRole('button', { name: 'Take stones' }).click();
  await hole(3, 'Player 2').click();
  assert.equal(await hole(3, 'Player 2').getAttribute('aria-label'), 'Pit 3, 1 stone, Player 2');
  await hole(3, 'Player 2').press('+');
  await page.getByRole('button', { name: 'Pit 3 of Player 2: one less' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.editor-board .gb-stone').length === 2);
  await accessible(page, 'the editor of mancala');
  await page.getByRole('button', { name: 'Use this position' }).click();
  await page.locator('[data-test=engine-depth]', { hasText: 'proved' }).waitFor();
  await accessible(page, 'the analysis board');
});

pageTest('the editor of Senet places pieces, side and throw', { at: '#/analysis/senet' }, async (page) => {
  await page.locator('[data-test=edit]').click();
  await page.getByRole('button', { name: 'Empty the board' }).click();
  await page.getByRole('button', { name: 'Square 27: empty' }).click();
  await page.getByRole('button', { name: 'Square 10: empty' }).dblclick();
  await page.getByText('No piece can stay in the Water on 27.').waitFor();
  await page.getByRole('button', { name: 'Square 27: White' }).dblclick();
  await page.getByRole('button', { name: 'Square 26: empty' }).click();
  assert.equal(await page.locator('.editor-square .sign').count(), 6, 'the houses have their signs');
  await accessible(page, 'the editor of Senet');
  await page.getByRole('button', { name: 'Use this position' }).click();
  await page.locator('[data-test=lines] button').first().waitFor();
});
