// What holds the program up: static hosts, no network, newer versions, a program that breaks.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { address, go, open, pageTest, ready, setUp, withPage } from '../lib/harness.js';
import { OVER, fill, hands, next, playOut, start, toss } from '../lib/play.js';
import { PHONE } from '../lib/screens.js';
import { serveFiles } from '../lib/server.js';

setUp();

// The service worker has fetched all it keeps.
const installed = (page) => page.evaluate(async () => (await navigator.serviceWorker.ready).active.state);

// A board on which a game takes a few moves.
const tiny = (page) => fill(page, { '#pits': 3, '#stones': 2 });

test('the bundle runs from a plain file server below a folder', async () => {
  const files = await serveFiles();
  try {
    await withPage({}, async (page) => {
      const asked = [];
      page.on('request', (request) => asked.push(request.url()));
      await open(page, '#/', files.address);
      await page.locator('h1').first().waitFor();
      await installed(page);
      const press = hands.mouse(page);
      await start(page, press, 'mancala', { minds: ['human', 'novice'], fill: () => tiny(page) });
      await playOut(page, press);
      // A user's rule files are asked of a server that may have some; everything else is in the folder.
      const outside = asked.filter((url) => !url.startsWith(files.address) && !url.startsWith('blob:'));
      assert.deepEqual(outside, []);
    });
  } finally {
    await files.end();
  }
});

pageTest('offline: after the first visit everything works without a network', { at: '#/' }, async (page, context) => {
  const press = hands.mouse(page);
  await installed(page);
  await context.setOffline(true);
  await page.reload();
  await ready(page);
  await page.locator('h1').first().waitFor();
  // Both games against computer players, which load their own program, and Senet's what they have learned.
  for (const [game, mind] of [['senet', 'level3'], ['mancala', 'level2']]) {
    await start(page, press, game, { minds: ['human', mind], fill: () => (game === 'mancala' ? tiny(page) : undefined) });
    await toss(page, press);
    for (let n = 0; n < 3 && (await next(page)).target !== OVER; n += 1) await press((await next(page)).own[0]);
    await page.waitForFunction(() => document.querySelector('.move-list .p2'));
  }
  await playOut(page, press);
  await go(page, '/statistics');
  await page.locator('.numbers').waitFor();
  await go(page, '/games');
  await page.locator('a[href^="#/review/"]').first().click();
  await page.locator('[data-test=graded]').waitFor({ timeout: 60_000 });
});

pageTest('offline: a first visit that loses its network finds the parts it has not seen yet', { at: '#/' }, async (page, context) => {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await context.setOffline(true);
  await go(page, '/about');
  await page.locator('[data-test=about]').waitFor();
});

test('offline: a server that does not answer is waited for 2.5 s and no longer', async () => {
  let silent = false;
  const files = await serveFiles((name, content) => (silent ? new Promise(() => {}) : content));
  try {
    await withPage({}, async (page) => {
      await open(page, '#/', files.address);
      await installed(page);
      silent = true;
      const began = Date.now();
      await page.reload();
      await ready(page);
      const waited = Date.now() - began;
      assert.ok(waited >= 2_400 && waited < 10_000, `${waited} ms`);
    });
  } finally {
    await files.end();
  }
});

pageTest('security: nothing is loaded from elsewhere, and the policy forbids it', { at: '#/' }, async (page) => {
  const response = await page.reload();
  const policy = response.headers()['content-security-policy'];
  assert.match(policy, /default-src 'self'.*frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'/);
  await ready(page);
  const origins = await page.evaluate(() => performance.getEntriesByType('resource').map((entry) => new URL(entry.name).origin));
  assert.deepEqual([...new Set(origins)], [new URL(address()).origin]);
  assert.ok(origins.length >= 4, 'style, script, bindings and program');
});

pageTest('PWA: the program can be installed', { at: '#/', ...PHONE }, async (page, context) => {
  await installed(page);
  const manifest = await (await page.request.get(`${address()}manifest.webmanifest`)).json();
  assert.equal(manifest.start_url, '.');
  assert.equal(manifest.display, 'standalone');
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(address() + src);
    assert.equal(icon.headers()['content-type'], type);
    if (type === 'image/png') {
      const bytes = await icon.body();
      assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes);
    }
  }
  assert.ok(manifest.icons.some(({ purpose }) => purpose === 'maskable'));
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A test's window is a private one, where nothing can be installed; that is all there is to say against it.
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'), []);
});

// A build that differs from ours in nothing but its name.
const NEWER = 'gebeta-ffffffffffffffff';
const renamed = (name, content) =>
  name === 'index.html' || name === 'sw.js' ? content.toString().replaceAll(/gebeta-[0-9a-f]{16}/g, NEWER) : content;

test('PWA: a newer version waits until it is asked for, then replaces the page', async () => {
  let newer = false;
  const files = await serveFiles((name, content) => (newer ? renamed(name, content) : content));
  const build = (page) => page.locator('meta[name=gebeta-build]').getAttribute('content');
  try {
    await withPage({}, async (page) => {
      await open(page, '#/', files.address);
      await installed(page);
      await page.reload();
      await ready(page);
      const first = await build(page);
      newer = true;
      await page.evaluate(async () => {
        const told = new Promise((resolve) => addEventListener('gebeta-update', resolve, { once: true }));
        const registration = await navigator.serviceWorker.ready;
        await registration.update();
        await told;
      });
      assert.equal(await build(page), first, 'nothing happens by itself');
      await Promise.all([page.waitForEvent('load'), page.evaluate(() => window.gebetaUpdate())]);
      await ready(page);
      assert.equal(await build(page), NEWER);
      await page.waitForFunction(async (newer) => (await caches.keys()).join() === newer, NEWER);
    });
  } finally {
    await files.end();
  }
});

test('PWA: a newer version that another tab has let in already is loaded all the same', async () => {
  let newer = false;
  const files = await serveFiles((name, content) => (newer ? renamed(name, content) : content));
  try {
    await withPage({}, async (page, context) => {
      await open(page, '#/', files.address);
      await installed(page);
      await page.reload();
      await ready(page);
      newer = true;
      await page.evaluate(async () => {
        const told = new Promise((resolve) => addEventListener('gebeta-update', resolve, { once: true }));
        const registration = await navigator.serviceWorker.ready;
        window.changed = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true }));
        await registration.update();
        await told;
      });
      // It comes from the network, and so is the newer version.
      const second = await context.newPage();
      await open(second, '#/', files.address);
      await page.evaluate(() => window.changed);
      await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Update now' }).click()]);
      await ready(page);
      assert.equal(await page.locator('meta[name=gebeta-build]').getAttribute('content'), NEWER);
    });
  } finally {
    await files.end();
  }
});

pageTest('PWA: the notice of a newer version covers nothing, and goes if it is asked to', { at: '#/setup/mancala', ...PHONE }, async (page) => {
  const notice = page.locator('.notice');
  await page.locator('.rule-card').first().waitFor();
  await page.evaluate(() => dispatchEvent(new Event('gebeta-update')));
  await notice.waitFor();
  const isFree = await page.locator('button[type=submit]').evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  assert.ok(isFree, 'the game can be started');
  await notice.getByRole('button', { name: 'Later' }).click();
  await notice.waitFor({ state: 'detached' });
});

pageTest('PWA: the notice of a newer version does not come in the middle of a game', { at: '#/' }, async (page) => {
  const press = hands.mouse(page);
  const notice = page.locator('.notice', { hasText: 'A new version is ready.' });
  await start(page, press, 'mancala', { fill: () => tiny(page) });
  await press((await next(page)).own[0]);
  await page.evaluate(() => dispatchEvent(new Event('gebeta-update')));
  await press((await next(page)).own[0]);
  assert.equal(await notice.count(), 0);
  await playOut(page, press);
  await notice.waitFor();
  await page.evaluate(() => { window.gebetaUpdate = () => { window.wasAsked = true; }; });
  await go(page, '/');
  await notice.getByRole('button', { name: 'Update now' }).click();
  assert.equal(await page.evaluate(() => window.wasAsked), true);
});

test('PWA: a page that came from the network is not told of its own version', async () => {
  let newer = false;
  const files = await serveFiles((name, content) => (newer ? renamed(name, content) : content));
  try {
    await withPage({}, async (page) => {
      await open(page, '#/', files.address);
      await installed(page);
      newer = true;
      await page.addInitScript(() => addEventListener('gebeta-update', () => { window.wasTold = true; }));
      await page.reload();
      await ready(page);
      await page.waitForFunction(async (newer) => {
        const registration = await navigator.serviceWorker.ready;
        return !registration.waiting && !registration.installing && (await caches.keys()).includes(newer);
      }, NEWER);
      assert.equal(await page.evaluate(() => window.wasTold), undefined);
    });
  } finally {
    await files.end();
  }
});

test('the service worker is smaller than 5 KB', async () => {
  const worker = await readFile(join(process.env.GEBETA_BUNDLE, 'sw.js'));
  assert.ok(worker.length < 5_000, `${worker.length} bytes`);
});
