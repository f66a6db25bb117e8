// The mancala board, as eyes, fingers, keys and screen readers meet it.
import assert from 'node:assert/strict';

import { go, pageTest, setUp } from '../lib/harness.js';
import { counts, fill, hands, start, tapped } from '../lib/play.js';
import { DESKTOP, PHONE, SMALLEST, TABLET } from '../lib/screens.js';

setUp();

const HUGE = { viewport: { width: 3840, height: 2160 } };

// A game between two people on a board of this size, Player 1 to move.
async function sitDown(page, { pits = 6, stones = 4 } = {}) {
  const press = hands.mouse(page);
  await start(page, press, 'mancala', { rules: 'gebeta', fill: () => fill(page, { '#pits': pits, '#stones': stones }) });
  await page.locator('.mancala .pit').first().waitFor();
}

// The pit or store with this index along the sowing direction.
const hole = (page, index) => page.locator(`.mancala [data-hole="${index}"]`);
const stones = (page) => page.locator('.mancala [data-hole]').evaluateAll((holes) =>
  holes.toSorted((a, b) => a.dataset.hole - b.dataset.hole).map((hole) => hole.querySelectorAll('.stone').length),
);
const middle = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
};
const flying = (page) => page.locator('.mancala .sky .stone');
const settled = (page) => page.waitForFunction(() => !document.querySelector('.mancala .sky .stone'));
const information = (page) => page.locator('[data-test=information]');

const START = [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0];
// Pit 3 is sown: its last stone comes home.
const AFTER_3 = [4, 4, 0, 5, 5, 5, 1, 4, 4, 4, 4, 4, 4, 0];

pageTest('two rows of six pits, Player 2 on top from right to left, stores at the ends', { at: '#/' }, async (page) => {
  await sitDown(page);
  const at = await Promise.all(START.map((_, index) => middle(hole(page, index))));
  for (let i = 0; i < 5; i += 1) {
    assert.ok(at[i].x < at[i + 1].x, `Player 1's pits run to the right at ${i}`);
    assert.ok(at[7 + i].x > at[8 + i].x, `Player 2's pits run to the left at ${i}`);
  }
  assert.ok(at[7].y < at[5].y, 'Player 2 sits on top');
  assert.ok(at[13].x < at[0].x && at[6].x > at[5].x, 'the stores are at the ends');
  assert.deepEqual(await counts(page), START);
});

pageTest('on a phone the board stands: stores on top and at the bottom', { at: '#/', ...PHONE }, async (page) => {
  await sitDown(page);
  const at = await Promise.all(START.map((_, index) => middle(hole(page, index))));
  for (let i = 0; i < 5; i += 1) {
    assert.ok(at[i].y < at[i + 1].y && at[7 + i].y > at[8 + i].y, `two columns at ${i}`);
  }
  assert.ok(at[13].y < at[0].y && at[6].y > at[5].y, 'the stores are at the ends');
  assert.ok(at[0].x < at[7].x, 'stones travel counter-clockwise');
  for (const box of await page.locator('.mancala .pit').evaluateAll((pits) => pits.map((pit) => pit.getBoundingClientRect().toJSON()))) {
    assert.ok(box.width >= 44 && box.height >= 44, `${box.width} x ${box.height}`);
  }
});

pageTest('the settings lay the board as one likes', { at: '#/', settings: { layout: 'tall' } }, async (page) => {
  await sitDown(page);
  await page.locator('.mancala.tall').waitFor();
});

pageTest('stones lie one by one, at most four in a row, in the colors of the documents', { at: '#/', settings: { theme: 'classic' } }, async (page) => {
  await sitDown(page, { stones: 12 });
  assert.deepEqual(await stones(page), START.map((n) => n && 12));
  const rows = await hole(page, 0).locator('.stone').evaluateAll((stones) => {
    const middles = stones.map((stone) => stone.getBoundingClientRect()).map(({ y, height }) => y + height / 2);
    const size = stones[0].getBoundingClientRect().height;
    return middles.map((middle) => middles.filter((other) => Math.abs(other - middle) < size / 2).length);
  });
  assert.deepEqual(rows, Array(12).fill(4));
  const token = (name) => page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);
  assert.deepEqual(
    await Promise.all(['--bg', '--pit', '--store', '--board-edge'].map(token)),
    ['rgb(245, 245, 220)', 'rgb(245, 222, 179)', 'rgb(210, 180, 140)', 'rgb(139, 69, 19)'],
  );
  const shades = await page.locator('.mancala .stone').evaluateAll((stones) => stones.map((stone) => stone.className.match(/shade-\d/)[0]));
  assert.equal(new Set(shades).size, 5);
  const [pit, store] = [await hole(page, 0).locator('.bowl').boundingBox(), await hole(page, 6).boundingBox()];
  assert.ok(store.height > pit.height && store.width < pit.width, 'stores are taller and narrower');
  const [bowl, count] = [await middle(hole(page, 0).locator('.bowl')), await middle(hole(page, 0).locator('.count'))];
  assert.ok(count.y > bowl.y && Math.abs(count.x - bowl.x) < 2, 'the count is below the pit');
  const [box, score] = [await middle(hole(page, 6)), await middle(hole(page, 6).locator('.score'))];
  assert.ok(Math.abs(box.x - score.x) < 2 && Math.abs(box.y - score.y) < 2, 'the score is in the middle of the store');
});

pageTest('the side to move is marked, and its pits alone react', { at: '#/' }, async (page) => {
  await sitDown(page);
  const legal = () => page.locator('.mancala .pit.legal').evaluateAll((pits) => pits.map((pit) => Number(pit.dataset.hole)).toSorted((a, b) => a - b));
  assert.deepEqual(await legal(), [0, 1, 2, 3, 4, 5]);
  await page.locator('.mancala .store.one.turn').waitFor();
  await hole(page, 0).click();
  assert.deepEqual(await legal(), [7, 8, 9, 10, 11, 12]);
  await page.locator('.mancala .store.two.turn').waitFor();
  await page.locator('.mancala .pit.last[data-hole="0"]').waitFor();
});

pageTest('looking at a pit shows where its last stone lands', { at: '#/' }, async (page) => {
  await sitDown(page);
  await hole(page, 2).hover();
  await page.locator('.mancala .store.one.landing').waitFor();
  assert.equal(await page.locator('.mancala .store.one .gain').textContent(), '+1');
  assert.match(await page.locator('.mancala .hint').textContent(), /go again/);
  await hole(page, 0).hover();
  await page.locator('.mancala .pit.landing[data-hole="4"]').waitFor();
  assert.deepEqual(await counts(page), START, 'looking changes nothing');
});

pageTest('an illegal choice says why and changes nothing', { at: '#/' }, async (page) => {
  await sitDown(page);
  await hole(page, 2).click();
  // Such pits say that they are disabled, and a hand may try all the same.
  await hole(page, 2).click({ force: true });
  assert.match(await information(page).textContent(), /Pit 3 is empty/);
  await hole(page, 8).click({ force: true });
  assert.match(await page.locator('.mancala .hint').textContent(), /belongs to/);
  assert.deepEqual(await counts(page), AFTER_3);
});

// Slowly: a machine that is busy leaves out what has passed when it comes to it.
pageTest('stones fly one by one, an extra turn and a capture are announced', { at: '#/', settings: { speed: 'slow' } }, async (page) => {
  await sitDown(page, { pits: 3, stones: 1 });
  await page.evaluate(() => {
    window.seen = { flying: 0, glowing: 0 };
    new MutationObserver(() => {
      window.seen.flying = Math.max(window.seen.flying, document.querySelectorAll('.mancala .sky .flying').length);
      window.seen.glowing = Math.max(window.seen.glowing, document.querySelectorAll('.mancala .pit.glow').length);
    }).observe(document.querySelector('.mancala'), { subtree: true, childList: true, attributes: true });
  });
  const announced = page.locator('[data-test=announcer]');
  await hole(page, 2).click();
  await settled(page);
  assert.deepEqual(await counts(page), [1, 1, 0, 1, 1, 1, 1, 0]);
  assert.match(await announced.textContent(), /[Ee]xtra turn/);
  await page.locator('.mancala .store.one [data-again]').waitFor();
  await hole(page, 1).click();
  await page.waitForFunction(() => document.querySelector('.mancala [data-hole="3"] .score').textContent === '3');
  await settled(page);
  assert.deepEqual(await counts(page), [1, 0, 0, 3, 0, 1, 1, 0]);
  assert.match(await announced.textContent(), /captures 2 stones/);
  const seen = await page.evaluate(() => window.seen);
  assert.ok(seen.flying >= 1 && seen.glowing === 2, JSON.stringify(seen));
});

pageTest('counts follow the stones, and a tap or a key skips to the end', { at: '#/', settings: { speed: 'slow' } }, async (page) => {
  await sitDown(page, { stones: 12 });
  const after = [0, 13, 13, 13, 13, 13, 1, 13, 13, 13, 13, 13, 13, 0];
  await hole(page, 0).click();
  await page.locator('.mancala .sky .flying').first().waitFor({ state: 'attached' });
  assert.notDeepEqual(await counts(page), after, 'most stones are still in the air');
  await page.locator('.mancala .area').click({ position: { x: 2, y: 2 } });
  assert.equal(await flying(page).count(), 0);
  assert.deepEqual(await counts(page), after);
  // The next player need not wait either: a choice skips what is left of the last move.
  await hole(page, 7).click();
  await page.locator('.mancala .sky .stone').first().waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  assert.equal(await flying(page).count(), 0);
  assert.equal((await counts(page))[7], 0);
});

pageTest('choosing needs not wait for the stones of the last move', { at: '#/', settings: { speed: 'slow' } }, async (page) => {
  await sitDown(page);
  await hole(page, 2).click();
  await hole(page, 3).click();
  await page.waitForFunction(() => document.querySelectorAll('.mancala .pit.last[data-hole="3"]').length === 1);
  await page.keyboard.press('Escape');
  assert.deepEqual(await counts(page), [4, 4, 0, 0, 6, 6, 2, 5, 5, 4, 4, 4, 4, 0]);
});

pageTest('without animation counts flash and nothing flies', { at: '#/' }, async (page) => {
  await sitDown(page);
  await hole(page, 2).click();
  assert.equal(await flying(page).count(), 0);
  assert.deepEqual(await counts(page), AFTER_3);
  assert.equal(await page.locator('.mancala [data-flash]').count(), 5, 'four that gained and one that gave');
});

pageTest('who asks the system for less motion sees none', { at: '#/', settings: { speed: 'slow' }, reducedMotion: 'reduce' }, async (page) => {
  await sitDown(page);
  await hole(page, 2).click();
  assert.equal(await flying(page).count(), 0);
  assert.deepEqual(await counts(page), AFTER_3);
});

pageTest('a board that goes away while stones fly leaves nothing behind', { at: '#/', settings: { speed: 'slow' } }, async (page) => {
  await page.clock.install();
  await sitDown(page, { stones: 12 });
  await hole(page, 2).click();
  await page.locator('.mancala .sky .stone').first().waitFor({ state: 'attached' });
  await go(page, '/settings');
  await page.locator('.mancala .sky').waitFor({ state: 'detached' });
  // Everything the board may still have meant to do would be done by then.
  await page.clock.runFor(20_000);
  assert.equal(await page.locator('.stone').count(), 0);
});

pageTest('keyboard: arrows walk, Enter and digits play, also while nothing has the focus', { at: '#/' }, async (page) => {
  await sitDown(page);
  const here = () => page.evaluate(() => Number(document.activeElement.dataset.hole ?? -1));
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('3');
  assert.deepEqual(await counts(page), AFTER_3, 'digits are for the board');
  await page.keyboard.press('u');
  assert.deepEqual(await counts(page), START);
  for (let i = 0; i < 40 && (await here()) < 0; i += 1) await page.keyboard.press('Tab');
  assert.equal(await here(), 0, 'Tab comes to the first pit that can be played');
  await page.keyboard.press('Tab');
  assert.equal(await here(), -1, 'one stop for the whole board');
  await page.keyboard.press('Shift+Tab');
  for (const [key, index] of [['ArrowRight', 1], ['ArrowUp', 11], ['ArrowRight', 10], ['ArrowDown', 2], ['End', 5], ['Home', 0]]) {
    await page.keyboard.press(key);
    assert.equal(await here(), index, key);
  }
  await page.keyboard.press('3');
  assert.deepEqual(await counts(page), AFTER_3);
  assert.equal(await here(), 0, 'the focus stays');
  await page.keyboard.press('Enter');
  assert.deepEqual(await counts(page), [0, 5, 1, 6, 6, 5, 1, 4, 4, 4, 4, 4, 4, 0]);
  await page.keyboard.press('9');
  assert.match(await information(page).textContent(), /There is no pit 9/);
});

pageTest('screen readers: pits and stores say what they are and what a move would do', { at: '#/' }, async (page) => {
  await sitDown(page);
  assert.equal(await page.getByRole('grid', { name: 'Mancala board' }).getByRole('row').count(), 2);
  const pit = page.getByRole('button', { name: 'Pit 3, 4 stones, Player 1' });
  assert.match(await pit.getAttribute('aria-description'), /Last stone in your store/);
  assert.equal(await pit.getAttribute('aria-disabled'), 'false');
  assert.equal(await page.getByRole('button', { name: 'Pit 3, 4 stones, Player 2' }).getAttribute('aria-disabled'), 'true');
  await page.getByRole('img', { name: 'Store of Player 1, 0 stones' }).waitFor();
  await pit.click();
  await page.getByRole('button', { name: 'Pit 3, 0 stones, Player 1' }).waitFor();
  await page.getByRole('img', { name: 'Store of Player 1, 1 stone' }).waitFor();
});

pageTest('boards from 1x1 to 12x12 fit every screen from 320 px to 4K', { at: '#/' }, async (page) => {
  for (const size of [1, 6, 12]) {
    await sitDown(page, { pits: size, stones: size });
    assert.deepEqual(await stones(page), [...Array(size).fill(size), 0, ...Array(size).fill(size), 0]);
    for (const { viewport } of [SMALLEST, PHONE, TABLET, DESKTOP, HUGE]) {
      await page.setViewportSize(viewport);
      const at = `${size}x${size} on ${viewport.width} px`;
      await page.waitForFunction(() => {
        const area = document.querySelector('.mancala .area').getBoundingClientRect();
        const isInside = (it) => it.left >= area.left && it.right <= area.right && it.top >= area.top && it.bottom <= area.bottom;
        return [...document.querySelectorAll('.mancala [data-hole]')].every((hole) => isInside(hole.getBoundingClientRect()));
      }).catch(() => assert.fail(`${at}: something lies outside the board's place`));
      // The board follows the window with the next frames.
      await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, null, { timeout: 5_000 })
        .catch(() => assert.fail(`${at}: something to scroll sideways`));
    }
    await hole(page, 0).click();
    assert.equal((await counts(page)).reduce((sum, n) => sum + n), 2 * size * size, 'no stone is lost');
  }
});

pageTest('twelve pits on a phone are large enough for fingers', { at: '#/', ...PHONE }, async (page) => {
  await sitDown(page, { pits: 12, stones: 2 });
  const sizes = () => page.locator('.mancala .pit').evaluateAll((pits) => pits.map((pit) => pit.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)));
  await page.waitForFunction(() => document.querySelector('.mancala.tall'));
  assert.ok(Math.min(...(await sizes())) >= 43, `${Math.min(...(await sizes()))} px`);
  await tapped(page, () => hole(page, 11).tap());
  assert.equal((await counts(page))[11], 0);
});

pageTest('the board can be seen from the other chair', { at: '#/' }, async (page) => {
  await sitDown(page);
  await page.locator('[data-test=flip]').click();
  const [one, two] = [await middle(hole(page, 0)), await middle(hole(page, 7))];
  assert.ok(two.y > one.y && two.x < one.x, 'Player 2 sits below now, and counts from the left');
  await hole(page, 2).click();
  assert.deepEqual(await counts(page), AFTER_3);
});
