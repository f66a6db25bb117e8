// Pictures of every screen in three sizes and three themes, and a page that shows them, in the folder GEBETA_GALLERY.
import { mkdir, writeFile } from 'node:fs/promises';

import { launch } from './lib/chromium.js';
import { DESKTOP, PHONE, SCENES, SCREENS, SHOWN, STATES, TABLET, go, keepGames } from './lib/screens.js';
import { serve } from './lib/server.js';

const SIZES = { phone: { ...PHONE, deviceScaleFactor: 1 }, tablet: TABLET, desktop: DESKTOP };
const LOOKS = { classic: 'Classic', night: 'Nile night', faience: 'Faience' };
// How wide the pictures stand in the page that shows them.
const WIDTHS = { phone: 150, tablet: 200, desktop: 280 };
const QUALITY = 50;
// Large pictures are made smaller, for those who look at many.
const scale = (width, height) => Math.min(1, Math.sqrt(450_000 / (width * height)));
const folder = process.env.GEBETA_GALLERY ?? new URL('../target/gallery', import.meta.url).pathname;
const [onlyScreen = '', onlySize = '', onlyLook = ''] = process.argv.slice(2);

// Those in the lobby first, as long as nobody has signed in.
const scenes = { ...Object.fromEntries(SHOWN.map((name) => [name, STATES[name]])), ...SCENES };

const server = await serve();
const browser = await launch();

async function picture(page, name) {
  const devtools = await page.context().newCDPSession(page);
  await page.mouse.move(0, 0);
  // Whatever appears softly has appeared; what goes on for ever stays as it is.
  await page.evaluate(async () => {
    document.activeElement.blur();
    await new Promise((then) => { requestAnimationFrame(() => requestAnimationFrame(then)); });
    const isFinite = (one) => Number.isFinite(one.effect.getComputedTiming().endTime);
    for (const one of document.getAnimations().filter(isFinite)) one.finish();
  });
  const { width, height } = page.viewportSize();
  const clip = { x: 0, y: await page.evaluate(() => scrollY), width, height, scale: scale(width, height) };
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip });
  await writeFile(`${folder}/${name}.webp`, Buffer.from(data, 'base64'));
  await devtools.detach();
}

async function pictures(page, suffix) {
  await page.goto(server.address);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await keepGames(page);
  for (const [name, at] of Object.entries(SCREENS).filter(([name]) => name.includes(onlyScreen))) {
    await go(page, at);
    await page.locator('h1').first().waitFor();
    await picture(page, `${name}-${suffix}`);
  }
  for (const [name, reach] of Object.entries(scenes).filter(([name]) => name.includes(onlyScreen))) {
    await reach(page);
    await picture(page, `${name}-${suffix}`);
  }
}

// The page that shows all of them.
function overview() {
  const cell = (name, size, look) => {
    const file = `${name}-${size}-${look}.webp`;
    return `<td><a href="${file}"><img src="${file}" width="${WIDTHS[size]}" alt="${name}, ${size}, ${LOOKS[look]}" loading="lazy"></a></td>`;
  };
  const row = (name, size) => `<tr><th>${size}</th>${Object.keys(LOOKS).map((look) => cell(name, size, look)).join('')}</tr>`;
  const screen = (name) => `<h2>${name}</h2>\n<table>\n${Object.keys(SIZES).map((size) => row(name, size)).join('\n')}\n</table>`;
  const names = [...Object.keys(SCREENS), ...Object.keys(scenes)];
  const title = 'Every screen of Gebeta';
  const head = `<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>${title}</title>\n<h1>${title}</h1>`;
  return `${head}\n<p>${Object.values(LOOKS).join(', ')}</p>\n${names.map(screen).join('\n')}\n</html>\n`;
}

try {
  await mkdir(folder, { recursive: true });
  for (const [size, options] of Object.entries(SIZES).filter(([size]) => size.includes(onlySize))) {
    for (const theme of Object.keys(LOOKS).filter((look) => look.includes(onlyLook))) {
      const context = await browser.newContext({ ...options, locale: 'en', reducedMotion: 'reduce' });
      await context.addInitScript((theme) => {
        if (location.protocol === 'http:') localStorage.setItem('gebeta.settings', `theme = ${theme}\nspeed = off\ndelay = 0`);
      }, theme);
      await pictures(await context.newPage(), `${size}-${theme}`);
      await context.close();
    }
  }
  await writeFile(`${folder}/index.html`, overview());
  console.log(`the pictures and index.html are in ${folder}`);
} finally {
  await browser.close();
  await server.end();
}
