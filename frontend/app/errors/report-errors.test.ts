// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ClientError } from '../../../shared/api/client-errors.ts'
import { reportEarlierErrors, reportError, watchErrors } from './report-errors.ts'

const site = 'https://app.partnerview.example'
const sent: { path: string; body: unknown }[] = []
let stop = () => {}

/** Returns an error with a frame in our code; each number is another position. */
function errorAt(line: number): Error {
  const error = new Error('Jansen is not a function')
  error.stack = `Error: Jansen\n    at x (chrome-extension://a/b.js:1:2)\n    at y (${site}/assets/home-Bj_w~1.js:${line}:7)`
  return error
}

beforeEach(() => {
  sent.length = 0
  localStorage.setItem('sessionId', 'session')
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    sent.push({ path, body: JSON.parse(body) })
    throw new TypeError('Failed to fetch')
  })
  const script = document.createElement('script')
  Object.assign(script, { type: 'module', src: `${site}/assets/index-DG96ztsZ.js` })
  document.head.append(script)
  history.replaceState(null, '', '/klant/31612345678')
  stop = watchErrors()
})
afterEach(() => {
  stop()
  document.head.replaceChildren()
  vi.unstubAllGlobals()
})

test('an error is reported once by its position, without message, address or names', () => {
  reportError('drawing', errorAt(1))
  reportError('drawing', errorAt(1))
  expect(sent).toEqual([
    {
      path: '/api/client-errors',
      body: { build: 'index-DG96ztsZ', route: '/klant/:id', kind: 'drawing', position: 'home-Bj_w~1.js:1:7' },
    },
  ])
  expect(ClientError.safeParse(sent[0]?.body).success).toBe(true)
})

test('an error before the login is reported once somebody has logged in, once and with its place', () => {
  localStorage.removeItem('sessionId')
  history.replaceState(null, '', '/login')
  reportError('drawing', errorAt(9))
  reportEarlierErrors()
  expect(sent).toEqual([])
  localStorage.setItem('sessionId', 'session')
  history.replaceState(null, '', '/dashboard')
  reportEarlierErrors()
  reportEarlierErrors()
  expect(sent.map(({ body }) => body)).toMatchObject([{ route: '/login', position: 'home-Bj_w~1.js:9:7' }])
})

test('errors that nothing catches are reported', () => {
  dispatchEvent(new ErrorEvent('error', { filename: `${site}/assets/list-1.js`, lineno: 2, colno: 3 }))
  const rejected = new Event('unhandledrejection')
  dispatchEvent(Object.assign(rejected, { reason: errorAt(2) }))
  expect(sent.map(({ body }) => body)).toMatchObject([
    { kind: 'script', position: 'list-1.js:2:3' },
    { kind: 'promise', position: 'home-Bj_w~1.js:2:7' },
  ])
})

test('errors outside our code and thrown values without a place are not reported', () => {
  dispatchEvent(new ErrorEvent('error', { filename: 'chrome-extension://a/b.js', lineno: 2, colno: 3 }))
  reportError('promise', 'text')
  reportError('promise', undefined)
  expect(sent).toEqual([])
})

test('an unknown address is reported as such', () => {
  history.replaceState(null, '', '/jansen/31612345678')
  reportError('drawing', errorAt(3))
  expect(sent).toMatchObject([{ body: { route: '/*' } }])
})

test('a page reports at most ten errors', () => {
  for (let line = 10; line < 30; line++) reportError('drawing', errorAt(line))
  // Tests before this one reported five.
  expect(sent).toHaveLength(5)
})
