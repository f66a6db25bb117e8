// Whole games by the accessibility tree alone: everything is found by its role and its name, and pressed by a key.
import assert from 'node:assert/strict';

import { pageTest, setUp } from '../lib/harness.js';

setUp();

// The most presses a game may take before the test gives up.
const LONGEST = 900;

// Presses what is found, as a screen reader does.
const press = (found) => found.press('Enter');

// The text of a thing in the tree, or nothing if it is not there.
const told = async (found) => ((await found.count()) > 0 ? found.first().innerText() : '');

pageTest('a whole game of mancala, from the first screen to another game', { at: '#/' }, async (page) => {
  await press(page.getByRole('link', { name: 'A friend here' }));
  await page.getByRole('heading', { name: 'Mancala', level: 1 }).waitFor();
  await page.getByRole('textbox', { name: 'Player 1' }).fill('Abebe');
  await page.getByRole('textbox', { name: 'Player 2' }).fill('Sara');
  await page.getByRole('radio', { name: '3 stones' }).press('Space');
  await press(page.getByRole('button', { name: 'Start the game' }));
  const board = page.getByRole('grid', { name: 'Mancala board' });
  const over = page.getByRole('dialog');
  const legal = board.getByRole('button', { name: /^Pit \d, \d+ stones?, (Abebe|Sara)$/, disabled: false });
  const log = page.getByRole('log');
  let presses = 0;
  const movers = new Set();
  for (; presses < LONGEST && (await over.count()) === 0; presses += 1) {
    await legal.or(over).first().waitFor();
    if ((await over.count()) > 0) break;
    const pit = legal.last();
    const [, mover] = (await pit.getAttribute('aria-label')).match(/, (\w+)$/);
    movers.add(mover);
    // Who is to move is said, and only their pits can be pressed.
    assert.equal(await board.getByRole('button', { name: new RegExp(`, ${mover === 'Sara' ? 'Abebe' : 'Sara'}$`), disabled: false }).count(), 0);
    await press(pit);
  }
  assert.ok(presses > 10, `${presses} presses`);
  assert.deepEqual([...movers].toSorted(), ['Abebe', 'Sara']);
  // The end, in words, and the stores agree with it.
  await over.getByText(/wins|draw/i).first().waitFor();
  assert.match(await told(log), /wins|draw/i);
  const score = async (name) => Number((await page.getByRole('img', { name: new RegExp(`^Store of ${name}`), includeHidden: true }).getAttribute('aria-label')).match(/\d+/)[0]);
  assert.equal((await score('Abebe')) + (await score('Sara')), 36);
  await press(over.getByRole('button', { name: 'Play again' }));
  await over.waitFor({ state: 'detached' });
  await legal.first().waitFor();
});

pageTest('a whole game of Senet against the computer, from the first screen', { at: '#/' }, async (page) => {
  await press(page.getByRole('button', { name: 'Play Senet' }));
  await page.getByRole('group', { name: 'Senet board' }).waitFor();
  const over = page.getByRole('dialog');
  // Of the squares only those can be pressed whose piece can move.
  const next = page.getByRole('button', { name: /^(Throw|Pass)$|, your piece\b/, disabled: false });
  const pressed = { throw: 0, move: 0 };
  for (let n = 0; n < LONGEST; n += 1) {
    await next.or(over).first().waitFor();
    if ((await over.count()) > 0) break;
    const found = next.last();
    const name = await found.getAttribute('aria-label');
    pressed[name?.startsWith('Square') ? 'move' : 'throw'] += 1;
    await press(found);
  }
  assert.ok(pressed.throw > 5 && pressed.move > 4, JSON.stringify(pressed));
  await over.getByText(/You win|You lose|wins/).first().waitFor();
});
