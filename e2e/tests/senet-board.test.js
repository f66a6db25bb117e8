// The Senet board on its own: its shape, its sticks, every kind of move, and every way to play them.
import assert from 'node:assert/strict';

import { accessible, pageTest, setUp } from '../lib/harness.js';
import { OVER, putGame } from '../lib/play.js';
import { PHONE, SMALLEST } from '../lib/screens.js';

setUp();

const START = 'WBWBWBWBWB/WBWB....../.......... w 0/0 -';
// Whatever is thrown, the piece on 1 swaps.
const SWAP = 'WBBBBB..../........../.......... w 4/0 -';
// Whatever is thrown, one piece falls into the Water, if Happiness may be passed.
const WATER = 'BBBBB...../........../.WWWWW.... w 0/0 -';
// Whatever is thrown, the piece on 30 leaves.
const EXIT = 'BWB......./........../.........W w 0/0 -';

// Goes to a game at this position.
async function play(page, start, rules = [], options = {}) {
  const count = (piece) => start.split(' ')[0].split(piece).length - 1;
  const pieces = count('W') + Number(start.split(' ')[2].split('/')[0]);
  await putGame(page, 'senet', start, { rules: [`pieces = ${pieces}`, ...rules], ...options });
}

const square = (page, number) => page.locator(`[data-square="${number}"]`);
const pieces = (page) => page.locator('.piece[data-piece]').count();
const throwSticks = async (page) => {
  await page.locator('.throw-button[aria-disabled=false]').click();
  await page.locator('.roll.shown').waitFor();
  return Number(await page.locator('.roll').innerText());
};

async function centers(page) {
  const boxes = await page.locator('[data-square]').evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return { number: Number(one.dataset.square), x: x + width / 2, y: y + height / 2, width, height };
    }),
  );
  return boxes.toSorted((a, b) => a.number - b.number);
}

// Whether `a` grows from each of these squares to the next, or falls.
const grows = (boxes, from, to, a) => boxes.slice(from, to - 1).every((box, place) => box[a] < boxes[from + place + 1][a]);

pageTest('lying, the path runs right, back left, and right again', { at: '#/' }, async (page) => {
  await play(page, START);
  const boxes = await centers(page);
  assert.equal(boxes.length, 30);
  assert.ok(grows(boxes, 0, 10, 'x') && grows(boxes, 20, 30, 'x'));
  assert.ok(grows(boxes.slice(10, 20).reverse(), 0, 10, 'x'));
  assert.ok(boxes[0].y < boxes[10].y && boxes[10].y < boxes[20].y);
  assert.equal(await page.locator('.sq.house svg.sign').count(), 6);
  assert.equal(await pieces(page), 14);
  assert.match(await square(page, 15).getAttribute('aria-label'), /^Square 15, House of Rebirth, empty$/);
  assert.equal(await page.locator('.piece.cone').count(), 7);
  await accessible(page, 'the Senet board');
});

for (const [name, screen] of [['a phone', PHONE], ['the smallest screen', SMALLEST]]) {
  pageTest(`on ${name} the board stands: three columns of ten, large enough to touch`, { at: '#/', ...screen }, async (page) => {
    await play(page, START);
    const boxes = await centers(page);
    assert.ok(grows(boxes, 0, 10, 'y') && grows(boxes, 20, 30, 'y'));
    assert.ok(boxes[0].x < boxes[10].x && boxes[10].x < boxes[20].x);
    assert.ok(boxes.every(({ width, height }) => width >= 44 && height >= 44), 'touch targets of 44 px');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `nothing sticks out, but ${wide} px do`);
  });
}

pageTest('in Arabic the board is not mirrored', { at: '#/', settings: { language: 'ar' } }, async (page) => {
  await play(page, START);
  assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
  assert.ok(grows(await centers(page), 0, 10, 'x'));
});

pageTest('four sticks are thrown in view, and their chances stand beside them', { at: '#/' }, async (page) => {
  await play(page, START);
  const odds = await page.locator('.odds li .unseen').allInnerTexts();
  assert.deepEqual(odds, ['1: 4 of 16', '2: 6 of 16', '3: 4 of 16', '4: 1 of 16', '5: 1 of 16']);
  const roll = await throwSticks(page);
  const dark = await page.locator('.stick-turn.dark').count();
  assert.equal(roll, dark === 0 ? 5 : dark);
  await page.getByRole('log').getByText(`Ada throws a ${roll}.`).waitFor({ state: 'attached' });
});

pageTest('sticks land on the side that counts', { at: '#/', settings: { speed: 'slow' } }, async (page) => {
  await play(page, START);
  await page.locator('.throw-button[aria-disabled=false]').click();
  // The last moment of the flight, held: which side of each stick is up?
  const landed = await page.evaluate(async () => {
    const turns = [...document.querySelectorAll('.stick-turn')];
    const flights = () => turns.flatMap((turn) => [...turn.getAnimations(), ...turn.parentElement.getAnimations()]);
    while (flights().length < 2 * turns.length) await new Promise((next) => { requestAnimationFrame(next); });
    const held = flights();
    for (const flight of held) {
      flight.pause();
      flight.currentTime = flight.effect.getComputedTiming().endTime - 1;
    }
    await new Promise((next) => { requestAnimationFrame(() => requestAnimationFrame(next)); });
    const sides = turns.map((turn) => {
      const { x, y, width, height } = turn.getBoundingClientRect();
      // A side that is turned away is not hit; the plane of the stick may be.
      const hit = document.elementsFromPoint(x + width / 2, y + height / 2);
      return hit.find((element) => element.classList.contains('side')).classList.contains('dark-side');
    });
    for (const flight of held) flight.play();
    return sides;
  });
  await page.locator('.roll.shown').waitFor();
  const counted = await page.locator('.stick-turn').evaluateAll((turns) => turns.map((turn) => turn.classList.contains('dark')));
  assert.deepEqual(landed, counted);
});

pageTest('a swap changes two pieces', { at: '#/' }, async (page) => {
  await play(page, SWAP);
  const roll = await throwSticks(page);
  assert.match(await square(page, 1).getAttribute('aria-label'), new RegExp(`your piece, can swap with ${1 + roll}$`));
  await square(page, 1).click();
  await page.locator(`.piece.cone[data-piece="${1 + roll}"]`).waitFor();
  await page.locator('.piece.spool[data-piece="1"]').waitFor();
});

pageTest('the Water carries a piece to Rebirth, and the picture shows it', { at: '#/', settings: { speed: 'fast' } }, async (page) => {
  await play(page, WATER, ["gate = 'free'"]);
  const roll = await throwSticks(page);
  // The sticks tell their number a moment before the pieces may move.
  await page.locator('.sq.legal').first().waitFor();
  const drowning = square(page, 27 - roll);
  assert.match(await drowning.getAttribute('aria-label'), /falls into the Water, back on 15/);
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      if (document.querySelector('.ripple')) globalThis.rippled = true;
    });
    watch.observe(document.querySelector('.senet-pieces'), { childList: true });
  });
  await drowning.click();
  await page.locator('.piece.cone[data-piece="15"]').waitFor();
  assert.ok(await page.evaluate(() => globalThis.rippled), 'the water is stirred');
  assert.equal(await page.locator('.ripple').count(), 0);
});

pageTest('a piece that leaves stands in the row at the edge', { at: '#/' }, async (page) => {
  await play(page, EXIT);
  await throwSticks(page);
  await square(page, 30).hover();
  await page.locator('.slot.cone.next').waitFor();
  await square(page, 30).click();
  await page.locator('.slot.cone.filled').waitFor();
  assert.equal(await pieces(page), 3);
});

pageTest('what is not allowed is refused with its reason', { at: '#/' }, async (page) => {
  await play(page, START);
  const information = page.locator('[data-test=information]');
  // Told to be disabled, but there: whoever presses it all the same hears why.
  await square(page, 1).click({ force: true });
  await information.getByText('Throw the sticks first.').waitFor();
  await throwSticks(page);
  await square(page, 2).click({ force: true });
  await information.getByText('You have no piece on 2.').waitFor();
  assert.equal(await pieces(page), 14);
});

pageTest('by keyboard alone: R throws, arrows roam, digits and Enter choose', { at: '#/' }, async (page) => {
  await play(page, SWAP);
  await square(page, 1).focus();
  const at = () => page.evaluate(() => Number(document.activeElement.dataset.square));
  for (const [key, number] of [['ArrowRight', 2], ['ArrowDown', 19], ['End', 30], ['Home', 1], ['ArrowLeft', 1]]) {
    await page.keyboard.press(key);
    assert.equal(await at(), number, key);
  }
  await square(page, 10).focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await at(), 11, 'round the bend');
  await page.keyboard.press('r');
  await page.locator('.roll.shown').waitFor();
  await page.keyboard.press('PageDown');
  assert.equal(await at(), 1, 'the only piece that can move');
  await page.keyboard.press('Enter');
  await page.locator('.piece.spool[data-piece="1"]').waitFor();
  await page.keyboard.press(' ');
  await page.locator('.roll.shown').waitFor();
  const listed = await page.locator('.senet-moves li').count();
  assert.ok(listed > 0);
  await page.keyboard.press('1');
  await page.locator('.throw-button[aria-disabled=false]').waitFor();
});

pageTest('the list names every move, shows it on the board, and plays it', { at: '#/' }, async (page) => {
  await play(page, SWAP);
  const roll = await throwSticks(page);
  const entry = page.getByRole('list', { name: 'Legal moves' }).getByRole('button', { name: `1 to ${1 + roll}, swap` });
  await entry.hover();
  await page.locator('.piece.ghost').waitFor();
  await entry.click();
  await page.locator('.piece.spool[data-piece="1"]').waitFor();
});

pageTest('by touch on a phone', { at: '#/', ...PHONE }, async (page) => {
  await play(page, SWAP);
  await page.locator('.throw-button').tap();
  await page.locator('.sq.legal').first().waitFor();
  await square(page, 1).tap();
  await page.locator('.piece.spool[data-piece="1"]').waitFor();
});

pageTest('motion: a tap skips what is shown, and a screen that goes away leaves nothing behind', { at: '#/', settings: { speed: 'slow' } }, async (page) => {
  await play(page, SWAP);
  const running = () => page.evaluate(() => document.getAnimations().filter((one) => one.playState === 'running').length);
  await page.locator('.throw-button').click();
  await page.waitForFunction(() => document.getAnimations().length > 0);
  await page.locator('.odds').click();
  await page.locator('.roll.shown').waitFor();
  // The page itself leaves as soon as a piece moves: from here it may be seen too late.
  await page.evaluate(() => {
    const leave = (_, watch) => {
      if (!document.querySelector('.piece.moving')) return;
      watch.disconnect();
      globalThis.moving = document.getAnimations().length;
      location.hash = '/settings';
    };
    new MutationObserver(leave).observe(document.querySelector('.senet'), { subtree: true, childList: true, attributes: true });
  });
  await square(page, 1).click();
  await page.locator('.senet').waitFor({ state: 'detached' });
  assert.ok(await page.evaluate(() => globalThis.moving > 0));
  assert.equal(await running(), 0);
});

pageTest('motion: with reduced motion nothing flies', { at: '#/', settings: { speed: 'normal' }, reducedMotion: 'reduce' }, async (page) => {
  await play(page, SWAP);
  await page.locator('.throw-button').click();
  await page.locator('.roll.shown').waitFor();
  assert.equal(await page.evaluate(() => document.querySelector('[data-toss]').getAnimations().length), 0);
});

pageTest('a move of Senet on trial: its owner, another in its place, Escape, and played', { at: '#/' }, async (page) => {
  // Whatever is thrown, White can move from 1 and from 11.
  await play(page, 'W........B/W........./B......... w 0/0 -', [], { confirms: true });
  const roll = await throwSticks(page);
  await square(page, 1).click();
  await page.locator(`.piece.cone[data-piece="${1 + roll}"]`).waitFor();
  await page.locator('[data-test=commit]').waitFor();
  assert.equal(await page.locator('.piece.ghost').count(), 0, 'the piece itself stands there');
  assert.equal(await page.locator('.roll').innerText(), String(roll), 'the throw is still to be seen');
  const chosen = page.getByRole('list', { name: 'Legal moves' }).locator('[aria-pressed=true]');
  assert.equal(await chosen.innerText(), `1 to ${1 + roll}`);
  // Another piece in its place; looking at it shows it in its owner's shape.
  const other = page.getByRole('list', { name: 'Legal moves' }).getByRole('button', { name: `11 to ${11 + roll}` });
  await other.hover();
  await page.locator('.piece.ghost.cone').waitFor();
  await square(page, 11).click();
  await page.locator(`.piece.cone[data-piece="${11 + roll}"]`).waitFor();
  await page.locator('.piece.cone[data-piece="1"]').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.piece.cone[data-piece="11"]').waitFor();
  await page.locator('[data-test=commit]').waitFor({ state: 'detached' });
  assert.equal(await page.locator('.move-list .move').count(), 0, 'nothing was played');
  await square(page, 11).click();
  await page.locator('[data-test=commit]').click();
  await page.locator('.move-list .p1').first().waitFor();
});

pageTest('the card of Senet tells how many pieces each has brought off', { at: '#/' }, async (page) => {
  await play(page, 'B........./........../.........W w 0/0 -', ["exits = { 28 = [3], 29 = [2], 30 = [1, 2, 3, 4, 5] }"]);
  await throwSticks(page);
  await square(page, 30).click();
  const finals = page.locator(OVER).locator('[data-test=finals] .final');
  await finals.first().waitFor();
  const told = (await finals.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
  assert.deepEqual(told, ['Ada 1 of 1 off the board', 'Ben 0 of 1 off the board']);
});

pageTest('while the computer thinks a piece says whose turn it is, and nobody is asked to throw', { at: '#/', settings: { delay: 60_000 } }, async (page) => {
  await play(page, SWAP.replace(' w ', ' b '), [], { seats: ['human', 'level1'] });
  await page.locator('.pane.p2 .thinking', { hasText: /thinking/ }).waitFor();
  await page.locator('.roll.shown').waitFor();
  assert.equal(await page.locator('.senet-moves').innerText(), '');
  await square(page, 1).click({ force: true });
  await page.locator('.senet-caption.refused', { hasText: 'It is the turn of Ben.' }).waitFor();
  await square(page, 26).hover();
  await page.locator('.senet-caption', { hasText: 'House of Happiness' }).waitFor();
});

pageTest('a hint stands in the list of moves as well', { at: '#/' }, async (page) => {
  await play(page, START);
  await page.locator('.senet-moves', { hasText: 'Throw the sticks to see your moves.' }).waitFor();
  await throwSticks(page);
  await page.locator('[data-test=hint]').click();
  await page.locator('.senet-moves .advice.best', { hasText: '%' }).first().waitFor();
  await accessible(page, 'a hint in the list of moves');
});

pageTest('two computers play a whole game of Senet', { at: '#/' }, async (page) => {
  await play(page, 'WBWB....../........../.......... w 0/0 -', [], { seats: ['level1', 'random'] });
  await page.locator(OVER).waitFor({ timeout: 150_000 });
  const off = await page.locator('[data-test=finals] dd').allInnerTexts();
  assert.equal(off.filter((text) => text.startsWith('2')).length, 1, off.join());
});
