import { setTimeout as pause } from 'node:timers/promises'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import axe from 'axe-core'
import { launchBrowser } from '../../testing/product/browser.ts'
import { type Account, startRuntime } from '../../testing/runtime.ts'
import { findLayoutFaults } from './layout.ts'

/** Returns the address of the product under test; throws when none runs. */
export const readProductUrl = () => {
  const started = process.env['PARTNERVIEW_URL']
  if (!started) throw new Error('The runtime was not started')
  return started
}

/** Calls a path of the local workbench (`/__local`) and returns its JSON reply; throws when the reply is an error. */
export async function callWorkbench<T>(path: string, init?: RequestInit): Promise<T> {
  const reply = await fetch(`${readProductUrl()}/__local${path}`, init)
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  const text = await reply.text()
  return (text ? JSON.parse(text) : undefined) as T
}

/** Returns the account of a demo person by e-mail address, with password and codes; throws when there is none. */
export async function findDemoAccount(email: string): Promise<Account> {
  const found = (await callWorkbench<Account[]>('/accounts')).find((one) => one.email === email)
  if (!found) throw new Error(`There is no ${email}`)
  return found
}

/** Returns the 2FA code that the authenticator app of a person shows now. */
export const readTwoFactorCode = async (email: string) =>
  (await callWorkbench<{ code: string }>(`/totp?email=${encodeURIComponent(email)}`)).code

/** Returns the date that is `days` days from today in Amsterdam, `yyyy-mm-dd`. */
export const dateInDays = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Amsterdam' }).format(Date.now() + days * 86_400_000)

/** Writes a number as letters, for a name of a person, which has no digits. */
export const inLetters = (number: number): string =>
  [...String(number)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('')

/** Formats a date in Dutch; `format` says which parts it shows. */
export const formatDutchDate = (date: string, format: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('nl-NL', { ...format, timeZone: 'UTC' }).format(new Date(date))

const spent = new Set<string>()

/**
 * Returns a 2FA code that this process has not used: the code of the authenticator app, or else a backup code. Throws
 * when none is left.
 */
export async function freshCode({ email, backupCodes }: Account): Promise<string> {
  const code = [await readTwoFactorCode(email), ...(backupCodes ?? [])].find((one) => !spent.has(`${email} ${one}`))
  if (!code) throw new Error(`No code left for ${email}`)
  spent.add(`${email} ${code}`)
  return code
}

/** Cookies and entries of local storage that a login leaves in a browser. */
interface Login {
  readonly cookies: readonly { name: string; value: string }[]
  readonly stored: Readonly<Record<string, string>>
}

/** The last login of each person in this process, by e-mail address. */
const logins = new Map<string, Login>()

/** Logs a person in through the API, with a 2FA code. Throws when the product refuses. */
export async function startSession(person: Account): Promise<Login> {
  const { email, password } = person
  const body = JSON.stringify({ email, password, twoFactorCode: await freshCode(person) })
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${readProductUrl()}/api/login`, { method: 'POST', headers, body })
  if (!reply.ok) throw new Error(`${email}: ${await reply.text()}`)
  const { sessionId, requiresTwoFactor, ...user } = await reply.json()
  return {
    cookies: reply.headers.getSetCookie().map((cookie) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      return { name, value }
    }),
    stored: {
      ...{ sessionId, user: JSON.stringify(user), isAuthenticated: 'true', loginTimestamp: String(Date.now()) },
      currentUser: JSON.stringify({ id: user.id, email: user.email, requiresTwoFactor }),
    },
  }
}

/** Tells whether the session of a login is still open; no test has to know what ended it. */
async function isOpen({ stored }: Login): Promise<boolean> {
  const headers = { sessionid: stored['sessionId'] ?? '' }
  return (await fetch(`${readProductUrl()}/api/auth/user`, { headers })).ok
}

/** A file of the site, which gives a page access to the storage of the site. */
const LOADS_NO_SCREEN = '/favicon.svg'

interface LoginOptions {
  /** Path to open; without it, no screen is loaded. */
  readonly path?: string
  /** Set when the test needs a session that no other page uses. */
  readonly isNew?: true
}

/**
 * Logs a person in without the login screen, for tests that are not about the login, and opens a path, if one is
 * given. Uses the person's open session again, unless the test needs a new one. Returns the account.
 */
export async function logInByApi(page: Page, email: string, { path, isNew }: LoginOptions = {}): Promise<Account> {
  const person = await findDemoAccount(email)
  const last = isNew ? undefined : logins.get(email)
  const login = last && (await isOpen(last)) ? last : await startSession(person)
  if (!isNew) logins.set(email, login)
  await page.context().addCookies(login.cookies.map((cookie) => ({ ...cookie, url: readProductUrl() })))
  await page.goto(`${readProductUrl()}${LOADS_NO_SCREEN}`)
  await page.evaluate((stored) => {
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
  }, login.stored)
  if (path !== undefined) await page.goto(`${readProductUrl()}${path}`)
  if (path === '/') await atDashboard(page, person)
  return person
}

/**
 * Opens a path as a link of the product does, without loading the site again; the first visit after a login loads it.
 * The data that the page has read stay, so a screen whose data another page or call changed needs `page.goto`.
 */
export async function visit(page: Page, path: string): Promise<void> {
  if (page.url().endsWith(LOADS_NO_SCREEN)) {
    await page.goto(`${readProductUrl()}${path}`)
    return
  }
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

const atDashboard = (page: Page, { firstName }: Account) =>
  expect(page.getByRole('heading', { name: `Goedemorgen, ${firstName}` })).toBeVisible()

/**
 * Expects that the page shows its values whole, and no violation of axe's accessibility rules in the light theme. In
 * the dark theme checks only contrast, as other rules do not depend on the theme.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // Waits for the page to be drawn first. Until then it has no busy elements, so the next line would not wait.
  await expect(page.locator('main')).toBeVisible()
  await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0)
  expect(await findLayoutFaults(page)).toEqual([])
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    const violations: string[] = []
    for (const theme of ['light', 'dark']) {
      document.documentElement.classList.toggle('dark', theme === 'dark')
      await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)))
      const rules = theme === 'dark' ? { runOnly: ['color-contrast'] } : {}
      // Without `preload`, axe does not fetch and parse all style sheets for rules about media, which we have none of.
      const result = await run(document, { resultTypes: ['violations'], preload: false, ...rules })
      const targets = (nodes: readonly { readonly target: object }[]) => nodes.map(({ target }) => target).join(' ')
      violations.push(...result.violations.map(({ id, nodes }) => `${theme} ${id}: ${targets(nodes)}`))
    }
    document.documentElement.classList.remove('dark')
    return violations
  })
  expect(found).toEqual([])
}

/** Options of a window that differ from a desktop's. */
type Shape = Pick<BrowserContextOptions, 'viewport' | 'hasTouch' | 'isMobile'>

/** A phone with touch. */
export const PHONE: Shape = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/**
 * Opens a page in a browser of its own: it shares no login and no storage with another page of the test. Its cache has
 * the files of the site that earlier tests loaded, as in the browser of somebody who was here before.
 */
export type OpenPage = (shape?: Shape) => Promise<Page>

/** Browser contexts that no test uses, by their shape. */
type FreeContexts = Map<string, BrowserContext[]>

/** Opens a page of a context, and empties the context of what an earlier test left there. */
async function openEmpty(context: BrowserContext): Promise<Page> {
  await context.clearCookies()
  await context.clearPermissions()
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  const all = { origin: readProductUrl(), storageTypes: 'local_storage,indexeddb,cache_storage,service_workers' }
  await devTools.send('Storage.clearDataForOrigin', all)
  await devTools.detach()
  return page
}

/** Collects errors on a page and in its console. */
function watch(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    // The browser also reports a request that the server refused. That is no problem here: the screen shows the
    // answer.
    const isAnswer = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isAnswer) problems.push(`console: ${message.text()}`)
  })
}

/** Delays answers of the API by up to `REPLY_DELAY` milliseconds, so that they overtake each other. */
async function delayAnswers(page: Page): Promise<void> {
  const mostDelay = Number(process.env['REPLY_DELAY'] ?? 0)
  if (!mostDelay) return
  let asked = 0
  await page.route('**/api/**', async (route) => {
    await pause((++asked * 7919) % mostDelay)
    await route.continue()
  })
}

interface OfTest {
  readonly openPage: OpenPage
}

interface OfWorker {
  readonly browser: Browser
  readonly product: undefined
  readonly freeContexts: FreeContexts
}

/**
 * Playwright's `test` with the Chromium of `findChromium`. Each worker has a running product of its own, unless
 * PARTNERVIEW_URL names one. An error on a page or in its console, such as a broken CSP, fails the test.
 */
export const test = base.extend<OfTest, OfWorker>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names it must provide from this pattern
    async ({}, use) => {
      if (process.env['PARTNERVIEW_URL']) return use(undefined)
      // A test calls functions that an earlier one called too; to start one again takes a second of processor time.
      const runtime = await startRuntime({ filled: process.env['PARTNERVIEW_FILLED'], idleMinutes: 60 })
      process.env['PARTNERVIEW_URL'] = runtime.url
      await use(undefined)
      await runtime.stop()
    },
    { scope: 'worker', auto: true, timeout: 180_000 },
  ],
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names it must provide from this pattern
    async ({}, use) => {
      // All cores are busy, so parallel and frequent garbage collection costs more than it saves.
      const browser = await launchBrowser(['--js-flags=--single-threaded-gc --max-semi-space-size=64'])
      await use(browser as Browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  freeContexts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names it must provide from this pattern
    async ({}, use) => use(new Map()),
    { scope: 'worker' },
  ],
  openPage: async ({ browser, freeContexts }, use) => {
    const problems: string[] = []
    const used: [key: string, context: BrowserContext][] = []
    await use(async (shape = {}) => {
      const key = JSON.stringify(shape)
      const context = freeContexts.get(key)?.pop() ?? (await browser.newContext(shape))
      used.push([key, context])
      const page = await openEmpty(context)
      watch(page, problems)
      await delayAnswers(page)
      return page
    })
    for (const [key, context] of used) {
      for (const page of context.pages()) await page.close()
      freeContexts.set(key, [...(freeContexts.get(key) ?? []), context])
    }
    expect(problems).toEqual([])
  },
  page: async ({ openPage, hasTouch }, use) => use(await openPage(hasTouch ? { hasTouch } : {})),
  context: async ({ page }, use) => use(page.context()),
})

export { expect }
