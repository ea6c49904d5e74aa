import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'

const code = readFileSync(`${import.meta.dirname}/underway-worker.js`, 'utf8')
const ORIGIN = 'https://partnerview.example'
const ASSET = '/assets/my-day-1.js'

/** Caches of the browser by their names, each with texts by paths. */
let caches: Map<string, Map<string, string>>
/** Texts that the server has by paths; empty without a network. */
let online: Record<string, string>

beforeEach(() => {
  caches = new Map()
  online = { '/': 'page of /assets/index-1.js', '/boot.js': 'boot', [ASSET]: 'code', '/api/appointments': 'customers' }
})

async function fetchText(input: string | { url: string }): Promise<Response> {
  const { pathname } = new URL(typeof input === 'string' ? input : input.url, ORIGIN)
  // The site shows its page at the address of each screen.
  const text = online[pathname.startsWith('/mijn-dag') ? '/' : pathname]
  if (text === undefined) throw new TypeError('no network')
  return new Response(text)
}

const cacheStorage = {
  open: async (name: string) => {
    const kept = caches.get(name) ?? new Map<string, string>()
    caches.set(name, kept)
    return {
      addAll: async (files: string[]) => {
        for (const file of files) kept.set(file, await (await fetchText(file)).text())
      },
      match: async (file: string) => (kept.has(file) ? new Response(kept.get(file)) : undefined),
    }
  },
  keys: async () => [...caches.keys()],
  delete: async (name: string) => caches.delete(name),
}

/** Starts the worker of a build; returns functions that send it an event. */
function start(build: string) {
  const listeners: Record<string, (event: object) => void> = {}
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) =>
      Object.assign(listeners, { [type]: listener }),
    skipWaiting: () => undefined,
  }
  const values = { NAME: build, FILES: ['/', '/boot.js', ASSET], ENTRY: `/assets/index-${build}.js` }
  const given = { ...values, self, caches: cacheStorage, fetch: fetchText, location: { origin: ORIGIN } }
  new Function(...Object.keys(given), code)(...Object.values(given))
  const send = async (type: string, event: object = {}) => {
    let answer: unknown
    const take = (given: unknown) => {
      answer = given
    }
    listeners[type]?.({ ...event, waitUntil: take, respondWith: take })
    return answer
  }
  const ask = async (path: string, { mode = 'cors', method = 'GET' } = {}) => {
    const answer = await send('fetch', { request: { method, mode, url: new URL(path, ORIGIN).href } })
    return answer === undefined ? undefined : (answer as Response).text()
  }
  return { install: () => send('install'), activate: () => send('activate'), ask }
}

test('opens the screen without a network, from the files of its build', async () => {
  const { install, ask } = start('1')
  await install()
  online = {}
  expect(await ask('/mijn-dag/onderweg', { mode: 'navigate' })).toBe('page of /assets/index-1.js')
  expect(await ask('/boot.js')).toBe('boot')
  expect(await ask(ASSET)).toBe('code')
})

test('keeps no answer of the API, and leaves calls and other sites alone', async () => {
  const { install, ask } = start('1')
  await install()
  expect(await ask('/api/appointments')).toBeUndefined()
  expect(await ask('/boot.js', { method: 'POST' })).toBeUndefined()
  expect(await ask('https://elsewhere.example/boot.js')).toBeUndefined()
  expect([...(caches.get('1')?.keys() ?? [])]).toEqual(['/', '/boot.js', ASSET])
})

test('with a network, shows the new build at once, and drops the files of the one before', async () => {
  const former = start('1')
  await former.install()
  online = { ...online, '/': 'page of /assets/index-2.js' }
  expect(await former.ask('/mijn-dag', { mode: 'navigate' })).toBe('page of /assets/index-2.js')
  const next = start('2')
  await next.install()
  await next.activate()
  expect([...caches.keys()]).toEqual(['2'])
})

test('keeps nothing while the page of its build is not there yet', async () => {
  await expect(start('2').install()).rejects.toThrow('another build')
  expect([...caches.keys()]).toEqual([])
})
