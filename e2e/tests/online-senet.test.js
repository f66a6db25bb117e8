// A whole game of Senet between people far apart: hundreds of throws, each kept by the server and proved at the end.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

import { accessible, address, restart, setUp } from '../lib/harness.js';
import { agree, board, heard, join, labels, make, online, playOn } from '../lib/online.js';

setUp();

const LOBBY = { at: '#/online' };
const BANNER = '[data-test=banner]';

online('two browsers play Senet through a crash of the server, and every throw is proved', [LOBBY, {}, {}], async (sara, abebe, watcher) => {
  const link = await make(sara, { name: 'Sara', rules: 'five-piece', clock: 0 });
  await join(abebe, link, 'Abebe');
  await watcher.goto(link);
  await Promise.all([board(sara), board(watcher)]);
  await playOn([sara, abebe], 12);
  await heard([sara, abebe]);
  const before = await labels(sara);

  // Nothing that was played is gone, and a decision that nobody answered is made once when the server is back.
  await restart('SIGKILL', async () => {
    await Promise.all([sara, abebe, watcher].map((page) => page.locator(BANNER).waitFor()));
    await playOn([sara, abebe], 1);
    assert.deepEqual(await labels(sara), before, 'nothing is shown that the server has not kept');
  });
  await Promise.all([sara, abebe, watcher].map((page) => page.locator(BANNER).waitFor({ state: 'detached' })));
  await playOn([sara, abebe], 5);
  await sara.locator('[data-test=envelope-drawer] summary').click();
  assert.equal(await sara.locator('.envelope:not(.missing)').count(), 3);
  assert.equal(await sara.locator('.envelope.open').count(), 2, 'the server has not opened its envelope');
  await accessible(sara, 'a game of Senet');
  assert.ok(await playOn([sara, abebe], 900), 'the game ends');
  await watcher.locator('[data-test=over]').waitFor();
  await agree([sara, abebe, watcher]);

  const proof = watcher.locator('[data-test=over] .proof-words.fair');
  assert.match(await proof.textContent(), /All \d+ throws match/);
  await watcher.locator('[data-test=verify]').click();
  await watcher.locator('.transcript', { hasText: 'FairSeedS' }).waitFor();
  await accessible(watcher, 'the proof');
  const chain = await watcher.locator('[data-test=chain]').getAttribute('href');
  const [first] = await fetch(new URL(chain, address())).then((answer) => answer.text()).then((lines) => lines.split('\n'));
  assert.ok(first.includes(link.split('/').at(-1)), `the chain tells of the game: ${first}`);
  const [file] = await Promise.all([watcher.waitForEvent('download'), watcher.locator('[data-test=save-transcript]').click()]);
  const { stdout } = await promisify(execFile)(process.env.GEBETA_PROGRAM, ['verify', await file.path()]);
  assert.match(stdout, new RegExp(`${(await proof.textContent()).match(/\d+/)[0]}`));
  assert.match(await readFile(await file.path(), 'utf8'), /\[Fair "SF1"\]/);
});
