// Accounts in the browser: the way in and out, rated games, the profile, one's own data.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

import { PASSWORD, settled, signIn, signUp } from '../lib/account.js';
import { accessible, go, pageTest, setUp } from '../lib/harness.js';
import { board, heard, online, playOn } from '../lib/online.js';
import { serveFiles } from '../lib/server.js';

setUp();

const HOME = { at: '#/' };

// Makes a game by a link, joins it with the account of the other page, and gives its address.
async function meet(maker, other) {
  await go(maker, '/online');
  await maker.locator('[data-test=playing-as]').waitFor();
  await maker.locator('#online-clock').selectOption('0');
  await maker.locator('#online-seat').selectOption('one');
  await maker.locator('[data-test=make]').click();
  await maker.locator('#game-link').waitFor();
  await other.goto(maker.url());
  await other.locator('[data-test=join]').click();
  await Promise.all([maker, other].map(board));
  return maker.url();
}

online('two accounts play a rated game, and both profiles tell of it', [HOME, HOME], async (sara, abebe) => {
  await signUp(sara, 'Sara');
  await signUp(abebe, 'አበበ');
  await accessible(sara, 'a new account');
  await sara.getByText('No rated games yet.').waitFor();
  const link = await meet(sara, abebe);
  await sara.locator('.plate', { hasText: 'አበበ' }).waitFor();
  await playOn([sara, abebe], 4);
  await heard([sara, abebe]);
  await abebe.locator('[data-test=resign]').click();
  await abebe.locator('[data-test=resign-sure]').click();
  await sara.locator('[data-test=over]').waitFor();
  await settled(sara, 'Sara');
  await sara.locator('[data-test=over] [data-test=profile-link]').click();

  const rating = sara.locator('[data-test=rating]');
  await rating.locator('strong', { hasText: '1662' }).waitFor();
  assert.match(await rating.textContent(), /Mancala · Gebeta1662 ± 290.*1 game, a guess yet/);
  await rating.locator('[data-test=rating-line]').waitFor();
  const played = sara.locator('[data-test=played]');
  assert.match(await played.textContent(), /Won.*vs አበበ.*1662 \+162.*4 moves.*አበበ resigned/);
  await accessible(sara, 'a profile');
  await played.locator('[data-test=replay]').click();
  await sara.locator('.replay').waitFor();
  await sara.goBack();
  // From game to opponent, and from there to the game.
  await played.getByRole('link', { name: 'vs አበበ' }).click();
  await sara.locator('h1', { hasText: 'አበበ' }).waitFor();
  await rating.locator('strong', { hasText: '1338' }).waitFor();
  await played.locator('[data-test=open-game]').click();
  await sara.waitForURL(link);
  await sara.locator('[data-test=over]').waitFor();

  await go(sara, '/statistics');
  await sara.locator('[data-test=of-account]').click();
  await sara.locator('[data-test=account-numbers]', { hasText: 'Won1' }).waitFor();
  await accessible(sara, 'statistics of an account');
  await sara.reload();
  await sara.locator('.top .me', { hasText: 'Sara' }).waitFor();
});

online('the way in and out, here and everywhere, and another password', [HOME, HOME], async (sara, phone) => {
  const fault = (page) => page.locator('[data-test=account-fault]:visible');
  await go(sara, '/account');
  await accessible(sara, 'the way in');
  await sara.locator('[data-test=enter]').click();
  await sara.locator('#account-name[aria-invalid=true]').waitFor();
  await sara.locator('[data-test=to-sign-up]').click();
  await sara.locator('#account-name').fill('Hana');
  await sara.locator('#account-password').fill('hana');
  await sara.locator('[data-test=enter]').click();
  await sara.getByText('not all the same, and not the name').waitFor();
  await signUp(sara, 'Hana');

  await go(phone, '/account');
  await phone.locator('[data-test=to-sign-up]').click();
  await phone.locator('#account-name').fill('hana');
  await phone.locator('#account-password').fill(PASSWORD);
  await phone.locator('[data-test=enter]').click();
  await fault(phone).getByText('There is an account with this name').waitFor();
  await phone.locator('[data-test=to-sign-in]').click();
  await phone.locator('#account-password').fill('the wrong river');
  await phone.locator('[data-test=enter]').click();
  await fault(phone).getByText('The name or the password is wrong.').waitFor();
  // A guest may not borrow the name.
  await go(phone, '/online');
  await phone.locator('#online-name').fill('Hana');
  await phone.locator('[data-test=make]').click();
  await phone.locator('[data-test=lobby-fault]', { hasText: 'There is an account' }).waitFor();
  await signIn(phone, 'Hana');

  await sara.locator('[data-test=sign-out]').click();
  await sara.locator('[data-test=account-told]', { hasText: 'signed out' }).waitFor();
  await sara.locator('.top .me').waitFor({ state: 'detached' });
  await signIn(sara, 'Hana');
  // From elsewhere: the page learns of it when it asks.
  await phone.locator('[data-test=sign-out-everywhere]').click();
  await phone.locator('[data-test=account-told]', { hasText: 'signed out' }).waitFor();
  await go(sara, '/online');
  await sara.locator('.top .me').waitFor({ state: 'detached' });
  await sara.locator('#online-name').waitFor();

  await Promise.all([sara, phone].map((page) => signIn(page, 'Hana')));
  await sara.locator('[data-test=change-password] summary').click();
  await sara.locator('#password-old').fill(PASSWORD);
  await sara.locator('#password-new').fill('hana');
  await sara.locator('[data-test=change]').click();
  await sara.locator('#password-new[aria-invalid=true]').waitFor();
  await sara.locator('#password-new').fill('another river at night');
  await sara.locator('[data-test=change]').click();
  await sara.locator('[data-test=account-told]', { hasText: 'The password is changed.' }).waitFor();
  await accessible(sara, 'a changed password');
  await sara.reload();
  await sara.locator('[data-test=profile] h2').first().waitFor();
  // Whoever is signed in elsewhere is not any more.
  await phone.locator('[data-test=export]').click();
  await phone.locator('[data-test=account-told]', { hasText: 'Sign in again.' }).waitFor();
  await signIn(phone, 'Hana', 'another river at night');
});

online('recovery codes are shown once, and one of them opens an account whose password is lost', [HOME, HOME], async (sara, phone) => {
  await signUp(sara, 'Tigist');
  const shown = sara.locator('[data-test=recovery-codes]');
  const codes = await shown.locator('code').allTextContents();
  assert.equal(codes.length, 8);
  await accessible(sara, 'recovery codes');
  const saved = sara.waitForEvent('download');
  await sara.locator('[data-test=save-codes]').click();
  assert.equal(await readFile(await (await saved).path(), 'utf8'), `${codes.join('\n')}\n`);
  await sara.locator('[data-test=codes-kept]').click();
  await shown.waitFor({ state: 'detached' });

  await go(phone, '/account');
  await phone.locator('[data-test=recover] summary').click();
  await phone.locator('[data-test=recover-enter]').click();
  await phone.locator('#recover-name[aria-invalid=true]').waitFor();
  await phone.locator('#recover-name').fill('Tigist');
  await phone.locator('#recover-code').fill(codes[3].toLowerCase());
  await phone.locator('#recover-password').fill('a new river at dawn');
  await phone.locator('[data-test=recover-enter]').click();
  await phone.locator('.top .me', { hasText: 'Tigist' }).waitFor();

  await phone.locator('[data-test=new-codes] summary').click();
  await phone.locator('#recovery-password').fill('a new river at dawn');
  await phone.locator('[data-test=renew-codes]').click();
  await phone.locator('[data-test=recovery-codes] code').first().waitFor();
  assert.ok(!codes.includes(await phone.locator('[data-test=recovery-codes] code').first().textContent()));
});

online('one takes one\'s data along, and deletes the account', [HOME, HOME], async (sara, other) => {
  // By keys alone; whoever has come in is at the top of their page.
  await go(sara, '/account');
  await sara.locator('[data-test=to-sign-up]').focus();
  for (const key of ['Enter', 'Tab']) await sara.keyboard.press(key);
  await sara.keyboard.type('Liya');
  await sara.keyboard.press('Tab');
  await sara.keyboard.type(PASSWORD);
  await sara.keyboard.press('Enter');
  await sara.locator('h1:focus', { hasText: 'Liya' }).waitFor();
  const saved = sara.waitForEvent('download');
  await sara.locator('[data-test=export]').click();
  const data = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
  assert.equal(data.account.name, 'Liya');
  assert.ok(!JSON.stringify(data).includes(PASSWORD));

  await sara.locator('[data-test=leave] summary').click();
  await sara.locator('[data-test=delete]').click();
  await sara.locator('#farewell[aria-invalid=true]').waitFor();
  await sara.locator('#farewell').fill('the wrong river');
  await sara.locator('[data-test=delete]').click();
  await sara.locator('[data-test=account-fault]', { hasText: 'wrong' }).waitFor();
  await accessible(sara, 'deleting an account');
  await sara.locator('#farewell').fill(PASSWORD);
  await sara.locator('[data-test=delete]').click();
  await sara.locator('[data-test=account-told]', { hasText: 'deleted' }).waitFor();
  await go(other, '/player/Liya');
  await other.locator('[data-test=no-player]').waitFor();
});

pageTest('a host that only hands out files has no accounts', {}, async (page) => {
  const host = await serveFiles();
  try {
    await page.goto(`${host.address}#/account`);
    await page.locator('[data-test=no-server]').waitFor();
  } finally {
    await host.end();
  }
});
