/*
 * The service worker: keeps the shell of the house for when there is no network, and shows notifications.
 *
 * Pages come from the network first, so nobody sees an old house; the kept page is only for when the house cannot be
 * reached. Assets have their content in their names and never change. Whatever tells about tables, guests and games
 * (/api, /ws, /games) is never kept. The build fills in VERSION and SHELL; each version has a store of its own.
 */
const VERSION = '__VERSION__';
const SHELL = '__SHELL__';
const KEPT = `parlour-${VERSION}`;
/** What is asked when somebody opens any address of the house. */
const PAGE = '/';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((kept) => kept.addAll([PAGE, ...SHELL].map((file) => new Request(file, { cache: 'no-cache' }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (/^\/(api|ws|games|health|metrics|swagger)(\/|$)/.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
});

async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(PAGE, { cacheName: KEPT });
    if (kept) return kept;
    throw error;
  }
}

async function asset(request) {
  const kept = await caches.match(request, { cacheName: KEPT });
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await caches.open(KEPT).then((store) => store.put(request, fresh.clone()));
  return fresh;
}

self.addEventListener('push', (event) => {
  event.waitUntil(tell(event.data));
});

/** It is somebody's turn. Whoever looks at the table already does not have to be told. */
async function tell(data) {
  let said = {};
  try {
    said = data ? data.json() : {};
  } catch {
    // Then the words below do.
  }
  const url = typeof said.url === 'string' && said.url.startsWith('/') ? said.url : '/';
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.some((page) => page.visibilityState === 'visible' && new URL(page.url).pathname === url)) return;
  await self.navigator.setAppBadge?.().catch(() => {});
  await self.registration.showNotification(said.title ?? 'Your turn', {
    body: said.body ?? '',
    tag: url,
    icon: '/icons/parlour-192.png',
    badge: '/icons/badge-96.png',
    data: { url },
  });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(visit(event.notification.data?.url ?? '/'));
});

/** Goes to a page of the house: one that is open already, or a new one. */
async function visit(url) {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = open.find((page) => new URL(page.url).pathname === url);
  if (there) return there.focus();
  await self.clients.openWindow(url);
}
