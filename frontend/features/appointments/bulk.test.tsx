// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { deliverOutbox } from '../../../testing/outbox.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, logIn, openApp, sent } from '../../testing/browser.tsx'

let world: World
let leader: Person
let agent: Person
let other: Person

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Team Maas')
  leader = await world.person({ role: 'teamleader', teamId: 1, firstName: 'Leo', lastName: 'Leider' })
  agent = await world.person({ role: 'agent', teamId: 1, firstName: 'Sem', lastName: 'Postma' })
  other = await world.person({ role: 'agent', teamId: 1, firstName: 'Tess', lastName: 'Tak' })
})
afterAll(() => world.stop())
connectBrowser(() => world)
beforeEach(() => vi.stubGlobal('matchMedia', undefined))

async function book(customerName: string, appointmentDate: string) {
  const place = { address: 'Kade', houseNumber: '1', city: 'Roermond' }
  const body = {
    customerName,
    customerPhone: '0475123456',
    appointmentDate,
    appointmentTime: '10:00',
    bookAnyway: true,
    ...place,
  }
  return (await world.call('POST', '/api/appointments', { as: await world.session(agent), body })).body
}

/** Timeout that allows for a run, whose progress is checked once a second. */
const PATIENT = { timeout: 5_000 }
/** Delivers the next step of the run that the address names, as the stream does. */
const delivered = () => deliverOutbox(new URLSearchParams(location.search).get('run') ?? '')
const row = async (name: string) => (await screen.findByText(name, { selector: 'td *' })).closest('tr') as HTMLElement
const bar = () => within(screen.getByRole('region', { name: 'Acties voor de selectie' }))

test('several appointments get a status in a run that shows each result and can be undone', async () => {
  await book('Eerste Klant', '2026-11-23')
  const overtaken = await book('Tweede Klant', '2026-11-24')
  await book('Derde Klant', '2026-11-25')
  await logIn(world, leader)
  const { user } = openApp('/appointments')
  await row('Derde Klant')
  await world.call('PATCH', `/api/appointments/${overtaken.id}`, {
    as: await world.session(agent),
    body: { notes: 'Intussen' },
  })
  await user.click(screen.getByRole('checkbox', { name: 'Selecteer alle rijen' }))
  await user.click(bar().getByRole('button', { name: 'Status' }))
  const choices = await screen.findByRole('dialog', { name: 'Status van de selectie' })
  await user.click(within(choices).getByRole('button', { name: 'No Sale' }))
  const sure = await screen.findByRole('alertdialog', { name: 'Status van 3 afspraken wijzigen?' })
  expect(within(sure).getByText('3 afspraken: 3 Gepland → No Sale')).toBeTruthy()
  await user.click(within(sure).getByRole('button', { name: 'Wijzigen' }))
  const run = within(await screen.findByRole('region', { name: 'Verwerking' }))
  expect(run.getByRole('status').textContent).toBe('0 van 3 afspraken · Status → No Sale')
  await delivered()
  expect(await run.findByText('2 gewijzigd, 1 mislukt', {}, PATIENT)).toBeTruthy()
  expect(await run.findByText(/^Tweede Klant: Iemand anders heeft deze afspraak intussen gewijzigd/)).toBeTruthy()
  await waitFor(async () => expect(within(await row('Derde Klant')).getByText('No Sale')).toBeTruthy())
  expect(within(await row('Tweede Klant')).getByText('Gepland')).toBeTruthy()

  await user.keyboard('{Control>}z{/Control}')
  await screen.findByText(/· ongedaan maken$/)
  await delivered()
  expect(await screen.findByText('2 teruggezet', {}, PATIENT)).toBeTruthy()
  await waitFor(async () => expect(within(await row('Derde Klant')).getByText('Gepland')).toBeTruthy())
  expect(screen.queryByRole('button', { name: 'Ongedaan maken' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Melding sluiten' }))
  expect(location.search).toBe('')
})

test('several appointments are assigned at once, and the run survives a reload', async () => {
  await logIn(world, leader)
  const { user, unmount } = openApp('/appointments')
  await row('Derde Klant')
  await user.click(screen.getByRole('checkbox', { name: 'Selecteer alle rijen' }))
  await user.click(bar().getByRole('button', { name: 'Toewijzen' }))
  const question = await screen.findByRole('alertdialog', { name: '3 afspraken toewijzen' })
  await user.click(within(question).getByRole('combobox', { name: 'Toewijzen aan agent' }))
  await user.click(await screen.findByRole('option', { name: /Tess Tak/ }))
  expect(within(question).getByText('3 afspraken: 3 Sem Postma → Tess Tak')).toBeTruthy()
  await user.click(within(question).getByRole('button', { name: 'Toewijzen' }))
  await screen.findByRole('region', { name: 'Verwerking' })
  const { search } = location
  unmount()
  openApp(`/appointments${search}`)
  expect(await screen.findByText(/^0 van 3 afspraken · Agent → Tess Tak/)).toBeTruthy()
  await delivered()
  expect(await screen.findByText('3 gewijzigd', {}, PATIENT)).toBeTruthy()
  await waitFor(async () => expect(within(await row('Eerste Klant')).getByText('Tess Tak')).toBeTruthy())
  const as = await world.session(other)
  const { body } = await world.call('GET', '/api/appointments?mine=true', { as })
  expect(body).toHaveLength(3)
})

test('only the selection is exported', async () => {
  await book('Wel Erin', '2026-12-01')
  await book('Niet Erin', '2026-12-02')
  const files: Blob[] = []
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await logIn(world, leader)
  const { user } = openApp('/appointments')
  await user.click(within(await row('Wel Erin')).getByRole('checkbox', { name: 'Selecteer rij' }))
  await user.click(bar().getByRole('button', { name: 'Exporteren' }))
  expect(await screen.findByText('Afspraken geëxporteerd')).toBeTruthy()
  const [asked] = sent.filter(({ path }) => path.startsWith('/api/appointments/export'))
  const path = asked?.path.replace('format=xlsx', 'format=csv') ?? ''
  const { text } = await world.call('GET', path, { as: await world.session(leader) })
  expect(text).toContain('Wel Erin')
  expect(text).not.toContain('Niet Erin')
})

test('the route to a street address opens a map; the key n books and ? lists the keys, except while typing', async () => {
  const { id } = await book('Met Adres', '2026-12-03')
  await logIn(world, agent)
  const { user } = openApp(`/appointments?afspraak=${id}`)
  const link = await screen.findByRole('link', { name: /^Route/ })
  expect(link.getAttribute('href')).toBe('https://www.openstreetmap.org/directions?to=Kade+1%2C+Roermond')
  expect(link.getAttribute('rel')).toContain('noopener')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.keyboard('?')
  const keys = await screen.findByRole('dialog', { name: 'Sneltoetsen' })
  expect(within(keys).getByText('Nieuwe afspraak')).toBeTruthy()
  expect(within(keys).getByText('Het laatste ongedaan maken')).toBeTruthy()
  await user.keyboard('n')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.type(screen.getByRole('searchbox', { name: 'Zoek een klant' }), 'n?')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.tab()
  await user.keyboard('n')
  expect(await screen.findByRole('dialog', { name: 'Nieuwe afspraak' })).toBeTruthy()
})
