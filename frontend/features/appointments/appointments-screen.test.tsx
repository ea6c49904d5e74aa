// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Person, type PersonOptions, startWorld, type World } from '../../../testing/world.ts'
import { openFilters } from '../../testing/actions.ts'
import { connectBrowser, logIn, matchShown, openApp, sent } from '../../testing/browser.tsx'

let world: World
let admin: Person
let leader: Person
let agent: Person
let caller: Person
let stranger: Person

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Team Maas')
  await world.team(2, 'Team Duin', 'nieuw-vennep')
  admin = await somebody('Anna', 'Admin', { role: 'admin' })
  leader = await somebody('Leo', 'Leider', { role: 'teamleader', teamId: 1 })
  agent = await somebody('Sem', 'Postma', { role: 'agent', teamId: 1 })
  caller = await somebody('Bella', 'Beller', { role: 'caller', teamId: 1 })
  stranger = await somebody('Vera', 'Vreemd', { role: 'caller', teamId: 2 })
  await book(caller, { customerName: 'Bakkerij Jansen', companyName: 'Jansen BV', city: 'Roermond' })
  await book(leader, { customerName: 'Garage Kuiper', appointmentDate: '2026-11-24', status: 'sale' })
  const stranded = await somebody('Daan', 'Duin', { role: 'agent', teamId: 2 })
  await book(stranger, { customerName: 'Hotel Zee', agentId: stranded.id })
})
afterAll(() => world.stop())
connectBrowser(() => world)

beforeEach(() => vi.stubGlobal('matchMedia', undefined))

const somebody = (firstName: string, lastName: string, options: PersonOptions) =>
  world.person({ firstName, lastName, ...options })

async function book(by: Person, form: Record<string, unknown>) {
  const as = await world.session(by)
  const answer = await world.call('POST', '/api/appointments', {
    as,
    body: {
      customerPhone: '0475123456',
      appointmentDate: '2026-11-23',
      appointmentTime: '10:00',
      bookAnyway: true,
      agentId: agent.id,
      ...form,
    },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body
}

async function open(person: Person, path = '/appointments') {
  await logIn(world, person)
  const app = openApp(path)
  await screen.findByRole('heading', { name: 'Afspraken' })
  return app
}

const note = async (form: object) => {
  const answer = await world.call('POST', '/api/leads', { as: await world.session(admin), body: form })
  if (answer.status !== 201) throw new Error(answer.text)
}

const table = () => screen.findByRole('table', { name: 'Afspraken' })
const row = async (customer: string) => {
  const cell = await within(await table()).findByText(customer)
  return cell.closest('tr') as HTMLElement
}
const columns = async () =>
  within(await table())
    .getAllByRole('columnheader')
    .map((header) => header.textContent)
const shows = (name: string) => screen.queryByText(name) !== null
const listRequests = () => sent.filter(({ method, path }) => method === 'GET' && path.startsWith('/api/appointments?'))

test('shows the appointments within reach, at Amsterdam time, with status and people', async () => {
  await open(caller)
  const shown = await row('Bakkerij Jansen')
  // The head of the day says the date, so the row says only the time.
  expect(screen.getByText('maandag 23 november')).toBeTruthy()
  expect(shown.textContent).toContain('10:00')
  expect(shown.textContent).not.toContain('23 nov')
  expect(shown.textContent).toContain('Jansen BV')
  expect(shown.textContent).toContain('0475 123456')
  expect(within(shown).getByText('Gepland')).toBeTruthy()
  expect(shown.textContent).toContain('Sem Postma')
  expect(shown.textContent).toContain('Bella Beller')
  expect(screen.getByText('2 afspraken')).toBeTruthy()
  expect(shows('Hotel Zee')).toBe(false)
})

test('a caller of another team sees only own appointments', async () => {
  await open(stranger)
  await row('Hotel Zee')
  expect(shows('Bakkerij Jansen')).toBe(false)
})

test('each role has its own filters and columns', async () => {
  const app = await open(admin)
  await row('Hotel Zee')
  expect(await columns()).toEqual(['Klant', 'Tijd', 'Contact', 'Status', 'Agent', 'Gebeld door', 'Team', 'Acties'])
  expect(screen.queryByRole('button', { name: /^Mijn/ })).toBeNull()
  const ofAdmin = within(await openFilters(app.user))
  expect(await ofAdmin.findByRole('combobox', { name: 'Team' })).toBeTruthy()
  expect(ofAdmin.getByRole('combobox', { name: 'Gebeld door' })).toBeTruthy()
  app.unmount()

  const expected: [Person, string | null, boolean][] = [
    [leader, null, true],
    [agent, 'Mijn sales', false],
    [caller, 'Mijn afspraken', false],
  ]
  for (const [person, own, calledBy] of expected) {
    const { user, unmount } = await open(person)
    await row('Bakkerij Jansen')
    expect(await columns()).not.toContain('Team')
    expect(screen.queryByRole('button', { name: /^Mijn/ })?.textContent ?? null).toBe(own)
    const filters = within(await openFilters(user))
    expect(filters.queryByRole('combobox', { name: 'Team' })).toBeNull()
    expect(filters.queryByRole('combobox', { name: 'Gebeld door' }) !== null).toBe(calledBy)
    expect(filters.getByRole('combobox', { name: 'Agent' })).toBeTruthy()
    unmount()
  }
})

test('a caller can change own appointments; others have no buttons', async () => {
  await open(caller)
  const own = await row('Bakkerij Jansen')
  expect(within(own).getByRole('button', { name: 'Afspraak met Bakkerij Jansen bewerken' })).toBeTruthy()
  const other = await row('Garage Kuiper')
  expect(within(other).queryByRole('button')).toBeNull()
  expect(within(other).getByText('Sale')).toBeTruthy()
})

test('filters are in the address and combine; one button clears them', async () => {
  const { user } = await open(leader)
  await row('Garage Kuiper')
  await user.click(await screen.findByRole('button', { name: 'Sale 1' }))
  await waitFor(() => expect(shows('Bakkerij Jansen')).toBe(false))
  expect(location.search).toBe('?status=sale')
  await row('Garage Kuiper')

  const filters = within(await openFilters(user))
  await user.click(filters.getByRole('combobox', { name: 'Gebeld door' }))
  await user.click(await screen.findByRole('option', { name: /Bella Beller/ }))
  await user.click(filters.getByRole('button', { name: 'Toon afspraken' }))
  expect(await screen.findByText('Niets gevonden met deze filters.')).toBeTruthy()
  expect(screen.getByText('Geen afspraken gevonden')).toBeTruthy()
  expect(location.search).toBe(`?status=sale&calledBy=${caller.id}`)

  const [reset] = screen.getAllByRole('button', { name: 'Filters wissen' })
  await user.click(reset!)
  await row('Bakkerij Jansen')
  expect(location.search).toBe('')
})

test('an address with filters opens the filtered list; invalid values are ignored', async () => {
  await open(agent, '/appointments?date=2026-11-24&status=verzonnen&mine=true')
  await row('Garage Kuiper')
  expect(shows('Bakkerij Jansen')).toBe(false)
  expect(screen.getByRole('button', { name: 'Mijn sales' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('button', { name: 'Filters (1)' })).toBeTruthy()
  expect(listRequests().at(-1)?.path).toBe('/api/appointments?date=2026-11-24&mine=true')
})

test('filters by one day and by a period', async () => {
  const { user } = await open(caller)
  await row('Garage Kuiper')
  await openFilters(user)
  await user.type(await screen.findByLabelText('Datum'), '23-11-2026')
  await waitFor(() => expect(shows('Garage Kuiper')).toBe(false))
  expect(location.search).toBe('?date=2026-11-23')

  await user.type(screen.getByLabelText('Van'), '24-11-2026')
  await waitFor(() => expect(shows('Bakkerij Jansen')).toBe(false))
  await user.type(screen.getByLabelText('Tot en met'), '30-11-2026')
  await user.click(screen.getByRole('button', { name: 'Toon afspraken' }))
  await row('Garage Kuiper')
  expect(location.search).toBe('?from=2026-11-24&to=2026-11-30')
  expect(screen.getByText('24 nov – 30 nov', { selector: 'footer *' })).toBeTruthy()
})

test('shows a message when there are no appointments at all', async () => {
  await open(await somebody('Nieuw', 'Kom', { role: 'agent' }))
  expect(await screen.findByText('Geen afspraken gevonden')).toBeTruthy()
})

test('a failed list shows the reason and can be retried', async () => {
  const online = fetch
  let broken = true
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    broken && String(input).includes('/api/appointments')
      ? Promise.resolve(Response.json({ message: 'Het is even te druk. Probeer het opnieuw.' }, { status: 503 }))
      : online(input, init),
  )
  const { user } = await open(caller)
  const said = await screen.findByText('Het is even te druk. Probeer het opnieuw.')
  broken = false
  const list = within(said.closest('[role=alert]') as HTMLElement)
  await user.click(list.getByRole('button', { name: 'Opnieuw proberen' }))
  await row('Bakkerij Jansen')
})

test('continues when a page is empty although more follow', async () => {
  const online = fetch
  vi.stubGlobal('fetch', (input: string | URL, init?: RequestInit) => {
    const url = new URL(String(input), location.href)
    if (url.pathname !== '/api/appointments') return online(input, init)
    if (!url.searchParams.has('cursor')) {
      return Promise.resolve(Response.json([], { headers: { link: '</api/appointments?cursor=verder>; rel="next"' } }))
    }
    url.searchParams.delete('cursor')
    return online(url, init)
  })
  await open(caller)
  await row('Bakkerij Jansen')
})

test('Meer laden fetches the next page, also after a failure', async () => {
  await world.team(3, 'Team Vol')
  const busy = await somebody('Vol', 'Agenda', { role: 'agent', teamId: 3 })
  await book(busy, { customerName: 'Klant Een', agentId: busy.id })
  await book(busy, { customerName: 'Klant Twee', agentId: busy.id, appointmentTime: '11:00', bookAnyway: true })
  const online = fetch
  let broken = true
  vi.stubGlobal('fetch', (input: string | URL, init?: RequestInit) => {
    const url = new URL(String(input), location.href)
    if (url.pathname === '/api/appointments') url.searchParams.set('limit', '1')
    return broken && url.searchParams.has('cursor') ? Promise.reject(new TypeError('offline')) : online(url, init)
  })
  const { user } = await open(busy)
  await screen.findByRole('button', { name: 'Meer laden' })
  expect(await screen.findByText('2 afspraken')).toBeTruthy()
  expect(shows('Klant Twee')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Meer laden' }))
  expect(await screen.findByText('Laden is niet gelukt. Probeer het opnieuw.')).toBeTruthy()
  expect(shows('Klant Een')).toBe(true)
  broken = false
  await user.click(screen.getByRole('button', { name: 'Meer laden' }))
  await row('Klant Twee')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Meer laden' })).toBeNull()
})

test('on a phone the rows are cards with a button that calls, and the filters a sheet', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.includes('max-width: 767px'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  const { user } = await open(caller)
  const card = await screen.findByRole('button', { name: /Bakkerij Jansen/ })
  expect(card.closest('ul')?.getAttribute('aria-label')).toBe('Afspraken')
  expect(card.textContent).toContain('10:00 · Roermond · Sem Postma')
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByRole('link', { name: 'Bakkerij Jansen bellen' }).getAttribute('href')).toBe('tel:0475123456')

  await user.click(screen.getByRole('button', { name: 'Filters' }))
  const sheet = await screen.findByRole('dialog', { name: 'Filters' })
  await user.selectOptions(within(sheet).getByLabelText('Sorteren'), 'Klant, Z tot A')
  await waitFor(() => expect(location.search).toBe('?sort=-customer'))
  await user.type(within(sheet).getByLabelText('Datum'), '24-11-2026')
  await user.click(within(sheet).getByRole('button', { name: 'Toon afspraken' }))
  await waitFor(() => expect(shows('Bakkerij Jansen')).toBe(false))
  expect(screen.getByRole('button', { name: 'Filters (1)' })).toBeTruthy()
})

test('Enter on a row opens its details; empty sections are left out', async () => {
  const { user } = await open(caller)
  const shown = await row('Bakkerij Jansen')
  shown.focus()
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Afspraak Details' })
  const sections = within(dialog)
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent)
  expect(sections).toEqual(['Klantgegevens', 'Adresgegevens', 'Afspraakgegevens'])
  expect(within(dialog).getByText('Team Maas (Kantoor Roermond)')).toBeTruthy()
  expect(within(dialog).getByText(matchShown(/^ma 23 nov 10:00 · Sem Postma/))).toBeTruthy()
  expect(location.search).toMatch(/^\?afspraak=/)

  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.search).toBe('')
  await waitFor(() => expect(document.activeElement).toBe(shown))
})

test('a page address that names an appointment opens its details', async () => {
  const { id } = await book(caller, {
    ...{ customerName: 'Slagerij Smit', currentSupplier: 'Eneco', monthlyAmount: '125,5' },
    ...{ postalCode: '6041 EL', houseNumber: '4' },
  })
  await logIn(world, caller)
  openApp(`/appointments?afspraak=${id}`)
  const dialog = await screen.findByRole('dialog', { name: 'Afspraak Details' })
  expect(within(dialog).getByRole('heading', { name: 'Energiegegevens' })).toBeTruthy()
  expect(within(dialog).getByText(/€\s125,50/)).toBeTruthy()
  expect(
    within(dialog)
      .getByRole('link', { name: /^Route/ })
      .getAttribute('href'),
  ).toMatch(/6041\+EL/)
  expect(within(dialog).getByText('6041 EL 4')).toBeTruthy()
})

test('a status is changed in its row; the request names the version that was read', async () => {
  const { id } = await book(caller, { customerName: 'Kapsalon Roos' })
  const { user } = await open(caller)
  const shown = await row('Kapsalon Roos')
  await user.click(within(shown).getByRole('button', { name: /^Status van Kapsalon Roos: Gepland/ }))
  const choices = await screen.findByRole('dialog', { name: 'Status van Kapsalon Roos' })
  await user.click(within(choices).getByRole('button', { name: 'In afwachting klant' }))
  expect(await screen.findByText('Afspraak bijgewerkt')).toBeTruthy()
  expect(within(await row('Kapsalon Roos')).getByText('In afwachting klant')).toBeTruthy()
  const change = sent.find(({ method }) => method === 'PATCH')
  expect(change?.path).toBe(`/api/appointments/${id}`)
  expect(change?.headers['if-match']).toBe('"1"')
  expect(JSON.parse(change?.body ?? '')).toEqual({ status: 'awaiting' })
})

test('details stay open when a changed status no longer matches the filter', async () => {
  await book(caller, { customerName: 'Bloemist Vos', status: 'quote-sent' })
  const { user } = await open(caller, '/appointments?status=quote-sent')
  await user.click(await row('Bloemist Vos'))
  const dialog = await screen.findByRole('dialog', { name: 'Afspraak Details' })
  await user.click(within(dialog).getByRole('button', { name: /^Status van Bloemist Vos/ }))
  await user.click(
    within(await screen.findByRole('dialog', { name: /^Status van/ })).getByRole('button', { name: 'Sale' }),
  )
  await screen.findByText('Afspraak bijgewerkt')
  expect(await within(dialog).findByRole('button', { name: /^Status van Bloemist Vos: Sale/ })).toBeTruthy()
})

test('an appointment is deleted after a question that names the customer', async () => {
  await book(caller, { customerName: 'Camping Mulder' })
  const { user } = await open(caller)
  const shown = await row('Camping Mulder')
  await user.click(within(shown).getByRole('button', { name: 'Afspraak met Camping Mulder verwijderen' }))
  const question = await screen.findByRole('alertdialog', { name: 'Afspraak met Camping Mulder verwijderen?' })
  await user.click(within(question).getByRole('button', { name: 'Verwijderen' }))
  expect(await screen.findByText('Afspraak verwijderd')).toBeTruthy()
  await waitFor(() => expect(shows('Camping Mulder')).toBe(false))
})

test('does not delete an appointment that somebody else has changed', async () => {
  const { id } = await book(caller, { customerName: 'Drukkerij Mol' })
  const { user } = await open(caller)
  const shown = await row('Drukkerij Mol')
  const as = await world.session(leader)
  await world.call('PATCH', `/api/appointments/${id}`, { as, body: { status: 'sale' } })
  await user.click(within(shown).getByRole('button', { name: 'Afspraak met Drukkerij Mol verwijderen' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Verwijderen' }))
  expect(await screen.findByText(/Iemand anders heeft deze afspraak intussen gewijzigd/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(await within(await row('Drukkerij Mol')).findByText('Sale')).toBeTruthy()
})

test('a number that may not be called is no link, and shows since when and how that was reported', async () => {
  const closed = { customerPhone: '06 44445555', doNotCall: true, doNotCallSource: 'Per mail' }
  await note({ customerName: 'Iemand', ...closed })
  await book(caller, {
    customerName: 'Stille Klant',
    customerPhone: closed.customerPhone,
    doNotCallReason: 'Belde zelf',
  })
  const { user, unmount } = await open(agent)
  const line = within(await row('Stille Klant'))
  expect(line.queryByRole('link', { name: closed.customerPhone })).toBeNull()
  expect(line.getByText('Wil niet gebeld worden')).toBeTruthy()
  await user.click(line.getByText('Stille Klant'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Afspraak Details' }))
  expect(dialog.queryByRole('link', { name: closed.customerPhone })).toBeNull()
  expect(await dialog.findAllByText('Wil niet gebeld worden')).toHaveLength(1)
  expect(screen.getByRole('dialog').textContent).toContain(`${closed.customerPhone} · sinds`)
  unmount()
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.includes('max-width: 767px'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  await open(agent)
  await screen.findByText('Stille Klant')
  expect(screen.queryByRole('link', { name: 'Stille Klant bellen' })).toBeNull()
})
