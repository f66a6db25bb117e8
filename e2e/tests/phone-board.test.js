// The game on small screens: sizes, the fold, and a board that stays as it lies.
import assert from 'node:assert/strict';

import { pageTest, setUp } from '../lib/harness.js';
import { hands, start } from '../lib/play.js';

setUp();

const SIZES = [[360, 640], [390, 664], [390, 844], [844, 390], [820, 1180]];
const screen = ([width, height]) => ({ viewport: { width, height }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 });
const box = (page, target) => page.locator(target).first().boundingBox();

// Nothing to scroll, and everything that is pressed lies on the screen and is large enough.
async function fits(page, targets) {
  const seen = await page.evaluate((targets) => {
    const game = document.querySelector('.game');
    const boxes = [...document.querySelectorAll(targets)].filter((one) => one.checkVisibility()).map((one) => {
      const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
      return { what: one.dataset.test ?? one.className, width, height, isInside: left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5 };
    });
    return { boxes, page: document.documentElement.scrollHeight - innerHeight, game: game.scrollHeight - game.clientHeight, header: document.querySelector('.top').checkVisibility() };
  }, targets);
  assert.ok(seen.page <= 0 && seen.game <= 0, `nothing is below the fold: ${JSON.stringify(seen)}`);
  assert.equal(seen.header, false, 'the header of the site is hidden');
  assert.ok(seen.boxes.length > 0 && seen.boxes.every(({ isInside }) => isInside), JSON.stringify(seen.boxes));
  return seen.boxes;
}

for (const size of SIZES) {
  pageTest(`mancala at ${size.join('x')}: round pits for fingers, nothing below the fold, nothing moves`, { at: '#/', ...screen(size) }, async (page) => {
    await start(page, hands.touch(page), 'mancala', { rules: 'gebeta', minds: ['human', 'novice'] });
    await page.locator('.pit.legal').first().waitFor();
    await fits(page, '.pit, .store, .controls .button, .pane');
    const bowls = await page.locator('.pit .bowl').evaluateAll((bowls) => bowls.map((bowl) => bowl.getBoundingClientRect().toJSON()));
    for (const { width, height } of bowls) {
      assert.ok(Math.min(width, height) >= 48, `${width} x ${height}`);
      assert.ok(Math.max(width, height) / Math.min(width, height) < 1.35, `round: ${width} x ${height}`);
    }
    const [width] = size;
    const plank = await box(page, '.plank');
    assert.ok(plank.width > 0.7 * Math.min(width, width > 840 ? 620 : width), `from edge to edge: ${plank.width}`);
    const lies = await page.locator('.mancala.tall').count();
    assert.equal(lies, size[1] > size[0] ? 1 : 0);
    const still = async (what) => {
      assert.deepEqual(await box(page, '.plank'), plank, `${what} moves nothing`);
      assert.equal(await page.locator('.mancala.tall').count(), lies);
    };
    await page.locator('[data-test=evaluation]').tap();
    await page.locator('[data-test=eval-bar]').waitFor();
    await still('the evaluation');
    for (let n = 0; n < (size[1] === 844 ? 3 : 1); n += 1) {
      await page.locator('[data-test=hint]:not([disabled])').tap();
      await page.locator('.pit .advice').first().waitFor();
      await still('a hint');
      await page.locator('.pit.legal').first().tap();
      await page.locator('.pit .advice').first().waitFor({ state: 'detached' });
      await page.locator('.pit.legal').first().waitFor();
      await still('a move');
    }
    // Bars of the browser come and go.
    if (size[1] > size[0]) {
      await page.setViewportSize({ width: size[0], height: size[1] - 60 });
      await page.waitForFunction((before) => document.querySelector('.plank').getBoundingClientRect().height !== before, plank.height);
      assert.equal(await page.locator('.mancala.tall').count(), 1);
    }
    await page.locator('[data-test=more]').tap();
    await page.locator('.game-side .move-list').waitFor();
    await page.locator('[data-test=less]').tap();
    await page.locator('.game-side .move-list').waitFor({ state: 'hidden' });
  });

  pageTest(`Senet at ${size.join('x')}: the whole board on the screen, and a button that stays`, { at: '#/', ...screen(size) }, async (page) => {
    await start(page, hands.touch(page), 'senet', { rules: 'five-piece', minds: ['human', 'human'] });
    const button = '.throw-button';
    await page.locator(`${button}[aria-disabled=false]`).waitFor();
    const before = [await box(page, button), await box(page, '.senet-grid')];
    for (let n = 0; n < 3; n += 1) {
      const squares = await fits(page, '.sq, .throw-button, .controls .button, .pane');
      for (const { what, height } of squares.filter(({ what }) => what.includes('sq'))) assert.ok(height >= 43, `${what} ${height}`);
      await page.locator(`${button}[aria-disabled=false]`).tap();
      await page.locator('.sq.legal, [data-test=pass]').first().waitFor();
      assert.deepEqual([await box(page, button), await box(page, '.senet-grid')], before, 'nothing jumps');
      await page.locator('.sq.legal, [data-test=pass]').first().tap();
      await page.locator(`${button}[aria-disabled=false]`).waitFor();
    }
  });
}

for (const pits of [7, 9, 12]) {
  for (const size of SIZES.slice(0, 3)) {
    pageTest(`a board of ${pits} pits at ${size.join('x')} is not scrolled`, { at: '#/', ...screen(size) }, async (page) => {
      await start(page, hands.touch(page), 'mancala', { fill: () => page.locator('#pits').fill(String(pits)) });
      await page.locator('.pit.legal').first().waitFor();
      await page.locator('[data-test=more]').waitFor();
      const boxes = await fits(page, '.pit, .store, .controls .button, .pane');
      for (const { what, width, height } of boxes) assert.ok(!what.includes('pit') || Math.min(width, height) >= 28, `${what} ${width} x ${height}`);
    });
  }
}

pageTest('after a move of Senet its preview is gone, wherever the pointer lies', { at: '#/', viewport: { width: 1280, height: 720 } }, async (page) => {
  await start(page, hands.mouse(page), 'senet', { rules: 'five-piece' });
  for (let n = 0; n < 3; n += 1) {
    await page.locator('.throw-button[aria-disabled=false]').click();
    const piece = page.locator('.sq.legal, [data-test=pass]').last();
    await piece.hover();
    await piece.click();
    await page.locator('.throw-button[aria-disabled=false]').waitFor();
    assert.equal(await page.getByText(/^\d+ to \d+$/).filter({ visible: true }).count(), 0);
  }
});

pageTest('a second row of moves does not move the board of Senet', { at: '#/', viewport: { width: 1280, height: 720 } }, async (page) => {
  await start(page, hands.mouse(page), 'senet', { rules: 'five-piece' });
  const place = async () => JSON.stringify([await box(page, '.senet-grid'), await box(page, '.senet-moves')]);
  await page.locator('.throw-button[aria-disabled=false]').waitFor();
  await page.locator('[data-test=more]').waitFor({ state: 'attached' });
  const before = await place();
  await page.locator('.throw-button').click();
  await page.locator('.senet-moves li').first().waitFor();
  assert.equal(await place(), before);
  // As many moves as a throw can allow.
  await page.evaluate(() => {
    const list = document.querySelector('.senet-moves ol');
    while (list.children.length < 10) list.append(list.firstElementChild.cloneNode(true));
  });
  assert.ok((await box(page, '.senet-moves ol')).height > 60, 'there are two rows');
  assert.equal(await place(), before);
});

pageTest('two people at one phone: what the far one reads is turned round', { at: '#/', ...screen([390, 844]) }, async (page) => {
  await start(page, hands.touch(page), 'mancala', { rules: 'gebeta' });
  await page.locator('.pit.legal').first().waitFor();
  const turn = (target) => page.locator(target).first().evaluate((one) => getComputedStyle(one).rotate);
  assert.deepEqual([await turn('.pane.p2'), await turn('.pane.p1')], ['180deg', 'none']);
  assert.deepEqual([await turn('.pit.two .count'), await turn('.pit.one .count')], ['180deg', 'none']);
  assert.equal(await turn('.information'), 'none');
  await page.locator('.pit.legal').first().tap();
  await page.locator('.pane.turn.p2').waitFor();
  assert.equal(await turn('.information'), '180deg');
});
