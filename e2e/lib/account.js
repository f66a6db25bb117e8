// People with an account.
import { go } from './screens.js';

export const PASSWORD = 'a quiet river at noon';

// Signs up on the page of accounts, and stays on it.
export async function signUp(page, name, password = PASSWORD) {
  await go(page, '/account');
  await page.locator('[data-test=to-sign-up]').click();
  await enter(page, name, password);
}

// Signs in there.
export async function signIn(page, name, password = PASSWORD) {
  await go(page, '/account');
  await enter(page, name, password);
}

async function enter(page, name, password) {
  await page.locator('#account-name').fill(name);
  await page.locator('#account-password').fill(password);
  await page.locator('[data-test=enter]').click();
  await page.locator('.top .me', { hasText: name }).waitFor();
  await page.locator('[data-test=profile] h2').first().waitFor();
}

// The server has written down what `name` has played, which it does after it has told of the end.
export const settled = (page, name) =>
  page.waitForFunction(async (name) => {
    const { history } = await fetch(`api/players/${encodeURIComponent(name)}`).then((answer) => answer.json());
    return history.length > 0;
  }, name, { polling: 100 });

// A player of some experience: signs the page in as Sara, after some games against a guest if there were none yet.
export async function experienced(page) {
  const at = (path) => new URL(path, page.url()).href;
  // Not from the page, whose console would show that a name is not there yet.
  const known = await page.request.get(at('api/players/Sara'));
  const history = known.ok() ? (await known.json()).history : [];
  const games = history.length ? [] : GAMES;
  // The opponent is a guest: the seat of another account could not be used while Sara is signed in.
  const made = await page.evaluate(makeGames, games.length);
  await page.request.post(at(known.ok() ? 'api/session' : 'api/account'), { data: { name: 'Sara', password: PASSWORD } });
  await page.evaluate(playGames, [made, games]);
  await page.evaluate(() => localStorage.setItem('gebeta.account', 'Sara'));
  await page.reload();
  await page.locator('.top .me', { hasText: 'Sara' }).waitFor();
}

// How many plies of whatever is legal, and who gives up then.
const GAMES = [[9, 'a'], [14, 'a'], [6, 'b'], [11, 'a'], [21, 'b'], [8, 'a'], [12, 'a']];

// Runs in the page.
async function makeGames(count) {
  const made = [];
  for (let number = 0; number < count; number += 1) {
    const secret = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    const body = JSON.stringify({ rules: 'gebeta', name: 'Abebe', seat: 'one', secret });
    made.push(await fetch('api/games', { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then((answer) => answer.json()));
  }
  return made;
}

// Runs in the page, which plays for both.
async function playGames([made, games]) {
  const drawn = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  // A seat: a way to decide something, which says whether it was allowed.
  const sit = ({ game, secret }) =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/games/${game}/socket`);
      let ver = 0;
      let answered;
      const act = (action) =>
        new Promise((answer) => {
          answered = answer;
          socket.send(JSON.stringify({ t: 'do', mid: drawn(), base: ver, action }));
        });
      socket.onopen = () => socket.send(JSON.stringify({ t: 'hello', proto: 1, since: 0, secret }));
      socket.onmessage = ({ data }) => {
        const tell = JSON.parse(data);
        ver = Math.max(ver, tell.ver ?? 0, ...(tell.list ?? []).map(({ seq }) => seq));
        if (tell.t === 'welcome') resolve({ act, leave: () => socket.close() });
        if (tell.t === 'ack' || tell.t === 'nack') answered(tell.t === 'ack');
      };
    });
  const play = async (tickets, plies, loser) => {
    const seats = { a: await sit(tickets[0]), b: await sit(tickets[1]) };
    for (let ply = 0; ply < plies; ply += 1) {
      const { to_move: side } = await fetch(`api/games/${tickets[0].game}`).then((answer) => answer.json());
      for (let pit = 0; pit < 6 && !(await seats[side].act({ a: 'play', mv: String(((ply + pit) % 6) + 1) })); pit += 1);
    }
    await seats[loser].act({ a: 'resign' });
    for (const { leave } of Object.values(seats)) leave();
  };
  for (const [number, ticket] of made.entries()) {
    const body = JSON.stringify({ name: 'Sara', secret: drawn() });
    const joined = await fetch(`api/games/${ticket.game}/join`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await play([ticket, await joined.json()], ...games[number]);
  }
}
