// Sizes of screens, and how to get each of the program's screens in view.
import { readFile, readdir } from 'node:fs/promises';

import { experienced } from './account.js';
import { learn } from './lessons.js';
import { foremost, hands, next, playOut, start, unfold } from './play.js';

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
export const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true };
export const DESKTOP = { viewport: { width: 1440, height: 900 } };
export const SMALLEST = { viewport: { width: 320, height: 568 } };

export const THEMES = ['classic', 'night', 'faience', 'acacia', 'horror', 'contrast'];

// Screens that need no game to be there.
export const SCREENS = {
  home: '#/',
  'setup-mancala': '#/setup/mancala',
  'setup-senet': '#/setup/senet',
  rules: '#/rules',
  'learn-mancala': '#/learn/mancala',
  'learn-senet': '#/learn/senet',
  games: '#/games',
  analysis: '#/analysis',
  online: '#/online',
  account: '#/account',
  statistics: '#/statistics',
  settings: '#/settings',
  about: '#/about',
  lost: '#/nowhere',
};

// Goes to another screen without loading the page again. The address changes at once, the screen with an event of its own.
export async function go(page, at) {
  await page.evaluate(async (at) => {
    const before = location.href;
    location.hash = at;
    if (location.href !== before) await new Promise((there) => { addEventListener('hashchange', there, { once: true }); });
  }, at);
  await frame(page);
}

// With the next frame a new screen has taken the focus and scrolled to its top: who types or presses before may miss.
export const frame = (page) => page.evaluate(() => new Promise(requestAnimationFrame));

// Opens what a small screen has no room for beside the board.
async function more(page) {
  await page.locator('.mancala, .senet-grid').first().waitFor();
  const button = page.locator('[data-test=more]');
  if (await button.isVisible()) await button.click();
}

// Of the STATES below, those that the gallery shows too.
export const SHOWN = ['tossed', 'setup-rules', 'over-senet', 'shared', 'online-game'];

// Takes in the games of e2e/games, so that there is something to replay, review and count.
export async function keepGames(page) {
  const folder = new URL('../games/', import.meta.url);
  const names = await readdir(folder);
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  await go(page, '/games');
  await page.locator('#import').setInputFiles({ name: 'games.txt', mimeType: 'text/plain', buffer: Buffer.from(texts.join('\n')) });
  await page.locator('.kept-game').nth(names.length - 1).waitFor();
}

// Opens what the list of games offers for the game by these rules: `replay` or `review`.
async function kept(page, rules, what) {
  await go(page, '/games');
  // The oldest: a game that was gone on with from there may have been put away above it.
  await page.locator('.kept-game', { hasText: rules }).locator(`a[href^="#/${what}/"]`).last().click();
}

// Goes on with a kept game from its move `place`, or that many before its end.
async function playOn(page, rules, place) {
  await kept(page, rules, 'replay');
  const jump = page.getByRole('slider', { name: 'Jump to a move' });
  const last = Number(await jump.getAttribute('max'));
  await jump.fill(String(place < 0 ? last + place : place));
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.waitForURL(/#\/game$/);
  await next(page);
}

async function edit(page, game) {
  await go(page, `/analysis/${game}`);
  await page.locator('[data-test=edit]').click();
  await page.locator('[data-test=editor]').waitFor();
}

// Screens in the middle of something; for all of them the games of `keepGames` must be there, and the language be English.
export const SCENES = {
  toss: async (page) => {
    await start(page, hands.mouse(page), 'mancala', { rules: 'gebeta', fill: () => page.locator('#first').selectOption('coin') });
    await page.locator('.toss button').first().waitFor();
  },
  mancala: (page) => playOn(page, 'Gebeta', 9),
  hint: async (page) => {
    await playOn(page, 'Gebeta', 25);
    await page.locator('[data-test=hint]').click();
    await page.locator('[data-test=hint-words]', { hasText: 'Best move' }).waitFor();
  },
  over: async (page) => {
    await playOn(page, 'Gebeta', -1);
    await page.locator((await next(page)).own.at(-1)).click();
    await page.locator('[data-test=over]').waitFor();
  },
  senet: async (page) => {
    await playOn(page, 'Five pieces', 40);
    await page.locator('.throw-button').click();
    await page.locator('.roll.shown').waitFor();
  },
  replay: (page) => kept(page, 'Avalanche', 'replay').then(() => page.getByRole('slider', { name: 'Jump to a move' }).fill('20')),
  'review-mancala': (page) => review(page, 'Gebeta'),
  'review-senet': (page) => review(page, 'Five pieces'),
  'analysis-mancala': (page) => analyse(page, 'mancala'),
  'analysis-senet': (page) => analyse(page, 'senet'),
  'editor-mancala': (page) => edit(page, 'mancala'),
  'editor-senet': (page) => edit(page, 'senet'),
  profile: async (page) => {
    await experienced(page);
    await go(page, '/account');
    await page.locator('[data-test=played]').first().waitFor();
  },
  'online-rules': async (page) => {
    await experienced(page);
    await go(page, '/online');
    await page.locator('[data-test=rule-options] summary').click();
  },
};

async function review(page, rules) {
  await kept(page, rules, 'review');
  await page.locator('[data-test=graded]').waitFor({ timeout: 90_000 });
}

async function analyse(page, game) {
  await go(page, `/analysis/${game}`);
  await page.locator('[data-test=lines] button').first().waitFor();
}

// Makes a game in the lobby, as somebody without an account, whose name nobody else has either.
async function makeGame(page, change = async () => {}) {
  await go(page, '/online');
  await page.locator('#online-name').fill('Almaz');
  await change();
  await page.locator('[data-test=make]').click();
}

// Other states of these screens, in which there could be barriers too; they need the same games.
export const STATES = {
  tossed: async (page) => {
    await SCENES.toss(page);
    await page.locator('.toss button').first().click();
    await page.locator('.toss-result').waitFor();
  },
  'setup-rules': async (page) => {
    await go(page, '/setup/mancala');
    await unfold(page);
    await page.locator('#pits').fill('99');
    await page.locator('#pits[aria-invalid=true]').waitFor();
  },
  'setup-rules-senet': async (page) => {
    await go(page, '/setup/senet');
    await unfold(page);
    await page.locator('#block').waitFor();
  },
  // A move on trial, where another game had to be put away.
  commit: async (page) => {
    await SCENES.mancala(page);
    await start(page, hands.mouse(page), 'mancala', { rules: 'gebeta', fill: () => page.locator('#confirm').check() });
    await page.locator('.pit.legal').first().click();
    await page.locator('[data-test=commit]').waitFor();
    await page.locator('[data-test=put-away]').waitFor();
  },
  'over-senet': async (page) => {
    await playOn(page, 'Five pieces', -1);
    await playOut(page, hands.mouse(page), foremost);
  },
  'commit-senet': async (page) => {
    await start(page, hands.mouse(page), 'senet', { rules: 'classic', fill: () => page.locator('#confirm').check() });
    await page.locator('.throw-button').click();
    await page.locator('.sq.legal').first().click();
    await page.locator('[data-test=commit]').waitFor();
  },
  shared: async (page) => {
    await kept(page, 'Gebeta', 'replay');
    await page.locator('[data-test=analyse]').waitFor();
    // The code of a game is the same for the analysis and for a friend.
    const code = (await page.locator('[data-test=analyse]').getAttribute('href')).replace('#/analysis/', '');
    await go(page, `/g/${code}`);
    await page.locator('h1', { hasText: 'A shared' }).waitFor();
  },
  'home-go-on': async (page) => {
    await SCENES.mancala(page);
    await go(page, '/');
    await page.locator('.go-on').waitFor();
  },
  // Every drawer beside a board open, and the evaluation bar on.
  drawers: async (page) => {
    await go(page, '/settings');
    await page.locator('#bar').check();
    await start(page, hands.mouse(page), 'mancala', { rules: 'gebeta', minds: ['human', 'novice'] });
    await page.locator('.pit.legal').first().click();
    await more(page);
    await page.locator('.move-list .p2').first().waitFor();
    for (const drawer of ['thought', 'sharing']) await page.locator(`[data-test=${drawer}] summary`).click();
    await page.locator('.thought-moves li, [data-test=thought] p').first().waitFor();
    await page.locator('[data-test=share-link]').waitFor();
    await page.locator('.eval').waitFor();
  },
  'looking-back': async (page) => {
    await playOn(page, 'Gebeta', 9);
    await more(page);
    await page.getByRole('button', { name: 'One move back' }).click();
    await page.locator('.move[aria-current]').waitFor();
  },
  'review-progress': async (page) => {
    await kept(page, 'Five pieces', 'review');
    await page.locator('[data-test=review-progress]').waitFor();
  },
  'lesson-over': async (page) => {
    await go(page, '/learn/mancala');
    await learn(page, hands.mouse(page), 'mancala');
  },
  update: async (page) => {
    await go(page, '/');
    await page.evaluate(() => dispatchEvent(new Event('gebeta-update')));
    await page.locator('.notice').waitFor();
  },
  'online-waiting': async (page) => {
    await makeGame(page);
    await page.locator('#game-link').waitFor();
  },
  'online-game': async (page) => {
    await makeGame(page, () => page.locator('#online-opponent').selectOption({ index: 1 }));
    await page.locator('.mancala').waitFor();
  },
};
