// Pages to read and lessons to play: rules, about, tutorials, the ways between screens, and Arabic.
import assert from 'node:assert/strict';

import { accessible, go, open, pageTest, setUp } from '../lib/harness.js';
import { learn } from '../lib/lessons.js';
import { hands, more } from '../lib/play.js';
import { DESKTOP, PHONE, SCENES, SCREENS, TABLET, keepGames } from '../lib/screens.js';

setUp();

const RULE_SETS = ['gebeta', 'capture', 'avalanche', 'tainted', 'empty-capture', 'classic', 'assignment', 'five-piece'];

const title = (page) => page.locator('h1').first();

pageTest('every mode has a rules page of its own, one click from any other', { at: '#/rules' }, async (page) => {
  const texts = new Map();
  for (const name of RULE_SETS) {
    await page.locator(`.rules-nav a[href="#/rules/${name}"]`).click();
    await page.locator(`.rules-nav a[href="#/rules/${name}"][aria-current=page]`).waitFor();
    texts.set(name, await page.locator('[data-test=rules] section').allInnerTexts());
  }
  const said = (name, words) => assert.ok(texts.get(name).join(' ').includes(words), `${name}: ${words}`);
  said('gebeta', 'they and your last stone go to your store');
  said('avalanche', 'you pick up that whole pit and sow on');
  said('avalanche', 'Nothing is captured');
  said('tainted', 'The pit you took the stones from gets none of them');
  said('tainted', 'a coin is tossed');
  said('empty-capture', 'your last stone goes there all the same');
  said('classic', 'may go back to the square of rebirth');
  said('assignment', 'you must move one of those');
  said('five-piece', 'After moving with 1, 4 or 5 you throw again');
  said('five-piece', 'Each player has 5 pieces');
  // Capture is Gebeta by another name; all others differ.
  const different = new Set([...texts.values()].map((sections) => sections.join()));
  assert.equal(different.size, RULE_SETS.length - 1);
});

pageTest('the rules page without a name is about the game in progress', { at: '#/rules/avalanche' }, async (page) => {
  await page.getByRole('button', { name: 'Play by these rules' }).click();
  await page.locator('.pit.legal').first().waitFor();
  await go(page, '/rules');
  await page.locator('[data-test=rules]').waitFor();
  assert.equal(await title(page).innerText(), 'Rules of Avalanche');
});

for (const name of ['my house, 100 %', 'የእኔ']) {
  pageTest(`rules from a file have a page, whatever their name: ${name}`, { at: '#/setup/mancala' }, async (page) => {
    await more(page);
    await page.locator('.advanced summary').last().click();
    await page.locator('#rule-text').fill(`game = "mancala"\nname = "${name}"\nbase = "avalanche"\n`);
    await page.getByRole('button', { name: 'Add these rules' }).click();
    await page.locator('.own-rules', { hasText: name }).waitFor();
    await page.getByRole('link', { name: 'Read the rules' }).click();
    await title(page).filter({ hasText: `Rules of ${name}` }).waitFor();
    await page.reload();
    await title(page).filter({ hasText: `Rules of ${name}` }).waitFor();
    assert.equal(await page.locator('.rules-nav a[aria-current=page]').innerText(), name);
    await page.locator('.rules-nav a', { hasText: 'Gebeta' }).first().click();
    await page.locator('.rules-nav a', { hasText: name }).click();
    await title(page).filter({ hasText: `Rules of ${name}` }).waitFor();
  });
}

pageTest('rules that nobody knows say so', { at: '#/rules/chess' }, async (page) => {
  await title(page).filter({ hasText: 'There is nothing here' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Rules' }).click();
  await page.locator('[data-test=rules]').waitFor();
});

pageTest('every screen is reached by links, and the way back is the browser\'s', { at: '#/' }, async (page) => {
  const visits = [
    ['Rules', 'rules'],
    ['About', 'about'],
    ['Statistics', 'statistics'],
    ['Settings', 'settings'],
    ['Learn mancala', 'learn/mancala'],
    ['Learn Senet', 'learn/senet'],
  ];
  for (const [name, address] of visits) {
    await page.getByRole('link', { name, exact: true }).first().click();
    await page.waitForURL((url) => url.hash === `#/${address}`);
    await title(page).filter({ hasNotText: /^Gebeta$/ }).waitFor();
    assert.match(await page.title(), /Gebeta/);
    await page.goBack();
    await page.waitForURL((url) => url.hash === '' || url.hash === '#/');
    await title(page).filter({ hasText: /^Gebeta$/ }).waitFor();
  }
  await page.locator('a[href="#/setup/mancala"]').first().click();
  await page.locator('.rule-card').first().waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Play mancala' }).click();
  await page.waitForURL((url) => url.hash === '#/game');
});

pageTest('the about page tells where the games come from', { at: '#/about' }, async (page) => {
  const text = await page.locator('[data-test=about]').innerText();
  for (const fact of ['Aksum', 'Hesy-Re', 'Tutankhamun', 'MIT', 'Version']) assert.ok(text.includes(fact), fact);
});

for (const [hand, options] of [['mouse', DESKTOP], ['touch', PHONE]]) {
  pageTest(`tutorial: mancala is learned by ${hand}, and the first game begins`, { at: '#/learn/mancala', ...options }, async (page) => {
    const press = hands[hand](page);
    await learn(page, press, 'mancala');
    await press('[data-test=first-game]');
    await page.waitForURL((url) => url.hash === '#/game');
    await page.locator('.pit.legal').first().waitFor();
  });
}

pageTest('tutorial: Senet is learned by keyboard, and the first game begins', { at: '#/learn/senet', settings: { confirm: 'yes' } }, async (page) => {
  const press = hands.keyboard(page);
  await page.locator('.sq.taken').first().click({ force: true });
  await page.locator('[data-test=lesson-answer]', { hasText: 'Throw the sticks first.' }).waitFor();
  await learn(page, press, 'senet');
  await press('[data-test=first-game]');
  await page.waitForURL((url) => url.hash === '#/game');
  await page.locator('.throw-button').waitFor();
  assert.match(await page.evaluate(() => localStorage.getItem('gebeta.current')), /^confirm/, 'as the settings say');
});

pageTest('tutorial: with animations, a step is done when it has been seen', { at: '#/learn/mancala', settings: { speed: 'fast' } }, async (page) => {
  await page.locator('.pit[data-hole="0"]').click();
  await page.locator('.lesson-answer.done').waitFor();
});

pageTest('tutorial: in Senet a wrong move marks the right one', { at: '#/learn/senet' }, async (page) => {
  const press = (target) => page.locator(target).first().click();
  // The first steps have no second move; the third asks for a swap.
  await press('.throw-button[aria-disabled=false]');
  await press('[data-test=lesson-next]');
  await press('.sq[data-square="13"][aria-disabled=false]');
  await press('[data-test=lesson-next]');
  await page.locator('.sq[data-square="10"][aria-disabled=false]').waitFor();
  assert.equal(await page.locator('.sq .advice').count(), 0);
  await press('.sq[data-square="5"][aria-disabled=false]');
  await page.locator('.sq[data-square="10"] .advice.best', { hasText: 'Here' }).waitFor();
  assert.equal(await page.locator('.sq .advice').count(), 1);
  await press('.sq[data-square="10"][aria-disabled=false]');
  await page.locator('.lesson-answer.done').waitFor();
  assert.equal(await page.locator('.sq .advice').count(), 0);
});

pageTest('tutorial: a wrong try is explained and changes nothing', { at: '#/learn/mancala' }, async (page) => {
  const counts = () => page.locator('.pit').evaluateAll((pits) => pits.map((pit) => pit.getAttribute('aria-label')));
  await page.locator('.pit').first().waitFor();
  const before = await counts();
  await page.locator('.pit[data-hole="3"]').click();
  await page.locator('[data-test=lesson-answer]').filter({ hasText: 'please take pit 1' }).waitFor();
  assert.deepEqual(await counts(), before);
  assert.equal(await page.locator('[data-test=lesson-next]').count(), 0);
});

for (const [size, options] of [['a desktop', DESKTOP], ['a phone', PHONE]]) {
  pageTest(`Arabic layout on ${size}: from right to left, nothing sticks out`, { at: '#/', settings: { language: 'ar' }, ...options }, async (page) => {
    for (const [name, at] of Object.entries(SCREENS)) {
      await go(page, at.slice(1));
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      await title(page).waitFor();
      assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
      const { inside, wide } = await page.evaluate(() => ({
        inside: document.documentElement.clientWidth,
        wide: document.documentElement.scrollWidth,
      }));
      assert.ok(wide <= inside, `${name}: ${wide} wide in ${inside}`);
      assert.match(await title(page).innerText(), /[\u0600-\u06ff]/, name);
    }
  });
}

pageTest('Arabic layout: stones still travel counter-clockwise', { at: '#/learn/mancala', settings: { language: 'ar' } }, async (page) => {
  const x = async (hole) => (await page.locator(`[data-hole="${hole}"]`).first().boundingBox()).x;
  assert.ok((await x(0)) < (await x(5)), 'pit 1 is on the left');
  assert.ok((await x(5)) < (await x(6)), 'the store is on the right');
});

pageTest('Arabic layout: what unfolds points to the left until it is open', { at: '#/setup/mancala', settings: { language: 'ar' }, reducedMotion: 'reduce' }, async (page) => {
  const summary = page.locator('.advanced summary').first();
  // The corner between the two lines, turned: 45 degrees bring it to the left, as many back bring it down.
  const turned = () => summary.evaluate((summary) => {
    const { a, b } = new DOMMatrix(getComputedStyle(summary, '::before').transform);
    return Math.round((Math.atan2(b, a) * 180) / Math.PI);
  });
  assert.equal(await turned(), 45);
  await summary.click();
  assert.equal(await turned(), -45);
});

pageTest('Arabic layout: the menu is mirrored', { at: '#/', settings: { language: 'ar' } }, async (page) => {
  const x = async (target) => (await page.locator(target).boundingBox()).x;
  assert.ok((await x('.top .mark')) > (await x('.top nav')), 'the mark is on the right');
});

// English is looked at in every theme by axe.test.js.
for (const [language, words] of [['am', 'ደንቦች'], ['ar', 'القواعد']]) {
  pageTest(`pages to read have no barrier: ${language}`, { at: '#/about', settings: { language } }, async (page) => {
    assert.equal(await page.locator('html').getAttribute('lang'), language);
    await page.getByRole('link', { name: words }).first().waitFor();
    await accessible(page);
    for (const at of ['/rules/tainted', '/rules/five-piece', '/learn/mancala', '/learn/senet']) {
      await go(page, at);
      await page.locator('[data-test=rules], [data-test=lesson]').waitFor();
      await accessible(page);
    }
  });
}

// What can be pressed, with its name and size, if it is too small for a finger. Links within a text are as large as it is.
const tooSmall = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, summary, select, input:not(.unseen), a.button, nav a, label.check')]
      .filter((thing) => thing.checkVisibility() && !thing.matches('[type=checkbox]') && !thing.closest('[inert]'))
      .map((thing) => [thing, thing.getBoundingClientRect()])
      .filter(([, { width, height }]) => Math.min(width, height) < 43.5)
      .map(([thing, { width, height }]) => `${thing.className || thing.id}: ${thing.textContent || thing.ariaLabel} ${width} x ${height}`));

for (const [size, options] of [['phone', PHONE], ['tablet', TABLET]]) {
  pageTest(`everything to press is large enough for a finger: ${size}`, { at: '#/', ...options }, async (page) => {
    await keepGames(page);
    for (const at of Object.values(SCREENS)) {
      await go(page, at);
      await title(page).waitFor();
      assert.deepEqual(await tooSmall(page), [], at);
    }
    for (const scene of ['mancala', 'senet', 'replay', 'review-mancala', 'analysis-mancala', 'editor-mancala']) {
      await SCENES[scene](page);
      assert.deepEqual(await tooSmall(page), [], scene);
    }
  });
}

pageTest('stillness: what breathes is still, and what is to be read stays', { at: '#/', reducedMotion: 'reduce' }, async (page) => {
  const [sign, pass] = await page.evaluate(() =>
    ['pane thinking', 'senet-pass'].map((names) => {
      const inner = names.split(' ').reduce((parent, name) => {
        const child = document.createElement('p');
        child.className = name;
        parent.append(child);
        return child;
      }, document.body);
      const { animationDuration, animationIterationCount } = getComputedStyle(inner);
      return { animationDuration, animationIterationCount };
    }));
  assert.equal(sign.animationIterationCount, '1');
  assert.equal(pass.animationDuration, '2.4s');
});

pageTest('horror: the dark at the edges flickers only where things may move', { at: '#/', settings: { theme: 'horror', speed: 'normal' } }, async (page) => {
  const edges = () => page.evaluate(() => {
    const { animationName, backgroundImage } = getComputedStyle(document.body, '::before');
    return [animationName, backgroundImage.includes('gradient')];
  });
  assert.deepEqual(await edges(), ['flicker', true]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  assert.deepEqual(await edges(), ['none', true]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await go(page, '/settings');
  await page.locator('#speed').selectOption('off');
  assert.deepEqual(await edges(), ['none', true]);
});

pageTest('contrast: the system may ask for more, and for its own colors', { at: '#/', settings: { theme: 'auto' }, contrast: 'more' }, async (page) => {
  await page.locator('html[data-theme=contrast]').waitFor({ state: 'attached' });
  await page.emulateMedia({ contrast: 'no-preference' });
  await page.locator('html[data-theme=acacia]').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Play mancala' }).click();
  const colors = () => page.locator('.mancala .stone').first().evaluate((stone) => getComputedStyle(stone).backgroundColor);
  const before = await colors();
  await page.emulateMedia({ forcedColors: 'active' });
  assert.equal(await colors(), before, 'the stones keep theirs');
});

pageTest('settings: what one tab is told, another knows', { at: '#/settings' }, async (page, context) => {
  const second = await context.newPage();
  await open(second, '#/settings');
  await page.locator('#theme-night').check();
  await second.locator('html[data-theme=night]').waitFor({ state: 'attached' });
  assert.equal(await second.locator('#theme-night').isChecked(), true);
  await second.locator('#language').selectOption('ar');
  await page.locator('html[lang=ar][data-theme=night] h1', { hasText: 'الإعدادات' }).waitFor();
  assert.match(await page.evaluate(() => localStorage.getItem('gebeta.settings')), /language = ar[^]*theme = night/);
});

pageTest('the pictures of the rules show a move and a capture with arrows', { at: '#/rules/gebeta' }, async (page) => {
  const pictures = page.locator('.rule-picture');
  await pictures.first().waitFor();
  // A sowing has one way, a capture one more for each pit that is emptied; each has a halo below it.
  const ways = await pictures.evaluateAll((pictures) => pictures.map((picture) => picture.querySelectorAll('.gb-way').length));
  assert.deepEqual(ways, [0, 2, 6]);
  await go(page, '/rules/classic');
  await page.locator('.senet-thumb .gb-way').first().waitFor();
  assert.equal(await page.locator('.senet-thumb .gb-way').count(), 4);
});
