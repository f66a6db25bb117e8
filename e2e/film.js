// The moving picture of the README: some seconds of each game between two computer players, recorded from the real page. The
// frames and the animated WebP that img2webp makes of them go to the folder GEBETA_FILM.
import { execFile } from 'node:child_process';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

import { launch } from './lib/chromium.js';
import { hands, start } from './lib/play.js';
import { serve } from './lib/server.js';

const VIEWPORT = { width: 1280, height: 800 };
const FRAME = { maxWidth: 960, maxHeight: 600 };
const SCENES = [
  { game: 'mancala', rules: 'gebeta', minds: ['level5', 'level4'], theme: 'night', seconds: 8 },
  { game: 'senet', rules: 'five-piece', minds: ['level5', 'level4'], theme: 'classic', seconds: 9 },
];
// Frames nearer to each other than this are left out, in milliseconds.
const NEAREST = 75;
// The last frame of a scene stays for so long.
const LAST = 900;
const QUALITY = 55;
const LARGEST = 1_500_000;
const folder = process.env.GEBETA_FILM ?? new URL('../target/film', import.meta.url).pathname;

// The frames of some seconds of a game, each with the time at which it was shown.
async function record(browser, address, { game, rules, minds, theme, seconds }) {
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'en' });
  await context.addInitScript((theme) => {
    if (location.protocol === 'http:') localStorage.setItem('gebeta.settings', `theme = ${theme}\nspeed = normal\ndelay = 400`);
  }, theme);
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await start(page, hands.mouse(page), game, { rules, minds });
  await page.locator('.mancala, .senet-grid').first().waitFor();
  await page.mouse.move(0, 0);
  const devtools = await context.newCDPSession(page);
  const frames = [];
  devtools.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ data: Buffer.from(data, 'base64'), at: metadata.timestamp * 1000 });
    devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  await devtools.send('Page.startScreencast', { format: 'png', ...FRAME });
  await page.waitForTimeout(seconds * 1000);
  await devtools.send('Page.stopScreencast');
  await context.close();
  return frames;
}

// The frames that are kept, with how long each is shown.
function timed(frames) {
  const kept = [];
  for (const frame of frames) if (!kept.length || frame.at - kept.at(-1).at >= NEAREST) kept.push(frame);
  return kept.map(({ data, at }, n) => ({ data, ms: Math.round((kept[n + 1]?.at ?? at + LAST) - at) }));
}

const server = await serve();
const browser = await launch();
try {
  await rm(`${folder}/frames`, { recursive: true, force: true });
  await mkdir(`${folder}/frames`, { recursive: true });
  const args = ['-loop', '0'];
  let count = 0;
  for (const scene of SCENES) {
    for (const { data, ms } of timed(await record(browser, server.address, scene))) {
      const file = `${folder}/frames/${String(count).padStart(4, '0')}.png`;
      await writeFile(file, data);
      args.push('-lossy', '-q', String(QUALITY), '-m', '6', '-d', String(ms), file);
      count += 1;
    }
  }
  const film = `${folder}/both-games.webp`;
  await promisify(execFile)('img2webp', [...args, '-o', film]);
  const { size } = await stat(film);
  console.log(`${film}: ${count} frames, ${size} bytes`);
  if (size > LARGEST) throw new Error(`the film is larger than ${LARGEST} bytes`);
} finally {
  await browser.close();
  await server.end();
}
