// Pictures of every screen in three sizes and three themes, for docs/gallery.
import { mkdir, writeFile } from 'node:fs/promises';

import { launch } from './lib/chromium.js';
import { hands, next, playOut, start, toss } from './lib/play.js';
import { DESKTOP, PHONE, SCREENS, TABLET } from './lib/screens.js';
import { serve } from './lib/server.js';

const SIZES = { phone: { ...PHONE, deviceScaleFactor: 1 }, tablet: TABLET, desktop: DESKTOP };
const LOOKS = ['classic', 'night', 'faience'];
const QUALITY = 82;
const folder = new URL('../docs/gallery/', import.meta.url).pathname;

const server = await serve();
const browser = await launch();

async function picture(page, name) {
  const devtools = await page.context().newCDPSession(page);
  // Whatever appears softly has appeared.
  await page.waitForTimeout(250);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await writeFile(`${folder}${name}.webp`, Buffer.from(data, 'base64'));
  await devtools.detach();
}

// Some moves into a game, so that the board looks played on.
async function play(page, press, moves) {
  for (let n = 0; n < moves; n += 1) {
    const { own } = await next(page);
    await press(own[n % own.length]);
  }
}

async function pictures(page, suffix) {
  const press = hands.mouse(page);
  await page.goto(server.address);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  for (const [name, at] of Object.entries(SCREENS)) {
    await page.evaluate((at) => { location.hash = at; }, at);
    await page.locator('h1').first().waitFor();
    await picture(page, `${name}-${suffix}`);
  }
  await start(page, press, 'senet');
  await toss(page, press);
  await play(page, press, 9);
  await picture(page, `senet-${suffix}`);
  await start(page, press, 'mancala', { rules: 'gebeta', fill: () => page.locator('#first').selectOption('coin') });
  await page.locator('.toss button').first().waitFor();
  await picture(page, `toss-${suffix}`);
  await toss(page, press);
  await play(page, press, 7);
  await picture(page, `mancala-${suffix}`);
  await playOut(page, press);
  await picture(page, `over-${suffix}`);
}

try {
  await mkdir(folder, { recursive: true });
  for (const [size, options] of Object.entries(SIZES)) {
    for (const theme of LOOKS) {
      const context = await browser.newContext({ ...options, locale: 'en', reducedMotion: 'reduce' });
      await context.addInitScript((theme) => {
        if (location.protocol === 'http:') localStorage.setItem('gebeta.settings', `theme = ${theme}\nspeed = off\ndelay = 0`);
      }, theme);
      await pictures(await context.newPage(), `${size}-${theme}`);
      await context.close();
    }
  }
} finally {
  await browser.close();
  await server.end();
}
