// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, type PersonOptions, startWorld, type World } from '../../../../testing/world.ts'
import { queryClient } from '../../../lib/freshness.ts'
import { connectBrowser, logIn, openApp, sent } from '../../../testing/browser.tsx'

let world: World
let admin: Person
let leader: Person
let agent: Person
let caller: Person

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Team Maas')
  await world.team(2, 'Team Duin', 'nieuw-vennep')
  admin = await somebody('Anna', 'Admin', { role: 'admin' })
  leader = await somebody('Leo', 'Leider', { role: 'teamleader', teamId: 1 })
  agent = await somebody('Sem', 'Postma', { role: 'agent', teamId: 1 })
  caller = await somebody('Bella', 'Beller', { role: 'caller', teamId: 1 })
  await somebody('Daan', 'Duin', { role: 'agent', teamId: 2 })
})
afterAll(() => world.stop())
connectBrowser(() => world)

const somebody = (firstName: string, lastName: string, options: PersonOptions) =>
  world.person({ firstName, lastName, ...options })

async function book(customerName: string, form: Record<string, unknown> = {}) {
  const { body } = await world.call('POST', '/api/appointments', {
    as: await world.session(caller),
    body: {
      customerName,
      customerPhone: '0475123456',
      appointmentDate: '2026-11-23',
      appointmentTime: '10:00',
      bookAnyway: true,
      agentId: agent.id,
      ...form,
    },
  })
  return body
}

async function openForm(person: Person, path = '/appointments?nieuw=1') {
  await logIn(world, person)
  const { user } = openApp(path)
  const name = path.includes('nieuw') ? 'Nieuwe afspraak' : 'Afspraak bewerken'
  return { user, dialog: await screen.findByRole('dialog', { name }) }
}

const editing = (id: string) => `/appointments?afspraak=${id}&bewerken=1`

async function fill(user: UserEvent, dialog: HTMLElement, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    const field = within(dialog).getByLabelText(label)
    await user.clear(field)
    if (value) await user.type(field, value)
  }
}

async function chooseAgent(user: UserEvent, dialog: HTMLElement, name: RegExp) {
  await user.click(within(dialog).getByRole('combobox', { name: 'Toewijzen aan agent' }))
  await user.click(await screen.findByRole('option', { name }))
}

const needed = { Klantnaam: 'Bakkerij Jansen', Telefoonnummer: '0475 123456', Datum: '23-11-2026', Tijd: '9:30' }
const press = (user: UserEvent, dialog: HTMLElement, name: string) =>
  user.click(within(dialog).getByRole('button', { name }))
const field = (dialog: HTMLElement, label: string) => within(dialog).getByLabelText<HTMLInputElement>(label)
const requests = (method: string) => sent.filter((one) => one.method === method)
const read = async (id: string, date = '2026-11-23') => {
  const as = await world.session(admin)
  const { body } = await world.call('GET', `/api/appointments?date=${date}`, { as })
  return body.find((one: { id: string }) => one.id === id)
}

test('a caller books an appointment for an agent of the own team', async () => {
  const { user, dialog } = await openForm(caller)
  expect(document.activeElement).toBe(field(dialog, 'Klantnaam'))
  await fill(user, dialog, {
    ...needed,
    Bedrijfsnaam: 'Jansen BV',
    Maandbedrag: '125,50',
    Notities: 'Belt liever terug',
  })
  expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'Zakelijk' }).checked).toBe(true)
  await user.selectOptions(await within(dialog).findByLabelText(/^Waarom mag je bellen/), 'Bezoek aan de klant')
  await fill(user, dialog, { Toelichting: 'Winkel' })
  await user.click(within(dialog).getByRole('combobox', { name: 'Toewijzen aan agent' }))
  const panel = await screen.findByRole('dialog', { name: 'Zoek een agent' })
  const names = (await within(panel).findAllByRole('option')).map((option) => option.textContent)
  expect(names.map((name) => name?.replace(/^[A-Z]{2}/, ''))).toEqual(['Leo LeiderTeamleider', 'Sem PostmaAgent'])
  await user.click(screen.getByRole('option', { name: /Sem Postma/ }))
  await press(user, dialog, 'Opslaan')

  expect(await screen.findByText('Afspraak aangemaakt')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.search).toBe('')
  expect(await within(await screen.findByRole('table')).findByText('09:30')).toBeTruthy()
  const [request] = requests('POST')
  const body = JSON.parse(request?.body ?? '')
  expect(body).toMatchObject({ appointmentDate: '2026-11-23', appointmentTime: '09:30', agentId: agent.id })
  expect(body.contactBasis).toEqual({ kind: 'visit', note: 'Winkel' })
  expect(body).not.toHaveProperty('teamId')
  expect(request?.headers['idempotency-key']).toMatch(/^[\w-]{36}$/)
})

test('every error is under its field, and the first wrong field gets focus', async () => {
  const { user, dialog } = await openForm(caller)
  await fill(user, dialog, { 'E-mailadres': 'geen adres' })
  await press(user, dialog, 'Opslaan')
  expect(field(dialog, 'Klantnaam').getAttribute('aria-invalid')).toBe('true')
  expect(within(dialog).getByText('Naam van de klant is verplicht')).toBeTruthy()
  expect(within(dialog).getByText('Telefoonnummer is verplicht')).toBeTruthy()
  expect(within(dialog).getByText('Datum is verplicht')).toBeTruthy()
  expect(within(dialog).getByText('Tijd is verplicht')).toBeTruthy()
  expect(within(dialog).getByText('Ongeldig e-mailadres')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field(dialog, 'Klantnaam')))
  expect(requests('POST')).toEqual([])
})

test('a refusal of the server is under its field, and the input stays', async () => {
  const { user, dialog } = await openForm(caller)
  await fill(user, dialog, { ...needed, Datum: '28-03-2027', Tijd: '2:30' })
  await press(user, dialog, 'Opslaan')
  const combobox = within(dialog).getByRole('combobox', { name: 'Toewijzen aan agent' })
  await waitFor(() => expect(document.activeElement).toBe(combobox))
  expect(within(dialog).getByText('Kies een agent', { selector: '.pv-field-error' })).toBeTruthy()

  await chooseAgent(user, dialog, /Sem Postma/)
  await press(user, dialog, 'Opslaan')
  expect(await within(dialog).findByText(/02:30 bestaat niet op deze dag/)).toBeTruthy()
  expect(field(dialog, 'Klantnaam').value).toBe('Bakkerij Jansen')
  expect(field(dialog, 'Tijd').value).toBe('02:30')
})

test('a failed save shows an error, keeps the input, and a retry does not book twice', async () => {
  const { user, dialog } = await openForm(agent)
  expect(within(dialog).queryByRole('combobox', { name: 'Toewijzen aan agent' })).toBeNull()
  const online = fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    await online(input, init)
    throw new TypeError('the answer was lost')
  })
  await fill(user, dialog, { ...needed, Klantnaam: 'Eenmalig BV', Tijd: '12:30' })
  await press(user, dialog, 'Opslaan')
  expect(await screen.findByText('Fout')).toBeTruthy()
  expect(screen.getByText(/Geen verbinding met de server/)).toBeTruthy()
  expect(field(dialog, 'Klantnaam').value).toBe('Eenmalig BV')

  vi.stubGlobal('fetch', online)
  await press(user, dialog, 'Opslaan')
  expect(await screen.findByText('Afspraak aangemaakt')).toBeTruthy()
  const [first, second] = requests('POST')
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
  expect(await within(await screen.findByRole('table')).findAllByText('Eenmalig BV')).toHaveLength(1)
})

test('of a number that may be called nothing is asked: its state is the reason', async () => {
  const as = await world.session(admin)
  const given = { givenBy: 'event', givenAt: '2026-11-01', text: 'Bel mij over energie', proof: 'kaart.pdf' }
  await world.call('POST', '/api/consents', { as, body: { number: '0475 654321', ...given } })
  const { user, dialog } = await openForm(agent)
  await fill(user, dialog, { ...needed, Telefoonnummer: '0475 654321', Klantnaam: 'Vrije Klant', Tijd: '18:30' })
  await press(user, dialog, 'Opslaan')
  expect(await screen.findByText('Afspraak aangemaakt')).toBeTruthy()
  expect(JSON.parse(requests('POST')[0]?.body ?? '').contactBasis).toEqual({ kind: 'consent', note: null })
})

test('the initial agent of a team leader is that team leader', async () => {
  const { user, dialog } = await openForm(leader)
  expect(within(dialog).getByRole('combobox', { name: 'Toewijzen aan agent' }).textContent).toContain('Leo Leider')
  await fill(user, dialog, { ...needed, Klantnaam: 'Van Leo' })
  await press(user, dialog, 'Opslaan')
  expect(await screen.findByText('Afspraak aangemaakt')).toBeTruthy()
  expect(JSON.parse(requests('POST')[0]?.body ?? '')).toMatchObject({ agentId: leader.id })
})

test('an admin chooses among all users, filtered by team', async () => {
  const { user, dialog } = await openForm(admin)
  await within(dialog).findByRole('option', { name: 'Team Duin' })
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Team' }), 'Team Duin')
  await user.click(within(dialog).getByRole('combobox', { name: 'Toewijzen aan agent' }))
  expect((await screen.findAllByRole('option', { name: /Agent|Teamleider|Beller|Beheerder/ })).length).toBe(1)
  await user.click(screen.getByRole('option', { name: /Daan Duin/ }))
  await fill(user, dialog, { ...needed, Tijd: '17:30' })
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Team' }), 'Team Maas')
  expect(within(dialog).getByRole('combobox', { name: 'Toewijzen aan agent' }).textContent).toContain('Kies een agent')
  await chooseAgent(user, dialog, /Sem Postma/)
  await press(user, dialog, 'Opslaan')
  expect(await screen.findByText('Afspraak aangemaakt')).toBeTruthy()
})

test('editing starts with the stored values and sends the version that was read', async () => {
  const { id } = await book('Hotel Maas', { notes: 'Eerste' })
  const { user, dialog } = await openForm(caller, editing(id))
  expect(field(dialog, 'Datum').value).toBe('23-11-2026')
  expect(field(dialog, 'Tijd').value).toBe('10:00')
  await fill(user, dialog, { Tijd: '14.15', Notities: 'Tweede' })
  await user.selectOptions(field(dialog, 'Status'), 'Offerte gestuurd')
  await press(user, dialog, 'Bijwerken')
  expect(await screen.findByText('Afspraak bijgewerkt')).toBeTruthy()
  expect(requests('PATCH')[0]?.headers['if-match']).toBe('"1"')
  expect(await read(id)).toMatchObject({
    notes: 'Tweede',
    status: 'quote-sent',
    appointmentDate: '2026-11-23T13:15:00.000Z',
  })
})

async function overtaken(customerName: string) {
  const { id } = await book(customerName, { notes: 'Van het begin', city: 'Roermond' })
  const { user, dialog } = await openForm(caller, editing(id))
  await fill(user, dialog, { Notities: 'Van mij' })
  await world.call('PATCH', `/api/appointments/${id}`, {
    as: await world.session(leader),
    body: { appointmentDate: '2026-12-01', city: 'Venlo', notes: 'Van Leo', bookAnyway: true },
  })
  await press(user, dialog, 'Bijwerken')
  const notice = await within(dialog).findByRole('alert')
  expect(notice.textContent).toContain('Iemand anders heeft deze afspraak intussen gewijzigd')
  expect(document.activeElement).toBe(notice)
  expect(await within(notice).findByText('Plaats: Venlo')).toBeTruthy()
  expect(within(notice).getByText('Datum: 01-12-2026')).toBeTruthy()
  expect(field(dialog, 'Notities').value).toBe('Van mij')
  return { id, user, dialog }
}

test('after a change by somebody else, the user can keep the own input without undoing that change', async () => {
  const { id, user, dialog } = await overtaken('Garage Kuiper')
  await press(user, dialog, 'Mijn wijzigingen behouden')
  expect(field(dialog, 'Notities').value).toBe('Van mij')
  expect(field(dialog, 'Plaats').value).toBe('Venlo')
  await press(user, dialog, 'Bijwerken')
  expect(await screen.findByText('Afspraak bijgewerkt')).toBeTruthy()
  expect(await read(id, '2026-12-01')).toMatchObject({ notes: 'Van mij', city: 'Venlo' })
})

test('after a change by somebody else, the user can take the newest values', async () => {
  const { id, user, dialog } = await overtaken('Kapsalon Roos')
  await press(user, dialog, 'Nieuwste gegevens laden')
  expect(field(dialog, 'Notities').value).toBe('Van Leo')
  expect(field(dialog, 'Datum').value).toBe('01-12-2026')
  expect(within(dialog).queryByRole('alert')).toBeNull()
  await fill(user, dialog, { Telefoonnummer: '0612345678' })
  await press(user, dialog, 'Bijwerken')
  expect(await screen.findByText('Afspraak bijgewerkt')).toBeTruthy()
  expect(await read(id, '2026-12-01')).toMatchObject({ notes: 'Van Leo', customerPhone: '06 12345678' })
})

test('the edit form deletes after a question', async () => {
  const { id } = await book('Drukkerij Mol')
  const { user, dialog } = await openForm(caller, editing(id))
  await press(user, dialog, 'Verwijderen')
  const question = await screen.findByRole('alertdialog', { name: 'Afspraak met Drukkerij Mol verwijderen?' })
  await press(user, question, 'Verwijderen')
  expect(await screen.findByText('Afspraak verwijderd')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await read(id)).toBeUndefined()
})

test('Bewerken shows the form at once, so that the next click already reaches its buttons', async () => {
  const { id } = await book('Fietsenmaker Bos')
  await logIn(world, caller)
  openApp(`/appointments?afspraak=${id}`)
  const details = await screen.findByRole('dialog', { name: 'Afspraak Details' })
  await act(async () => {
    within(details).getByRole('button', { name: 'Bewerken' }).click()
    await Promise.resolve()
    screen.getByRole('button', { name: 'Verwijderen' }).click()
  })
  expect(screen.getByRole('alertdialog', { name: 'Afspraak met Fietsenmaker Bos verwijderen?' })).toBeTruthy()
})

test('the question before a deletion stays when the record changes, and deletes no unseen version', async () => {
  const { id } = await book('Boekhandel Linde')
  const { user, dialog } = await openForm(caller, editing(id))
  await press(user, dialog, 'Verwijderen')
  const question = await screen.findByRole('alertdialog', { name: 'Afspraak met Boekhandel Linde verwijderen?' })
  const as = await world.session(leader)
  await world.call('PATCH', `/api/appointments/${id}`, { as, body: { notes: 'Van Leo' } })
  await act(() => queryClient.refetchQueries())
  expect(question.isConnected).toBe(true)
  expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'Annuleren' }))
  await press(user, question, 'Verwijderen')
  expect(await screen.findByText(/intussen gewijzigd/)).toBeTruthy()
  expect(await read(id)).toMatchObject({ notes: 'Van Leo' })
})

test('closing with unsaved input asks first', async () => {
  const { user, dialog } = await openForm(caller)
  await fill(user, dialog, { Klantnaam: 'Half' })
  await press(user, dialog, 'Annuleren')
  await press(user, await screen.findByRole('alertdialog', { name: 'Wijzigingen weggooien?' }), 'Verder bewerken')
  expect(field(dialog, 'Klantnaam').value).toBe('Half')
})

test('a user who may not edit an appointment sees its details instead of the form', async () => {
  const { id } = await book('Slagerij Smit')
  const other = await somebody('Cor', 'Collega', { role: 'caller', teamId: 1 })
  await logIn(world, other)
  openApp(editing(id))
  const dialog = await screen.findByRole('dialog', { name: 'Afspraak Details' })
  expect(within(dialog).queryByRole('button', { name: 'Bewerken' })).toBeNull()
  expect(within(dialog).queryByRole('button', { name: 'Verwijderen' })).toBeNull()
})
