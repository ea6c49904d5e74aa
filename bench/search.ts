import { launchBrowser } from '../testing/product/browser.ts'
import { startRuntime } from '../testing/runtime.ts'
import { median } from './median.ts'
import type { Row } from './row.ts'

/** Maximum number of words that are searched. */
const WORDS = 30
/** Goal for the median time until the first result, in milliseconds. */
const MOST_MS = 150

/**
 * Measures the milliseconds from typing a word to its first search result on screen, as an admin.
 * `PARTNERVIEW_FILLED=<folder>` starts from a copy of an earlier run's data.
 */
export async function run(): Promise<Row[]> {
  const runtime = await startRuntime({ filled: process.env['PARTNERVIEW_FILLED'] })
  const browser = await launchBrowser()
  try {
    const admin = (await runtime.accounts()).find(({ role, isActive }) => role === 'admin' && isActive)
    if (!admin) throw new Error('The demo has no admin')
    const session = await runtime.login(admin)
    const customers = await runtime.json<{ customerName: string; customerPhone: string }[]>(
      ...(['GET', `/api/appointments?limit=${WORDS}`, undefined, session] as const),
    )
    // Each word occurs once, as the browser keeps the results of a word that was searched before.
    const words = new Set(
      customers.map(({ customerName, customerPhone }, index) =>
        index % 2 === 0 ? (customerName.split(' ').at(-1) ?? customerName) : customerPhone,
      ),
    )
    const page = await browser.newPage()
    await page.goto(`${runtime.url}/favicon.svg`)
    const user = await runtime.json<object>('GET', '/api/auth/user', undefined, session)
    await page.evaluate(
      ([sessionId, user]) => {
        const stored = {
          sessionId,
          user,
          isAuthenticated: 'true',
          loginTimestamp: String(Date.now()),
          currentUser: user,
        }
        for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
      },
      [session, JSON.stringify(user)] as const,
    )
    await page.goto(runtime.url)
    const field = page.getByRole('dialog', { name: 'Snel zoeken' }).getByRole('combobox')
    await page.getByRole('main').first().waitFor()
    await page.keyboard.press('Control+k')
    await field.waitFor()
    const times: number[] = []
    for (const word of words) {
      await field.fill('')
      await page.locator('[data-value^="found:"]').first().waitFor({ state: 'detached' })
      times.push(await field.evaluate(untilFound, word))
    }
    // Leaves out the first word: its search also starts the function. It has a row of its own below.
    const warm = times.slice(1)
    const slowest = [...warm].sort((one, other) => one - other)[Math.floor(warm.length * 0.95)] ?? Number.NaN
    const middle = median(warm)
    return [
      {
        name: `search: from the last key to the first result, median of ${warm.length} words`,
        value: `${Math.round(middle)} ms`,
        goal: `≤ ${MOST_MS} ms on an idle machine`,
        ok: middle <= MOST_MS,
      },
      { name: 'search: the same, 95th percentile', value: `${Math.round(slowest)} ms`, goal: '', ok: null },
      {
        name: 'search: the same, first word of a cold function',
        value: `${Math.round(times[0] ?? 0)} ms`,
        goal: '',
        ok: null,
      },
    ]
  } finally {
    await browser.close()
    await runtime.stop()
  }
}

/** Types a word at once; resolves to the milliseconds until a result is drawn. */
function untilFound(field: HTMLElement | SVGElement, word: string): Promise<number> {
  return new Promise((resolve) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    const from = performance.now()
    const look = () => {
      if (!document.querySelector('[data-value^="found:"]')) return requestAnimationFrame(look)
      return resolve(performance.now() - from)
    }
    set?.call(field, word)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    requestAnimationFrame(look)
  })
}
