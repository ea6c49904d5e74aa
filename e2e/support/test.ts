import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, test as base, expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { launchBrowser } from '../../testing/product/browser.ts'
import { type Account, startRuntime } from '../../testing/runtime.ts'

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

/** Formats a date in Dutch; `format` says which parts it shows. */
export const formatDutchDate = (date: string, format: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('nl-NL', { ...format, timeZone: 'UTC' }).format(new Date(date))

const spent = new Set<string>()

/**
 * Returns a 2FA code that this process has not used: the code of the authenticator app, or else a backup code. Throws
 * when none is left.
 */
async function freshCode({ email, backupCodes }: Account): Promise<string> {
  const code = [await readTwoFactorCode(email), ...(backupCodes ?? [])].find((one) => !spent.has(`${email} ${one}`))
  if (!code) throw new Error(`No code left for ${email}`)
  spent.add(`${email} ${code}`)
  return code
}

/** Logs a person in through the login screen, with a 2FA code, and waits for the dashboard. Returns the account. */
export async function logInByHand(page: Page, email: string): Promise<Account> {
  const person = await findDemoAccount(email)
  await page.goto(`${readProductUrl()}/login`)
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Wachtwoord', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Inloggen' }).click()
  await page.getByLabel('2FA code').fill(await freshCode(person))
  await page.getByRole('button', { name: 'Verifiëren' }).click()
  await atDashboard(page, person)
  return person
}

/**
 * Logs a person in through the API, for tests that are not about the login, and opens the dashboard. Returns the
 * account.
 */
export async function logInByApi(page: Page, email: string): Promise<Account> {
  const person = await findDemoAccount(email)
  const body = { email, password: person.password, twoFactorCode: await freshCode(person) }
  await page.goto(`${readProductUrl()}/favicon.svg`)
  await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch('/api/login', { method: 'POST', headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(await reply.text())
    const { sessionId, requiresTwoFactor, ...user } = await reply.json()
    const stored = {
      ...{ sessionId, user: JSON.stringify(user), isAuthenticated: 'true', loginTimestamp: String(Date.now()) },
      currentUser: JSON.stringify({ id: user.id, email: user.email, requiresTwoFactor }),
    }
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
  }, body)
  await page.goto(readProductUrl())
  await atDashboard(page, person)
  return person
}

const atDashboard = (page: Page, { firstName }: Account) =>
  expect(page.getByRole('heading', { name: `Goedemorgen, ${firstName}` })).toBeVisible()

/**
 * Expects no violation of axe's accessibility rules on the page in the light theme. In the dark theme checks only
 * contrast, as other rules do not depend on the theme.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // Waits for the page to be drawn first. Until then it has no busy elements, so the next line would not wait.
  await expect(page.locator('main')).toBeVisible()
  await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    const violations: string[] = []
    for (const theme of ['light', 'dark']) {
      document.documentElement.classList.toggle('dark', theme === 'dark')
      await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)))
      const rules = theme === 'dark' ? { runOnly: ['color-contrast'] } : {}
      const result = await run(document, { resultTypes: ['violations'], ...rules })
      const targets = (nodes: readonly { readonly target: object }[]) => nodes.map(({ target }) => target).join(' ')
      violations.push(...result.violations.map(({ id, nodes }) => `${theme} ${id}: ${targets(nodes)}`))
    }
    document.documentElement.classList.remove('dark')
    return violations
  })
  expect(found).toEqual([])
}

/**
 * Playwright's `test` with the Chromium of `findChromium`. Each worker has a running product of its own, unless
 * PARTNERVIEW_URL names one. An error on the page or in its console, such as a broken CSP, fails the test.
 */
export const test = base.extend<{ problems: string[] }, { browser: Browser; product: undefined }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names it must provide from this pattern
    async ({}, use) => {
      if (process.env['PARTNERVIEW_URL']) return use(undefined)
      const runtime = await startRuntime({ filled: process.env['PARTNERVIEW_FILLED'] })
      process.env['PARTNERVIEW_URL'] = runtime.url
      await use(undefined)
      await runtime.stop()
    },
    { scope: 'worker', auto: true, timeout: 180_000 },
  ],
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names it must provide from this pattern
    async ({}, use) => {
      const browser = await launchBrowser()
      await use(browser as Browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  problems: [
    async ({ page }, use) => {
      const problems: string[] = []
      let asked = 0
      const mostDelay = Number(process.env['REPLY_DELAY'] ?? 0)
      if (mostDelay) {
        await page.route('**/api/**', async (route) => {
          await pause((++asked * 7919) % mostDelay)
          await route.continue()
        })
      }
      page.on('pageerror', (error) => problems.push(`page error: ${error.message}`))
      page.on('console', (message) => {
        // The browser also reports a request that the server refused. That is no problem here: the screen shows the
        // answer.
        const isAnswer = message.text().startsWith('Failed to load resource')
        if (message.type() === 'error' && !isAnswer) problems.push(`console: ${message.text()}`)
      })
      await use(problems)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
