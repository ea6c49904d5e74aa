// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startInvoicing } from '../../../testing/invoiced.ts'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'
import type { Person } from '../../../testing/world.ts'
import { connectBrowser, failRequests, findRetryButton, logIn, openApp } from '../../testing/browser.tsx'

let world: MoneyWorld
let payee: Person
beforeAll(async () => {
  world = await startMoneyWorld()
  payee = await world.agent()
  const pay = await startInvoicing(world, payee.id)
  await world.ready(payee.id)
  await world.ready(payee.id, { saleDate: '2026-11-02', agentCommission: 45 })
  await pay({ from: '2026-10-01', to: '2026-10-31' })
  const employee = await world.joined({ role: 'agent', teamId: 1, firstName: 'Roos', lastName: 'Smit' })
  await world.byHand(await world.ready(employee.id, { agentCommission: 80 }))
})
afterAll(() => world.stop())
connectBrowser(() => world.world)

beforeEach(() => vi.stubGlobal('matchMedia', undefined))
afterEach(() => vi.unstubAllGlobals())

async function open(path = '/self-billing/aansluiting', person = world.people.admin) {
  await logIn(world.world, person)
  return openApp(path)
}

const textOf = (element: Element) => element.textContent?.replaceAll('\u00a0', ' ')
const table = () => screen.findByRole('table', { name: 'Per partner en persoon' })
const cellsOf = async (name: RegExp) => {
  const row = (await within(await table()).findByRole('rowheader', { name })).closest('tr')
  return [...(row?.children ?? [])].slice(1, -1).map(textOf)
}

test('a month adds up by partner and person; groups unfold, and names link to the balance of a person', async () => {
  const { user } = await open()
  expect(await cellsOf(/^Bos Energieadvies/)).toEqual([...['–', '€ 145,00', '–', '–', '€ 100,00', '–', '–', '€ 45,00']])
  expect(await cellsOf(/^Totaal/)).toEqual([
    ...['€ 0,00', '€ 225,00', '€ 0,00', '€ 80,00', '€ 100,00', '€ 0,00', '€ 0,00', '€ 45,00'],
  ])
  expect(screen.getByText('Geen verschillen')).toBeTruthy()
  const equation = textOf(screen.getByRole('region', { name: 'De maand in één som' }))
  expect(equation).toContain('Verdiend€ 225,00')
  expect(equation).toContain('Verschil€ 0,00')
  expect(screen.getByText(/Betaald €\s121,00 \+ korting €\s0,00/)).toBeTruthy()

  expect(screen.queryByRole('link', { name: 'Roos Smit' })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Loondienst/ }))
  expect(await cellsOf(/^Roos Smit/)).toEqual(['–', '€ 80,00', '–', '€ 80,00', '–', '–', '–', '–'])
  await user.click(screen.getByRole('link', { name: 'Bos Energieadvies' }))
  await waitFor(() => expect(location.pathname + location.search).toBe(`/saldo/${payee.id}?month=2026-11`))
  await user.click(await screen.findByRole('link', { name: 'Aansluiting' }))
  await table()
  await user.click(screen.getByRole('tab', { name: 'Verzendingen' }))
  expect(await screen.findByText('Nog niets verstuurd')).toBeTruthy()
  expect(location.pathname + location.search).toMatch(/^\/self-billing\/boekhouding\?.*tab=verzendingen/)
  await user.click(screen.getByRole('tab', { name: 'Aansluiting' }))
  await table()
  expect(location.pathname).toBe('/self-billing/aansluiting')
  await user.click(screen.getByRole('button', { name: 'Per partner tonen' }))
  expect(screen.getAllByRole('link', { name: 'Bos Energieadvies' })).toHaveLength(2)
})

test('a difference is explained at the row of its person, with a link to its postings', async () => {
  const { LedgerItems } = await import('../../../functions/book/item-entity.ts')
  const { readOpenItems } = await import('../../../functions/book/service.ts')
  const [item] = await readOpenItems(payee.id)
  if (!item) throw new Error('Nothing is open')
  await LedgerItems.put({ ...item, claimedBy: { by: 'invoice#weg', number: 'YDS-2026-0999' } }).go()
  await open()
  expect(await screen.findByText('1 verschil')).toBeTruthy()
  const note = screen.getByText(/geboekt, maar de open post ontbreekt/)
  expect(textOf(note)).toContain('Sale Bakkerij De Molen (02-11-2026), € 45,00:')
  expect(within(note).getByRole('link', { name: 'Boekingen bekijken' }).getAttribute('href')).toBe(
    `/saldo/${payee.id}?month=2026-11`,
  )
  const row = (await within(await table()).findByRole('rowheader', { name: /^Bos/ })).closest('tr')
  expect(textOf(row?.lastElementChild as Element)).toBe('€ 45,00')
  await LedgerItems.put(item).go()
})

test('another month can be chosen; an empty one says so, and a failed one can be retried', async () => {
  const restore = failRequests(/reconciliation/)
  const { user } = await open()
  const again = await findRetryButton()
  restore()
  await user.click(again)
  await table()
  await user.click(screen.getByRole('button', { name: 'Vorige maand' }))
  expect(await screen.findByText('Niets geboekt')).toBeTruthy()
  expect(location.search).toBe('?month=2026-10')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Maand' }), 'November 2026')
  await table()
})

test('open amounts are listed by reason and person; only for admins', async () => {
  const owing = await world.joined({ role: 'agent', teamId: 1, firstName: 'Ot', lastName: 'Schuld' })
  await world.correct(owing.id, -85)
  const page = await open()
  await page.user.click(await screen.findByText('Onder nul'))
  expect(screen.getAllByRole('link', { name: 'Ot Schuld' }).length).toBeGreaterThan(0)
  page.unmount()
  await open('/self-billing/aansluiting', world.people.leader)
  expect(await screen.findByText('Toegang geweigerd')).toBeTruthy()
})

test('a year shows what the bank paid, and says what the list for the tax authority lacks', async () => {
  const restore = failRequests(/ledger\/yearly/)
  const { user } = await open('/self-billing/boekhouding?tab=jaaropgaven')
  const again = await findRetryButton()
  restore()
  await user.click(again)
  expect(await screen.findByText('Niets betaald')).toBeTruthy()
  expect(screen.getByText('Zonder BSN en geboortedatum: die staan niet in Partnerview. Vul ze zelf aan.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Opgaaf derden' })).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Jaar' }), '2025')
  await waitFor(() => expect(location.search).toContain('jaar=2025'))
  expect(textOf(await screen.findByText(/^Opgaaf derden: 0 natuurlijke/))).toContain('€ 0,00')
})

test('a phone shows people as cards', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: /width/.test(query), addEventListener: () => {}, removeEventListener: () => {} },
  }))
  const { user } = await open()
  const list = await screen.findByRole('list', { name: 'Partners' })
  expect(textOf(within(list).getByRole('listitem'))).toContain('Bos Energieadvies€ 45,00')
  await user.click(screen.getByRole('button', { name: /^Loondienst/ }))
  const employees = within(screen.getByRole('list', { name: 'Loondienst' }))
  expect(textOf(employees.getByText('Roos Smit').closest('li') as Element)).toContain('verdiend € 80,00')
})

test('closing a month shows what is left, asks what it does, is stopped, and opens again with a reason', async () => {
  await world.sale({ saleDate: '2026-10-12' })
  const { user } = await open('/self-billing/boekhouding')
  expect(await screen.findByRole('heading', { name: 'Oktober 2026 afsluiten' })).toBeTruthy()
  const steps = within(screen.getByRole('list', { name: 'Stappen' }))
  expect(steps.getAllByRole('listitem').at(-1)?.textContent).toMatch(/^Aansluiting€\s0,00 verschil$/)
  const left = steps.getAllByRole('link').map((link) => link.getAttribute('aria-label')?.split(':')[0])
  expect(textOf(screen.getByRole('region', { name: 'Maand sluiten' }))).toContain(`Blijft open: ${left.join(', ')}.`)
  await user.click(screen.getByRole('button', { name: 'Maand sluiten' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Oktober 2026 sluiten?' }))
  expect(question.getByText(/0,00 verschil\. Vanaf nu boekt niemand meer in oktober 2026/)).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Maand sluiten' }))
  expect(await screen.findByText('Wordt gesloten')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Sluiten afbreken' }))
  await user.click(
    within(await screen.findByRole('alertdialog', { name: 'Sluiten afbreken?' })).getByRole('button', {
      name: 'Afbreken',
    }),
  )
  expect(await screen.findByText('Open maand')).toBeTruthy()

  await world.done('admin', 'PUT', '/api/ledger/periods/2026-10', { closed: true })
  await world.world.travel(Date.now() + 20 * 60_000)
  await (await import('../../../events/month-closing.ts')).handler()
  await user.click(screen.getByRole('tab', { name: 'Gesloten maanden' }))
  await user.click(await screen.findByRole('link', { name: 'Oktober 2026' }))
  await user.click(await screen.findByRole('button', { name: 'Maand openen' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Oktober 2026 openen?' }))
  await user.click(dialog.getByRole('button', { name: 'Openen' }))
  expect(await dialog.findByText('Vul een reden in')).toBeTruthy()
  await user.type(dialog.getByLabelText('Reden'), 'Factuur vergeten')
  await user.click(dialog.getByRole('button', { name: 'Openen' }))
  expect(await screen.findByText(/^Weer geopend door .*: Factuur vergeten$/)).toBeTruthy()
})

test('the VAT of a period has the documents behind each number, and what is open leads to a payment file', async () => {
  const { invoiceNumber } = await world.sent(`partner-of-${payee.id}`)
  const { user } = await open('/self-billing/boekhouding?tab=btw')
  const sum = () => screen.findByRole('region', { name: 'De btw in één som' })
  expect(textOf(await sum())).toContain('E-facturen (UBL)€ 42,00')
  expect(textOf(await sum())).toContain('Verschil€ 0,00')
  expect(screen.queryByRole('combobox', { name: 'Maand' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '2 documenten van Normaal 21 %' }))
  const documents = within(screen.getByRole('region', { name: 'Documenten van Normaal 21 %' }))
  expect(documents.getByRole('link', { name: invoiceNumber })).toBeTruthy()

  await user.click(screen.getByRole('tab', { name: 'Journaal' }))
  const accounts = await screen.findByRole('table', { name: 'Journaal per rekening' })
  expect(
    textOf(
      within(accounts)
        .getByRole('rowheader', { name: /^1600 Crediteuren/ })
        .closest('tr') as Element,
    ),
  ).toContain('BSchCreHac')
  expect(screen.getByText('Alle saldi samen € 0,00')).toBeTruthy()

  await user.click(screen.getByRole('tab', { name: 'Openstaand' }))
  await user.click(await screen.findByRole('button', { name: 'Bos Energieadvies' }))
  expect(screen.getByRole('link', { name: invoiceNumber })).toBeTruthy()
  const pay = /^Betaalbestand · 1 partner/
  expect(textOf(screen.getByRole('button', { name: pay }))).toContain('€ 121,00')
  await user.click(screen.getByRole('checkbox', { name: 'Bos Energieadvies betalen' }))
  expect(screen.queryByRole('button', { name: pay })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Bos Energieadvies betalen' }))
  await user.click(screen.getByRole('button', { name: pay }))
  const dialog = await screen.findByRole('dialog', { name: 'Betaalbestand maken' })
  expect(textOf(dialog)).toContain('1 factuur van Bos Energieadvies')
})

test.each([
  ['btw', /ledger\/vat/, 'De btw in één som'],
  ['openstaand', /ledger\/open-documents/, 'Openstaand in één som'],
  ['nog-te-ontvangen', /ledger\/cut-off/, 'Nog te ontvangen in één som'],
])('the tab %s that cannot be loaded can be loaded again', async (tab, path, name) => {
  const restore = failRequests(path)
  const { user } = await open(`/self-billing/boekhouding?tab=${tab}`)
  const retry = await findRetryButton()
  restore()
  await user.click(retry)
  expect(await screen.findByRole('region', { name })).toBeTruthy()
})

test('what is supplied and not invoiced is listed at a day, and what is invoiced too early on both months', async () => {
  const agent = await world.agent()
  const pay = await startInvoicing(world, agent.id)
  await world.ready(agent.id, { agentCommission: 70 })
  await world.ready(agent.id, { saleDate: '2026-11-20', agentCommission: 60 })
  const choice = { from: '2026-11-01', to: '2026-11-30', invoiceDate: '2026-10-31' }
  const invoiceNumber = await pay(choice)
  const { user } = await open('/self-billing/boekhouding?tab=nog-te-ontvangen&dag=2026-10-31')
  const list = within(await screen.findByRole('table', { name: 'Nog te ontvangen per persoon' }))
  const person = list.getAllByRole('button').find((one) => textOf(one.closest('tbody') as Element)?.includes('70,00'))
  await user.click(person as Element)
  expect(textOf(person?.closest('tbody') as Element)).toBe('Bos Energieadvies12-10-2026€ 70,001 post12-10-2026–€ 70,00')
  const early = within(screen.getByRole('table', { name: 'Vooruit gefactureerd' }))
  expect(textOf(early.getByText('20-11-2026').closest('tr') as Element)).toBe(
    `Bos Energieadvies20-11-2026${invoiceNumber} van 31-10-2026€ 60,00`,
  )
  await user.click(screen.getByRole('tab', { name: 'Aansluiting' }))
  await user.click(await screen.findByText('Nu geleverd, eerder gefactureerd'))
  expect(screen.getByRole('link', { name: invoiceNumber })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Vorige maand' }))
  await user.click(await screen.findByText('Nu gefactureerd, later geleverd'))
  expect(screen.getByRole('link', { name: invoiceNumber })).toBeTruthy()
})
