// Games between people far apart: real browsers, a real server, a real network between them that can be cut.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';

import { accessible, address, pageTest, setUp } from '../lib/harness.js';
import { agree, board, join, labels, make, online, playOn } from '../lib/online.js';
import { next } from '../lib/play.js';
import { serveFiles } from '../lib/server.js';

setUp();

const LOBBY = { at: '#/online' };
const BANNER = '[data-test=banner]';
const play = async (page) => page.locator((await next(page)).own.at(-1)).click();

online('two browsers play gebeta, with a cut connection and a reload; a third watches', [LOBBY, {}, {}], async (sara, abebe, watcher) => {
  await accessible(sara, 'the lobby');
  const link = await make(sara, { name: 'Sara', seat: 'one', clock: 2 });
  await accessible(sara, 'the waiting screen');
  const game = sara.url();
  assert.equal(link, game.replace('#/online/', 'g/'));
  await sara.locator('svg.qr').waitFor();
  await join(abebe, link, 'Abebe');
  await watcher.goto(link);
  await Promise.all([board(sara), board(watcher)]);
  await watcher.locator('[data-test=watching]', { hasText: 'watching' }).waitFor();
  await Promise.all([sara, abebe].map((page) => page.locator('.plate .clock').nth(1).waitFor()));
  await sara.locator('.plate', { hasText: 'Abebe' }).locator('.presence', { hasText: /here · \d+ ms/ }).waitFor();
  await accessible(sara, 'the game');
  await playOn([sara, abebe], 4);

  // Who has no network is told so, and what they decide meanwhile is played when it is back, once.
  await abebe.context().setOffline(true);
  await abebe.locator(BANNER, { hasText: 'No network' }).waitFor();
  await playOn([sara], 1);
  await abebe.context().setOffline(false);
  await abebe.locator(BANNER).waitFor({ state: 'detached' });
  await playOn([sara, abebe], 3);

  await sara.reload();
  await board(sara);
  await playOn([sara, abebe], 2);
  assert.ok(await playOn([sara, abebe], 400), 'the game ends');
  await watcher.locator('[data-test=over]').waitFor();
  await agree([sara, abebe, watcher]);
  assert.equal(await watcher.locator('[data-test=rematch], [data-test=resign], .pit.legal').count(), 0, 'who watches can do nothing');
  const verdicts = await Promise.all([sara, abebe, watcher].map((page) => page.locator('.verdict').textContent()));
  assert.equal(new Set(verdicts).size, 1);
  await accessible(sara, 'the end');

  // The other begins in the rematch.
  await sara.locator('[data-test=rematch]').click();
  await abebe.locator('[data-test=rematch]', { hasText: 'Sara' }).click();
  await Promise.all([sara, abebe].map((page) => page.waitForURL((url) => url.href !== game)));
  await abebe.locator('.pit.legal').first().waitFor();
  await sara.locator('.plate.p2', { hasText: 'you' }).waitFor();
});

online('who is cut off when the next game is made has a seat there, and the last one is kept', [LOBBY, {}], async (sara, abebe) => {
  const link = await make(sara, { name: 'Sara', seat: 'one', clock: 0 });
  await join(abebe, link, 'Abebe');
  await board(sara);
  await playOn([sara, abebe], 2);
  // She offers a rematch and loses her network; the next game is made without her.
  await abebe.locator('[data-test=resign]').click();
  await abebe.locator('[data-test=resign-sure]').click();
  await sara.locator('[data-test=rematch]').click();
  await abebe.locator('[data-test=rematch]', { hasText: 'Sara' }).waitFor();
  await sara.context().setOffline(true);
  await sara.locator(BANNER, { hasText: 'No network' }).waitFor();
  const first = abebe.url();
  await abebe.locator('[data-test=rematch]').click();
  await abebe.waitForURL((url) => url.href !== first);
  await playOn([abebe], 1);
  await sara.context().setOffline(false);
  await sara.locator('[data-test=next-game]').click();
  await board(sara);
  await playOn([sara, abebe], 2);
  await agree([sara, abebe]);

  // The end of this one she does not see either.
  await sara.context().setOffline(true);
  await sara.locator(BANNER, { hasText: 'No network' }).waitFor();
  await abebe.locator('[data-test=resign]').click();
  await abebe.locator('[data-test=resign-sure]').click();
  await abebe.locator('[data-test=why]').waitFor();
  await sara.context().setOffline(false);
  await sara.locator('[data-test=why]', { hasText: 'Abebe resigned.' }).waitFor();
  await sara.goto(`${address()}#/games`);
  await sara.locator('.kept-game').nth(1).waitFor();
});

online('who joins has their own side near from the first moment', [LOBBY, {}], async (sara, abebe) => {
  const views = () => abebe.evaluate(() => window.views);
  await abebe.addInitScript(() => {
    window.views = [];
    const look = () => {
      const view = [...document.querySelectorAll('[data-hole]')].map((hole) => hole.getAttribute('aria-label')).join();
      if (view && window.views.at(-1) !== view) window.views.push(view);
      setTimeout(look, 0);
    };
    look();
  });
  const link = await make(sara, { name: 'Sara', seat: 'one', clock: 0 });
  await join(abebe, link, 'Abebe');
  const near = abebe.locator('.plate').last().filter({ hasText: 'you' });
  await near.waitFor();
  assert.equal((await views()).length, 1, 'the board was not turned before their eyes');
  await abebe.reload();
  await near.waitFor();
  assert.equal((await views()).length, 1, 'nor after a reload');
});

online('a decision that was not answered survives a reload of the page', [LOBBY, {}], async (sara, abebe) => {
  const link = await make(sara, { name: 'Sara', seat: 'one', clock: 0 });
  await join(abebe, link, 'Abebe');
  await board(sara);
  const before = await labels(abebe);
  // The page sends, and nobody hears it.
  await sara.evaluate(() => {
    WebSocket.prototype.send = () => {};
  });
  await play(sara);
  await sara.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('gebeta.pending.')));
  assert.deepEqual(await labels(abebe), before);
  await sara.reload();
  await abebe.waitForFunction((before) => {
    const labels = [...document.querySelectorAll('[data-hole]')].map((hole) => hole.getAttribute('aria-label'));
    return labels.join() !== before;
  }, before.join());
  await board(sara);
  await agree([sara, abebe]);
  assert.equal(await sara.locator('.move-list .move').count(), 1, 'it was played once');
  await sara.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith('gebeta.pending.')));
});

online('quick pairing, two tabs of one player, offers and phrases', [LOBBY, LOBBY], async (sara, abebe) => {
  for (const [page, name] of [[sara, 'Sara'], [abebe, 'Abebe']]) {
    await page.locator('#online-name').fill(name);
    await page.locator('[data-test=pair][data-clock="4"]').click();
    await page.waitForURL(/#\/online\/[0-9a-f]{20}$/);
  }
  await Promise.all([sara, abebe].map(board));
  assert.equal(sara.url(), abebe.url());
  const tab = await sara.context().newPage();
  await tab.goto(sara.url());
  await board(tab);
  await playOn([tab, abebe], 4);
  await agree([sara, tab, abebe]);
  await tab.close();

  await sara.locator('[data-test=talk] summary').click();
  await sara.getByRole('button', { name: 'Good luck' }).click();
  await abebe.locator('.speech', { hasText: 'Good luck' }).waitFor();

  await sara.locator('[data-test=offer-draw]').click();
  await abebe.locator('[data-test=decline]').click();
  await abebe.locator('[data-test=decline]').waitFor({ state: 'detached' });
  const plies = await sara.locator('.move-list .move').count();
  await sara.locator('[data-test=takeback]').click();
  await abebe.locator('[data-test=accept]').click();
  await sara.waitForFunction((plies) => document.querySelectorAll('.move-list .move').length < plies, plies);
  await agree([sara, abebe]);
  await playOn([sara, abebe], 4);
  await abebe.locator('[data-test=resign]').click();
  await abebe.locator('[data-test=resign-sure]').click();
  await sara.locator('[data-test=why]', { hasText: 'Abebe resigned.' }).waitFor();
  await sara.locator('[data-test=review]').click();
  await sara.waitForURL(/#\/review\//);
});

online('every rule can be changed for a game by a link, and who is invited can read them', [LOBBY, {}], async (sara, abebe) => {
  await sara.locator('[data-test=rule-options] summary').click();
  await sara.locator('#pits').fill('3');
  await sara.locator('#pits').blur();
  await sara.locator('#capture').selectOption('none');
  await sara.getByText('It is not rated.').waitFor();
  assert.ok(await sara.locator('[data-test=pair]').first().isDisabled());
  await accessible(sara, 'the rules in the lobby');
  // Whoever chooses a rule set has it as it is.
  await sara.locator('#online-rules').selectOption('five-piece');
  await sara.locator('#pieces').waitFor();
  await sara.locator('#online-rules').selectOption('gebeta');
  assert.equal(await sara.locator('#pits').inputValue(), '6');
  await sara.locator('#pits').fill('3');
  await sara.locator('#pits').blur();
  await sara.locator('#online-name').fill('Sara');
  await sara.locator('[data-test=make]').click();
  await sara.locator('#game-link').waitFor();
  await abebe.goto(sara.url());
  await abebe.locator('dd', { hasText: 'Gebeta (custom)' }).waitFor();
  await abebe.locator('[data-test=rules-drawer] summary').click();
  await abebe.getByText('Each player owns the 3 pits').waitFor();
  // Two players need two names.
  await abebe.locator('#online-name').fill('sara');
  await abebe.locator('[data-test=join]').click();
  await abebe.locator('#online-name[aria-invalid=true]').waitFor();
  assert.equal(await abebe.getByText('Two players need two names.').count(), 1);
  await abebe.locator('#online-name').fill('Abebe');
  await abebe.locator('[data-test=join]').click();
  await Promise.all([sara, abebe].map(board));
  assert.equal(await abebe.locator('.pit[data-hole]').count(), 6);
});

online('a game against a computer on the server', [LOBBY], async (sara) => {
  await make(sara, { name: 'Sara', opponent: 'random', seat: 'one', clock: 0 });
  await board(sara);
  assert.ok(await playOn([sara], 200), 'the game ends');
});

online('an open game of the lobby, and its maker who changes their mind', [LOBBY, LOBBY], async (sara, abebe) => {
  await make(sara, { name: 'Sara', rules: 'tainted', listed: true });
  await abebe.locator('.open-game', { hasText: 'Sara' }).waitFor();
  await abebe.locator('#online-name').fill('');
  await abebe.locator('[data-test=join]').click();
  await abebe.locator('#online-name[aria-invalid=true]').waitFor();
  await abebe.locator('#online-name').fill('pаypal');
  await abebe.getByText('letters of one script').waitFor();
  await sara.locator('[data-test=cancel]').click();
  await sara.locator('h1', { hasText: 'aborted' }).waitFor();
  await abebe.locator('[data-test=refresh]').click();
  await abebe.locator('.open-game').waitFor({ state: 'detached' });
});

online('who has only the link of a full game cannot move', [LOBBY, {}, {}], async (sara, abebe, thief) => {
  const link = await make(sara, { name: 'Sara', seat: 'one' });
  await join(abebe, link, 'Abebe');
  await thief.goto(link);
  await board(thief);
  assert.equal(await thief.locator('.pit.legal, [data-test=join]').count(), 0);
  const codes = await thief.evaluate(async () => {
    const id = location.hash.split('/').at(-1);
    const body = JSON.stringify({ name: 'Thief', secret: '0'.repeat(32) });
    const joined = await fetch(`api/games/${id}/join`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/games/${id}/socket`);
    const told = await new Promise((resolve) => {
      socket.onmessage = ({ data }) => {
        const tell = JSON.parse(data);
        if (tell.t === 'welcome') {
          const action = { a: 'play', mv: '3' };
          socket.send(JSON.stringify({ t: 'do', mid: '1'.repeat(32), base: tell.ver, action }));
        }
        if (tell.t === 'nack') resolve(tell.code);
      };
      socket.onopen = () => socket.send(JSON.stringify({ t: 'hello', proto: 1, since: 0 }));
    });
    return [(await joined.json()).code, told];
  });
  assert.deepEqual(codes, ['seat-taken', 'not-a-player']);
});

online('a page of somebody else cannot connect', [{}], async (page) => {
  const foreign = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'));
  await new Promise((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  try {
    await page.goto(`http://127.0.0.1:${foreign.address().port}/`);
    const [made, connected] = await page.evaluate(async (server) => {
      const body = JSON.stringify({ rules: 'gebeta', name: 'Eve', secret: '2'.repeat(32), listed: true });
      const made = await fetch(`${server}api/games`, { method: 'POST', mode: 'no-cors', body }).then(() => true, () => false);
      const socket = new WebSocket(`${server.replace('http', 'ws')}api/games/${'0'.repeat(20)}/socket`);
      const connected = await new Promise((resolve) => {
        socket.onopen = () => resolve(true);
        socket.onerror = () => resolve(false);
      });
      return [made, connected];
    }, address());
    assert.deepEqual([made, connected], [false, false]);
    const lobby = await fetch(`${address()}api/lobby`).then((answer) => answer.json());
    assert.deepEqual(lobby.filter(({ name }) => name === 'Eve'), []);
  } finally {
    foreign.closeAllConnections();
    await new Promise((resolve) => foreign.close(resolve));
  }
});

pageTest('a host that only hands out files says so kindly', {}, async (page) => {
  const host = await serveFiles();
  try {
    await page.goto(`${host.address}#/`);
    await page.locator('h1').waitFor();
    assert.equal(await page.locator('a[href="#/online"]').count(), 0);
    await page.goto(`${host.address}#/online`);
    await page.locator('[data-test=no-server]').waitFor();
  } finally {
    await host.end();
  }
});
