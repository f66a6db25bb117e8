// One browser and one server for a test file; a page that fails its test if the console shows any error.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { after, before, test } from 'node:test';

import axe from 'axe-core';

import { launch } from './chromium.js';
import { DESKTOP } from './screens.js';
import { serve } from './server.js';

let browser;
let server;

// Call once at the top of a test file.
export function setUp(prepare) {
  before(async () => {
    server = await serve(prepare);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    if (server) assert.equal(await server.end(), 0, 'gebeta serve ends well when it is asked to');
  });
}

export const address = () => server.address;

// Ends the server with a signal, and starts it again where it was, with what it had kept; `meanwhile` it is gone.
export async function restart(signal, meanwhile = async () => {}) {
  await server.stop(signal);
  await meanwhile();
  server = await serve(undefined, server);
}

// A test with a page of its own, at the address of the real server. Options are those of a browser context, and:
//   settings  lines of the program's settings (`{ theme: 'night' }`); animations and pauses are off unless asked for
//   at        the address behind the `#` to begin with
//   on        another address than that of the real server
//   allow     a pattern of console errors that are the point of the test
export function pageTest(name, options, body) {
  test(name, { timeout: 180_000 }, () => withPage(options, body));
}

export async function withPage({ settings = {}, at, on, allow, ...options }, body) {
  const context = await browser.newContext({ ...DESKTOP, locale: 'en', ...options });
  const errors = [];
  const watch = (page) => {
    page.on('console', (message) => message.type() === 'error' && errors.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => errors.push(`page: ${error.stack ?? error}`));
  };
  context.on('page', watch);
  const kept = { speed: 'off', delay: 0, ...settings };
  const text = Object.entries(kept).map(([key, value]) => `${key} = ${value}`).join('\n');
  await context.addInitScript((text) => {
    const isOurs = location.protocol === 'http:';
    if (isOurs && !localStorage.getItem('gebeta.settings')) localStorage.setItem('gebeta.settings', text);
  }, text);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  try {
    if (at !== undefined) await open(page, at, on);
    await body(page, context);
    const unexpected = errors.filter((error) => !allow?.test(error));
    assert.deepEqual(unexpected, [], 'the console shows no error');
  } catch (error) {
    await shot(page, `failed-${Date.now()}`).catch(() => {});
    throw new Error([error.message, ...errors].join('\n'), { cause: error });
  } finally {
    await context.close();
  }
}

// Loads the program and waits until it runs.
export async function open(page, at = '#/', on = server.address) {
  await page.goto(on + at);
  await ready(page);
}

// The program is there before it shows something: first it may fetch a language, or what reads a kept game.
export const ready = (page) => page.locator('html[data-ready] .app').waitFor({ state: 'attached' });

// Breaks the program, and what the console shows then.
export const breaks = (page) =>
  page.evaluate(async () => {
    const { href } = document.querySelector('link[rel=modulepreload][href^=main]');
    const program = await import(href);
    try {
      program.break_on_purpose();
    } catch {
      // It is what we asked for.
    }
  });
export const BROKEN = /broken on purpose|unreachable|recursive|memory access/;

export { go } from './screens.js';

// No barrier that axe knows of, by WCAG 2.2 AA and everything below it.
export async function accessible(page, what) {
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    // Whatever appears softly has appeared: half of a color has too little contrast.
    const isFinite = (one) => Number.isFinite(one.effect.getComputedTiming().endTime);
    for (const one of document.getAnimations().filter(isFinite)) one.finish();
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    return (await window.axe.run(document, { runOnly: tags, resultTypes: ['violations'] })).violations;
  });
  const told = violations.map(({ id, help, nodes }) => `${id}: ${help}\n    ${nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary?.split('\n')[1] ?? ''}`).join('\n    ')}`);
  assert.deepEqual(told, [], `${what ?? page.url()} has no barrier`);
}

// A picture in e2e/shots, for people to look at.
export async function shot(page, name) {
  const folder = new URL('../shots/', import.meta.url).pathname;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}${name}.png` });
}
