// Sounds and music: effects unless somebody switches them off, nothing before the page is touched, and then to be heard.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { open, pageTest, ready, setUp, withPage } from '../lib/harness.js';

setUp();

// Counts what the page does with its audio.
const listen = (context) =>
  context.addInitScript(() => {
    globalThis.heard = { opened: 0, started: 0, loudest: 0, longest: 0 };
    const Real = globalThis.AudioContext;
    globalThis.AudioContext = class extends Real {
      constructor(...options) {
        super(...options);
        heard.opened += 1;
        globalThis.device = this;
      }
    };
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...when) {
      heard.started += 1;
      heard.longest = Math.max(heard.longest, this.buffer.duration);
      const loudest = this.buffer.getChannelData(0).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      heard.loudest = Math.max(heard.loudest, loudest);
      return start.apply(this, when);
    };
  });

const heard = (page) => page.evaluate(() => globalThis.heard);

// A game of Senet between people, begun by hand.
async function begin(page) {
  await open(page, '#/setup/senet');
  await page.locator('[data-opponent=human]').check();
  await page.locator('button[type=submit]').click();
  await page.locator('.throw-button').waitFor();
}

for (const [name, settings, expected] of [
  ['with sounds off the program is silent', { sound: 'no' }, { opened: 0, sounds: false }],
  ['sounds are on for who changes nothing', {}, { opened: 1, sounds: true }],
  ['with sounds on the sticks are heard', { sound: 'yes' }, { opened: 1, sounds: true }],
  ['with music on a tune is heard', { sound: 'no', music: 'yes' }, { opened: 1, sounds: true }],
]) {
  pageTest(name, { settings }, async (page, context) => {
    await listen(context);
    await open(page, '#/');
    assert.equal((await heard(page)).opened, 0, 'nothing is opened before the page is touched');
    await begin(page);
    // The touch that began the game opens it, once the part that sounds is loaded.
    await page.waitForFunction((opened) => globalThis.heard.opened === opened, expected.opened);
    await page.locator('.throw-button').click();
    await page.locator('.roll.shown').waitFor();
    const { opened, started, loudest } = await heard(page);
    assert.equal(opened, expected.opened);
    assert.equal(started > 0, expected.sounds);
    assert.ok(loudest <= 1, `${loudest} clips`);
    assert.equal(loudest > 0.05, expected.sounds);
  });
}

// How long the longest of the first notes of a theme's tune sounds, in seconds.
const longest = async (theme) => {
  let seconds;
  await withPage({ settings: { theme } }, async (page, context) => {
    await listen(context);
    await open(page, '#/settings');
    await page.getByRole('checkbox', { name: 'Music' }).check();
    await page.waitForFunction(() => globalThis.heard.started > 3, undefined, { timeout: 20_000 });
    seconds = (await heard(page)).longest;
  });
  return seconds;
};

test('horror has music of its own: a hum that does not end, where others have strings', async () => {
  const [strings, hum] = [await longest('classic'), await longest('horror')];
  assert.ok(strings < 5 && hum > 10, `${strings} s and ${hum} s`);
});

pageTest('the switch is in the settings, and works at once', {}, async (page, context) => {
  await listen(context);
  await open(page, '#/settings');
  await ready(page);
  await page.getByRole('checkbox', { name: 'Music' }).check();
  await page.waitForFunction(() => globalThis.heard.started > 0);
  await page.getByRole('checkbox', { name: 'Music' }).uncheck();
  const { started, now } = await page.evaluate(() => ({ ...globalThis.heard, now: device.currentTime }));
  // By the clock of the device, unless it was switched off as well.
  await page.waitForFunction((now) => device.state !== 'running' || device.currentTime > now + 1, now);
  assert.equal((await heard(page)).started, started, 'no further note');
});
