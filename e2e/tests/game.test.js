// What a player can do around the moves of a game.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { go, open, pageTest, ready, setUp } from '../lib/harness.js';
import { OVER, hands, next, playOut, start, toss } from '../lib/play.js';

const FOLDER_RULES = 'about = "Three pits of two"\ngame = "mancala"\npits = 3\nstones = 2\n';

setUp(async (home) => {
  const folder = join(home, 'config/gebeta/rules');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'tiny.toml'), FOLDER_RULES);
});

const labels = (page) => page.locator('[data-hole]').evaluateAll((holes) => holes.map((hole) => hole.getAttribute('aria-label')));
const play = async (page) => page.locator((await next(page)).own[0]).click();
const begin = async (page, options) => {
  await start(page, hands.mouse(page), 'mancala', options);
  await toss(page, hands.mouse(page));
};

pageTest('G7 every screen has an address, and the back button works', { at: '#/' }, async (page) => {
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.waitForURL(/#\/settings$/);
  await page.goBack();
  await page.waitForURL(/#\/$|\/$/);
  await page.locator('h1', { hasText: 'Gebeta' }).waitFor();
});

pageTest('A5 empty and equal names are told at the field', { at: '#/setup/mancala' }, async (page) => {
  await page.locator('#who-2').selectOption('human');
  assert.notEqual(await page.locator('#name-1').inputValue(), '');
  await page.locator('#name-1').fill('  ');
  await page.locator('button[type=submit]').click();
  // The field takes the focus a frame later, from whoever types somewhere else by then.
  await page.locator('#name-1[aria-invalid=true]:focus').waitFor();
  await page.getByText('Please type a name.').waitFor();
  await page.locator('#name-1').fill('Sara');
  await page.locator('#name-2').fill('Sara');
  await page.locator('button[type=submit]').click();
  await page.locator('[aria-invalid=true]:focus').waitFor();
  assert.match(page.url(), /setup/);
  await page.locator('#name-2').fill('Abebe');
  await page.locator('button[type=submit]').click();
  await toss(page, hands.mouse(page));
  await page.getByText('Abebe').first().waitFor();
});

pageTest('A6 a chosen move is seen, then undone or played', { at: '#/' }, async (page) => {
  await begin(page, { fill: () => page.locator('#confirm').check() });
  const before = await labels(page);
  await page.locator('.pit.legal').first().click();
  await page.locator('[data-test=commit]').waitFor();
  assert.notDeepEqual(await labels(page), before, 'the result is shown');
  await page.locator('[data-test=undo]').click();
  assert.deepEqual(await labels(page), before);
  await page.locator('.pit.legal').first().click();
  await page.locator('[data-test=commit]').click();
  await page.locator('[data-test=commit]').waitFor({ state: 'detached' });
  assert.notDeepEqual(await labels(page), before);
});

pageTest('W2 the coin decides in view who begins', { at: '#/' }, async (page) => {
  await start(page, hands.mouse(page), 'mancala', { fill: () => page.locator('#first').selectOption('coin') });
  await page.getByRole('button', { name: 'Heads' }).click();
  const told = await page.locator('.toss-result').textContent();
  assert.match(told, /The coin shows (Heads|Tails)/i);
  assert.equal(await page.locator('.toss-sides li').count(), 2, 'each player sees their side');
  const first = told.match(/: (.*) begins/)[1];
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('.pane.turn').filter({ hasText: first }).waitFor();
});

pageTest('G3 G4 only legal pits react, and a refused one says why', { at: '#/' }, async (page) => {
  await begin(page, { rules: 'gebeta' });
  await page.locator('.pane.turn.p1').waitFor();
  const before = await labels(page);
  // A person does not ask first whether the pit may be pressed.
  await page.locator('.pit.two').first().click({ force: true });
  await page.locator('.information.refused, .hint.refused').first().waitFor();
  assert.deepEqual(await labels(page), before);
});

pageTest('A7 play again keeps the settings, end game returns to the start', { at: '#/' }, async (page) => {
  await begin(page, { rules: 'tainted', fill: () => page.locator('#name-1').fill('Sara') });
  await playOut(page, hands.mouse(page));
  assert.equal(await page.locator('.pit.legal').count(), 0, 'pits are inert');
  await page.locator('[data-test=again]').click();
  // The address changes before the old board goes.
  await page.locator('.toss').waitFor();
  assert.match(page.url(), /#\/toss$/);
  await toss(page, hands.mouse(page));
  await page.getByText('Sara').first().waitFor();
  await page.locator('[data-test=end]').click();
  await page.waitForURL(/#\/$/);
});

pageTest('G9 earlier positions can be looked at, and moves taken back', { at: '#/' }, async (page) => {
  await begin(page, { rules: 'gebeta' });
  const first = await labels(page);
  await play(page);
  await play(page);
  const third = await labels(page);
  await page.locator('[data-test=first]').click();
  assert.deepEqual(await labels(page), first);
  await page.locator('[data-test=last]').click();
  assert.deepEqual(await labels(page), third);
  await page.locator('[data-test=undo]').click();
  await page.locator('[data-test=undo]').click();
  assert.deepEqual(await labels(page), first);
  await page.locator('[data-test=redo]').click();
  await page.locator('[data-test=redo]').click();
  assert.deepEqual(await labels(page), third);
});

pageTest('G14 a game in progress survives closing the tab', { at: '#/' }, async (page, context) => {
  await begin(page, { rules: 'gebeta', fill: () => page.locator('#name-1').fill('Sara') });
  await play(page);
  await play(page);
  const before = await labels(page);
  await page.close();
  const again = await context.newPage();
  await open(again, '#/game');
  await again.locator('.pit.legal').first().waitFor();
  assert.deepEqual(await labels(again), before);
  await play(again);
  await open(again, '#/');
  await again.locator('.go-on').click();
  await again.locator('.pit.legal').first().waitFor();
});

pageTest('W3 W7 difficulty sets the stones, and any size of board is there', { at: '#/' }, async (page) => {
  await begin(page, { rules: 'gebeta', fill: () => page.locator('[data-difficulty=hard]').click() });
  assert.match((await labels(page)).join(), /5 stones/);
  await page.locator('[data-test=end]').click();
  await begin(page, {
    fill: async () => {
      await page.locator('#pits').fill('12');
      await page.locator('#stones').fill('12');
    },
  });
  assert.equal(await page.locator('.pit').count(), 24);
});

pageTest('G16 a rule file in the folder of the server is in the menu', { at: '#/setup/mancala' }, async (page) => {
  await page.locator('#rule-set option[value=tiny]').waitFor({ state: 'attached' });
  await begin(page, { rules: 'tiny' });
  assert.equal(await page.locator('.pit').count(), 6);
});

pageTest('G16 a rule file can be pasted, and its faults are told', { at: '#/setup/mancala' }, async (page) => {
  await page.locator('summary', { has: page.locator(':scope') }).filter({ hasText: /own/i }).click();
  await page.locator('#rule-text').fill('game = "mancala"\npits = 99\n');
  await page.locator('#rule-text ~ .row button').click();
  await page.locator('[role=status] .help', { hasText: /pits/ }).waitFor();
  await page.locator('#rule-text').fill(FOLDER_RULES.replace('pits = 3', 'name = "mine"\npits = 4'));
  await page.locator('#rule-text ~ .row button').click();
  await page.locator('#rule-set option[value=mine]').waitFor({ state: 'attached' });
});

pageTest('A4 A8 A9 G8 a computer plays either seat, or both, after a pause with a sign', { at: '#/', settings: { delay: 300 } }, async (page) => {
  // Where loading the board took longer than the pause, the move follows at once: the page itself notes the sign.
  await page.evaluate(() => {
    const look = () => { window.wasThinking ||= [...document.querySelectorAll('.thinking')].some((sign) => /thinking/i.test(sign.textContent)); };
    new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  await begin(page, { rules: 'gebeta', minds: ['novice', 'human'] });
  await page.locator('.pane.turn.p2').waitFor();
  assert.ok(await page.evaluate(() => window.wasThinking), 'a sign tells that the computer thinks');
  await page.locator('[data-test=end]').click();
  await go(page, '/settings');
  await page.locator('#delay').fill('0');
  await begin(page, { rules: 'gebeta', minds: ['novice', 'novice'], fill: () => page.locator('#stones').fill('1') });
  await page.locator(OVER).waitFor({ timeout: 30_000 });
});

pageTest('W5 the panes tell names, scores, the chosen pit and turns', { at: '#/' }, async (page) => {
  await begin(page, { rules: 'gebeta', fill: () => page.locator('#confirm').check() });
  await page.locator('.pit.legal').first().click();
  await page.locator('[data-test=chosen]').filter({ hasText: '4' }).first().waitFor();
  await page.getByRole('button', { name: 'Play turn' }).click();
  await page.locator('[data-test=turns]').filter({ hasText: '1' }).first().waitFor();
});

pageTest('A3 G13 the theme of the set-up page dresses the game, and stays', { at: '#/' }, async (page) => {
  await begin(page, { fill: () => page.locator('#theme').selectOption('horror') });
  await page.locator('html[data-theme=horror]').waitFor({ state: 'attached' });
  await page.reload();
  await ready(page);
  await page.locator('html[data-theme=horror]').waitFor({ state: 'attached' });
});
