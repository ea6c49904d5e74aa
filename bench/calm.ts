import type { Page } from 'playwright-core'
import { launchBrowser } from '../testing/product/browser.ts'
import { startRuntime } from '../testing/runtime.ts'
import type { Row } from './row.ts'

/** Words, buttons and boxes of a screen. */
interface Counts {
  readonly words: number
  readonly buttons: number
  readonly boxes: number
}

/** The twelve counted screens: their addresses, or how to get there. */
const screens: Readonly<Record<string, (page: Page, idOf: (list: string) => Promise<string>) => Promise<unknown>>> = {
  Dashboard: (page) => page.goto('/dashboard'),
  'Mijn dag': (page) => page.goto('/mijn-dag'),
  Afspraken: (page) => page.goto('/appointments'),
  'Afspraak Details': async (page, idOf) => page.goto(`/appointments?afspraak=${await idOf('/api/appointments')}`),
  Kalender: (page) => page.goto('/calendar'),
  Leads: (page) => page.goto('/leads'),
  Contracten: (page) => page.goto('/expiring-contracts'),
  Sale: async (page, idOf) => page.goto(`/sales/${await idOf('/api/sales')}`),
  Commissies: (page) => page.goto('/commissies-admin'),
  Facturen: (page) => page.goto('/self-billing'),
  Factuur: async (page, idOf) =>
    page.goto(`/self-billing/invoice/${await idOf('/api/self-billing/invoices/status/betaald')}`),
  Beveiliging: (page) => page.goto('/security'),
}

/**
 * Counts the words, buttons and boxes that an admin sees on twelve screens with demo data, at 1440 pixels, without the
 * menu. Of a table it counts the first row only, so that the figures tell what the screen adds to its data.
 * `PARTNERVIEW_FILLED=<folder>` starts from a copy of an earlier run's data.
 */
export async function run(): Promise<Row[]> {
  const runtime = await startRuntime({ filled: process.env['PARTNERVIEW_FILLED'] })
  const browser = await launchBrowser()
  try {
    const admin = (await runtime.accounts()).find(({ role, isActive }) => role === 'admin' && isActive)
    if (!admin) throw new Error('The demo has no admin')
    const sessionId = await runtime.login(admin)
    const user = JSON.stringify(await runtime.json('GET', '/api/auth/user', undefined, sessionId))
    const stored = { sessionId, user, isAuthenticated: 'true', loginTimestamp: String(Date.now()) }
    const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }))
    const context = await browser.newContext({
      baseURL: runtime.url,
      storageState: { cookies: [], origins: [{ origin: new URL(runtime.url).origin, localStorage }] },
      viewport: { width: 1440, height: 900 },
      locale: 'nl-NL',
      timezoneId: 'Europe/Amsterdam',
    })
    const idOf = async (list: string) => {
      const [first] = await runtime.json<{ id: string }[]>('GET', `${list}?limit=1`, undefined, sessionId)
      if (!first) throw new Error(`${list} is empty`)
      return first.id
    }
    const rows: Row[] = []
    const sum = { words: 0, buttons: 0, boxes: 0 }
    for (const [name, open] of Object.entries(screens)) {
      const page = await context.newPage()
      await open(page, idOf)
      // An open dialog hides the screen behind it.
      await page.getByRole('main', { includeHidden: true }).waitFor({ timeout: 120_000 })
      await page.waitForLoadState('networkidle')
      const counts = await page.evaluate(countShown)
      sum.words += counts.words
      sum.buttons += counts.buttons
      sum.boxes += counts.boxes
      rows.push(rowOf(name, counts))
      await page.close()
    }
    return [...rows, rowOf('all twelve', sum)]
  } finally {
    await browser.close()
    await runtime.stop()
  }
}

const rowOf = (name: string, { words, buttons, boxes }: Counts): Row => ({
  name: `calm: ${name}`,
  value: `${words} words, ${buttons} buttons, ${boxes} boxes`,
  goal: '',
  ok: null,
})

/** Counts what is visible, in the page itself. A box is an element with a border on four sides, or with a shadow. */
function countShown(): Counts {
  const elements = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
    (element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getBoundingClientRect().width > 2 &&
      !element.closest('nav, tbody tr:nth-of-type(n + 2)'),
  )
  const texts = elements.flatMap((element) =>
    [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent ?? ''),
  )
  const isBox = (element: HTMLElement) => {
    const { borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth, boxShadow } =
      getComputedStyle(element)
    const widths = [borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth]
    return widths.every((width) => Number.parseFloat(width) > 0) || boxShadow !== 'none'
  }
  return {
    words: texts
      .join(' ')
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
    buttons: elements.filter((element) => element.matches('button, a[href], [role="button"], select')).length,
    boxes: elements.filter(isBox).length,
  }
}
