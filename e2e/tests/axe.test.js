// No barrier on any screen, in any theme, in a game and over it.
import { BROKEN, accessible, breaks, go, pageTest, setUp } from '../lib/harness.js';
import { hands, playOut, putGame } from '../lib/play.js';
import { DESKTOP, PHONE, SCENES, SCREENS, STATES, THEMES, keepGames } from '../lib/screens.js';

setUp();

const parts = (all, size) => Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size));

for (const [number, theme] of THEMES.entries()) {
  // Every part of the screens is looked at on a phone in half of the themes, and on a desk in the others.
  const screen = (part) => ((number + part) % 2 ? PHONE : DESKTOP);
  const options = (part) => ({ at: '#/', settings: { theme }, reducedMotion: 'reduce', ...screen(part) });
  for (const [part, screens] of parts(Object.entries(SCREENS), 6).entries()) {
    pageTest(`axe: ${screens.map(([name]) => name).join(', ')} in ${theme}`, options(part), async (page) => {
      await keepGames(page);
      for (const [name, at] of screens) {
        await go(page, at);
        await page.locator('h1').first().waitFor();
        await accessible(page, `${name} in ${theme}`);
      }
    });
  }
  for (const [part, scenes] of parts([...Object.entries(STATES), ...Object.entries(SCENES)], 3).entries()) {
    pageTest(`axe: ${scenes.map(([name]) => name).join(', ')} in ${theme}`, options(part), async (page) => {
      await keepGames(page);
      for (const [name, reach] of scenes) {
        await reach(page);
        await accessible(page, `${name} in ${theme}`);
      }
    });
  }
}

// What stands there when something is missing or broken.
for (const theme of THEMES) {
  const options = { at: '#/', settings: { theme }, ...PHONE };
  pageTest(`axe: no games, and no such part, in ${theme}`, { ...options, serviceWorkers: 'block', allow: /Failed to load|ERR_FAILED|fetch/ }, async (page, context) => {
    await context.route('**/split_library*', (route) => route.abort());
    await go(page, '/games');
    await page.getByText('This page is not loaded yet').waitFor();
    await accessible(page, `a missing part in ${theme}`);
    await context.unroute('**/split_library*');
    await page.getByRole('button', { name: 'Try again' }).click();
    for (const at of ['/games', '/statistics']) {
      await go(page, at);
      await page.getByText('No games yet.').waitFor();
      await accessible(page, `${at} without games in ${theme}`);
    }
  });
  pageTest(`axe: the page of a broken program in ${theme}`, { ...options, allow: BROKEN }, async (page) => {
    await breaks(page);
    await page.locator('.trouble summary').click();
    await accessible(page, `trouble in ${theme}`);
  });
}

pageTest('axe: Arabic is laid out from right to left', { at: '#/', settings: { language: 'ar' }, ...PHONE }, async (page) => {
  await page.locator('html[lang=ar][dir=rtl]').waitFor({ state: 'attached' });
  for (const at of ['#/', '#/setup/mancala', '#/settings', '#/rules', '#/online', '#/account']) {
    await go(page, at);
    await page.locator('h1').first().waitFor();
    await accessible(page, `${at} in Arabic`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) throw new Error(`${at} is ${overflow} px too wide`);
  }
});

for (const language of ['am', 'ar']) {
  pageTest(`axe: both boards and the card in ${language}`, { at: '#/', settings: { language }, ...PHONE }, async (page) => {
    await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' });
    const look = async (what) => {
      await accessible(page, `${what} in ${language}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (overflow > 0) throw new Error(`${what} is ${overflow} px too wide`);
    };
    await putGame(page, 'senet', 'W........B/W........./B......... w 0/0 -', { rules: ['pieces = 2'], confirms: true });
    await page.locator('.throw-button').click();
    await page.locator('.sq.legal').first().click();
    await page.locator('[data-test=commit]').waitFor();
    await look('Senet');
    await putGame(page, 'mancala', '0,0,0,0,1,1,20,1,0,0,0,0,0,25 1');
    await look('mancala');
    await playOut(page, hands.mouse(page));
    await look('the card');
  });
}
