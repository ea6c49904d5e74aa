import { setTimeout as pause } from 'node:timers/promises'
import { cleanup, configure, getConfig, render, screen, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { Person, World } from '../../testing/world.ts'
import { App } from '../app/app.tsx'
import { forgetAnswers } from '../lib/freshness.ts'
import { setColorScheme, setTheme } from '../lib/theme.ts'
import { dismissToast } from '../ui/messages/toast.ts'

const { getElementError } = getConfig()

/**
 * Builds the error for an element that is not there. Omits the document while a test waits: printing it at every
 * attempt took a fifth of the time.
 */
function buildMissing(message: string | null, container: Element): Error {
  const isWaiting = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
  const error = isWaiting ? new Error(message ?? '') : getElementError(message, container)
  error.name = 'TestingLibraryElementError'
  Error.captureStackTrace(error, buildMissing)
  return error
}

configure({ getElementError: buildMissing })

// Functions that jsdom lacks and libraries call.
Element.prototype.scrollIntoView ??= () => {}
Element.prototype.hasPointerCapture ??= () => false
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Request as the server saw it. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
}

/** Requests that the running test sent to the server, oldest first. */
export const sent: Sent[] = []

/** Paths that the running test file has opened. */
const opened = new Set<string>()

/**
 * Connects `fetch` to the test back end `world` before each test, with empty storage and the default theme. A call of
 * console.error makes the test fail.
 */
export function connectBrowser(world: () => World): void {
  const errors: unknown[][] = []
  opened.clear()

  beforeEach(() => {
    errors.length = 0
    sent.length = 0
    vi.spyOn(console, 'error').mockImplementation((...texts) => errors.push(texts))
    vi.stubGlobal('fetch', createFetch(world()))
    setTheme('light')
    setColorScheme('blue')
    localStorage.clear()
    sessionStorage.clear()
  })

  afterEach(() => {
    cleanup()
    dismissToast()
    forgetAnswers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    expect(errors).toEqual([])
  })
}

/** Answers requests to matching addresses with status 503. Returns a function that ends this. */
export function failRequests(address: RegExp): () => void {
  const online = globalThis.fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) =>
    address.test(String(input)) ? new Response('', { status: 503 }) : online(input, init),
  )
  return () => vi.stubGlobal('fetch', online)
}

/** Holds the answers to requests to matching addresses, until the returned function is called. */
export function holdRequests(address: RegExp): () => void {
  const online = globalThis.fetch
  const held = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (address.test(String(input))) await held.promise
    return online(input, init)
  })
  return held.resolve
}

/** Finds the button that retries a failed fetch, on the whole screen or within a part of it. */
export async function findRetryButton(place: Pick<typeof screen, 'findByRole'> = screen): Promise<HTMLElement> {
  return within(await place.findByRole('alert')).getByRole('button', { name: 'Opnieuw proberen' })
}

/**
 * Limit of the varying delay of answers, in milliseconds. `REPLY_DELAY=1500 npm test -- screens` makes answers overtake
 * each other, which finds tests and screens that depend on order.
 */
const mostDelay = Number(process.env['REPLY_DELAY'] ?? 0)

/**
 * Returns a `fetch` that calls the handlers of a test back end and keeps cookies as a browser does. Records each
 * request in `sent`.
 */
export function createFetch(world: World): typeof fetch {
  const cookies = new Map<string, string>()
  return async (input, init = {}) => {
    const url = new URL(String(input), location.href)
    const method = init.method ?? 'GET'
    const headers = Object.fromEntries(new Headers(init.headers))
    const body = init.body === undefined || init.body === null ? undefined : String(init.body)
    sent.push({ method, path: url.pathname + url.search, headers, body })
    const answer = await world.call(method, url.pathname + url.search, {
      body,
      headers,
      cookies: [...cookies].map(([name, value]) => `${name}=${value}`),
    })
    for (const cookie of answer.cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    if (mostDelay) await pause((sent.length * 7919) % mostDelay)
    init.signal?.throwIfAborted()
    return new Response(answer.status === 204 ? null : answer.text, { status: answer.status, headers: answer.headers })
  }
}

/**
 * Logs a person in at the test back end `world`: stores what a login leaves in local storage. Returns the session id.
 */
export async function logIn(world: World, person: Person): Promise<string> {
  const sessionId = await world.session(person)
  const { body: user } = await world.call('GET', '/api/auth/user', { as: sessionId })
  localStorage.setItem('sessionId', sessionId)
  localStorage.setItem('user', JSON.stringify(user))
  localStorage.setItem('isAuthenticated', 'true')
  localStorage.setItem('loginTimestamp', String(Date.now()))
  return sessionId
}

/**
 * Returns the `user` of user-event, whose `type` presses the key of the first character and pastes the rest of the text.
 * Drawing a screen anew for each key took an eighth of the time, and a field that loses the focus or the place of the
 * cursor at a key still fails. A text with keys such as `{Enter}` is typed key by key.
 */
function createUser(): UserEvent {
  const user = userEvent.setup()
  const typeByKey = user.type
  return Object.assign(user, {
    type: async (field: Element, text: string, options?: Parameters<typeof typeByKey>[2]) => {
      const isPlain = options === undefined && !/[{[]/.test(text)
      await typeByKey(field, isPlain ? text.slice(0, 1) : text, options)
      if (isPlain && text.length > 1) await user.paste(text.slice(1))
    },
  })
}

/**
 * Renders the app at an address, as a page that was just loaded; local storage stays. Returns the `user` of user-event
 * and the rendered result. The first time that a test file opens a path, React renders in strict mode, which finds
 * impure components and effects without an end. Strict mode renders everything twice, so once is enough.
 */
export function openApp(path = '/') {
  history.pushState(null, '', path)
  // Makes the app read the login from local storage again, as it does when another tab changed it.
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  const { pathname } = location
  const reactStrictMode = !opened.has(pathname)
  opened.add(pathname)
  return { user: createUser(), ...render(<App />, { reactStrictMode }) }
}

/**
 * Returns a matcher of the element that shows a whole text, also where parts of the text are elements of their own, such
 * as dates.
 */
export const matchShown =
  (text: string | RegExp) =>
  (_: string, element: Element | null): boolean => {
    const isShownBy = ({ textContent }: Element) =>
      typeof text === 'string' ? textContent === text : text.test(textContent ?? '')
    return element !== null && isShownBy(element) && ![...element.children].some(isShownBy)
  }

/** Returns the bodies of the requests that the running test sent with an HTTP method, such as `PUT`. */
export const readSentBodies = (method: string) =>
  sent.filter((one) => one.method === method).map(({ body }) => JSON.parse(body ?? '{}'))

/** Makes changes at matching addresses fail before they reach the server; returns a function that ends this. */
export function breakNetwork(path: RegExp) {
  const online = fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (path.test(String(input)) && init?.method !== 'GET') throw new TypeError('no network')
    return online(input, init)
  })
  return () => vi.stubGlobal('fetch', online)
}
