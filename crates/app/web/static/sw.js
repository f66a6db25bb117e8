// Keeps the program for when there is no network. A cache belongs to one build and is never changed.
const BUILD = '{{build}}';
const FILES = {{files}};
const PATIENCE = 2500;
const HASHED = /-[0-9a-f]{16}(_bg)?\.[a-z]+$/;

const shell = () => caches.match('./', { cacheName: BUILD });

self.addEventListener('install', (event) => {
  const fetched = FILES.map((file) => new Request(file, { cache: HASHED.test(file) ? 'default' : 'no-cache' }));
  event.waitUntil(caches.open(BUILD).then((cache) => cache.addAll(fetched)));
});

// Another tab may still run the old program, which may still load its worker.
self.addEventListener('activate', (event) => {
  const clean = async () => {
    // Also of the page that was here first: it may need a part when its network is gone.
    await clients.claim();
    const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    if (pages.length > 1) return;
    const old = (await caches.keys()).filter((name) => name.startsWith('gebeta-') && name !== BUILD);
    await Promise.all(old.map((name) => caches.delete(name)));
  };
  event.waitUntil(clean());
});

self.addEventListener('message', ({ data, ports }) => {
  if (data === 'update') self.skipWaiting();
  if (data === 'build') ports[0].postMessage(BUILD);
});

// A notification leads to its game.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(`#/online/${event.notification.data}`, registration.scope).href;
  const show = (pages) => pages.find(({ url }) => url === address)?.focus() ?? clients.openWindow(address);
  event.waitUntil(clients.matchAll({ type: 'window' }).then(show));
});

async function navigate(request) {
  const timeout = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const answer = fetch(request).catch(() => undefined);
  const first = await Promise.race([answer, timeout]);
  return (first?.ok && first) || (await shell()) || (await answer) || Response.error();
}

async function load(request) {
  return (await caches.match(request)) || fetch(request);
}

// Whoever is offline has no rule files of the server to see. A failed request would be an error in the console, so there are none.
function rules(request) {
  return fetch(request).catch(() => Response.json([]));
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const scope = new URL(registration.scope);
  if (request.method !== 'GET' || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const path = url.pathname.slice(scope.pathname.length);
  if (path === 'api/rules') event.respondWith(rules(request));
  if (/^(api|ws|healthz)(\/|$)/.test(path)) return;
  if (request.mode === 'navigate') {
    // The program is one page; any other address is the server's own.
    if (path === '' || path === 'index.html') event.respondWith(navigate(request));
  } else if (FILES.includes(path) || HASHED.test(path)) {
    event.respondWith(load(request));
  }
});
