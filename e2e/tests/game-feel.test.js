// The feel of a game: what is read changes when it has been seen, words are to the person, keys work everywhere.
import assert from 'node:assert/strict';

import { go, pageTest, setUp } from '../lib/harness.js';
import { join, make, online } from '../lib/online.js';
import { OVER, fill, hands, playOut, putGame, start } from '../lib/play.js';

setUp();

const begin = (page, options) => start(page, hands.mouse(page), 'mancala', { rules: 'gebeta', ...options });
const SOLO = { minds: ['human', 'novice'] };
const lines = (page) => page.locator('[data-test=announcer] p').allTextContents();
const information = (page) => page.locator('[data-test=information]');
const hole = (page, index) => page.locator(`.mancala [data-hole="${index}"]`);

// Everything that a person reads, frame by frame from now on: `window.film`, each frame with whether something moves.
const film = (page) => page.evaluate(() => {
  window.film = [];
  const texts = (selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent.trim()).join('|');
  const take = () => {
    const stones = document.querySelector('.sky .stone');
    const tumbling = document.getAnimations().some(({ effect, playState }) => playState === 'running' && effect.target?.matches('.stick-turn, .piece'));
    window.film.push({
      moves: Boolean(stones || tumbling),
      said: texts('[data-test=information], [data-test=last-said], [data-test=announcer] p'),
      scores: texts('.pane .score, .pane .thinking, .pane .turns'),
      turn: [...document.querySelectorAll('.pane.turn, .store.turn')].map(({ className, dataset }) => dataset.hole ?? className).join('|'),
      legal: document.querySelectorAll('.pit.legal, .sq.legal').length,
      roll: texts('.roll.shown'),
      list: texts('.move-list li'),
    });
    requestAnimationFrame(take);
  };
  requestAnimationFrame(take);
});
const READ = ['said', 'scores', 'turn', 'list'];

// What was read while things moved is what was read before; what is read in the end is something else.
async function developed(page, parts) {
  await page.waitForFunction(() => {
    const { film } = window;
    return film.some(({ moves }) => moves) && film.slice(-12).every(({ moves }) => !moves);
  });
  const frames = await page.evaluate(() => window.film);
  const first = frames.findIndex(({ moves }) => moves);
  const before = frames[Math.max(0, first - 1)];
  for (const frame of frames.filter(({ moves }) => moves)) {
    for (const part of READ) assert.equal(frame[part], before[part], `${part} runs ahead`);
    assert.equal(frame.legal, 0, 'nothing is marked as legal while something moves');
  }
  const last = frames.at(-1);
  for (const part of parts) assert.notEqual(last[part], before[part], `${part} follows in the end`);
}

pageTest('words, marks, scores and the list of moves change when the last stone lands', { at: '#/', settings: { speed: 'fast' } }, async (page) => {
  await begin(page);
  await film(page);
  // The last stone comes home.
  await hole(page, 2).click();
  await developed(page, ['said', 'scores', 'list']);
  await page.locator('[data-test=last-said]', { hasText: 'Extra turn for Player 1.' }).waitFor();
  await page.evaluate(() => { window.film.length = 0; });
  await hole(page, 0).click();
  await developed(page, ['said', 'turn', 'list']);
});

pageTest('a throw is told when the sticks lie, and stays readable with whose it was', { at: '#/', settings: { speed: 'fast' } }, async (page) => {
  await start(page, hands.mouse(page), 'senet', { rules: 'classic' });
  await page.locator('.throw-button[aria-disabled=false]').waitFor();
  await film(page);
  await page.locator('.throw-button').click();
  await developed(page, ['said', 'roll']);
  const frames = await page.evaluate(() => window.film.filter(({ moves }) => moves).map(({ roll }) => roll));
  assert.ok(frames.every((roll) => roll === ''), 'no number while they fly');
  const roll = await page.locator('.roll').textContent();
  await page.locator('.sq.legal, [data-test=pass]').first().click();
  await page.locator('.throw-button[aria-disabled=false]').waitFor();
  assert.equal(await page.locator('.roll.shown').textContent(), roll);
  assert.equal(await page.locator('.thrower').textContent(), 'Player 1');
});

pageTest('a stone takes about 170 ms, and the pit of the last one is marked until the next move', { at: '#/', settings: { speed: 'normal' } }, async (page) => {
  await begin(page);
  await page.locator('.pit.legal').first().waitFor();
  await page.evaluate(() => {
    window.landed = [];
    const note = (changes) => changes.forEach(() => window.landed.push(performance.now()));
    for (const index of [1, 2, 3, 4]) new MutationObserver(note).observe(document.querySelector(`[data-hole="${index}"] .count`), { characterData: true, childList: true, subtree: true });
  });
  await hole(page, 0).click();
  await page.locator('[data-hole="4"].landed-in').waitFor();
  const times = await page.evaluate(() => window.landed);
  const gap = (times.at(-1) - times[0]) / 3;
  assert.ok(gap > 140 && gap < 260, `${gap} ms a stone`);
  assert.equal(await page.locator('.landed-in').count(), 1);
  await hole(page, 7).click();
  await page.locator('[data-hole="4"].landed-in').waitFor({ state: 'detached' });
});

pageTest('against the computer a person is "you"', { at: '#/', settings: { theme: 'acacia' } }, async (page) => {
  await begin(page, SOLO);
  await information(page).filter({ hasText: /^Your turn\.$/ }).waitFor();
  assert.equal(await page.locator('.pane.p1 .name').textContent(), 'You');
  assert.equal(await hole(page, 0).getAttribute('aria-label'), 'Pit 1, 4 stones, yours');
  await hole(page, 0).hover();
  await page.locator('.mancala .hint', { hasText: 'lands in your pit 5' }).waitFor();
  await hole(page, 0).click();
  await page.waitForFunction(() => document.querySelectorAll('[data-test=announcer] p').length > 2);
  const told = await lines(page);
  assert.equal(told[0], 'You sow 4 stones from pit 1.');
  assert.equal(told.at(-1), 'Your turn.', 'those who listen are called');
  // Stones are as large in a full pit as in an empty one.
  const sizes = await page.locator('.pit .stone').evaluateAll((stones) => new Set(stones.map((stone) => stone.style.getPropertyValue('--size'))).size);
  assert.equal(sizes, 1);
});

pageTest('"Confirm moves" applies to the running game; its preview marks no empty pit and keeps the turn', { at: '#/' }, async (page) => {
  await begin(page);
  await page.locator('.pit.legal').first().waitFor();
  await go(page, '/settings');
  await page.locator('#confirm').check();
  await go(page, '/game');
  await hole(page, 0).click();
  await page.locator('[data-test=commit]').waitFor();
  await information(page).filter({ hasText: 'Play this move?' }).waitFor();
  assert.equal(await page.locator('[data-hole="0"].legal').count(), 0, 'the emptied pit is not marked as legal');
  assert.deepEqual(await page.locator('.store.turn').evaluateAll((stores) => stores.map(({ dataset }) => dataset.hole)), ['6']);
  await page.locator('[data-test=undo]').click();
  await page.locator('[data-test=commit]').waitFor({ state: 'detached' });
  assert.equal(await information(page).textContent(), 'Player 1 to move.');
  assert.equal(await page.locator('[data-test=last-said]').textContent(), 'Taken back.', 'the turn is told once');
  await go(page, '/settings');
  await page.locator('#confirm').uncheck();
  await go(page, '/game');
  await hole(page, 0).click();
  await page.locator('.pane.turn.p2').waitFor();
});

pageTest('the notice about the earlier game goes with the first move, and can be closed', { at: '#/' }, async (page) => {
  const notice = page.locator('[data-test=put-away]');
  await begin(page);
  await page.locator('.pit.legal').first().click();
  await begin(page);
  await notice.waitFor();
  await page.locator('.pit.legal').first().click();
  await notice.waitFor({ state: 'detached' });
  await begin(page);
  await notice.waitFor();
  await page.locator('[data-test=put-away-close]').click();
  await notice.waitFor({ state: 'detached' });
});

pageTest('keys work wherever the focus is, and ? lists them', { at: '#/' }, async (page) => {
  await begin(page);
  await page.locator('.pit.legal').first().waitFor();
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('1');
  await page.locator('.pane.turn.p2').waitFor();
  await page.keyboard.press('u');
  await page.locator('.pane.turn.p1').waitFor();
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('ArrowRight');
  await page.locator('.pit:focus').waitFor();
  await page.keyboard.press('e');
  await page.locator('[data-test=eval-bar]').waitFor();
  await page.keyboard.press('f');
  await page.locator('[data-test=flip][aria-pressed=true]').waitFor();
  await page.keyboard.press('b');
  await page.locator('[data-test=announcer] p', { hasText: 'Player 2: pits 4 4 4 4 4 4; store 0.' }).waitFor({ state: 'attached' });
  assert.equal((await lines(page)).at(-1), 'Player 1 to move.');
  await page.keyboard.press('?');
  await page.locator('[data-test=keys]').waitFor();
  await page.keyboard.press('1');
  assert.equal(await page.locator('.move-list li').count(), 0, 'a card keeps the keys to itself');
  await page.keyboard.press('Escape');
  await page.locator('[data-test=keys]').waitFor({ state: 'detached' });
});

pageTest('pits have their numbers if that is set', { at: '#/', settings: { numbers: 'yes' } }, async (page) => {
  await begin(page);
  await page.locator('.pit.legal').first().waitFor();
  assert.deepEqual(await page.locator('.pit-number:visible').allTextContents(), ['6', '5', '4', '3', '2', '1', '1', '2', '3', '4', '5', '6']);
});

pageTest('the end says how, shows the biggest move, and is left by "Leave"', { at: '#/' }, async (page) => {
  await putGame(page, 'mancala', '1,0,0,0,0,1,20,9,0,0,0,0,1,16 1', { seats: ['human', 'novice'] });
  await playOut(page, hands.mouse(page));
  const card = page.locator(OVER);
  assert.match(await card.locator('.verdict').textContent(), /^(You win|Computer wins|Ben wins|A draw)/);
  assert.doesNotMatch(await card.textContent(), /End game/);
  assert.equal(await card.locator('[data-test=leave]').textContent(), 'Leave');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.test), 'again');
});

pageTest('the only legal move of Senet is played by itself if that is set', { at: '#/', settings: { forced: 'yes' } }, async (page) => {
  await putGame(page, 'senet', '.........W/........../.........B w 0/0 -', { rules: ['pieces = 1'] });
  await page.locator('.throw-button[aria-disabled=false]').click();
  await page.locator('.move-list li').first().waitFor();
  assert.equal(await page.locator('.move-list li').count(), 1);
});

online('online: your turn in the title, a race track that is never turned, an offer told once, "You win"', [{ at: '#/online' }, {}], async (sara, abebe) => {
  const link = await make(sara, { name: 'Sara', rules: 'five-piece', seat: 'one', clock: 0 });
  await join(abebe, link, 'Abebe');
  await sara.waitForFunction(() => document.title.startsWith('Your turn'));
  await abebe.waitForFunction(() => !document.title.startsWith('Your turn'));
  const place = (page, square) => page.locator(`[data-square="${square}"]`).boundingBox();
  for (const page of [sara, abebe]) {
    const [first, tenth, last] = [await place(page, 1), await place(page, 10), await place(page, 30)];
    assert.ok(first.x < tenth.x && first.y < last.y, 'square 1 is at the top left for both');
  }
  const own = await abebe.locator('.pane.p2').boundingBox();
  assert.ok(own.y > (await place(abebe, 30)).y, 'the own plate is near');
  assert.equal(await abebe.locator('.pane.p2 .name').textContent(), 'You');
  assert.equal(await abebe.locator('.pane .sign .piece-art').count(), 2, 'the pieces stand beside the names');
});

online('online mancala: a draw offer moves nothing and is told once; who wins by resignation reads so', [{ at: '#/online' }, {}], async (sara, abebe) => {
  const link = await make(sara, { name: 'Sara', rules: 'gebeta', seat: 'one', clock: 0 });
  await join(abebe, link, 'Abebe');
  await sara.locator('.pit.legal').first().click();
  await abebe.locator('.pit.legal').last().click();
  await sara.locator('.pit.legal').first().waitFor();
  const plank = await abebe.locator('.plank').boundingBox();
  await sara.locator('[data-test=offer-draw]').click();
  await abebe.locator('[data-test=accept]').waitFor();
  assert.deepEqual(await abebe.locator('.plank').boundingBox(), plank);
  const visible = await abebe.evaluate(() => document.querySelector('.game').innerText.match(/offers a draw/g)?.length);
  assert.equal(visible, 1);
  await abebe.locator('[data-test=decline]').click();
  await sara.locator('[data-test=resign]').click();
  await sara.locator('[data-test=resign-sure]').click();
  await abebe.locator('.verdict', { hasText: /^You win\.$/ }).waitFor();
  await abebe.locator('[data-test=why]', { hasText: 'Sara resigned.' }).waitFor();
  assert.equal(await abebe.locator('[data-test=finals]').count(), 0, 'the score is not the result');
  await sara.locator('[data-test=why]', { hasText: 'You resigned.' }).waitFor();
});
