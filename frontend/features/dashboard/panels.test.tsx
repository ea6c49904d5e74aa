// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, createFetch, logIn, openApp } from '../../testing/browser.tsx'

let world: World
let admin: Person
let agent: Person
let caller: Person

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-18T09:05:00Z' })
  await world.team(1, 'Team Maas')
  admin = await world.person({ firstName: 'Anna', lastName: 'Admin', role: 'admin' })
  agent = await world.person({ firstName: 'Sem', lastName: 'Postma', role: 'agent', teamId: 1 })
  caller = await world.person({ firstName: 'Bella', lastName: 'Beller', role: 'caller', teamId: 1 })
  await book('Bakkerij Jansen', '2026-11-18', 'sale')
  await book('Garage Kuiper', '2026-11-17', 'scheduled')
  await book('Hotel Zee', '2026-11-10', 'scheduled')
})
afterAll(() => world.stop())
connectBrowser(() => world)

async function book(customerName: string, appointmentDate: string, status: string, at: object = {}) {
  const body = {
    customerName,
    customerPhone: '0612345678',
    appointmentDate,
    appointmentTime: '14:00',
    bookAnyway: true,
    agentId: agent.id,
    city: 'Roermond',
    status,
    ...at,
  }
  const answer = await world.call('POST', '/api/appointments', { as: await world.session(caller), body })
  expect(answer.status).toBe(201)
}

async function open(person: Person) {
  await logIn(world, person)
  const app = openApp('/dashboard')
  await screen.findByText('Particulier Afspraken')
  return app
}

const panel = async (title: string) => {
  const heading = await within(await screen.findByRole('main')).findByRole('heading', { name: title })
  return within(heading.closest('section') ?? document.body)
}
const cells = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent))

test('appointments and sales per week are a chart with a text and a table', async () => {
  const { user } = await open(admin)
  const weeks = await panel('Afspraken en sales per week')
  const chart = await weeks.findByRole('img')
  expect(chart.getAttribute('aria-label')).toContain(
    'In 12 weken 3 afspraken, waarvan 1 met sale. Laatste week: 2 en 1.',
  )
  await user.click(weeks.getByRole('button', { name: /^Toon als tabel/ }))
  const rows = cells(weeks.getByRole('table', { name: 'Afspraken en sales per week' }))
  expect(rows).toHaveLength(13)
  expect(rows.slice(0, 3)).toEqual([
    ['Week', 'Vanaf', 'Afspraken', 'Afspraken met sale'],
    ['wk 47', '16 nov 2026', '2', '1'],
    ['wk 46', '9 nov 2026', '1', '0'],
  ])
  expect(weeks.queryByRole('img')).toBeNull()
})

test('conversion is shown per agent, caller, team and office, for the chosen period', async () => {
  const { user } = await open(admin)
  const conversion = await panel('Conversie van afspraak naar sale')
  const row = async () => (await conversion.findAllByRole('listitem')).map((item) => item.textContent)
  expect(await row()).toEqual(['Sem Postma33,3%1 van 3'])
  await user.click(conversion.getByRole('radio', { name: 'Beller' }))
  expect(await row()).toEqual(['Bella Beller33,3%1 van 3'])
  await user.click(conversion.getByRole('radio', { name: 'Team' }))
  expect(await row()).toEqual(['Team Maas33,3%1 van 3'])
  await user.click(conversion.getByRole('radio', { name: 'Kantoor' }))
  expect(await row()).toEqual(['Roermond33,3%1 van 3'])
  await user.click(conversion.getByRole('button', { name: /^Toon als tabel/ }))
  expect(cells(conversion.getByRole('table', { name: 'Conversie per kantoor' }))[1]).toEqual([
    'Roermond',
    '3',
    '1',
    '33,3%',
  ])
  const bases = await panel('Grondslag van afspraken')
  expect(bases.getByRole('listitem').textContent).toBe('Bella Beller3 zonder grondslag')
  expect(bases.getByRole('link').getAttribute('href')).toContain(`calledBy=${caller.id}&basis=missing`)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Periode' }), 'Vorige maand')
  const last = await panel('Conversie van afspraak naar sale')
  expect(await last.findByText('Nog geen afspraken in deze periode.')).toBeTruthy()
})

test('the sales panel requires hasSalesAccess; users who only see own figures have no teams in it', async () => {
  const { unmount } = await open(agent)
  const conversion = await panel('Conversie van afspraak naar sale')
  expect(conversion.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(['agents', 'callers'])
  unmount()
  await open(await world.person({ role: 'agent', teamId: 1, hasSalesAccess: false }))
  expect(screen.queryByText('Afspraken en sales per week')).toBeNull()
})

test("'Vandaag' has one's own appointments of the day; a click opens the details", async () => {
  const { user } = await open(agent)
  const today = await panel('Vandaag')
  const row = await today.findByRole('button', { name: /Bakkerij Jansen/ })
  expect(row.textContent).toBe('14:00Bakkerij JansenRoermond · Sem PostmaSale')
  expect(today.getByText('1 afspraak')).toBeTruthy()
  await user.click(row)
  const dialog = await screen.findByRole('dialog', { name: 'Afspraak Details' })
  expect(location.pathname).toBe('/dashboard')
  await user.keyboard('{Escape}')
  expect(dialog.isConnected).toBe(false)
  expect(document.activeElement).toBe(row)
})

test("'Vandaag' lists the coming appointments first, also for a team leader", async () => {
  const leader = await world.person({ firstName: 'Lies', lastName: 'Leider', role: 'teamleader', teamId: 1 })
  await book('Vroege Vogel', '2026-11-18', 'scheduled', { agentId: leader.id, appointmentTime: '09:30' })
  await book('Late Gast', '2026-11-18', 'scheduled', { agentId: leader.id, appointmentTime: '16:00' })
  await open(leader)
  const today = await panel('Vandaag')
  await today.findByText('2 afspraken')
  const names = today.getAllByRole('button').map((row) => row.textContent?.slice(0, 15))
  expect(names).toEqual(['16:00Late GastR', '09:30Vroege Vog'])
  expect(today.getByRole('heading', { name: 'Eerder vandaag' })).toBeTruthy()
})

test("'Vandaag' says when no appointment is left", async () => {
  const early = await world.person({ role: 'agent', teamId: 1 })
  await book('Vroege Klant', '2026-11-18', 'scheduled', { agentId: early.id, appointmentTime: '09:00' })
  await open(early)
  const today = await panel('Vandaag')
  expect(await today.findByText('Je hebt vandaag geen afspraken meer.')).toBeTruthy()
  expect(today.getByRole('button', { name: /Vroege Klant/ })).toBeTruthy()
})

test('without appointments today, or without calendar access, there is no panel', async () => {
  const { unmount } = await open(admin)
  await waitFor(() => expect(within(screen.getByRole('main')).queryByRole('heading', { name: 'Vandaag' })).toBeNull())
  unmount()
  await open(await world.person({ role: 'agent', teamId: 1, hasCalendarAccess: false }))
  expect(within(screen.getByRole('main')).queryByRole('heading', { name: 'Vandaag' })).toBeNull()
})

test("'Vandaag bellen' lists leads to call back today that may be called, and is hidden without any", async () => {
  const note = async (customerName: string, form: object) => {
    const body = { customerName, ...form }
    const answer = await world.call('POST', '/api/leads', { as: await world.session(agent), body })
    expect(answer.status, answer.text).toBe(201)
    return answer.body.id as string
  }
  const { unmount } = await open(agent)
  expect(screen.queryByRole('heading', { name: 'Vandaag bellen' })).toBeNull()
  unmount()
  const id = await note('Slagerij Bos', { customerPhone: '0475 111222', callBackAt: '2026-11-18T14:30:00Z' })
  await note('Café Nooit', {
    customerPhone: '0475 333444',
    callBackAt: '2026-11-17T09:00:00Z',
    doNotCall: true,
    doNotCallSource: 'Per mail',
  })
  await note('Pas Morgen', { callBackAt: '2026-11-19T09:00:00Z' })
  await open(agent)
  const calls = await panel('Vandaag bellen')
  await calls.findByRole('link', { name: '0475 111222' })
  const rows = calls.getAllByRole('listitem').map((row) => row.textContent)
  // Two leads are not listed: the number of one may not be called, and the other is to be called tomorrow.
  expect(rows).toEqual(['15:30Slagerij Bos0475 111222'])
  expect(calls.getByRole('link', { name: '0475 111222' }).getAttribute('href')).toBe('tel:0475111222')
  expect(calls.getByRole('link', { name: /Slagerij Bos/ }).getAttribute('href')).toBe(`/leads?lead=${id}`)
})

test("'Aflopende contracten' shows an admin the contracts that end soonest, and links to the board", async () => {
  const { storeContract } = await import('../../../testing/contracts.ts')
  await storeContract({ customerName: 'Al Lang Voorbij', expiryDate: '2025-01-01' })
  await storeContract({ customerName: 'Volgend Jaar', expiryDate: '2027-06-01' })
  await storeContract({
    customerName: 'Camping De Duinroos',
    supplier: 'Eneco',
    city: 'Noordwijk',
    expiryDate: '2026-12-01',
  })
  const { unmount } = await open(admin)
  const contracts = await panel('Aflopende contracten')
  const rows = (await contracts.findAllByRole('listitem')).map((row) => row.textContent)
  expect(rows[0]).toBe('Camping De DuinroosEneco · Noordwijk1 dec')
  expect(rows.slice(1)).toEqual([expect.stringMatching(/^Volgend Jaar/), expect.stringMatching(/^Al Lang Voorbij/)])
  expect(contracts.getByRole('link', { name: 'Aflopende contracten' }).getAttribute('href')).toBe('/expiring-contracts')
  unmount()
  await open(agent)
  expect(screen.queryByText('Aflopende contracten')).toBeNull()
})

test('a failed sales panel shows an error and can be retried', async () => {
  const real = createFetch(world)
  let broken = true
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    broken && String(input).includes('/performance')
      ? Promise.resolve(Response.json({ message: 'Het is even te druk.' }, { status: 503 }))
      : real(input, init),
  )
  const { user } = await open(admin)
  expect(await screen.findByText('Het is even te druk.')).toBeTruthy()
  broken = false
  await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
  expect(await screen.findByRole('heading', { name: 'Afspraken en sales per week' })).toBeTruthy()
})
