// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { appointments } from '../../../shared/api/appointments.ts'
import { contracts } from '../../../shared/api/contracts.ts'
import { sales } from '../../../shared/api/sales.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { queryClient } from '../../lib/freshness.ts'
import { keyOf } from '../../lib/query.ts'
import { chooseMore, openFilters } from '../../testing/actions.ts'
import { connectBrowser, failRequests, findRetryButton, logIn, openApp, sent } from '../../testing/browser.tsx'

let world: World
let admin: Person
let agent: Person
let colleague: Person
let caller: Person

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Team Maas')
  admin = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Admin' })
  agent = await world.person({ role: 'agent', teamId: 1, firstName: 'Sem', lastName: 'Postma' })
  colleague = await world.person({ role: 'agent', teamId: 1, firstName: 'Iris', lastName: 'Vos' })
  caller = await world.person({
    role: 'caller',
    teamId: 1,
    firstName: 'Bella',
    lastName: 'Beller',
    hasLeadsAccess: false,
  })
  await note({ customerName: 'Bakkerij Jansen', contractEndDate: '2027-01-15', priority: 'low' })
  await note({ customerName: 'Hotel Zee', contractEndDate: '2029-01-15', customerPhone: '06 12345678' })
  await note({ customerName: 'Garage Kuiper', priority: 'high' })
})
afterAll(() => world.stop())
connectBrowser(() => world)

beforeEach(() => vi.stubGlobal('matchMedia', undefined))

async function note(form: Record<string, unknown>, who = agent) {
  const answer = await world.call('POST', '/api/leads', { as: await world.session(who), body: form })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body
}

async function open(person: Person, path = '/leads') {
  await logIn(world, person)
  return openApp(path)
}

const table = () => screen.findByRole('table', { name: 'Leads' })
const customers = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('.pv-strong')?.textContent)
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) })
const press = async (name: string | RegExp) => screen.findByRole('button', { name })

test('the list starts with the earliest end date, marks urgent leads, and counts each status', async () => {
  await open(agent)
  await screen.findByText('Hotel Zee')
  expect(await customers()).toEqual(['Bakkerij Jansen', 'Hotel Zee', 'Garage Kuiper'])
  expect(within(await row('Bakkerij Jansen')).getByText('URGENT')).toBeTruthy()
  expect(within(await row('Hotel Zee')).queryByText('URGENT')).toBeNull()
  await waitFor(() => expect(screen.getByRole('button', { name: /^Alle/ }).textContent).toBe('Alle 3'))
  expect(screen.getByRole('button', { name: /^Nieuw/ }).textContent).toBe('Nieuw 3')
})

test('the status counts are hidden under another filter', async () => {
  await open(agent, '/leads?q=Hotel')
  await screen.findByText('Hotel Zee')
  await waitFor(async () => expect(await customers()).toEqual(['Hotel Zee']))
  await waitFor(() => expect(sent.some(({ path }) => path.startsWith('/api/leads/counts'))).toBe(true))
  expect(screen.getByRole('button', { name: /^Nieuw/ }).textContent?.trim()).toBe('Nieuw')
  expect(screen.getByRole('button', { name: /^Alle/ }).textContent?.trim()).toBe('Alle')
})

test('users who see the leads of others keep the owner column on a narrow screen', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => 900)
  const heads = async () => (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent)
  const { unmount } = await open(admin)
  await screen.findByText('Hotel Zee')
  await waitFor(async () => expect(await heads()).not.toContain('Leverancier'))
  expect(await heads()).toContain('Eigenaar')
  unmount()
  await open(agent)
  await screen.findByText('Hotel Zee')
  await waitFor(async () => expect(await heads()).not.toContain('Eigenaar'))
})

test('Plan afspraak does not report its own lead as a known customer', async () => {
  const { id } = await note({ customerName: 'Alleen Ik', customerPhone: '06 77778888' })
  const other = await note({ customerName: 'Nog Een', customerPhone: '06 77778888' })
  await open(agent, `/leads?nieuw=1&voor-lead=${id}`)
  const dialog = await screen.findByRole('dialog', { name: 'Nieuwe afspraak' })
  expect(await within(dialog).findByRole('link', { name: 'Nog Een' })).toBeTruthy()
  expect(within(dialog).queryByRole('link', { name: 'Alleen Ik' })).toBeNull()
  for (const one of [id, other.id]) {
    await world.call('DELETE', `/api/leads/${one}`, { as: await world.session(agent) })
  }
})

test('a lead needs only a name, and the field says so without one', async () => {
  const { user } = await open(colleague)
  await user.click((await screen.findAllByRole('button', { name: 'Lead Toevoegen' }))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Lead Toevoegen' })
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }))
  expect(await within(dialog).findByText('Klantnaam is verplicht')).toBeTruthy()
  await user.type(within(dialog).getByRole('textbox', { name: 'Klantnaam' }), 'Slagerij Bos')
  await user.type(within(dialog).getByRole('textbox', { name: 'Terugbellen op' }), '24-11-2026')
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }))
  await screen.findByText('Lead aangemaakt', { selector: '.pv-toast-title' })
  expect(await customers()).toEqual(['Slagerij Bos'])
})

test('a known number is reported while typing, and one that may not be called as well', async () => {
  await note({
    customerName: 'Kapper Knip',
    customerPhone: '06 99998888',
    doNotCall: true,
    doNotCallSource: 'Telefonisch',
  })
  const { user } = await open(agent)
  await user.click((await screen.findAllByRole('button', { name: 'Lead Toevoegen' }))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Lead Toevoegen' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Telefoonnummer' }), '0699998888')
  expect(await within(dialog).findByText('Dit nummer wil niet gebeld worden')).toBeTruthy()
  expect((await within(dialog).findByRole('link', { name: 'Kapper Knip' })).getAttribute('href')).toMatch(
    /^\/leads\?lead=/,
  )
})

test('a status is set in the list; the note of a call is kept as a draft until it is recorded', async () => {
  const { user } = await open(agent)
  await user.click(await press('Status van Garage Kuiper: Nieuw. Wijzigen'))
  await user.click(await press('Geïnteresseerd'))
  await screen.findByText('Lead bijgewerkt', { selector: '.pv-toast-title' })
  await press('Status van Garage Kuiper: Geïnteresseerd. Wijzigen')
  await user.click(screen.getByText('Garage Kuiper'))
  const dialog = await screen.findByRole('dialog', { name: 'Lead Details' })
  const said = () => within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Wat is er besproken?' })
  await user.type(said(), 'Belt zelf terug')
  await user.keyboard('{Escape}')
  await user.click(await press('Verder bewerken'))
  expect(JSON.stringify({ ...localStorage }), 'a draft outlives a closed tab').toContain('Belt zelf terug')
  await user.click(within(dialog).getByRole('button', { name: 'Gesprek noteren' }))
  await screen.findByText('Gesprek genoteerd', { selector: '.pv-toast-title' })
  expect(said().value).toBe('')
  expect(JSON.stringify({ ...localStorage })).not.toContain('Belt zelf terug')
  expect(await within(dialog).findByText('Belt zelf terug')).toBeTruthy()
  expect(within(dialog).getByText(/Sem Postma/, { selector: 'li *' })).toBeTruthy()
  await user.click(within(dialog).getByText('Geschiedenis'))
  expect(await within(dialog).findByText('Status: Nieuw → Geïnteresseerd')).toBeTruthy()
})

test('leads to call today are above the list, and a click opens one', async () => {
  const own = await world.person({ role: 'agent', teamId: 1 })
  const { unmount } = await open(own)
  await screen.findByText('Geen leads gevonden')
  expect(screen.queryByRole('region', { name: 'Vandaag bellen' })).toBeNull()
  unmount()
  await note(
    { customerName: 'Rijwielhandel Spaak', customerPhone: '0475 555666', callBackAt: '2026-11-21T13:00:00Z' },
    own,
  )
  const { user } = await open(own)
  const today = within(await screen.findByRole('region', { name: 'Vandaag bellen' }))
  expect((await today.findByRole('link', { name: '0475 555666' })).getAttribute('href')).toBe('tel:0475555666')
  await user.click(today.getByRole('button', { name: '14:00 Rijwielhandel Spaak' }))
  const dialog = await screen.findByRole('dialog', { name: 'Lead Details' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Wat is er besproken?' }), 'Vrijdag weer')
  await user.type(within(dialog).getByRole('textbox', { name: 'Terugbellen op' }), '27-11-2026')
  await user.click(within(dialog).getByRole('button', { name: 'Gesprek noteren' }))
  await screen.findByText('Gesprek genoteerd', { selector: '.pv-toast-title' })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Vandaag bellen', hidden: true })).toBeNull())
})

test('one click records the result of a call and opens the next lead; call-backs are listed by time', async () => {
  const own = await world.person({ role: 'agent', teamId: 1 })
  const phone = (last: number) => ({ customerPhone: `0475 12345${last}`, monthlyAmount: '3193' })
  await note({ customerName: 'Eerste Beller', priority: 'high', ...phone(1) }, own)
  await note({ customerName: 'Tweede Beller', ...phone(2) }, own)
  await note({ customerName: 'Nooit Bellen', ...phone(3), doNotCall: true }, own)
  await note({ customerName: 'Vierde Beller', priority: 'low', ...phone(4) }, own)
  const { user } = await open(own)
  await user.click(await screen.findByText('Eerste Beller'))
  const shown = async (name: string) => {
    await screen.findByText(name, { selector: '[role=dialog] dd a' })
    return within(screen.getByRole('dialog', { name: 'Lead Details' }))
  }
  const first = await shown('Eerste Beller')
  expect((await first.findByRole('link', { name: 'Bel 0475 123451' })).getAttribute('href')).toBe('tel:0475123451')
  expect(first.getByText(/^€\s3\.193,00$/)).toBeTruthy()
  await user.click(first.getByRole('button', { name: 'Niet opgenomen' }))
  await screen.findByText('Eerste Beller: niet opgenomen', { selector: '.pv-toast-title' })
  const second = await shown('Tweede Beller')
  await user.click(second.getByRole('button', { name: 'Terugbellen om …' }))
  const times = within(await screen.findByRole('dialog', { name: 'Terugbellen om' }))
  await user.keyboard('{ArrowDown>20/}')
  expect(document.activeElement).toBe(times.getByRole('textbox', { name: 'Ander moment: di 15:30' }))
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(times.getAllByRole('button').at(-1))
  await user.click(times.getByText('ma 23 nov 14:00'))
  const last = await shown('Vierde Beller')
  await user.click(last.getByRole('button', { name: 'Geen interesse' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Lead Details' })).toBeNull())
  await press('Status van Eerste Beller: Nieuw. Wijzigen')
  await press('Status van Tweede Beller: Gecontacteerd. Wijzigen')
  await press('Status van Vierde Beller: Niet geïnteresseerd. Wijzigen')
  await user.click(await press('Ongedaan maken'))
  await press('Status van Vierde Beller: Nieuw. Wijzigen')

  await user.click(await press(/^Terugbellen/))
  await screen.findByText('Tijd', { selector: 'th *, th' })
  await waitFor(async () => expect(await customers()).toEqual(['Eerste Beller', 'Tweede Beller']))
  expect(location.search).toBe('?callBacks=true')
})

test('numbers that are not to be called count under no tab, and are found by a filter or a search', async () => {
  const own = await world.person({ role: 'agent', teamId: 1 })
  await note({ customerName: 'Graag Gebeld', customerPhone: '06 21000001' }, own)
  await note({ customerName: 'Nooit Gebeld', customerPhone: '06 21000002', doNotCall: true }, own)
  const { user } = await open(own)
  await screen.findByText('Graag Gebeld')
  expect(await customers()).toEqual(['Graag Gebeld'])
  expect(await press('Alle 1')).toBeTruthy()
  expect(await press('Nieuw 1')).toBeTruthy()
  let filters = within(await openFilters(user))
  await user.selectOptions(filters.getByLabelText('Bellen'), 'Niet bellen (1)')
  await user.click(filters.getByRole('button', { name: 'Toon leads' }))
  await waitFor(async () => expect(await customers()).toEqual(['Nooit Gebeld']))
  expect(location.search).toBe('?call=closed')
  filters = within(await openFilters(user))
  await user.selectOptions(filters.getByLabelText('Bellen'), 'Geen toestemming (1)')
  await user.click(filters.getByRole('button', { name: 'Toon leads' }))
  await waitFor(async () => expect(await customers()).toEqual(['Graag Gebeld']))
  for (const name of ['Filters wissen', /^Nieuw/]) await user.click(await press(name))
  await user.type(screen.getByRole('searchbox', { name: 'Zoek een klant' }), 'gebeld{Enter}')
  await waitFor(async () => expect((await customers()).sort()).toEqual(['Graag Gebeld', 'Nooit Gebeld']))
})

test('beside the call button stands whether one may call; without consent one records what makes that one may', async () => {
  const { id } = await note({ customerName: 'Zonder Toestemming', customerPhone: '06 21000009' })
  const { user } = await open(agent, `/leads?lead=${id}`)
  await screen.findByText('Geen toestemming')
  await user.click(await press('Vastleggen'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Wat maakt dat je mag bellen?' }))
  await user.click(dialog.getByRole('button', { name: 'Vastleggen' }))
  expect(await dialog.findByText('Vul in wanneer de toestemming is gegeven')).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: 'Klant belt nu' }))
  await user.click(dialog.getByRole('button', { name: 'Vastleggen' }))
  expect(await screen.findByText(/De klant belde ons: bellen mag tot \d\d:\d\d/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Vastleggen' })).toBeNull()
})

test('failed counts and call-backs show an error and can be retried', async () => {
  const own = await world.person({ role: 'agent', teamId: 1 })
  await note({ customerName: 'Rijwielhandel Spaak', callBackAt: '2026-11-21T13:00:00Z' }, own)
  let online = failRequests(/counts/)
  const { user, unmount } = await open(own)
  expect((await screen.findByRole('alert')).textContent).toContain('De aantallen konden niet worden geladen')
  online()
  await user.click(await findRetryButton())
  expect(await press('Alle 1')).toBeTruthy()
  unmount()

  queryClient.clear()
  online = failRequests(/callToday/)
  const again = await open(own)
  const failed = await findRetryButton(within(await screen.findByRole('region', { name: 'Vandaag bellen' })))
  online()
  await again.user.click(failed)
  expect(await press('14:00 Rijwielhandel Spaak')).toBeTruthy()
})

test('a number is closed at once, blocks planning, and an admin reopens it with a reason', async () => {
  const { id } = await note({ customerName: 'Café Nooit', customerPhone: '06 77776666' })
  const first = await open(agent, `/leads?lead=${id}`)
  const elsewhere = [contracts.bySalesStatus, sales.list, appointments.list].map((of) => keyOf(of, 'seen before'))
  const none = () => ({ items: [], next: null })
  for (const key of elsewhere) await queryClient.prefetchQuery({ ...key, queryFn: none })
  await first.user.click(await press('Wil niet gebeld worden'))
  await first.user.click(await press('Niet meer bellen'))
  await screen.findByText('Nummer wordt niet meer gebeld', { selector: '.pv-toast-title' })
  await waitFor(async () => expect(await press('Plan afspraak')).toHaveProperty('disabled', true))
  const isOld = ({ queryKey }: ReturnType<typeof keyOf>) => queryClient.getQueryState(queryKey)?.isInvalidated
  await waitFor(() =>
    expect(elsewhere.map(isOld), 'asked for again where its number stands').toEqual([true, true, true]),
  )
  expect(screen.queryByRole('link', { name: '06 77776666' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Nummer vrijgeven' })).toBeNull()
  first.unmount()

  const { user } = await open(admin, `/leads?lead=${id}`)
  await user.click(await press('Nummer vrijgeven'))
  await user.click(await press('Vrijgeven'))
  expect(await screen.findByText('Vul in waarom dit nummer weer gebeld mag worden')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: /Waarom mag dit nummer/ }), 'Klant belde zelf')
  await user.click(await press('Vrijgeven'))
  await screen.findByText('Nummer vrijgegeven', { selector: '.pv-toast-title' })
})

test('a number is closed without a record; team leader and admin judge what was closed beyond the limit', async () => {
  const closer = await world.person({ role: 'agent', teamId: 1, firstName: 'Nora', lastName: 'Smit' })
  const as = await world.session(closer)
  const numbers = Array.from({ length: 32 }, (_, turn) => `06 300000${turn + 10}`)
  for (const number of numbers.slice(0, 31)) await world.call('POST', '/api/numbers/close', { as, body: { number } })
  const { user, unmount } = await open(closer)
  await chooseMore(user, 'Niet bellen')
  await user.click(await press('Niet meer bellen'))
  await screen.findByText('Vul het telefoonnummer in')
  await user.type(screen.getByRole('textbox', { name: /^Telefoon/ }), String(numbers[31]))
  await user.click(await press('Niet meer bellen'))
  await screen.findByText('Nummer wordt niet meer gebeld', { selector: '.pv-toast-title' })
  await screen.findByText(/^Mogelijk voorlopig: je sloot vandaag meer dan 10 nummers\./)
  unmount()

  // A team leader who does not see leads judges in Mijn dag.
  const day = await open(await world.person({ role: 'teamleader', teamId: 1, hasLeadsAccess: false }), '/mijn-dag')
  await user.click((await screen.findAllByText('2 voorlopig gesloten nummers'))[0] as HTMLElement)
  const inDay = within(await screen.findByRole('region', { name: 'Nora Smit' }))
  await user.click(inDay.getByRole('button', { name: `Bevestigen: ${numbers[30]}` }))
  await screen.findByText('1 nummer bevestigd')
  await waitFor(() => expect(inDay.getAllByRole('listitem')).toHaveLength(1))
  day.unmount()

  await open(admin, '/leads?doe=gesloten')
  const person = within(await screen.findByRole('region', { name: 'Nora Smit' }))
  await user.click(person.getByRole('button', { name: `Terugdraaien: ${numbers[31]}` }))
  await screen.findByText('Alles beoordeeld')
  const known = await world.call('GET', `/api/leads/known?phone=${encodeURIComponent(String(numbers[31]))}`, { as })
  expect(known.body.doNotCall).toBeNull()
})

test('an appointment is planned with the details of the lead, which becomes contacted', async () => {
  const { id } = await note({ customerName: 'Sportschool Fit', customerPhone: '06 55554444', city: 'Weert' })
  const { user } = await open(agent, `/leads?lead=${id}`)
  await user.click(await press('Plan afspraak'))
  const dialog = await screen.findByRole('dialog', { name: 'Nieuwe afspraak' })
  expect(within(dialog).getByRole('textbox', { name: /Klantnaam/ })).toHaveProperty('value', 'Sportschool Fit')
  expect(within(dialog).getByRole('textbox', { name: /Plaats/ })).toHaveProperty('value', 'Weert')
  await user.type(within(dialog).getByRole('textbox', { name: /^Datum/ }), '01-12-2026')
  await user.type(within(dialog).getByRole('textbox', { name: /^Tijd/ }), '10:00')
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }))
  await screen.findByText('Afspraak aangemaakt', { selector: '.pv-toast-title' })
  await press('Status van Sportschool Fit: Gecontacteerd. Wijzigen')
})

test('an admin assigns a lead to an agent; no agent is preselected', async () => {
  await note({ customerName: 'Tuincentrum Groen' })
  const { user } = await open(admin)
  await user.click(await press('Lead Tuincentrum Groen toewijzen'))
  const dialog = await screen.findByRole('alertdialog', { name: '1 lead toewijzen' })
  expect(within(dialog).getByRole('button', { name: 'Toewijzen' })).toHaveProperty('disabled', true)
  await user.click(within(dialog).getByRole('combobox', { name: /Toewijzen aan agent/ }))
  await user.click(await screen.findByRole('option', { name: /Iris Vos/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Toewijzen' }))
  await screen.findByText(/^0 van 1 lead · Eigenaar → Iris Vos/)
  await deliverOutbox(new URLSearchParams(location.search).get('run') ?? '')
  await screen.findByText('1 toegewezen', {}, { timeout: 5_000 })
  await waitFor(async () => expect(within(await row('Tuincentrum Groen')).getByText('Iris Vos')).toBeTruthy())
})

test('a lead is deleted after a question', async () => {
  await note({ customerName: 'Weg Ermee' })
  const { user } = await open(agent)
  await user.click(await press('Lead Weg Ermee verwijderen'))
  await user.click(await press('Verwijderen'))
  await screen.findByText('Lead verwijderd', { selector: '.pv-toast-title' })
  await waitFor(async () => expect(await customers()).not.toContain('Weg Ermee'))
})

test('without leads access a message is shown', async () => {
  await open(caller)
  expect(await screen.findByText('Je hebt geen toegang tot leads.')).toBeTruthy()
})
