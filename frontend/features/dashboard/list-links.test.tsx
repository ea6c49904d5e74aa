// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSaleForm } from '../../../testing/sales.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, logIn, openApp } from '../../testing/browser.tsx'

let world: World
let admin: Person
let leader: Person
let agent: Person
let caller: Person
/** Id of the last booked appointment. */
let booked: string

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-18T09:05:00Z' })
  await world.team(1, 'Team Maas')
  await world.team(2, 'Team Duin', 'nieuw-vennep')
  admin = await world.person({ role: 'admin' })
  leader = await world.person({ role: 'teamleader', teamId: 1 })
  agent = await world.person({ firstName: 'Sem', lastName: 'Postma', role: 'agent', teamId: 1 })
  caller = await world.person({ firstName: 'Bella', lastName: 'Beller', role: 'caller', teamId: 1 })
  const far = await world.person({ firstName: 'Daan', lastName: 'Duin', role: 'agent', teamId: 2 })
  await book(caller, agent, '2026-11-18', 'scheduled')
  await book(caller, agent, '2026-11-18', 'cancelled')
  await book(caller, agent, '2026-11-03', 'awaiting')
  await book(caller, agent, '2026-11-17', 'sale', { type: 'zakelijk' })
  await register(agent, '2026-11-16', { appointmentId: booked })
  await book(caller, leader, '2026-11-18', 'no-sale')
  await book(agent, agent, '2026-10-06', 'sale')
  await register(agent, '2026-10-06', { appointmentId: booked })
  await book(far, far, '2026-11-18', 'sale')
  await book(far, far, '2026-11-19', 'scheduled', { type: 'zakelijk' })
  const rejected = await register(agent, '2026-11-17')
  const body = { status: 'rejected', rejectionReason: 'Dubbel' }
  await world.call('PATCH', `/api/sales/${rejected}/status`, { as: await world.session(admin), body })
})
afterAll(() => world.stop())
connectBrowser(() => world)

async function book(by: Person, whose: Person, appointmentDate: string, status: string, at: object = {}) {
  const form = {
    customerName: 'De Boer',
    customerPhone: '0612345678',
    appointmentDate,
    appointmentTime: '14:00',
    bookAnyway: true,
    status,
    ...(by.role === 'agent' ? {} : { agentId: whose.id }),
    ...at,
  }
  const {
    status: answered,
    text,
    body,
  } = await world.call('POST', '/api/appointments', {
    as: await world.session(by),
    body: form,
  })
  expect(answered, text).toBe(201)
  booked = body.id
}

async function register(whose: Person, saleDate: string, from: object = {}): Promise<string> {
  const sale = buildSaleForm({ ...from, agentId: whose.id, saleDate })
  const { status, text, body } = await world.call('POST', '/api/sales', { as: await world.session(admin), body: sale })
  expect(status, text).toBe(201)
  return body.id
}

async function open(person: Person, query = '') {
  const as = await logIn(world, person)
  const app = openApp(`/dashboard${query}`)
  await screen.findByText('Top 3 Particulier')
  await screen.findByRole('heading', { name: 'Afspraken en sales per week' })
  return { ...app, as }
}

/**
 * Requests the list that a link opens, and returns the number of its rows. For the figure of sales, adds the
 * appointments whose sale is not registered yet, because the figure counts these too.
 */
async function listed(link: HTMLElement, as: string, list = 'appointments'): Promise<number> {
  const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', location.href)
  expect(pathname).toBe(list === 'sales' ? '/transactions' : '/appointments')
  const ask = async (path: string) => {
    const { status, body, text } = await world.call('GET', `/api/${path}?${searchParams}`, { as })
    expect(status, text).toBe(200)
    return body
  }
  const rows = await ask(list)
  if (list === 'appointments') return rows.length
  searchParams.delete('status')
  searchParams.set('unregistered', 'true')
  const { role } = (await world.call('GET', '/api/auth/user', { as })).body
  if (role === 'agent') searchParams.set('mine', 'true')
  const unregistered = await ask('appointments')
  expect((await ask('appointments/counts')).statuses.sale).toBe(unregistered.length)
  return rows.length + unregistered.length
}

const card = (title: string) => screen.getByRole('heading', { name: title }).closest('section') as HTMLElement

test.each([
  ['admin', () => admin, 'van alle teams', ['3', '3', '2']],
  ['teamleader', () => leader, 'van je team', ['2', '2', '1']],
  ['agent', () => agent, 'van jou', ['1', '2', '1']],
  ['caller', () => caller, 'van jou', ['2', '2', '0']],
] as const)(
  'every figure of the %s says whose it is, and links to a list of as many records',
  async (role, who, whose, figures) => {
    const { as } = await open(who())
    for (const [index, title] of ['Afspraken vandaag', 'Geplande afspraken', 'Sales'].entries()) {
      const part = within(card(title))
      await part.findByText(figures[index] ?? '')
      expect(part.getByText(whose)).toBeTruthy()
      // A caller sells nothing, so no list contains the sales that this figure counts.
      if (title === 'Sales' && role === 'caller') expect(part.queryByRole('link')).toBeNull()
      else {
        const list = title === 'Sales' ? 'sales' : 'appointments'
        expect(String(await listed(part.getByRole('link', { name: title }), as, list))).toBe(figures[index])
      }
    }
    const today = within(card('Vandaag'))
    expect(await today.findByText(/van jou/)).toBeTruthy()
  },
)

test('names, bars and weeks show their values and link to lists of as many records', async () => {
  const { user, as } = await open(admin)
  const weeks = within(card('Afspraken en sales per week'))
  const week = await weeks.findByRole('link', { name: 'wk 47: 5 afspraken, 2 sales' })
  expect(week.dataset['tip']).toBe('wk 47: 5 afspraken, 2 sales')
  expect(await listed(week, as)).toBe(5)

  const conversion = within(card('Conversie van afspraak naar sale'))
  for (const group of ['Agent', 'Beller', 'Team', 'Kantoor']) {
    await user.click(conversion.getByRole('radio', { name: group }))
    for (const row of conversion.getAllByRole('listitem')) {
      const [, count] = /(\d+) van (\d+)$/.exec(row.textContent ?? '')?.slice(1) ?? []
      expect(await listed(within(row).getByRole('link'), as), row.textContent ?? '').toBe(Number(count))
    }
  }
  for (const list of ['Particulier', 'Zakelijk', 'Sales']) {
    const top = within(card(`Top 3 ${list}`))
    for (const row of top.getAllByRole('listitem')) {
      const count = Number(/\d+$/.exec(row.textContent ?? '')?.[0])
      const lists = list === 'Sales' ? 'sales' : 'appointments'
      expect(await listed(within(row).getByRole('link'), as, lists), row.textContent ?? '').toBe(count)
    }
  }
  await user.click(within(card('Top 3 Zakelijk')).getByRole('link', { name: /Bella Beller/ }))
  expect(await screen.findByText('1 afspraak')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Zakelijk', pressed: true }))
  expect(await screen.findByText('4 afspraken')).toBeTruthy()
})

test('a name on the scoreboard is a link only when its whole list is within reach', async () => {
  const { as } = await open(caller)
  const top = within(card('Top 3 Particulier'))
  const own = await top.findByRole('link', { name: /Bella Beller/ })
  expect(await listed(own, as)).toBe(3)
  expect(top.getByText('Daan Duin').closest('a')).toBeNull()
})

test('both periods are in the address', async () => {
  const { user } = await open(admin, '?period=last-month&scorebord=today')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Periode' }).value).toBe('last-month')
  expect(screen.getByText('Prestaties van vandaag')).toBeTruthy()
  expect(await within(card('Sales')).findByText('1')).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Periode' }), 'Dit jaar')
  expect(location.search).toBe('?period=this-year&scorebord=today')
})

test('the list behind the figure Sales shows the number of unregistered sales, with a link to them', async () => {
  const { user } = await open(admin)
  const figure = (await within(card('Sales')).findByText(/^\d+$/)).textContent
  await user.click(await within(card('Sales')).findByRole('link', { name: 'Sales' }))
  const link = await screen.findByRole('link', { name: '1 nog te registreren' })
  const [, shown, all] = /^(\d+) van (\d+) sales$/.exec((await screen.findByText(/ van \d+ sales$/)).textContent) ?? []
  expect([Number(shown) + 1, all]).toEqual([Number(all), figure])
  await user.click(link)
  expect(await screen.findByText('1 afspraak')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Sale nog registreren', pressed: true }))
  await waitFor(() => expect(screen.queryByText('1 afspraak')).toBeNull())
})
