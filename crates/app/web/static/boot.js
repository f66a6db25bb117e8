// Starts the program, fetches newer versions, and takes over if the program breaks.

// Written by the build from the words of the program, by language.
const WORDS = {{words}};
// Where the program keeps the game in progress: a line of its own, then the record.
const GAME = 'gebeta.current';
// Where a game is that was put aside.
const BROKEN = 'gebeta.broken';
// How often it was on the table when the program broke.
const TROUBLES = 'gebeta.troubles';
const page = document.documentElement;

// What the browser keeps under a key; nothing where it is not let.
function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

// The page for the worst case. The program keeps the game after every move, so nothing is lost but the moment.
function trouble(reason, { isPanic = true } = {}) {
  if (page.dataset.trouble) return;
  page.dataset.trouble = 'yes';
  const words = WORDS[page.lang];
  const make = (name, text, parent) => {
    const element = document.createElement(name);
    element.textContent = text;
    parent.append(element);
    return element;
  };
  const main = document.createElement('main');
  main.className = 'trouble';
  make('h1', isPanic ? words.broken_title : words.absent_title, main);
  make('p', isPanic ? words.broken_text : words.absent_text, main);
  const actions = make('p', '', main);
  actions.className = 'actions';
  const again = make('button', words.broken_reload, actions);
  again.className = 'button primary';
  again.addEventListener('click', () => location.reload());
  const game = gameAfter(isPanic)?.replace(/^.*\n/, '');
  if (game) {
    const link = make('a', words.broken_save, actions);
    link.className = 'button';
    link.href = URL.createObjectURL(new Blob([game], { type: 'text/plain' }));
    link.download = 'game.gebeta';
  }
  const details = make('details', '', main);
  make('summary', words.broken_details, details);
  make('pre', `${document.querySelector('meta[name=gebeta-build]').content}\n${reason}`, details);
  document.body.replaceChildren(main);
  again.focus();
}

// The game in progress. Should it be what breaks the program again and again, it is put aside, and offered as a file from
// then on. What could not be loaded says nothing about the game.
function gameAfter(isPanic) {
  try {
    const game = kept(GAME);
    if (!game) return kept(BROKEN);
    const name = game.match(/^\[Seed .*$/m)?.[0] ?? '';
    const [before, count] = JSON.parse(sessionStorage.getItem(TROUBLES)) ?? [name, 0];
    const troubles = (before === name ? count : 0) + (isPanic ? 1 : 0);
    sessionStorage.setItem(TROUBLES, JSON.stringify([name, troubles]));
    if (troubles > 2) {
      localStorage.setItem(BROKEN, game);
      localStorage.removeItem(GAME);
    }
    return game;
  } catch {
    return null;
  }
}

// It has run for a while: what broke it before was something else.
function forgetTroubles() {
  try {
    if (!page.dataset.trouble) sessionStorage.removeItem(TROUBLES);
  } catch {
    // Where nothing can be kept, nothing was counted.
  }
}

const isBroken = (error) => error instanceof WebAssembly.RuntimeError;
addEventListener('error', ({ error }) => isBroken(error) && trouble(error));
addEventListener('unhandledrejection', ({ reason }) => isBroken(reason) && trouble(reason));
// The program calls this when it panics, with better words than the error that follows.
window.gebetaTrouble = (reason) => trouble(reason);
// And this when something it cannot do without could not be loaded.
window.gebetaAbsent = (reason) => trouble(reason, { isPanic: false });

// A newer version waits until the player asks for it: `gebeta-update` tells the program, `gebetaUpdate` obeys.
async function watchForUpdates() {
  const registration = await navigator.serviceWorker.register('sw.js');
  const build = document.querySelector('meta[name=gebeta-build]').content;
  const tell = async (waiting) => {
    if (!waiting || !navigator.serviceWorker.controller) return;
    if ((await buildOf(waiting)) === build) {
      // The page came from the network and is the new version already.
      waiting.postMessage('update');
      return;
    }
    window.gebetaUpdate = () => {
      // Another tab has let it in already.
      if (waiting.state !== 'installed') return location.reload();
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      return waiting.postMessage('update');
    };
    dispatchEvent(new Event('gebeta-update'));
  };
  tell(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const found = registration.installing;
    found.addEventListener('statechange', () => found.state === 'installed' && tell(found));
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) registration.update().catch(() => {});
  });
}

function buildOf(waiting) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    waiting.postMessage('build', [port2]);
  });
}

import('./{{main}}')
  .then(({ default: init }) => init())
  .then(() => {
    page.dataset.ready = 'yes';
    setTimeout(forgetTroubles, 20_000);
    // After the game is on the screen, as it needs the network. Without one there is nothing newer to fetch.
    if ('serviceWorker' in navigator) setTimeout(() => watchForUpdates().catch(() => {}), 0);
  })
  .catch((error) => trouble(error, { isPanic: isBroken(error) }));
