// Where people find each other.
import assert from 'node:assert/strict';

import { accessible, setUp } from '../lib/harness.js';
import { board, make, online } from '../lib/online.js';
import { PHONE } from '../lib/screens.js';

setUp();

const LOBBY = { at: '#/online' };

online('two guests who say nothing about themselves are paired by one press each', [LOBBY, LOBBY], async (one, two) => {
  const names = [];
  for (const page of [one, two]) {
    names.push(await page.locator('#online-name').inputValue());
    assert.match(names.at(-1), /^Guest [1-9]\d\d$/);
  }
  if (names[0] === names[1]) await two.locator('#online-name').fill('Guest 1');
  for (const page of [one, two]) await page.locator('[data-test=pair][data-clock="1"]').click();
  await Promise.all([one, two].map(board));
  assert.equal(one.url(), two.url());
  await one.locator('.plate, .pane').getByText(await two.evaluate(() => localStorage.getItem('gebeta.name'))).first().waitFor();
});

online('on a phone the open games are in sight without scrolling', [LOBBY, { ...LOBBY, ...PHONE }], async (sara, phone) => {
  await make(sara, { name: 'Sara', listed: true });
  const game = phone.locator('.open-game', { hasText: 'Sara' });
  await game.waitFor();
  const { y, height } = await game.boundingBox();
  assert.ok(y + height <= PHONE.viewport.height, `it ends at ${y + height}`);
  await accessible(phone, 'the lobby on a phone');
  await game.locator('[data-test=join]').click();
  await Promise.all([sara, phone].map(board));
});
