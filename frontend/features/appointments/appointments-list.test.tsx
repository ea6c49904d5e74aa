// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startSearchStream } from '../../../testing/search.ts'
import { type Person, type PersonOptions, startWorld, type World } from '../../../testing/world.ts'
import { chooseMore, openFilters } from '../../testing/actions.ts'
import { connectBrowser, failRequests, findRetryButton, logIn, openApp, sent } from '../../testing/browser.tsx'

let world: World
let admin: Person
let agent: Person
let caller: Person

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Team Maas')
  admin = await somebody('Anna', 'Admin', { role: 'admin' })
  agent = await somebody('Sem', 'Postma', { role: 'agent', teamId: 1 })
  caller = await somebody('Bella', 'Beller', { role: 'caller', teamId: 1 })
  await book({ customerName: 'Bakkerij Jansen', appointmentDate: '2026-11-25' })
  await book({ customerName: 'Garage Kuiper', companyName: 'Jansen Beheer', appointmentDate: '2026-11-23' })
  await book({ customerName: 'Hotel Zee', appointmentDate: '2026-11-24' })
})
afterAll(() => world.stop())
connectBrowser(() => world)

beforeEach(() => vi.stubGlobal('matchMedia', undefined))

const somebody = (firstName: string, lastName: string, options: PersonOptions) =>
  world.person({ firstName, lastName, ...options })

async function book(form: Record<string, unknown>) {
  const answer = await world.call('POST', '/api/appointments', {
    as: await world.session(caller),
    body: { customerPhone: '0475123456', appointmentTime: '10:00', bookAnyway: true, agentId: agent.id, ...form },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body
}

async function open(person: Person, path = '/appointments') {
  await logIn(world, person)
  return openApp(path)
}

const table = () => screen.findByRole('table', { name: 'Afspraken' })
const customers = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('.pv-strong')?.textContent)
const press = (name: string | RegExp) => screen.findByRole('button', { name })

test('a text finds customers and companies, is in the address, and is searched when typing pauses', async () => {
  const { user } = await open(caller)
  await screen.findByText('Hotel Zee')
  await user.type(screen.getByRole('searchbox', { name: 'Zoek een klant' }), 'jansen')
  await waitFor(async () => expect(await customers()).toEqual(['Garage Kuiper', 'Bakkerij Jansen']))
  expect(location.search).toBe('?q=jansen')
  expect(sent.filter(({ path }) => path.includes('q=')).map(({ path }) => path)).toEqual(['/api/appointments?q=jansen'])
  await user.click(screen.getByRole('button', { name: 'Zoekterm wissen' }))
  await screen.findByText('Hotel Zee')
  expect(location.search).toBe('')
})

/** Chooses the order of the list, behind its filters. */
async function sortBy(user: UserEvent, order: string): Promise<void> {
  const sheet = within(await openFilters(user))
  await user.selectOptions(await sheet.findByLabelText('Sorteren'), order)
  await user.click(sheet.getByRole('button', { name: 'Toon afspraken' }))
}

test('an order sorts the whole list, and the title of the time sorts by time again', async () => {
  const { user } = await open(caller)
  await screen.findByText('Hotel Zee')
  expect(await customers()).toEqual(['Garage Kuiper', 'Hotel Zee', 'Bakkerij Jansen'])
  await sortBy(user, 'Klant, A tot Z')
  await waitFor(async () => expect(await customers()).toEqual(['Bakkerij Jansen', 'Garage Kuiper', 'Hotel Zee']))
  expect(location.search).toBe('?sort=customer')
  await sortBy(user, 'Klant, Z tot A')
  await waitFor(async () => expect(await customers()).toEqual(['Hotel Zee', 'Garage Kuiper', 'Bakkerij Jansen']))
  expect(location.search).toBe('?sort=-customer')
  await user.click(screen.getByRole('button', { name: 'Datum en tijd' }))
  expect(location.search).toBe('?sort=date')
  await waitFor(async () => expect(await customers()).toEqual(['Garage Kuiper', 'Hotel Zee', 'Bakkerij Jansen']))
})

test('the filtered list is saved as a spreadsheet; a failure shows an error', async () => {
  const files: Blob[] = []
  Object.assign(URL, {
    createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
    revokeObjectURL: () => {},
  })
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const { user } = await open(caller, '/appointments?q=zee&sort=-customer')
  await screen.findByText('Hotel Zee')
  await chooseMore(user, 'Exporteren als CSV')
  expect(await screen.findByText('Afspraken geëxporteerd')).toBeTruthy()
  expect(names).toEqual(['afspraken-2026-11-21.csv'])
  const text = (await files[0]?.text()) ?? ''
  expect(text).toContain('Hotel Zee')
  expect(text).not.toContain('Garage Kuiper')
  expect(sent.at(-1)?.path).toBe('/api/appointments/export?q=zee&sort=-customer&format=csv')

  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ message: 'Dit zijn te veel afspraken voor één bestand.' }, { status: 422 })),
  )
  await chooseMore(user, 'Exporteren als Excel')
  expect(await screen.findByText('Dit zijn te veel afspraken voor één bestand.')).toBeTruthy()
  expect(names).toHaveLength(1)
})

test('the form warns about a busy agent and asks, also for whoever saves before the warning is there', async () => {
  const { user } = await open(agent, '/appointments?nieuw=1&datum=2026-11-24&tijd=10:30')
  const dialog = await screen.findByRole('dialog', { name: 'Nieuwe afspraak' })
  expect(await within(dialog).findByText(/^Je hebt om 10:00 al/)).toBeTruthy()
  const time = within(dialog).getByLabelText('Tijd')
  await user.clear(time)
  await user.type(time, '14:00')
  await waitFor(() => expect(within(dialog).queryByText(/^Je hebt om/)).toBeNull())
  await user.type(within(dialog).getByLabelText('Klantnaam'), 'Toch Geboekt')
  await user.type(within(dialog).getByLabelText('Telefoonnummer'), '0475 123456')
  await user.clear(time)
  await user.type(time, '10:15{Control>}{Enter}{/Control}')
  const question = await screen.findByRole('alertdialog', { name: 'Klopt dit?' })
  expect(question.textContent).toMatch(/Je hebt om 10:00 al .*\. Vrij: .*\. Toch boeken\?/)
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Toch opslaan' }))
  expect(await screen.findByText('Afspraak aangemaakt')).toBeTruthy()
})

test('the form says when the check on the agent or the customer failed', async () => {
  failRequests(/clashes|known/)
  const { user } = await open(agent, '/appointments?nieuw=1&datum=2026-11-24&tijd=10:30')
  const dialog = await screen.findByRole('dialog', { name: 'Nieuwe afspraak' })
  await user.type(within(dialog).getByLabelText('Telefoonnummer'), '0475 123456')
  expect(await within(dialog).findByText('Controle op dubbele afspraken mislukt.')).toBeTruthy()
  expect(await within(dialog).findByText('Controle op bestaande klant mislukt.')).toBeTruthy()
})

test('an appointment does not clash with itself', async () => {
  const { id } = await book({ customerName: 'Alleen Hier', appointmentDate: '2026-12-02' })
  await open(caller, `/appointments?afspraak=${id}&bewerken=1`)
  const dialog = await screen.findByRole('dialog', { name: 'Afspraak bewerken' })
  await waitFor(() => expect(sent.some(({ path }) => path.includes(`except=${id}`))).toBe(true))
  expect(within(dialog).queryByText(/^Je hebt om/)).toBeNull()
})

test('the page address opens an appointment outside the list; an unknown one shows a message', async () => {
  const { id } = await book({ customerName: 'Ver Weg', appointmentDate: '2027-11-24' })
  const { unmount } = await open(caller, `/security?afspraak=${id}`)
  const dialog = await screen.findByRole('dialog', { name: 'Afspraak Details' })
  expect(within(dialog).getAllByText('Ver Weg').length).toBeGreaterThan(0)
  unmount()
  await open(caller, '/appointments?afspraak=bestaat-niet')
  expect(await screen.findByText('Afspraak niet gevonden')).toBeTruthy()
})

test('the details show the mails; a failed one can be sent again', async () => {
  const { id } = await book({
    customerName: 'Met Mail',
    customerEmail: 'mail@klant.example',
    appointmentDate: '2026-12-03',
  })
  const online = fetch
  let state = 'failed'
  const at = { createdAt: '2026-11-21T09:00:00.000Z', settledAt: null }
  const mail = { id: 'm1', kind: 'confirmation', error: 'Het postvak is vol', ...at }
  vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) => {
    const { pathname } = new URL(String(input), location.href)
    if (pathname.endsWith('/mails/m1/resend')) {
      state = 'waiting'
      return Response.json({ ...mail, state })
    }
    const answer = await online(input, init)
    if (pathname !== `/api/appointments/${id}`) return answer
    return Response.json({ ...(await answer.json()), mails: [{ ...mail, state }] })
  })
  const { user } = await open(caller, `/appointments?afspraak=${id}`)
  const dialog = await screen.findByRole('dialog', { name: 'Afspraak Details' })
  const item = await within(dialog).findByText('Mislukt')
  expect(item.closest('li')?.textContent).toContain('Bevestiging 21-11-2026 10:00Het postvak is vol')
  await user.click(within(dialog).getByRole('button', { name: 'Bevestiging opnieuw versturen' }))
  expect(await screen.findByText('E-mail wordt opnieuw verzonden')).toBeTruthy()
  expect(await within(dialog).findByText('Wacht')).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: /opnieuw versturen/ })).toBeNull()
})

test('a caller sees that a sale must still be registered, without a button to register it', async () => {
  const { id } = await book({ customerName: 'Verkocht BV', appointmentDate: '2026-11-26' })
  const { user } = await open(caller, `/appointments?afspraak=${id}`)
  const dialog = await screen.findByRole('dialog', { name: 'Afspraak Details' })
  await user.click(await within(dialog).findByRole('button', { name: /^Status van Verkocht BV: Gepland/ }))
  await user.click(await screen.findByRole('button', { name: 'Sale', pressed: false }))
  expect(await within(dialog).findByText('Sale nog registreren')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Sale registreren' })).toBeNull()
})

test('the status tabs show counts, follow a change, and show none for a text search', async () => {
  await book({ customerName: 'Geteld BV', appointmentDate: '2026-12-24' })
  await book({ customerName: 'Ook Geteld', appointmentDate: '2026-12-24' })
  const { user } = await open(caller, '/appointments?date=2026-12-24')
  expect(await press('Alle 2')).toBeTruthy()
  // A status without appointments has no tab.
  expect(screen.queryByRole('button', { name: /^Sale \d/ })).toBeNull()
  await user.click(await press(/^Status van Geteld BV: Gepland/))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sale' }))
  await user.click(await press('Sale 1'))
  await waitFor(async () => expect(await customers()).toEqual(['Geteld BV']))
  expect(await press('Gepland 1')).toBeTruthy()
  // A search finds appointments of every status.
  await user.type(screen.getByRole('searchbox', { name: 'Zoek een klant' }), 'geteld')
  await waitFor(async () => expect((await customers()).sort()).toEqual(['Geteld BV', 'Ook Geteld']))
  expect((await press('Alle')).getAttribute('aria-pressed')).toBe('true')
})

test('the status tabs report failed counts and retry', async () => {
  const online = failRequests(/counts/)
  const { user } = await open(caller, '/appointments?date=2026-11-24')
  expect((await screen.findByRole('alert')).textContent).toContain('De aantallen konden niet worden geladen')
  expect(await press('Alle')).toBeTruthy()
  online()
  await user.click(await findRetryButton())
  expect(await press(/^Alle \d/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an admin switches mails to customers on and off', async () => {
  const { user, unmount } = await open(admin)
  await chooseMore(user, 'Mailinstellingen')
  const reminders = await screen.findByRole<HTMLInputElement>('switch', { name: /^Herinneringen/ })
  expect(reminders.checked).toBe(true)
  await user.click(reminders)
  await user.click(screen.getByRole('button', { name: 'Opslaan' }))
  expect(await screen.findByText('Mailinstellingen opgeslagen')).toBeTruthy()
  const as = await world.session(admin)
  const { body } = await world.call('GET', '/api/appointment-settings', { as })
  expect(body).toMatchObject({ version: 1, sendConfirmations: true, sendReminders: false })

  await chooseMore(user, 'Mailinstellingen')
  await user.click(await screen.findByRole('switch', { name: /^Bevestigingen/ }))
  const others = { sendConfirmations: true, sendReminders: true }
  await world.call('PUT', '/api/appointment-settings', { as, headers: { 'if-match': '"1"' }, body: others })
  await user.click(screen.getByRole('button', { name: 'Opslaan' }))
  expect(await screen.findByText(/Herinneringen: aan/)).toBeTruthy()
  expect((await world.call('GET', '/api/appointment-settings', { as })).body).toMatchObject({ version: 2, ...others })
  unmount()
  const { user: other } = await open(caller)
  await screen.findByText('Hotel Zee')
  await other.click(await press('Meer'))
  expect(await screen.findByRole('button', { name: 'Exporteren als CSV' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Mailinstellingen' })).toBeNull()
})

test('the palette finds a customer, whose page has the appointment', async () => {
  const index = await startSearchStream()
  await book({ customerName: 'Hotel Zeezicht', customerPhone: '0475123499', appointmentDate: '2026-11-24' })
  await index.deliver()
  const { user } = await open(caller, '/security')
  await screen.findByRole('heading', { name: 'Beveiliging' })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'zeezi')
  const option = () => screen.getByRole('option', { name: /Hotel Zeezicht.*0475 123499/ })
  // Hits of what was typed first may stand there meanwhile.
  const marked = () => [...option().querySelectorAll('mark')].map((mark) => mark.textContent)
  await waitFor(() => expect(marked()).toEqual(['Zeezi']))
  await user.click(option())
  await waitFor(() => expect(location.pathname).toBe('/klant/tel-31475123499'))
  expect(await screen.findAllByText(/24 nov.*10:00/)).not.toEqual([])
})

test('the list opens at today with a heading per day; earlier ones show on request and stay after Back', async () => {
  await book({ customerName: 'Lang Geleden', appointmentDate: '2026-11-05' })
  await book({ customerName: 'Net Geweest', appointmentDate: '2026-11-20' })
  await book({ customerName: 'Nu Meteen', appointmentDate: '2026-11-21', appointmentTime: '16:00' })
  await book({ customerName: 'Volgend Jaar', appointmentDate: '2027-01-04' })
  const { user } = await open(caller)
  await screen.findByText('Nu Meteen')
  expect((await customers())[0]).toBe('Nu Meteen')
  const headings = async () =>
    within(await table())
      .getAllByRole('heading', { level: 2 })
      .map(({ textContent }) => textContent)
  expect((await headings()).slice(0, 3)).toEqual([
    'Vandaag, zaterdag 21 november',
    'maandag 23 november',
    'dinsdag 24 november',
  ])
  expect((await headings()).at(-1)).toBe('maandag 4 januari 2027')

  // 'Alle' and the list below it count the whole period, also while its earlier part is folded.
  const all = (await customers()).length + 2
  const isAll = async () => {
    await waitFor(async () => expect((await press(/^Alle/)).textContent).toBe(`Alle ${all}`))
    expect(screen.getByText(`${all} afspraken`)).toBeTruthy()
  }
  await isAll()
  await user.click(await press('2 eerdere afspraken tonen'))
  await waitFor(async () =>
    expect((await customers()).slice(0, 3)).toEqual(['Lang Geleden', 'Net Geweest', 'Nu Meteen']),
  )
  await isAll()
  expect((await headings()).slice(0, 2)).toEqual(['donderdag 5 november', 'Gisteren, vrijdag 20 november'])
  expect(screen.queryByRole('button', { name: /eerdere afspra/i })).toBeNull()

  await user.click(within(screen.getByRole('complementary')).getByRole('link', { name: 'Dashboard' }))
  await screen.findByText('Afspraken vandaag')
  act(() => history.back())
  await screen.findByText('Lang Geleden')

  await sortBy(user, 'Klant, A tot Z')
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Vandaag, zaterdag 21 november' })).toBeNull())
})

test('without coming appointments the list shows the past ones', async () => {
  const other = await somebody('Piet', 'Past', { role: 'agent', teamId: 1 })
  await book({ customerName: 'Alleen Vroeger', appointmentDate: '2026-11-10', agentId: other.id })
  await open(caller, `/appointments?agentId=${other.id}`)
  await screen.findByText('Alleen Vroeger')
})

test('a sort order that the server refuses for a long period keeps the rows and shows the reason', async () => {
  const { user } = await open(caller, '/appointments?from=2024-01-01&to=2027-02-01')
  await screen.findByText('Hotel Zee')
  const before = await customers()
  await sortBy(user, 'Klant, A tot Z')
  expect((await screen.findByRole('alert')).textContent).toBe('Kies een kortere periode om te sorteren')
  expect(await customers()).toEqual(before)
  await user.click(screen.getByRole('button', { name: 'Tijd' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(await customers()).toEqual(before)
})
