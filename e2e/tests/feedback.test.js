// What a person does is answered where they look.
import assert from 'node:assert/strict';

import { accessible, address, pageTest, ready, setUp } from '../lib/harness.js';
import { hands, next, start, toss } from '../lib/play.js';
import { PHONE, frame, go } from '../lib/screens.js';

setUp();

const inView = (locator) =>
  locator.evaluate((element) => {
    const { top, bottom, height } = element.getBoundingClientRect();
    return height > 0 && top >= 0 && bottom <= innerHeight;
  });

// Whether what is marked as current lies inside the list that scrolls.
const followed = (page, list) =>
  page.waitForFunction((list) => {
    const box = document.querySelector(list).getBoundingClientRect();
    const current = document.querySelector(`${list} [aria-current]`)?.getBoundingClientRect();
    return current && current.top >= box.top - 1 && current.bottom <= box.bottom + 1;
  }, list);

pageTest('analysis: the board is that of the rules that were chosen, there and back', { at: '#/analysis' }, async (page) => {
  await page.locator('.mancala').waitFor();
  for (const rules of ['classic', 'five-piece']) {
    await page.locator('#analysis-rules').selectOption(rules);
    await page.locator('.senet-grid').waitFor();
    assert.equal(await page.locator('.mancala').count(), 0);
    await page.locator('[data-test=rolls] button').first().click();
    await page.locator('#analysis-rules').selectOption('gebeta');
    await page.locator('.mancala .pit.legal').first().waitFor();
    assert.equal(await page.locator('.senet-grid').count(), 0);
  }
});

pageTest('the list of moves follows the game, and the page stays where it is', { at: '#/', ...PHONE }, async (page) => {
  await start(page, hands.touch(page), 'mancala', { rules: 'gebeta' });
  await toss(page, hands.touch(page));
  for (let n = 0; n < 14; n += 1) await hands.touch(page)((await next(page)).own[0]);
  await page.locator('[data-test=more]').tap();
  await followed(page, '.move-list');
  assert.ok(await page.locator('.move-list').evaluate((list) => list.scrollTop) > 0, 'the list is longer than its box');
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator('[data-test=first]').evaluate((first) => first.click());
  await page.waitForFunction(() => document.querySelector('.move-list').scrollTop === 0);
  await page.locator('[data-test=last]').evaluate((last) => last.click());
  await followed(page, '.move-list');
  assert.equal(await page.evaluate(() => scrollY), 0);
});

pageTest('what was copied or saved is told in sight, and read out', { at: '#/', permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
  await start(page, hands.mouse(page), 'mancala', { rules: 'gebeta' });
  await toss(page, hands.mouse(page));
  await hands.mouse(page)((await next(page)).own[0]);
  await page.locator('.sharing summary').click();
  for (const [name, words] of [['share-link', 'Copied.'], ['keep', 'The game is saved.']]) {
    await page.locator(`[data-test=${name}]`).click();
    const told = page.locator('[role=status]', { hasText: words }).locator('p');
    await told.waitFor();
    assert.ok(await inView(told), `"${words}" is in sight`);
  }
  await accessible(page, 'a game with a message over it');
});

pageTest('who deletes a game is asked by the page, and may change their mind', { at: '#/' }, async (page) => {
  page.on('dialog', (dialog) => assert.fail(`a dialog of the browser: ${dialog.message()}`));
  await start(page, hands.mouse(page), 'mancala', { rules: 'gebeta' });
  await toss(page, hands.mouse(page));
  await hands.mouse(page)((await next(page)).own[0]);
  await page.locator('.sharing summary').click();
  await page.locator('[data-test=keep]').click();
  await page.getByText('The game is saved.').waitFor();
  await go(page, '/games');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this game?' }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.dataset.test), 'no');
  await accessible(page, 'the question before a game is deleted');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await page.locator('.kept-game').count(), 1);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.locator('[data-test=yes]').click();
  await page.getByText('No games yet. Play one.').waitFor();
});

for (const [language, path, words] of [
  ['en', 'nonsense', 'This page does not exist.'],
  ['ar', 'g/00112233445566778899', 'لا توجد لعبة كهذه، أو ليست لك.'],
  ['am', 'a/b/c', 'ይህ ገጽ የለም።'],
]) {
  pageTest(`an unknown address /${path} is told in the language and the colors of the visitor`, { settings: { language, theme: 'night' }, allow: /404/ }, async (page) => {
    const answer = await page.goto(address() + path);
    assert.equal(answer.status(), 404);
    await ready(page);
    await page.getByText(words).waitFor();
    assert.deepEqual(await page.locator('html').evaluate(({ lang, dataset }) => [lang, dataset.theme]), [language, 'night']);
    await accessible(page, `/${path}`);
    await page.locator('#main a.button').click();
    await page.locator('.home').waitFor();
    assert.equal(page.url(), `${address()}#/`);
  });
}

pageTest('finding an opponent without a network: told at once and in sight, and nothing happens later', { at: '#/online', ...PHONE, allow: /Failed to load|ERR_/ }, async (page, context) => {
  await page.getByText('No open games.').waitFor();
  // The first touch loads the sounds.
  await page.locator('h1').first().tap();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByText('The server does not answer.').waitFor();
  assert.equal(await page.getByText('No open games.').count(), 0);
  const asked = [];
  page.on('request', (request) => request.url().includes('/api/pair') && asked.push(request.url()));
  const pressed = Date.now();
  await page.locator('[data-test=pair]').first().click();
  const told = page.locator('#toast p');
  await told.waitFor();
  assert.ok(Date.now() - pressed < 2000, 'at once');
  assert.ok(await inView(told));
  await context.setOffline(false);
  await page.getByText('No open games.').waitFor({ timeout: 15_000 });
  assert.match(page.url(), /#\/online$/, 'nobody was paired');
  assert.ok(asked.length <= 1, 'it was asked once');
});

pageTest('the button that was pressed says that it is looking, until the server answers', { at: '#/online' }, async (page, context) => {
  let answer;
  await context.route('**/api/pair', (route) => { answer = () => route.continue(); });
  await page.locator('[data-test=pair][data-clock="0"]').click();
  await page.locator('[data-clock="0"][aria-busy=true]', { hasText: 'Looking' }).waitFor();
  assert.equal(await page.locator('[data-test=pair]:enabled').count(), 0);
  answer();
  await page.waitForURL(/#\/online\/[0-9a-f]{20}$/);
  await page.getByText('Anybody in the lobby can join.').waitFor();
  await page.locator('[data-test=cancel]').click();
  await frame(page);
});
