// Opens 'Mijn dag' and 'Onderweg' without a network, from the files of one build; keeps no answer of the API. The build
// puts NAME, FILES and ENTRY before this code (frontend/underway-worker.ts).

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(keepFiles())
})

async function keepFiles() {
  const cache = await caches.open(NAME)
  await cache.addAll(FILES)
  const page = await (await cache.match('/')).text()
  // During a deployment, this file comes before its page. The browser tries again at the next visit.
  if (!page.includes(ENTRY)) {
    await caches.delete(NAME)
    throw new Error('The page is of another build')
  }
}

self.addEventListener('activate', (event) => event.waitUntil(dropFormer()))

async function dropFormer() {
  for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name)
}

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  const file = mode === 'navigate' ? '/' : pathname
  if (method !== 'GET' || origin !== location.origin || !FILES.includes(file)) return
  event.respondWith(file.startsWith('/assets/') ? takeKept(event.request, file) : takeNew(event.request, file))
})

/** The name of an asset has the hash of its content, so a kept one is never outdated. */
const takeKept = async (request, file) => (await readKept(file)) ?? fetch(request)

/** Anything else comes from the network while there is one, so that a new build is seen at once. */
const takeNew = (request, file) =>
  fetch(request).catch(async (error) => {
    const kept = await readKept(file)
    if (kept) return kept
    throw error
  })

const readKept = async (file) => (await caches.open(NAME)).match(file)
