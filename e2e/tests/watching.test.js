// Games that go on elsewhere: those of other people, and one's own while one looks away.
import assert from 'node:assert/strict';

import { accessible, go, setUp } from '../lib/harness.js';
import { board, join, make, online, playOn } from '../lib/online.js';
import { PHONE } from '../lib/screens.js';

setUp();

const LOBBY = { at: '#/online' };

online('a game of the lobby that is being played is offered to watch, a private one is not', [LOBBY, LOBBY, LOBBY], async (one, two, third) => {
  const link = await make(one, { name: 'Hidden', seat: 'one' });
  await join(two, link, 'Secret');
  await board(one);
  for (const page of [one, two]) await go(page, '/online');
  await make(one, { name: 'Abebe', seat: 'one', listed: true });
  const open = two.locator('.open-game', { hasText: 'Abebe' });
  await two.locator('#online-name').fill('Sara');
  await open.locator('[data-test=join]').click();
  await Promise.all([one, two].map(board));
  const watch = third.getByRole('link', { name: 'Watch Abebe – Sara' });
  await watch.waitFor();
  assert.equal(await third.getByText('Secret').count(), 0);
  await accessible(third, 'the lobby with a game to watch');
  await watch.click();
  await third.getByText('You are watching.').waitFor();
  // Who plays it has it among their own games.
  await go(one, '/online');
  await one.locator('[data-test=go-on]').first().waitFor();
  assert.equal(await one.locator('[data-test=watch]').count(), 0);
});

online('the first screen shows the clock that runs in a game of one\'s own', [LOBBY, LOBBY], async (one, two) => {
  const link = await make(one, { name: 'Abebe', seat: 'one', clock: 1 });
  await join(two, link, 'Sara');
  await board(one);
  await playOn([one, two], 4);
  await go(two, '/');
  const mine = two.locator('.open-game', { hasText: 'Abebe' });
  await mine.getByText(/ to move$/).waitFor();
  const clock = mine.getByRole('timer');
  const before = await clock.innerText();
  assert.match(before, /^\d+:\d\d/);
  await two.waitForFunction((before) => document.querySelector('.open-game [role=timer]')?.textContent !== before, before);
  await accessible(two, 'the first screen with a running game');
});

// Runs in the page: what was shown, instead of the browser's own notifications, which nobody can read.
const record = () => {
  window.asked = 0;
  window.shown = [];
  let permission = 'default';
  class Recorded {
    constructor(title, options) { window.shown.push({ title, ...options }); }
    static get permission() { return permission; }
    static async requestPermission() {
      window.asked += 1;
      permission = 'granted';
      return permission;
    }
  }
  window.Notification = Recorded;
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => { window.shown.push({ title, tag: options.tag }); };
};

online('the browser tells whose turn it is while the tab is hidden, and asks only after a press', [LOBBY, LOBBY], async (one, two) => {
  await two.addInitScript(record);
  await two.reload();
  const link = await make(one, { name: 'Abebe', seat: 'one' });
  await join(two, link, 'Sara');
  await board(one);
  const button = two.getByRole('button', { name: 'Notify me when it is my turn' });
  assert.equal(await button.getAttribute('aria-pressed'), 'false');
  assert.equal(await two.evaluate(() => window.asked), 0);
  await button.click();
  await two.locator('[data-test=notify][aria-pressed=true]').waitFor();
  await two.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }));
  // Pit 1 of four stones is no second turn.
  await one.locator('.pit.legal').first().click();
  await two.waitForFunction(() => window.shown.length > 0);
  const [{ title, tag }] = await two.evaluate(() => window.shown);
  assert.equal(title, 'Your turn');
  assert.ok(two.url().endsWith(tag));
  assert.equal(await two.evaluate(() => window.asked), 1);
});

online('on a phone the list of moves shows the current move when its sheet is opened', [LOBBY, { ...LOBBY, ...PHONE }], async (one, phone) => {
  const link = await make(one, { name: 'Abebe', seat: 'one' });
  await join(phone, link, 'Sara');
  await board(one);
  await playOn([one, phone], 16, (moves) => moves[Math.floor(moves.length / 2)]);
  await phone.locator('[data-test=more]').tap();
  // More moves than the list has room for, and the last one is in sight.
  await phone.waitForFunction(() => {
    const list = document.querySelector('.move-list');
    const current = list.querySelector('[aria-current]')?.getBoundingClientRect();
    const seen = list.getBoundingClientRect();
    return list.scrollHeight > list.clientHeight && current && current.top >= seen.top - 1 && current.bottom <= seen.bottom + 1;
  });
});
