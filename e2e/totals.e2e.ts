import type { Page, Request } from '@playwright/test'
import { dateInDays, expect, logInByApi, readProductUrl, test } from './support/test.ts'

/** Endpoints of lists whose cards or tabs show a count. */
const LISTS =
  /^\/api\/(appointments|leads|commissions|self-billing\/invoices(\/status\/\w+)?|contracts\/sales-status\/\w+)$/

/** Matches a card or tab that ends in a count: `Gepland 102`, `Nieuw € 1.930,00 22 commissies`. */
const COUNTED = /(\d[\d.]*)(?: commissies?)?$/

/** Returns the number of all rows of a list, page by page. */
async function rowsOf(page: Page, path: string): Promise<number> {
  const sessionid = (await page.evaluate(() => localStorage.getItem('sessionId'))) ?? ''
  let rows = 0
  for (let next: string | undefined = path; next !== undefined; ) {
    const reply: Response = await fetch(new URL(next, readProductUrl()), { headers: { sessionid } })
    expect(reply.status, next).toBe(200)
    rows += (await reply.json()).length
    next = /<([^>]+)>/.exec(reply.headers.get('link') ?? '')?.[1]
  }
  return rows
}

/** Tells whether a request loads the list of an address; some screens load other lists as well. */
function isListOf(address: string, request: Request): boolean {
  const [asked, shown] = [new URL(request.url()), new URL(address)]
  if (request.method() !== 'GET' || !LISTS.test(asked.pathname) || asked.searchParams.has('callToday')) return false
  const status = shown.searchParams.get('status')
  if (shown.pathname === '/appointments' && status === null) return asked.searchParams.get('from') === dateInDays(0)
  return shown.pathname !== '/appointments' || asked.searchParams.get('status') === status
}

/** Waits until one of these requests loads the list of an address; returns the number of rows of that list. */
async function rowsAt(page: Page, address: string, asked: readonly Request[]): Promise<number> {
  const find = () => asked.find((request) => isListOf(address, request))
  await expect.poll(find, { message: `no list of ${address} is loaded`, timeout: 30_000 }).toBeDefined()
  const { pathname, searchParams } = new URL(find()?.url() ?? '')
  searchParams.set('limit', '500')
  return rowsOf(page, `${pathname}?${searchParams}`)
}

/** Expects each card or tab with a count to open a list with as many rows as its count. */
async function expectCountsOpenTheirLists(page: Page, path: string): Promise<void> {
  let asked: Request[] = []
  const note = (request: Request) => asked.push(request)
  page.on('request', note)
  await page.goto(`${readProductUrl()}${path}`)
  const cards = page.locator('main [aria-pressed]').filter({ visible: true })
  await expect(cards.filter({ hasText: /\d/ }).first()).toBeVisible()
  await expect(page.locator('main [aria-busy=true]:visible')).toHaveCount(0)
  const texts = (await cards.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
  const pressed = await cards.evaluateAll((all) => all.map((card) => card.getAttribute('aria-pressed') === 'true'))
  const counted = texts.filter((text) => COUNTED.test(text))
  expect(counted.length, path).toBeGreaterThan(1)
  // A card that is chosen at first comes first, as its list is loaded already.
  const isPressed = (text: string) => pressed[texts.indexOf(text)] === true
  for (const text of counted.toSorted((one, other) => Number(isPressed(other)) - Number(isPressed(one)))) {
    await test.step(`${path}: ${text}`, async () => {
      const card = cards.nth(texts.indexOf(text))
      if (!isPressed(text)) {
        asked = []
        await card.click()
      }
      await expect(card).toHaveAttribute('aria-pressed', 'true')
      const count = Number(COUNTED.exec(text)?.[1]?.replace('.', ''))
      const address = await page.evaluate(() => location.href)
      expect([text, await rowsAt(page, address, asked)]).toEqual([text, count])
    })
  }
  page.off('request', note)
}

test('each count is the number of rows that it opens, for every role', async ({ openPage }) => {
  test.slow()
  for (const [who, paths] of [
    [
      'admin1',
      [
        ...['/appointments', '/leads', '/commissions', '/commissies-admin', '/expiring-contracts'],
        ...['/self-billing?status=alle', '/self-billing/betalingen'],
      ],
    ],
    ['teamleader1', ['/appointments', '/leads', '/commissies-admin']],
    ['agent1', ['/appointments', '/leads', '/commissies-agent']],
    ['caller1', ['/appointments', '/leads', '/commissies-agent']],
  ] as const) {
    const page = await openPage()
    await logInByApi(page, `${who}@partnerview.example`)
    for (const path of paths) await expectCountsOpenTheirLists(page, path)
  }

  const page = await openPage()
  await logInByApi(page, 'admin2@partnerview.example', { path: '/commissions' })
  const button = page.getByRole('button', { name: /^Vragen \(\d+\)$/ })
  const count = Number(/\d+/.exec((await button.textContent()) ?? '')?.[0])
  await expect(page.getByRole('complementary').getByRole('link', { name: `Commissies ${count}` })).toBeVisible()
  expect(await rowsOf(page, '/api/commissions/questions?open=true&limit=500')).toBe(count)

  await page.goto(`${readProductUrl()}/teams`)
  const members = page.getByRole('main').getByRole('link', { name: /^Leden van .*: \d+$/ })
  await expect(members.first()).toBeVisible()
  const names = await members.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? ''))
  for (const name of names) {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByText(new RegExp(`^${/\d+$/.exec(name)?.[0]} gebruikers?$`))).toBeVisible()
    await page.goBack()
  }
})
