// How soon the page answers, on a slowed machine and while a computer player thinks.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';

import { address, open, pageTest, setUp, withPage } from '../lib/harness.js';
import { hands, next, start, toss } from '../lib/play.js';

setUp();

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

// How many times longer than its CPU time work takes here: 1 on an idle machine. The limits below are for such a one, and a
// machine that does other work gets as much longer, up to a point: a page that is slow must not hide behind a slow machine.
const MOST_STRAIN = 4;
function strain() {
  const [began, used] = [performance.now(), process.cpuUsage()];
  while (performance.now() - began < 300);
  const { user, system } = process.cpuUsage(used);
  return Math.max(1, (performance.now() - began) / ((user + system) / 1_000));
}

// Fails if what took `taken` milliseconds may take only `limit`.
function within(limit, taken, told, strained) {
  const allowed = limit * Math.min(MOST_STRAIN, Math.max(...strained));
  console.log(`${told}; ${Math.round(allowed)} ms allowed on this machine now`);
  assert.ok(taken <= allowed, told);
}

// From now on `window.answers` gets the milliseconds from each press to the end of the frame that shows its effect.
const measure = (page) =>
  page.evaluate(() => {
    window.answers = [];
    const painted = (then) => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = then;
      port2.postMessage(0);
    });
    addEventListener('click', ({ timeStamp }) => painted(() => window.answers.push(performance.now() - timeStamp)), true);
  });

// A slow connection and a slow phone: 400 kbit/s with 50 ms to the server, and a CPU slowed four times. A bundle for developers
// is not compressed and takes longer to load; its limit is only there to be noticed.
const isCompressed = existsSync(`${process.env.GEBETA_BUNDLE}/index.html.br`);

test('budget: on a slow connection the name and a board are painted within 1 s', async () => {
  const [times, ends] = [[], []];
  const limit = isCompressed ? 1_000 : 3_000;
  const strained = [strain()];
  for (let n = 0; n < 3 && !(Math.min(...times) < limit); n += 1) {
    await withPage({}, async (page, context) => {
      const devtools = await context.newCDPSession(page);
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 50, downloadThroughput: 50_000, uploadThroughput: 50_000 });
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await page.goto(address(), { waitUntil: 'commit' });
      const painted = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
      times.push(await (await page.waitForFunction(painted, null, { timeout: 30_000 })).jsonValue());
      // What was painted is the name and the board.
      assert.equal(await page.locator('.hero svg, .hero .plank').first().isVisible(), true);
      await page.locator('html[data-ready] .hero-play').first().waitFor({ timeout: 60_000 });
      ends.push(await page.evaluate(() => performance.now()));
    });
  }
  within(limit, Math.min(...times), `name and board after ${times.map(Math.round)} ms, the program after ${ends.map(Math.round)} ms`, [...strained, strain()]);
});

test('budget: the first board is painted within 1.5 s on a CPU slowed four times', async () => {
  const times = [];
  const strained = [strain()];
  // The best of three: whatever else this machine does must not decide.
  for (let n = 0; n < 3 && !(Math.min(...times) < 1_500); n += 1) {
    await withPage({}, async (page, context) => {
      const devtools = await context.newCDPSession(page);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await page.addInitScript(() => {
        const look = () => {
          // The real board, drawn, and the button that lies over it.
          if (!document.querySelector('.hero-board .plank .stone') || !document.querySelector('.hero-play')) requestAnimationFrame(look);
          else requestAnimationFrame(() => setTimeout(() => { window.boardAt = performance.now(); }, 0));
        };
        look();
      });
      await page.goto(address());
      times.push(await (await page.waitForFunction(() => window.boardAt, null, { timeout: 30_000 })).jsonValue());
    });
  }
  within(1_500, Math.min(...times), `first board after ${times.map(Math.round)} ms`, [...strained, strain()]);
});

pageTest('budget: a move is painted within 50 ms', { at: '#/', settings: { speed: 'normal' } }, async (page) => {
  await start(page, hands.mouse(page), 'mancala', { rules: 'gebeta' });
  await toss(page, hands.mouse(page));
  await measure(page);
  const before = strain();
  for (let n = 0; n < 9; n += 1) await page.locator((await next(page)).own[0]).click();
  await page.waitForFunction(() => window.answers.length === 9);
  const answers = await page.evaluate(() => window.answers);
  within(50, median(answers), `moves painted after ${answers.map(Math.round)} ms`, [before, strain()]);
});

pageTest('budget: the usual opponent of Senet answers within half a second on a CPU slowed four times', { at: '#/', settings: { speed: 'off', delay: 0 } }, async (page, context) => {
  // The devtools slow down the page, not its workers: what a search takes counts four times.
  await page.addInitScript(() => {
    window.searched = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (request) {
      const began = performance.now();
      this.addEventListener('message', () => window.searched.push(performance.now() - began), { once: true });
      post.call(this, request);
    };
  });
  await page.reload();
  await page.getByRole('button', { name: 'Play Senet' }).click();
  await page.locator('.throw-button[aria-disabled=false]').waitFor();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const before = strain();
  for (let n = 0; n < 24; n += 1) {
    const { target, own } = await next(page);
    if (target === '[data-test=over]') break;
    await hands.mouse(page)(own.at(-1));
  }
  const searched = await page.evaluate(() => window.searched);
  assert.ok(searched.length >= 4, `the opponent has moved: ${searched.length}`);
  // The first search also loads the worker.
  const slow = searched.slice(1).map((time) => 4 * time);
  within(500, median(slow), `searches took ${slow.map(Math.round)} ms, the first with its worker ${Math.round(searched[0])} ms`, [before, strain()]);
});

pageTest('budget: a press during a search of 3 s is answered within 100 ms', {}, async (page) => {
  // Before it thinks, the computer player is given a proof that takes it three seconds.
  // A request (crates/app/worker/src/request.rs) begins with its number, the limits of depth, positions, time and memory
  // (0 where there is none) and the kind of its task; the position follows. A search and a proof begin alike.
  await page.addInitScript(() => {
    const [SEARCH, SOLVE] = [0, 2];
    const write = (number) => (number < 128 ? [number] : [(number % 128) + 128, ...write(Math.floor(number / 128))]);
    const end = (bytes, at) => (bytes[at] < 128 ? at + 1 : end(bytes, at + 1));
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (request) {
      const limits = end(request, 0);
      const memory = limits + 3;
      const task = request[memory] === 0 ? memory + 1 : end(request, memory + 1);
      if (request[task] === SEARCH) {
        window.asked ??= performance.now();
        const proof = [...write(4_000_000_000), 0, 0, 1, ...write(3_000), ...request.slice(memory, task), SOLVE];
        post.call(this, new Uint8Array([...proof, ...request.slice(task + 1)]));
        this.addEventListener('message', ({ data }) => {
          if (request.slice(0, limits).every((byte, at) => byte === data[at + 1])) window.answered ??= performance.now();
        });
      }
      post.call(this, request);
    };
  });
  await open(page);
  const before = strain();
  await start(page, hands.mouse(page), 'mancala', { rules: 'gebeta', minds: ['novice', 'human'], fill: () => page.locator('#stones').fill('6') });
  await page.waitForFunction(() => window.asked);
  await measure(page);
  for (let n = 0; n < 5; n += 1) {
    await page.locator('[data-test=flip]').click();
    await page.waitForFunction((n) => window.answers.length > n, n);
  }
  const answers = await page.evaluate(() => window.answers);
  assert.equal(await page.evaluate(() => window.answered), undefined, 'the search is still on');
  const searched = await (await page.waitForFunction(() => window.answered - window.asked)).jsonValue();
  assert.ok(searched >= 2_500, `only ${searched} ms of search`);
  const told = `presses answered after ${answers.map(Math.round)} ms, during ${Math.round(searched)} ms of search`;
  within(100, Math.max(...answers), told, [before, strain()]);
});
