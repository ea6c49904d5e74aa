// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { saleForm } from '../../../testing/sales.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, failRequests, findRetryButton, logIn, openApp, sent } from '../../testing/browser.tsx'
import { box, button, dialogOf } from '../../testing/queries.ts'

let world: World
let admin: Person
let leader: Person
let agent: Person
let caller: Person

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Team Maas')
  admin = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Admin' })
  leader = await world.person({ role: 'teamleader', teamId: 1, firstName: 'Lena', lastName: 'Leider' })
  agent = await world.person({ role: 'agent', teamId: 1, firstName: 'Sem', lastName: 'Postma' })
  caller = await world.person({ role: 'caller', teamId: 1, firstName: 'Bella', lastName: 'Beller' })
})
afterAll(() => world.stop())
connectBrowser(() => world)

beforeEach(() => vi.stubGlobal('matchMedia', undefined))

async function post(path: string, body: object, who = agent) {
  const answer = await world.call('POST', path, { as: await world.session(who), body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body
}
const register = (form: object = {}, who = agent) => post('/api/sales', saleForm({ agentId: agent.id, ...form }), who)
const book = (form: object = {}) =>
  post(
    '/api/appointments',
    {
      customerName: 'Bakkerij Jansen',
      customerPhone: '0612345678',
      appointmentDate: '2026-11-20',
      appointmentTime: '10:00',
      agentId: agent.id,
      status: 'sale',
      ...form,
    },
    caller,
  )

async function open(person: Person, path = '/transactions') {
  await logIn(world, person)
  return openApp(path)
}

async function type(user: UserEvent, dialog: HTMLElement, texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts)) await user.type(box(dialog, label), text)
}

test('a sale is registered in three steps, each naming its missing fields', async () => {
  const { user } = await open(agent)
  await user.click(await button('Sale registreren'))
  const dialog = await dialogOf('Sale registreren')
  const next = () => user.click(within(dialog).getByRole('button', { name: 'Volgende' }))
  await next()
  expect(await within(dialog).findByText('Klantnaam is verplicht')).toBeTruthy()
  expect(within(dialog).getByText('Kies particulier of zakelijk')).toBeTruthy()
  expect(within(dialog).queryByText('IBAN is verplicht')).toBeNull()
  await type(user, dialog, {
    Klantnaam: 'Slagerij Bos',
    Telefoonnummer: '0475 111222',
    Postcode: '6041 AB',
    Huisnummer: '3',
    Adres: 'Markt',
    Plaats: 'Roermond',
  })
  await user.click(within(dialog).getByRole('radio', { name: 'Zakelijk' }))
  await next()
  await user.selectOptions(await within(dialog).findByRole('combobox', { name: 'Leverancier' }), 'Vattenfall')
  await user.click(within(dialog).getByRole('radio', { name: '3 jaar' }))
  await user.type(box(dialog, 'Begindatum contract'), '01-12-2026')
  expect(box(dialog, 'Einddatum contract')).toHaveProperty('value', '30-11-2029')
  await next()
  const overview = within(await within(dialog).findByRole('region', { name: 'Overzicht' }))
  expect(overview.getByText('Slagerij Bos')).toBeTruthy()
  expect(overview.getByText('01-12-2026 – 30-11-2029')).toBeTruthy()
  await type(user, dialog, { IBAN: 'NL91ABNA0417164301', Rekeninghouder: 'P. Bos', 'SalesDock ID': 'SD-1001' })
  const send = within(dialog).getByRole('button', { name: 'Sale registreren' })
  await user.click(send)
  expect(await within(dialog).findByText('Voer een geldig IBAN nummer in.')).toBeTruthy()
  await user.clear(box(dialog, 'IBAN'))
  await user.type(box(dialog, 'IBAN'), 'NL91 ABNA 0417 1643 00')
  await user.click(send)
  await screen.findByText('Sale geregistreerd', { selector: '.pv-toast-title' })
  expect(await screen.findByRole('row', { name: /Slagerij Bos/ })).toBeTruthy()
  expect(sent.filter(({ method, path }) => method === 'POST' && path === '/api/sales')).toHaveLength(1)
})

test('only fields of the chosen energy are shown, and values of the others are not sent', async () => {
  const { id } = await post('/api/leads', { customerName: 'Gasklant', energyType: 'gas', consumption: '3500' })
  const { user } = await open(agent, `/leads?nieuwe-sale=1&sale-lead=${id}`)
  const dialog = await dialogOf('Sale registreren')
  const labels = () =>
    within(dialog)
      .queryAllByRole('textbox', { name: /^EAN |verbruik/, hidden: true })
      .map(nameOf)
  expect(labels()).toEqual(['EAN gas', 'Gasverbruik (m³/jaar)'])
  await type(user, dialog, { 'EAN gas': '871687000000123456' })
  await user.click(within(dialog).getByRole('radio', { name: 'Stroom', hidden: true }))
  expect(labels()).toEqual(['EAN stroom', 'Stroomverbruik (kWh/jaar)'])
  await user.click(within(dialog).getByRole('radio', { name: 'Gas en stroom', hidden: true }))
  expect(labels()).toHaveLength(4)
  expect(box(dialog, 'EAN gas')).toHaveProperty('value', '')
})

const nameOf = (field: HTMLElement) => (field as HTMLInputElement).labels?.[0]?.textContent

test('Enter goes to the next field, from the last to the next step, and sends in the last step', async () => {
  const { user } = await open(agent, '/transactions?nieuwe-sale=1')
  const dialog = await dialogOf('Sale registreren')
  await user.click(box(dialog, 'Klantnaam'))
  await user.keyboard('Slagerij Bos{Enter}')
  expect(document.activeElement).toBe(box(dialog, 'Bedrijfsnaam'))
  await user.keyboard('{Enter}0475 111222{Enter}{Enter}')
  expect(document.activeElement).toBe(within(dialog).getByRole('radio', { name: 'Particulier' }))
  await user.keyboard(' {Enter}6041 AB{Enter}3{Enter}Markt{Enter}Roermond{Enter}{Enter}{Enter}')
  expect(await within(dialog).findByRole('combobox', { name: 'Leverancier' })).toBeTruthy()
  expect(sent.filter(({ method, path }) => method === 'POST' && path === '/api/sales')).toEqual([])
})

test('a refusal of the server is at its field, in the step of that field', async () => {
  await register({ salesDockId: 'SD-2002', customerName: 'Eerste Klant', postalCode: '6001 AA' })
  const { id } = await register({ customerName: 'Tweede Klant', postalCode: '6002 BB', salesDockId: 'SD-2003' })
  const { user } = await open(admin, `/sales/${id}`)
  await user.click(await button('Bewerken'))
  const dialog = await dialogOf('Sale bewerken')
  await user.click(within(dialog).getByRole('button', { name: 'Betaling en overzicht' }))
  await user.clear(box(dialog, 'SalesDock ID'))
  await user.type(box(dialog, 'SalesDock ID'), 'sd-2002')
  await user.click(within(dialog).getByRole('button', { name: 'Klant en adressen' }))
  await user.click(within(dialog).getByRole('button', { name: 'Bijwerken' }))
  expect(await within(dialog).findByText('Deze SalesDock ID bestaat al')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(box(dialog, 'SalesDock ID')))
})

test('an appointment with status sale offers to register it, with the known details filled in', async () => {
  const { id } = await book({ customerName: 'Camping Zon', status: 'scheduled', city: 'Weert', consumption: '3500' })
  const { user } = await open(agent, `/appointments?afspraak=${id}`)
  await user.click(await button('Status van Camping Zon: Gepland. Wijzigen'))
  await user.click(within(await dialogOf('Status van Camping Zon')).getByRole('button', { name: 'Sale' }))
  await screen.findByText('Afspraak bijgewerkt', { selector: '.pv-toast-title' })
  const details = await dialogOf('Afspraak Details')
  expect(await within(details).findByText('Sale nog registreren')).toBeTruthy()
  // The dialog accepts clicks again a moment after the panel over it has closed.
  await waitFor(() => user.click(within(details).getByRole('button', { name: 'Sale registreren' })))
  const dialog = await dialogOf('Sale registreren')
  expect(within(dialog).getByText('Voor de afspraak met Camping Zon')).toBeTruthy()
  expect(box(dialog, 'Klantnaam')).toHaveProperty('value', 'Camping Zon')
  expect(box(dialog, 'Plaats')).toHaveProperty('value', 'Weert')
  await waitFor(() => expect(location.search).toContain(`sale-afspraak=${id}`))
})

test('a sale that may be the same is reported while typing, with a link', async () => {
  const known = await register({ customerName: 'Garage Kuiper', postalCode: '6071 XA', houseNumber: '8' })
  const { user } = await open(agent, '/transactions?nieuwe-sale=1')
  const dialog = await dialogOf('Sale registreren')
  await type(user, dialog, { Klantnaam: 'garage kuiper', Postcode: '6071xa', Huisnummer: '8' })
  const link = await within(dialog).findByRole('link', { name: /^Sale van/ })
  expect(link.getAttribute('href')).toBe(`/sales/${known.id}`)
})

test('failed checks for equal sales and counts of unregistered ones are reported', async () => {
  await book({ customerName: 'Nog te doen' })
  let online = failRequests(/sales.check/)
  const { user, unmount } = await open(agent, '/transactions?nieuwe-sale=1')
  const dialog = await dialogOf('Sale registreren')
  await type(user, dialog, { Klantnaam: 'garage kuiper', Postcode: '6071xa', Huisnummer: '8' })
  const said = 'Controle op dubbele sales mislukt.'
  expect(await within(dialog).findByText(said)).toBeTruthy()
  online()
  unmount()

  online = failRequests(/counts/)
  const again = await open(agent, '/transactions?from=2026-11-01&to=2026-11-30')
  const failed = await findRetryButton()
  online()
  await again.user.click(failed)
  expect(await screen.findByRole('link', { name: /^\d+ nog te registreren$/ })).toBeTruthy()
})

test('the input is restored when the form opens again, except the IBAN', async () => {
  const first = await open(agent, '/transactions?nieuwe-sale=1')
  await type(first.user, await dialogOf('Sale registreren'), { Klantnaam: 'Half Af' })
  first.unmount()
  await open(agent, '/transactions?nieuwe-sale=1')
  const dialog = await dialogOf('Sale registreren')
  expect(await within(dialog).findByText(/^Niet opgeslagen invoer/)).toBeTruthy()
  expect(box(dialog, 'Klantnaam')).toHaveProperty('value', 'Half Af')
})

test('the list shows the totals of the filter, keeps it in the address, and opens a sale', async () => {
  const { id } = await register({ customerName: 'Hotel Zee', provider: 'engie', callerId: caller.id }, leader)
  const put = { agentCommission: 85, callerCommission: 25.5, reason: 'Afspraak' }
  const as = await world.session(admin)
  await world.call('PUT', `/api/sales/${id}/commission`, { as, body: put })
  await world.call('PUT', `/api/sales/${id}/revenue`, { as, body: { received: 210 } })
  const { user } = await open(admin)
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Leverancier' }), 'ENGIE')
  await waitFor(() => expect(location.search).toContain('provider=engie'))
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
  const row = await screen.findByRole('row', { name: /Hotel Zee/ })
  expect(row.textContent).toMatch(/€\s210,00€\s110,50$/)
  expect(await screen.findByText('Omzet € 210,00 · Agent € 85,00 · Beller € 25,50 · Totaal € 110,50')).toBeTruthy()
  await user.click(row)
  await screen.findByRole('heading', { name: /Hotel Zee/ })
  expect(location.pathname).toBe(`/sales/${id}`)
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Transacties' }))
  await waitFor(() => expect(location.pathname).toBe('/transactions'))
  expect(location.search).toContain('provider=engie')
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
})

test('an empty filter result offers to clear the filter', async () => {
  const { user } = await open(admin, '/transactions?q=bestaat-niet')
  expect(await screen.findByText('Geen sales gevonden')).toBeTruthy()
  await user.click((await screen.findAllByRole('button', { name: 'Filters wissen' }))[0] as HTMLElement)
  expect(await screen.findByRole('table', { name: 'Sales' })).toBeTruthy()
})

test('a filter with failed teams reports it and retries', async () => {
  const online = globalThis.fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) =>
    /api\/teams/.test(String(input)) ? new Response('', { status: 503 }) : online(input, init),
  )
  const { user } = await open(admin)
  const teams = await screen.findByRole('combobox', { name: 'Team' })
  const again = await within(teams).findByRole('option', { name: 'Opnieuw proberen' })
  vi.stubGlobal('fetch', online)
  await user.selectOptions(teams, again)
  expect(await within(teams).findByRole('option', { name: 'Team Maas' })).toBeTruthy()
  expect(location.search).toBe('')
})

test('an admin approves, and rejects with a reason; the history names the admin', async () => {
  const { id, version } = await register({ customerName: 'Kapper Knip' })
  const first = await open(admin, `/sales/${id}`)
  const approve = await button('Goedkeuren')
  const headers = { 'if-match': `"${version}"` }
  await world.call('PATCH', `/api/sales/${id}`, { as: await world.session(leader), body: { city: 'Weert' }, headers })
  await first.user.click(approve)
  expect(await screen.findByText(/^Plaats: Weert\./)).toBeTruthy()
  await waitFor(() => expect(document.querySelector('.pv-columns')?.textContent).toContain('Weert'))
  await first.user.click(await button('Goedkeuren'))
  await screen.findByText('Status bijgewerkt', { selector: '.pv-toast-title' })
  expect(await screen.findByText('keurde de sale goed', { exact: false })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Afwijzen' })).toBeNull()
  expect(await button('Naar In Afwachting')).toBeTruthy()
  first.unmount()

  const other = await register({ customerName: 'Kapper Kort', salesDockId: 'SD-77' })
  const { user } = await open(admin, `/sale-detail/${other.id}`)
  await user.click(await button('Afwijzen'))
  const dialog = await dialogOf('Sale afwijzen')
  await user.click(within(dialog).getByRole('button', { name: 'Afwijzen' }))
  expect(await within(dialog).findByText('Vul een reden in')).toBeTruthy()
  await user.type(box(dialog, 'Reden'), 'Klant trok zich terug')
  await user.click(within(dialog).getByRole('button', { name: 'Afwijzen' }))
  expect(await screen.findByText('Reden van afwijzing: Klant trok zich terug')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Bewerken' })).toBeNull()
})

test('paying a sale of a zzp’er without a partner asks for the invoice number', async () => {
  const zzp = { employmentType: 'zzp', role: 'agent', teamId: 1, firstName: 'Zoë', lastName: 'Zelf' } as const
  const { id } = await register({ customerName: 'Zuivel Zelf', agentId: (await world.person(zzp)).id }, leader)
  const set = async (method: string, path: string, body: object) => {
    const answer = await world.call(method, `/api${path}`, { as: await world.session(admin), body })
    if (answer.status >= 300) throw new Error(answer.text)
  }
  await set('PATCH', `/commissions/sale-${id}`, { agentCommission: 60, reason: 'Afspraak' })
  await set('PATCH', `/sales/${id}/status`, { status: 'approved' })
  await set('PATCH', `/commissions/sale-${id}`, { status: 'klaar_voor_uitbetaling' })
  const { user } = await open(admin, `/sales/${id}`)
  await user.click(await button('Uitbetalen'))
  const cancelled = await dialogOf('Uitbetalen')
  await user.click(within(cancelled).getByRole('button', { name: 'Annuleren' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await button('Uitbetalen'))
  const dialog = await dialogOf('Uitbetalen')
  await user.type(await within(dialog).findByRole('textbox', { name: /^Factuurnummer van Zoë Zelf/ }), '2026-031')
  await user.click(within(dialog).getByRole('button', { name: /^Betaal 1 commissie · €\s60,00$/ }))
  await screen.findByText('Status bijgewerkt', { selector: '.pv-toast-title' })
  expect(await screen.findByText('betaalde de commissie uit', { exact: false })).toBeTruthy()
})

test('the IBAN is masked until it is revealed, which is logged', async () => {
  const { id } = await register({ customerName: 'Drukkerij Mol' })
  const { user } = await open(admin, `/sales/${id}`)
  expect(await screen.findByText('NL•• •••• •••• ••43 00')).toBeTruthy()
  await user.click(await button('IBAN tonen'))
  expect(await screen.findByText('NL91 ABNA 0417 1643 00')).toBeTruthy()
  expect(await screen.findByText('bekeek de IBAN', { exact: false })).toBeTruthy()
})

test('amounts are set by hand with a reason, and the total is their sum', async () => {
  const { id } = await register({ customerName: 'Bloemist Vos', callerId: caller.id }, leader)
  const { user } = await open(admin, `/sales/${id}`)
  await user.click(await button('Commissie bewerken'))
  const dialog = await dialogOf('Commissie bewerken')
  await user.clear(box(dialog, 'Agent commissie'))
  await user.click(within(dialog).getByRole('button', { name: 'Bijwerken' }))
  expect(await within(dialog).findByText('Agent commissie is verplicht')).toBeTruthy()
  await user.type(box(dialog, 'Agent commissie'), '95,5')
  await user.clear(box(dialog, 'Caller commissie'))
  await user.type(box(dialog, 'Caller commissie'), '25')
  expect(within(dialog).getByText('€ 120,50')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Bijwerken' }))
  expect(await within(dialog).findByText('Vul in waarom het bedrag afwijkt van het tarief')).toBeTruthy()
  expect(box(dialog, 'Agent commissie')).toHaveProperty('value', '95,50')
  await user.type(box(dialog, 'Reden'), 'Contract van 3 jaar')
  await user.click(within(dialog).getByRole('button', { name: 'Bijwerken' }))
  await screen.findByText('Commissie bijgewerkt', { selector: '.pv-toast-title' })
  expect(await screen.findByText(/^€\s95,50: geen tarief op .*: Contract van 3 jaar$/)).toBeTruthy()
  expect(await screen.findByText('volgens tarief', { selector: '.sales-history s' })).toBeTruthy()
})

test('an amount above the ceiling requires an admin, and the input stays', async () => {
  const { id } = await register({ customerName: 'Kapper Duin' }, leader)
  const { user } = await open(leader, `/sales/${id}`)
  await user.click(await button('Commissie bewerken'))
  const dialog = await dialogOf('Commissie bewerken')
  await user.clear(box(dialog, 'Agent commissie'))
  await user.type(box(dialog, 'Agent commissie'), '500')
  await user.type(box(dialog, 'Reden'), 'Groot contract')
  await user.click(within(dialog).getByRole('button', { name: 'Bijwerken' }))
  expect(await screen.findByText(/^Alleen een beheerder gaat boven/)).toBeTruthy()
  expect(box(dialog, 'Reden')).toHaveProperty('value', 'Groot contract')
})

test('a payee of a sale sees it, and leaves its steps and amounts to somebody else', async () => {
  const { id } = await register({ customerName: 'Manege Vennep', agentId: leader.id }, admin)
  await open(leader, `/sales/${id}`)
  expect(await screen.findByText('Laat een collega je eigen commissie afhandelen')).toBeTruthy()
  for (const name of [/^Naar/, 'Gecontroleerd', 'Commissie bewerken']) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
})

test('an agent sees only the own amount, and cannot approve or reject', async () => {
  const { id } = await register({ customerName: 'Sportschool Fit', callerId: caller.id }, leader)
  const body = { agentCommission: 80, callerCommission: 20, reason: 'Afspraak' }
  await world.call('PUT', `/api/sales/${id}/commission`, { as: await world.session(admin), body })
  await open(agent, `/sales/${id}`)
  expect(await screen.findByText(/^€\s80,00: geen tarief op/)).toBeTruthy()
  expect(screen.queryByText(/€\s20,00/)).toBeNull()
  for (const name of ['Goedkeuren', 'Afwijzen', 'Commissie bewerken']) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
})

test('after a change by somebody else, the changes are shown and the input stays', async () => {
  const { id, version } = await register({ customerName: 'Tuincentrum Groen' })
  const { user } = await open(admin, `/sales/${id}`)
  await user.click(await button('Bewerken'))
  const dialog = await dialogOf('Sale bewerken')
  await user.type(box(dialog, 'Bedrijfsnaam'), 'Groen BV')
  const headers = { 'if-match': `"${version}"` }
  await world.call('PATCH', `/api/sales/${id}`, { as: await world.session(leader), body: { city: 'Weert' }, headers })
  await user.click(within(dialog).getByRole('button', { name: 'Bijwerken' }))
  expect(await within(dialog).findByText('Plaats: Weert')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Mijn wijzigingen behouden' }))
  expect(box(dialog, 'Bedrijfsnaam')).toHaveProperty('value', 'Groen BV')
  await user.click(within(dialog).getByRole('button', { name: 'Bijwerken' }))
  await screen.findByText('Sale bijgewerkt', { selector: '.pv-toast-title' })
  expect(await screen.findByText(/Groen BV/, { selector: 'h2' })).toBeTruthy()
})

test('a row of the team leads back to the list of the team, also with transactions access', async () => {
  await register({ customerName: 'Bakker Terug' })
  const { user } = await open(leader, '/team-vergoedingen?search=terug')
  await user.click(await screen.findByRole('row', { name: /Bakker Terug/ }))
  await screen.findByRole('heading', { name: /Bakker Terug/ })
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Team Vergoedingen' }))
  await screen.findByRole('heading', { name: 'Team Vergoedingen Overzicht' })
  expect(location.search).toBe('?search=terug')
})

test('a team leader without transactions returns to the previous screen', async () => {
  const without = await world.person({ role: 'teamleader', teamId: 1, hasTransactionsAccess: false })
  const lead = await post('/api/leads', { customerName: 'Bakker Weg' })
  const { id } = await register({ customerName: 'Bakker Weg', leadId: lead.id })
  const { user } = await open(without, `/leads?lead=${lead.id}`)
  await user.click(await screen.findByRole('link', { name: 'Sale bekijken' }))
  await screen.findByRole('heading', { name: /Bakker Weg/ })
  expect(location.pathname).toBe(`/sales/${id}`)
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Terug' }))
  await waitFor(() => expect(location.pathname).toBe('/leads'))
})

test('an unknown sale shows a message with a way back', async () => {
  await open(agent, '/sales/bestaat-niet')
  expect(await screen.findByText('Sale niet gevonden')).toBeTruthy()
  expect(screen.getByText('De sale kon niet worden geladen.')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'Transacties' }).length).toBeGreaterThan(0)
})

test('a caller cannot register a sale', async () => {
  await open(caller, '/transactions?nieuwe-sale=1')
  await screen.findByRole('table', { name: 'Sales' })
  expect(screen.queryByRole('button', { name: 'Sale registreren' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a number that may not be called is marked, and is no link', async () => {
  const customerPhone = '06 77788899'
  const { id } = await register({ customerName: 'Niet Bellen', customerPhone })
  await post('/api/leads', { customerName: 'Niet Bellen', customerPhone, doNotCall: true })
  await open(agent, `/sales/${id}`)
  expect(await screen.findByText(customerPhone)).toBeTruthy()
  expect(screen.queryByRole('link', { name: customerPhone })).toBeNull()
})

test('on a phone sales are cards, and all filters but the text are behind one button', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.includes('max-width'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  await register({ customerName: 'Kwekerij Groei', provider: 'greenchoice' })
  const { user } = await open(admin)
  expect((await button(/Kwekerij Groei/)).textContent).toContain('Greenchoice')
  expect(screen.queryByRole('table')).toBeNull()
  await user.click(await button('Filters'))
  const sheet = await dialogOf('Filters')
  await user.selectOptions(within(sheet).getByRole('combobox', { name: 'Leverancier' }), 'Greenchoice')
  await user.click(within(sheet).getByRole('button', { name: 'Toon sales' }))
  await button('Filters (1)')
  await waitFor(() => expect(location.search).toContain('provider=greenchoice'))
})

test('a sale from a lead shows its commission, to an agent only the own amount', async () => {
  for (const [role, defaultRate] of [
    ['agent', 95],
    ['caller', 25],
  ]) {
    await post('/api/commission-rates', { role, defaultRate, validFrom: '2026-11-20' }, admin)
  }
  const lead = await post('/api/leads', { customerName: 'Hotel Lead', customerPhone: '0475 223344' })
  const { unmount } = await open(agent, `/leads?nieuwe-sale=1&sale-lead=${lead.id}`)
  const dialog = await dialogOf('Sale registreren')
  const earns = async () => (await within(dialog).findByText(/^Levert op/)).textContent?.replaceAll('\u00a0', ' ')
  expect(await earns()).toBe('Levert op: € 95,00')
  unmount()

  const { id } = await book({ customerName: 'Bakkerij Twee' })
  await open(admin, `/appointments?nieuwe-sale=1&sale-afspraak=${id}`)
  const other = await dialogOf('Sale registreren')
  expect((await within(other).findByText(/^Levert op/)).textContent?.replaceAll('\u00a0', ' ')).toBe(
    'Levert op: € 120,00 Agent € 95,00 · Beller € 25,00',
  )
})
