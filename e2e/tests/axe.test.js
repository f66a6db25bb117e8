// No barrier on any screen, in any theme, in a game and over it.
import { accessible, go, pageTest, setUp } from '../lib/harness.js';
import { OVER, hands, playOut, start, toss } from '../lib/play.js';
import { DESKTOP, PHONE, SCREENS, THEMES } from '../lib/screens.js';

setUp();

for (const theme of THEMES) {
  // Half of them as on a phone, so that both layouts are looked at without looking twice.
  const options = THEMES.indexOf(theme) % 2 ? PHONE : DESKTOP;
  pageTest(`axe: every screen in ${theme}`, { at: '#/', settings: { theme }, ...options }, async (page) => {
    for (const [name, at] of Object.entries(SCREENS)) {
      await go(page, at);
      await page.locator('h1').first().waitFor();
      await accessible(page, `${name} in ${theme}`);
    }
    const press = hands.mouse(page);
    await start(page, press, 'senet');
    await toss(page, press);
    await press('.throw-button[aria-disabled=false]');
    await accessible(page, `Senet in ${theme}`);
    await start(page, press, 'mancala', { fill: () => page.locator('#stones').fill('1') });
    await toss(page, press);
    await accessible(page, `mancala in ${theme}`);
    await playOut(page, press);
    await page.locator(OVER).waitFor();
    await accessible(page, `the end of a game in ${theme}`);
  });
}

pageTest('axe: Arabic is laid out from right to left', { at: '#/', settings: { language: 'ar' }, ...PHONE }, async (page) => {
  await page.locator('html[lang=ar][dir=rtl]').waitFor({ state: 'attached' });
  for (const at of ['#/', '#/setup/mancala', '#/settings', '#/rules']) {
    await go(page, at);
    await page.locator('h1').first().waitFor();
    await accessible(page, `${at} in Arabic`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) throw new Error(`${at} is ${overflow} px too wide`);
  }
});
