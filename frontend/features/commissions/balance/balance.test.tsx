// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startInvoicing } from '../../../../testing/invoiced.ts'
import { type MoneyWorld, startMoneyWorld } from '../../../../testing/money.ts'
import type { Person } from '../../../../testing/world.ts'
import { connectBrowser, failRequests, logIn, openApp, sent } from '../../../testing/browser.tsx'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())
connectBrowser(() => world.world)

beforeEach(() => vi.stubGlobal('matchMedia', undefined))
afterEach(() => vi.unstubAllGlobals())

async function open(person: Person, path: string) {
  await logIn(world.world, person)
  return openApp(path)
}

const table = () => screen.findByRole('table', { name: 'Boekingen, nieuwste eerst' })
const rowsOf = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent?.replaceAll('\u00a0', ' ')))
const panel = () => screen.findByRole('complementary', { name: 'Maandoverzicht' })

/** Creates an agent whose partner's invoice is paid, with a later correction of -55 euros. */
async function paidAgent() {
  const user = await world.agent()
  const pay = await startInvoicing(world, user.id)
  await world.ready(user.id)
  const invoiceNumber = await pay({ from: '2026-10-01', to: '2026-10-31' })
  await world.correct(user.id, -55)
  return { user, invoiceNumber, partner: `partner-of-${user.id}` }
}

test('an agent sees each posting of the month with the balance after it, and how the balance is paid', async () => {
  const { user, invoiceNumber } = await paidAgent()
  const page = await open(user, '/commissies-agent')
  await page.user.click(await screen.findByRole('button', { name: 'Saldo' }))
  const shown = rowsOf(await table())
  expect(shown.map(([, kind, , amount, balance]) => [kind, amount, balance]).toSorted()).toEqual([
    ['Beginsaldo', '', '€ 0,00'],
    ['Betaald', '–', '€ -55,00'],
    ['Correctie', '€ -55,00', '€ 45,00'],
    ['Op factuur', '€ -100,00', '€ -55,00'],
    ['Verdiend', '€ 100,00', '€ 100,00'],
  ])
  expect(shown.find(([, kind]) => kind === 'Betaald')?.[2]).toBe(`${invoiceNumber}€ 121,00 incl. btw`)
  expect(screen.getAllByRole('link', { name: invoiceNumber })).toHaveLength(2)
  const sums = (await panel()).textContent?.replaceAll('\u00a0', ' ')
  expect(sums).toContain('Verdiend · 1 commissie€ 100,00')
  expect(sums).toContain(`Op factuur · ${invoiceNumber}€ -100,00`)
  expect(sums).toContain('Open saldo€ -55,00')
  expect(sums).toContain('€ 55,00 gaat af van de volgende uitbetaling of factuur.')
  expect(screen.queryByRole('button', { name: 'Correctie noteren' })).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Medewerker' })).toBeNull()
})

test('month, kind of posting and person are chosen and kept in the address', async () => {
  const { user } = await paidAgent()
  const page = await open(world.people.admin, '/saldo')
  await page.user.click(await screen.findByRole('combobox', { name: 'Medewerker' }))
  await page.user.click(await screen.findByRole('option', { name: /Bo Bakker/ }))
  await waitFor(() => expect(location.pathname).toBe(`/saldo/${world.people.agent.id}`))
  page.unmount()

  const again = await open(world.people.admin, `/saldo/${user.id}`)
  const list = await table()
  await again.user.selectOptions(screen.getByRole('combobox', { name: 'Soort boeking' }), 'Correctie')
  expect(rowsOf(await table()).map(([, kind]) => kind)).toEqual(['Correctie'])
  expect(location.search).toBe('?kind=correction')
  await again.user.click(screen.getByRole('button', { name: 'Vorige maand' }))
  expect(await screen.findByText('Geen boekingen gevonden')).toBeTruthy()
  expect(list.isConnected).toBe(false)
  await again.user.click(screen.getByRole('button', { name: 'Filters wissen' }))
  expect(await screen.findByText('In deze maand is niets geboekt.')).toBeTruthy()
  expect(location.search).toBe('?month=2026-10')
  await again.user.click(within(await panel()).getByRole('button', { name: /^November 2026/ }))
  expect(rowsOf(await table())).toHaveLength(5)
})

test('an admin records a correction, sees it at once, exports the month, and gets a link to the partner', async () => {
  const { user, partner } = await paidAgent()
  const page = await open(world.people.admin, `/saldo/${user.id}`)
  await table()
  const link = within(await panel()).getByRole<HTMLAnchorElement>('link', { name: 'Partner openen' })
  expect(link.getAttribute('href')).toBe(`/self-billing?tab=partners&partner=${partner}`)
  await page.user.click(screen.getByRole('button', { name: 'Correctie noteren' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Correctie noteren' }))
  await page.user.type(dialog.getByRole('textbox', { name: 'Bedrag' }), '75')
  await page.user.type(dialog.getByRole('textbox', { name: 'Reden' }), 'Bonus')
  await page.user.click(dialog.getByRole('button', { name: 'Noteren' }))
  await screen.findByText('Correctie genoteerd', { selector: '.pv-toast-title' })
  await waitFor(async () => expect(rowsOf(await table()).flat()).toContain('Bonus'))
  expect(within(await panel()).getByText(/zet €\s20,00 op een factuur van Bos Energieadvies/)).toBeTruthy()

  const files: Blob[] = []
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await page.user.click(screen.getByRole('button', { name: 'Exporteren' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Excel' }))
  await waitFor(() => expect(files.map(({ type }) => type)).toEqual([expect.stringMatching(/sheet$/)]))
  expect(sent.find(({ path }) => path.includes('statement/file'))?.path).toContain(`userId=${user.id}`)
})

test('an admin settles a negative balance after reading its amount and person; others cannot', async () => {
  const user = await world.agent()
  await world.correct(user.id, -85)
  const page = await open(world.people.admin, `/saldo/${user.id}`)
  await page.user.click(await screen.findByRole('button', { name: 'Saldo afrekenen' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Saldo afrekenen' }))
  const amount = dialog.getByRole('textbox', { name: 'Bedrag' })
  expect((amount as HTMLInputElement).value).toBe('85,00')
  await page.user.clear(amount)
  await page.user.type(amount, '90')
  expect(dialog.getByRole('status').textContent).toMatch(/^€\s90,00 van .+ wordt geboekt als ingehouden op het loon\./)
  await page.user.click(dialog.getByRole('button', { name: 'Afrekenen' }))
  expect(await dialog.findByText(/^Er staat €\s85,00 onder nul$/)).toBeTruthy()
  await page.user.clear(amount)
  await page.user.type(amount, '60')
  await page.user.click(dialog.getByRole('radio', { name: 'Terugbetaald' }))
  await page.user.click(dialog.getByRole('button', { name: 'Afrekenen' }))
  await screen.findByText('Saldo afgerekend', { selector: '.pv-toast-title' })
  await waitFor(async () =>
    expect(rowsOf(await table()).map((row) => row.slice(1))).toContainEqual([
      ...['Via salaris', 'Terugbetaald1 post', '€ 60,00', '€ -25,00'],
    ]),
  )
  page.unmount()
  for (const person of [user, world.people.leader]) {
    const shown = await open(person, `/saldo/${user.id}`)
    await table()
    expect(screen.queryByRole('button', { name: 'Saldo afrekenen' })).toBeNull()
    shown.unmount()
  }
})

test('settling the balance of a zzp’er requires an invoice number; with a partner it is not offered', async () => {
  const { id } = await world.joined({ role: 'agent', teamId: 1, employmentType: 'zzp' })
  await world.correct(id, -20)
  const page = await open(world.people.admin, `/saldo/${id}`)
  await page.user.click(await screen.findByRole('button', { name: 'Saldo afrekenen' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Saldo afrekenen' }))
  await page.user.click(dialog.getByRole('button', { name: 'Afrekenen' }))
  expect(await dialog.findByText('Vul de btw in, of 0')).toBeTruthy()
  await page.user.type(dialog.getByRole('textbox', { name: /Btw/ }), '4,20')
  await page.user.click(dialog.getByRole('button', { name: 'Afrekenen' }))
  expect(await dialog.findByText(/vul het nummer van de creditfactuur in/)).toBeTruthy()
  await page.user.type(dialog.getByRole('textbox', { name: /Nummer creditfactuur/ }), 'C-7')
  await page.user.click(dialog.getByRole('button', { name: 'Afrekenen' }))
  await waitFor(async () =>
    expect(rowsOf(await table()).flat()).toContain('Afgerekend met eigen creditfactuur C-71 post'),
  )
  page.unmount()
  const partnered = await paidAgent()
  await open(world.people.admin, `/saldo/${partnered.user.id}`)
  await table()
  expect(screen.queryByRole('button', { name: 'Saldo afrekenen' })).toBeNull()
})

test('a failed part can be retried, and a person out of reach is not found', async () => {
  const { user } = await paidAgent()
  const restore = failRequests(/ledger\/(statement|balance\/items)/)
  const page = await open(world.people.leader, `/saldo/${user.id}`)
  const alerts = await waitFor(() => {
    const all = screen.getAllByRole('alert')
    expect(all).toHaveLength(2)
    return all
  })
  restore()
  for (const alert of alerts) await page.user.click(within(alert).getByRole('button', { name: 'Opnieuw proberen' }))
  expect(rowsOf(await table())).toHaveLength(5)
  // A team leader may read neither the partner nor its invoices.
  expect(within(await panel()).queryByRole('link')).toBeNull()
  expect(within(await table()).queryByRole('link', { name: /YDS/ })).toBeNull()
  page.unmount()
  await open(world.people.elsewhere, `/saldo/${user.id}`)
  expect(await screen.findByText('Saldo niet gevonden')).toBeTruthy()
})

test('on a phone the postings are cards', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: /width/.test(query), addEventListener: () => {}, removeEventListener: () => {} },
  }))
  const { user } = await paidAgent()
  await open(user, '/saldo')
  const list = await screen.findByRole('list', { name: 'Boekingen, nieuwste eerst' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(5)
  expect(within(list).getByText('Beginsaldo')).toBeTruthy()
})
