import type { Page } from '@playwright/test'
import { findLayoutFaults } from './support/layout.ts'
import { expect, expectAccessible, logInByApi, readProductUrl, test, visit } from './support/test.ts'

/** Fetches a path of the API with the session of the user who is logged in on the page. */
async function get<T>(page: Page, path: string): Promise<T> {
  const sessionid = (await page.evaluate(() => localStorage.getItem('sessionId'))) ?? ''
  const reply = await fetch(`${readProductUrl()}/api${path}`, { headers: { sessionid } })
  expect(reply.status, path).toBe(200)
  return reply.json()
}

interface Row {
  readonly id: string
  readonly agentId: string
}

/** Returns the id of the first row of a list. */
async function first(page: Page, path: string): Promise<string> {
  const [row] = await get<Row[]>(page, path)
  if (!row) throw new Error(`Nothing in ${path}`)
  return row.id
}

/**
 * Sizes of a desktop, a tablet and a phone. The window is high, so that most of a screen needs no scrolling. A tablet has
 * the elements of a desktop, so their accessibility is checked only there.
 */
const TABLET = { width: 768, height: 2000 }
const sizes = [{ width: 1440, height: 2000 }, TABLET, { width: 390, height: 2000 }] as const

/** Matches the number of invoices under a list. The text also counts credit notes, where other tests made some. */
const INVOICES = /^\d+ factu(?:ur|ren)(?:, \d+ creditfactu(?:ur|ren))?$/

/** A text that each screen shows once its data has loaded, and that the screen before it does not show, by path. */
type Screens = Record<string, string | RegExp>

/**
 * Visits screens and dialogs in all window sizes. Expects no violation of accessibility, values that are shown whole, and
 * no sideways scrolling.
 */
async function expectAllAccessible(page: Page, screens: Screens): Promise<void> {
  for (const [turn, [path, text]] of Object.entries(screens).entries()) {
    await visit(page, path)
    // Begins with the size at which the screen before it ended.
    for (const size of turn % 2 === 0 ? sizes : sizes.toReversed()) {
      await test.step(`${path} at ${size.width}`, async () => {
        await page.setViewportSize(size)
        await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
        await expect(page.locator('[aria-busy=true]:visible, .pv-skeleton:visible')).toHaveCount(0)
        if (size === TABLET) expect(await findLayoutFaults(page)).toEqual([])
        else await expectAccessible(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      })
    }
  }
}

/** Opens each dialog of a screen with a click, on a desktop; expects no violation of accessibility. */
async function expectDialogsAccessible(page: Page, path: string, names: readonly (string | RegExp)[], menu = false) {
  await page.setViewportSize(sizes[0])
  await visit(page, path)
  for (const name of names) {
    await test.step(`${name} on ${path}`, async () => {
      if (menu) await page.getByRole('main').getByRole('button', { name: 'Meer', exact: true }).click()
      const opener = menu ? page.getByRole('menuitem', { name }) : page.getByRole('main').getByRole('button', { name })
      await opener.first().click()
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
      await expect(dialog.first()).toBeVisible()
      // Moves the pointer away, as a tooltip could cover the dialog.
      await page.mouse.move(0, 0)
      await expect(page.getByRole('tooltip')).toHaveCount(0)
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    })
  }
}

test('commissions, sales and balances are accessible, at a desk and on a phone', async ({ page }) => {
  test.slow()
  await logInByApi(page, 'admin2@partnerview.example')
  const commission = await first(page, '/commissions?limit=1')
  const [sale] = await get<Row[]>(page, '/sales?limit=1&status=nieuw')
  if (!sale) throw new Error('No sale')
  await expectAllAccessible(page, {
    '/commissions': /^\d+ commissies$/,
    [`/commissions?commissie=${commission}`]: 'Waarom dit bedrag',
    '/commissions?vragen=1': 'Vragen',
    '/commissions?tarieven=1': 'Standaardtarief',
    '/commissies-admin?step=klaar_voor_uitbetaling': /^\d+ commissies$/,
    '/transactions': /^\d+ sales$/,
    [`/sales/${sale.id}`]: 'Product en verbruik',
    '/transactions?nieuwe-sale=1': 'Sale registreren',
    [`/saldo/${sale.agentId}`]: /^Beginsaldo/,
  })
  const steps = await get<Row[]>(page, '/commissions?step=klaar_voor_uitbetaling&limit=1')
  await expectDialogsAccessible(page, `/commissions?commissie=${steps[0]?.id}`, ['Bewerken', 'Correctie noteren'])
  await expectDialogsAccessible(page, '/commissies-admin?step=klaar_voor_uitbetaling', [/: Uitbetalen$/])
  await expectDialogsAccessible(page, `/sales/${sale.id}`, ['Bewerken', 'Afwijzen', 'Commissie bewerken'])
})

test('self-billing is accessible, at a desk and on a phone, and its reconciliation fits on paper', async ({ page }) => {
  test.slow()
  await logInByApi(page, 'admin1@partnerview.example')
  const [concept, sent, paid, partner] = [
    await first(page, '/self-billing/invoices?status=concept'),
    await first(page, '/self-billing/invoices?status=in_behandeling'),
    await first(page, '/self-billing/invoices?status=betaald'),
    await first(page, '/self-billing/partners'),
  ]
  await expectAllAccessible(page, {
    '/self-billing?status=alle': INVOICES,
    '/self-billing?tab=partners': /^\d+ partners$/,
    '/self-billing?factuur=nieuw': 'Nieuwe factuur',
    '/self-billing?instellingen=1': 'Instellingen self-billing',
    [`/self-billing?tab=partners&partner=${partner}`]: 'Partner bewerken',
    [`/self-billing/invoice/${concept}`]: 'Factuurregels',
    '/self-billing/workflow-concept': INVOICES,
    [`/self-billing/invoice/${sent}`]: 'Factuurregels',
    '/self-billing/workflow-in-behandeling': INVOICES,
    [`/self-billing/invoice/${paid}`]: 'Factuurregels',
    '/self-billing/workflow-betaald': INVOICES,
    '/self-billing/maandrun': /^Klaar om te factureren/,
    '/self-billing/maandrun?tab=runs': 'Eerdere runs',
    '/self-billing/betalingen': INVOICES,
    '/self-billing/betalingen?tab=bestanden': /betaalbestand|Geen betaling onderweg/,
    '/self-billing/betalingen?tab=afschriften': 'Bankafschriften',
    '/self-billing/boekhouding': /^\w+ 20\d\d afsluiten$/,
    '/self-billing/aansluiting': /Loondienst/,
    '/self-billing/boekhouding?tab=btw': /^(?:Voorbelasting 5b|Geen btw)$/,
    '/self-billing/boekhouding?tab=openstaand': /^(?:Dagen sinds de vervaldatum|Niets open$)/,
    '/self-billing/boekhouding?tab=nog-te-ontvangen': /^(?:Op dag van levering|Niets te ontvangen$)/,
    '/self-billing/boekhouding?tab=journaal': /^(?:Alle saldi samen|Niets geboekt$)/,
    '/self-billing/boekhouding?tab=jaaropgaven': 'Op de dag van de bank',
    '/self-billing/boekhouding?tab=verzendingen': 'Nu versturen',
    '/self-billing/boekhouding?tab=gesloten': /^(?:Nog niets gesloten|\w+ 20\d\d)$/,
  })
  await expectDialogsAccessible(page, `/self-billing/invoice/${sent}`, ['Crediteren', 'Interne gegevens'], true)
  await expectDialogsAccessible(page, `/self-billing/invoice/${sent}`, ['Markeer als Betaald'])
  await expectDialogsAccessible(page, `/self-billing/invoice/${concept}`, ['Bewerken'], true)
  await expectDialogsAccessible(page, `/self-billing/invoice/${concept}`, ['Versturen'])
  await expectDialogsAccessible(page, '/self-billing/maandrun', [/(?:factuur|facturen) maken · /])
  await expectDialogsAccessible(page, '/self-billing/betalingen', ['Bankafschrift uploaden'])

  await visit(page, '/self-billing/aansluiting')
  const table = page.getByRole('table', { name: 'Per partner en persoon' })
  await table.getByRole('button', { name: /^Loondienst/ }).click()
  await page.emulateMedia({ media: 'print' })
  // Portrait A4 with margins of a centimetre.
  await page.setViewportSize({ width: 718, height: 1047 })
  await expect(page.getByRole('heading', { name: /^Aansluiting / })).toBeVisible()
  await expect(table).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(718)
})

test('the money of a team and of oneself is accessible, at a desk and on a phone', async ({ page }) => {
  test.slow()
  await logInByApi(page, 'teamleader2@partnerview.example')
  await expectAllAccessible(page, {
    '/team-vergoedingen': /^\d+ sales$/,
    '/commissies-admin': /^\d+ commissies$/,
    '/saldo': 'Medewerker',
  })
  await logInByApi(page, 'agent2@partnerview.example')
  await expectAllAccessible(page, {
    '/commissies-agent': /^\d+ commissies$/,
    '/saldo': /^Beginsaldo/,
    [`/commissies-agent?commissie=${await first(page, '/commissions?limit=1')}`]: 'Waarom dit bedrag',
  })
})
