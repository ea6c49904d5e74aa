// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'
import { startInvoicing } from '../../../testing/invoiced.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'
import { connectBrowser, failRequests, findRetryButton, logIn, matchShown, openApp } from '../../testing/browser.tsx'
import { findButton, findDialog, findRow, findToast } from '../../testing/queries.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld({ now: '2026-11-21T09:00:00Z' })
  await world.rate({ role: 'agent', defaultRate: 95, validFrom: '2026-06-01' })
  await world.rate({ role: 'caller', defaultRate: 25, validFrom: '2026-06-01' })
})
afterAll(() => world.stop())
connectBrowser(() => world.world)

beforeEach(() => vi.stubGlobal('matchMedia', undefined))
afterEach(() => vi.unstubAllGlobals())

async function open(who: keyof CommissionWorld['people'], path: string) {
  await logIn(world.world, world.people[who])
  return openApp(path)
}

/** Makes the window wide enough for a record beside the list. */
function widen(): void {
  const answer = (query: string) => ({
    matches: /min-width/.test(query),
    addEventListener: () => {},
    removeEventListener: () => {},
  })
  vi.stubGlobal('matchMedia', answer)
}

const plain = (element: Element | null | undefined) => element?.textContent?.replaceAll('\u00a0', ' ')
const aside = (name: string) => screen.findByRole('complementary', { name })

test('payee and admin read the same explanation of an amount, its history and its postings', async () => {
  const payee = await world.joined({
    ...{ role: 'agent', teamId: 1, firstName: 'Fleur', lastName: 'Factuur' },
    ...{ hasCommissionsAccess: true, hasInvoiceAccess: true },
  })
  const pay = await startInvoicing(world, payee.id)
  const form = { customerName: 'Hotel Zonneweelde', agentId: payee.id, saleDate: '2026-11-20' }
  const id = await world.sale(form)
  await world.done('admin', 'PATCH', `/api/commissions/${id}`, { agentCommission: 120, reason: 'contract van 3 jaar' })
  await world.step(id, 'klaar_voor_uitbetaling')
  const invoice = await pay({ from: '2026-11-01', to: '2026-11-21' })
  await deliverOutbox(id)

  const why =
    'Tarief € 95,00 (Agent, alle teams, sinds 01-06-2026), op 21-11-2026 aangepast door Ada Admin: contract van 3 jaar'
  for (const who of [world.people.admin, payee]) {
    await logIn(world.world, who)
    const { user, unmount } = openApp(who === payee ? '/commissies-agent' : '/commissions?search=zonneweelde')
    await user.click(await findRow(/Hotel Zonneweelde/))
    const panel = await findDialog('Hotel Zonneweelde')
    expect(plain((await within(panel).findByText('Waarom dit bedrag')).nextElementSibling)).toBe(why)
    const steps = within(within(panel).getByRole('region', { name: 'Zo kwam het bedrag tot stand' }))
    expect(steps.getAllByRole('listitem').map(plain)).toEqual([
      'Tarief bij registratie · 21-11-2026 € 95,00',
      'Aangepast: contract van 3 jaar€ 95,00 € 120,0021-11-2026 door Ada Admin',
    ])
    const postings = within(within(panel).getByRole('table', { name: 'Boekingen' }))
    expect(postings.getAllByRole('row').length).toBeGreaterThan(2)
    expect(plain(postings.getAllByRole('row').at(-1))).toMatch(/€ -120,00€ 0,00$/)
    expect(postings.getByRole('link', { name: invoice }).getAttribute('href')).toMatch(/^\/self-billing\/invoice\//)
    const balance = within(panel).getByRole('link', { name: /^Saldo van / })
    expect(balance.getAttribute('href')).toBe(`/saldo/${payee.id}`)
    unmount()
  }
})

test('a paid-out fee that a sale replaced opens for reading only', async () => {
  const { buildSaleForm } = await import('../../../testing/sales.ts')
  const appointmentId = await world.held('no-sale', { customerName: 'Eerst Afspraak' })
  await world.step(`lead-${appointmentId}`, 'uitbetaald')
  await world.done('admin', 'POST', '/api/sales', buildSaleForm({ appointmentId, agentId: world.people.agent.id }))
  const { user } = await open('admin', '/commissions?step=uitbetaald&type=lead')
  await user.click(await findRow(/Eerst Afspraak/))
  const panel = within(await findDialog('Eerst Afspraak'))
  expect(await panel.findByText(/Vervangen door een sale/)).toBeTruthy()
  expect(await panel.findByRole('table', { name: 'Boekingen' })).toBeTruthy()
  expect(panel.queryByRole('button', { name: 'Correctie noteren' })).toBeNull()
})

test('on a wide screen the panel is beside the list, and the keyboard moves between rows', async () => {
  for (const customerName of ['Polder Een', 'Polder Twee', 'Polder Drie']) await world.sale({ customerName })
  widen()
  const { user } = await open('admin', '/commissions?search=polder')
  const [first] = (await screen.findAllByRole('row', { name: /Polder/ })) as [HTMLElement]
  const names = screen
    .getAllByRole('row', { name: /Polder/ })
    .map((one) => /Polder (Een|Twee|Drie)/.exec(plain(one) ?? '')?.[0] ?? '')
  await user.click(first)
  expect(await within(await aside(names[0] as string)).findByText('Waarom dit bedrag')).toBeTruthy()
  expect(first.getAttribute('aria-current')).toBe('true')
  await user.keyboard('j')
  await aside(names[1] as string)
  await user.keyboard('k')
  await aside(names[0] as string)
  expect(screen.queryByRole('complementary', { name: names[1] as string })).toBeNull()
  first.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  await aside(names[2] as string)
  expect(new URLSearchParams(location.search).get('commissie')).toMatch(/^sale-/)
  await user.click(await findButton('Vorige rij (k)'))
  await aside(names[1] as string)
  await user.unhover(screen.getByRole('button', { name: 'Vorige rij (k)' }))
  await user.hover(screen.getByRole('button', { name: 'Vorige rij (k)' }))
  await screen.findByRole('tooltip')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('complementary', { name: names[1] as string })).toBeNull())
  expect(document.activeElement?.textContent).toContain(names[1])
  history.back()
  await waitFor(() => expect(location.search).toContain('commissie='))
})

test('an admin answers a question beside the amount, and input stays when changing rows', async () => {
  const id = await world.sale({ customerName: 'Bloemist Vos' })
  await world.sale({ customerName: 'Bloemist Haas' })
  await world.done('agent', 'POST', `/api/commissions/${id}/questions`, { question: 'Waarom geen € 150,00?' })
  widen()
  const { user } = await open('admin', `/commissions?search=bloemist&commissie=${id}`)
  const panel = within(await aside('Bloemist Vos'))
  expect(await panel.findByText('Wacht op antwoord')).toBeTruthy()
  await user.type(panel.getByRole('textbox', { name: 'Antwoord over Bloemist Vos' }), 'Dat gold tot 31-05.')
  await user.click(await findRow(/Bloemist Haas/))
  await aside('Bloemist Haas')
  await user.click(await findRow(/Bloemist Vos/))
  const again = within(await aside('Bloemist Vos'))
  expect(await again.findByRole('textbox', { name: 'Antwoord over Bloemist Vos' })).toHaveProperty(
    'value',
    'Dat gold tot 31-05.',
  )
  await user.click(again.getByRole('button', { name: 'Beantwoorden' }))
  await findToast('Vraag beantwoord')
  expect(await again.findByText('Dat gold tot 31-05.', { selector: 'p' })).toBeTruthy()
  expect(again.queryByText('Wacht op antwoord')).toBeNull()
})

test('a commission that failed to load can be loaded again', async () => {
  const id = await world.sale({ customerName: 'Camping Duin' })
  const restore = failRequests(new RegExp(`/api/commissions/${id}$`))
  const { user } = await open('admin', `/commissions?search=camping&commissie=${id}`)
  const panel = within(await screen.findByRole('dialog'))
  const again = await findRetryButton(panel)
  restore()
  await user.click(again)
  expect(await panel.findByText('Waarom dit bedrag')).toBeTruthy()
})

test('a fee whose payee marked the appointment as held counts after somebody else confirms it', async () => {
  const appointmentId = await world.held('scheduled', { customerName: 'Slager Bos' })
  await world.done('caller', 'PATCH', `/api/appointments/${appointmentId}`, { status: 'no-sale' })
  await deliverOutbox(appointmentId)
  const { user } = await open('leader', '/commissies-admin?toConfirm=true')
  const waiting = await findRow(/Slager Bos/)
  expect(within(waiting).getByText('Te bevestigen')).toBeTruthy()
  expect(await screen.findByText(/1 te bevestigen/)).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Status' })).toHaveProperty('value', 'toConfirm')
  await user.click(within(waiting).getByRole('button', { name: 'Slager Bos: Bevestigen' }))
  await findToast('Afspraak bevestigd')
  await deliverOutbox(appointmentId)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Nieuw')
  expect(await findButton('Slager Bos: Naar In Afwachting')).toBeTruthy()
})

/** Books an appointment that only its own caller marked as held; returns the id of the appointment. */
async function selfHeld(customerName: string): Promise<string> {
  const id = await world.held('scheduled', { customerName })
  await world.done('caller', 'PATCH', `/api/appointments/${id}`, { status: 'no-sale' })
  await deliverOutbox(id)
  return id
}

/** Milliseconds in which a screen, which looks every second, shows that a run has ended. */
const PATIENT = { timeout: 5_000 }

/** Returns the id of the run that the address names. */
const runOf = (parameter: string): string => new URLSearchParams(location.search).get(parameter) ?? ''

test('several fees are confirmed at once, in the lists of commissions and of appointments', async () => {
  const ids = [await selfHeld('Bulk Een'), await selfHeld('Bulk Twee'), await selfHeld('Bulk Drie')]
  const feeOf = (id = '') => world.done('admin', 'GET', `/api/commissions/lead-${id}`)
  const bar = async () => within(await screen.findByRole('region', { name: 'Acties voor de selectie' }))
  const { user, unmount } = await open('leader', '/commissies-admin?toConfirm=true&search=bulk')
  for (const name of [/Bulk Een/, /Bulk Twee/]) await user.click(within(await findRow(name)).getByRole('checkbox'))
  const fees = await bar()
  expect(fees.queryByRole('button', { name: 'Naar In Afwachting' })).toBeNull()
  await user.click(fees.getByRole('button', { name: 'Bevestigen (2)' }))
  await screen.findByText(/^0 van 2 afspraken · Afspraken bevestigen/)
  await deliverOutbox(runOf('bevestiging'))
  await screen.findByText('2 bevestigd', {}, PATIENT)
  for (const id of ids.slice(0, 2)) {
    await deliverOutbox(id)
    expect(await feeOf(id)).toMatchObject({ toConfirm: false, status: 'nieuw' })
  }
  unmount()

  const { user: agent } = await open('agent', '/appointments?search=bulk')
  await findRow(/Bulk Drie/)
  await agent.click(await screen.findByRole('checkbox', { name: 'Selecteer alle rijen' }))
  await agent.click((await bar()).getByRole('button', { name: 'Bevestigen (1)' }))
  await screen.findByText(/^0 van 1 afspraak · Gehouden afspraken bevestigen/)
  await deliverOutbox(runOf('run'))
  await screen.findByText('1 gewijzigd', {}, PATIENT)
  await deliverOutbox(ids[2] ?? '')
  expect(await feeOf(ids[2])).toMatchObject({ toConfirm: false })
})

test('an appointment shows that it needs confirmation, and somebody else confirms it there', async () => {
  const id = await world.held('scheduled', { customerName: 'Kapsalon Eva' })
  await world.done('caller', 'PATCH', `/api/appointments/${id}`, { status: 'no-sale' })
  const { user } = await open('admin', `/appointments?afspraak=${id}`)
  const dialog = within(await findDialog('Afspraak Details'))
  expect(await dialog.findByText('Te bevestigen')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Bevestigen' }))
  await findToast('Afspraak bevestigd')
  await waitFor(() => expect(dialog.queryByText('Te bevestigen')).toBeNull())
})

test('list, panel and page of the sale name changes after the approval and their author', async () => {
  const id = await world.sale({ customerName: 'Garage Roer' })
  await world.approve(id)
  await world.done('leader', 'PUT', `/api/sales/${id.slice('sale-'.length)}/commission`, {
    ...{ agentCommission: 110, callerCommission: 0 },
    reason: 'Groot verbruik',
  })
  const text = /wijzigde agent commissie op 21-11-2026/
  const { user, unmount } = await open('admin', '/commissies-admin?search=garage')
  const changed = await findRow(/Garage Roer/)
  expect(within(changed).getByText('Gewijzigd na goedkeuring')).toBeTruthy()
  expect(within(changed).getByText(text)).toBeTruthy()
  await user.click(changed)
  expect(await within(await findDialog('Garage Roer')).findByText(/Keur de sale opnieuw goed\.$/)).toBeTruthy()
  unmount()
  await open('admin', `/sales/${id.slice('sale-'.length)}`)
  expect(await screen.findByText('Gewijzigd na goedkeuring')).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
  expect(await findButton('Goedkeuren')).toBeTruthy()
})

test('without an approval a commission cannot become ready, and an admin gets a link to the sale', async () => {
  const id = await world.sale({ customerName: 'Winkel Maas' })
  await world.step(id, 'in_afwachting')
  const first = await open('leader', '/commissies-admin?search=winkel')
  expect(await within(await findRow(/Winkel Maas/)).findByText('Wacht op goedkeuring')).toBeTruthy()
  first.unmount()
  await open('admin', '/commissies-admin?search=winkel')
  const link = await screen.findByRole('link', { name: 'Winkel Maas: Sale goedkeuren' })
  expect(link.getAttribute('href')).toBe(`/sales/${id.slice('sale-'.length)}`)
})

test('an admin approves a selection: own and approved rows stay; changes after an approval are named', async () => {
  const payee = await world.joined({ role: 'admin', teamId: 1, firstName: 'Eva', lastName: 'Eigen' })
  const [first, second, own, done] = await Promise.all([
    world.sale({ customerName: 'Stapel Een' }),
    world.sale({ customerName: 'Stapel Twee' }),
    world.sale({ customerName: 'Stapel Eigen', agentId: payee.id }),
    world.sale({ customerName: 'Stapel Klaar' }),
  ])
  await world.approve(done)
  await world.approve(second)
  await world.done('second', 'PATCH', `/api/sales/${second.slice('sale-'.length)}`, { customerName: 'Stapel Drie' })
  await logIn(world.world, payee)
  const { user } = openApp('/commissies-admin?search=stapel')
  await findRow(/Stapel Een/)
  await user.click(await screen.findByRole('checkbox', { name: 'Selecteer alle rijen' }))
  const bar = within(await screen.findByRole('region', { name: 'Acties voor de selectie' }))
  await user.click(bar.getByRole('button', { name: 'Goedkeuren (2)' }))
  const dialog = await screen.findByRole('alertdialog', { name: '2 sales goedkeuren?' })
  expect(plain(dialog)).toContain('€ 190,00 commissie')
  expect(plain(dialog)).toContain('Stapel Drie: Bea Beheer wijzigde klantnaam op')
  expect(plain(dialog)).toContain('1 blijft staan: Laat een collega je eigen commissie afhandelen.')
  expect(plain(dialog)).toContain('1 wacht niet op goedkeuring.')
  await world.done('second', 'PATCH', `/api/sales/${first.slice('sale-'.length)}`, { notes: 'Belt terug' })
  await user.click(within(dialog).getByRole('button', { name: 'Goedkeuren' }))
  await screen.findByText(/^0 van 2 sales · Sales goedkeuren/)
  await deliverOutbox(runOf('goedkeuring'))
  expect(await screen.findByText('1 goedgekeurd, 1 mislukt', {}, PATIENT)).toBeTruthy()
  expect(await screen.findByText(/^Stapel Een: Iemand anders heeft deze sale intussen gewijzigd/)).toBeTruthy()
  const statuses = await Promise.all([first, second, own].map((id) => world.seen('admin', id)))
  expect(statuses.map(({ status }) => status)).toEqual(['nieuw', 'approved', 'nieuw'])
})

test('a team leader cannot approve', async () => {
  await world.sale({ customerName: 'Rij Leider' })
  const { user } = await open('leader', '/commissies-admin?search=leider')
  await user.click(within(await findRow(/Rij Leider/)).getByRole('checkbox'))
  const bar = within(await screen.findByRole('region', { name: 'Acties voor de selectie' }))
  expect(bar.queryByRole('button', { name: /Goedkeuren/ })).toBeNull()
})

test('rates show their last day, and the ceiling is set beside them', async () => {
  await world.rate({ role: 'agent', defaultRate: 100, validFrom: '2026-11-01' })
  const { user } = await open('admin', '/commissions?tarieven=1')
  const rates = within(await findDialog('Tarieven'))
  const old = (await rates.findByText(matchShown('01-06-2026 t/m 31-10-2026'))).closest('li') as HTMLElement
  expect(within(old).getByText('Verlopen')).toBeTruthy()
  const ceiling = await rates.findByRole('textbox', { name: 'Hoogste bedrag zonder beheerder' })
  expect(ceiling).toHaveProperty('value', '3')
  await user.clear(ceiling)
  await user.type(ceiling, '0')
  await user.click(rates.getByRole('button', { name: 'Opslaan' }))
  expect(await rates.findByText('Vul een getal van 1 tot en met 100 in')).toBeTruthy()
  await user.clear(ceiling)
  await user.type(ceiling, '2,5')
  await user.click(rates.getByRole('button', { name: 'Opslaan' }))
  await findToast('Hoogste bedrag opgeslagen')
  expect(await world.done('admin', 'GET', '/api/commission-rates/settings')).toMatchObject({ commissionCeiling: 2.5 })

  const holidays = await rates.findByRole('textbox', { name: 'Feestdagen' })
  await user.clear(holidays)
  await user.type(holidays, '25-12, Pasen')
  await user.click(rates.getByRole('button', { name: 'Bedenktijd opslaan' }))
  expect(await rates.findByText(/^Schrijf een feestdag als 25-12/)).toBeTruthy()
  await user.type(holidays, '+1')
  await user.click(rates.getByRole('button', { name: 'Bedenktijd opslaan' }))
  await findToast('Bedenktijd opgeslagen')
  expect(await world.done('admin', 'GET', '/api/commission-rates/settings')).toMatchObject({
    ...{ commissionCeiling: 2.5, coolingOffFrom: null, legalHolidays: ['25-12', 'Pasen+1'] },
  })
})
