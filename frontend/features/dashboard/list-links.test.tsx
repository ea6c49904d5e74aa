// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roles } from '../../../shared/access.ts'
import { appointmentStatuses } from '../../../shared/api/parts/statuses.ts'
import { addDays, type LocalDate } from '../../../shared/time.ts'
import { storeContract } from '../../../testing/contracts.ts'
import { buildInvoiceForm, storePartner } from '../../../testing/invoices.ts'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'
import { buildSaleForm } from '../../../testing/sales.ts'
import { createRandomNumbers, SEED } from '../../../testing/seed.ts'
import type { Person } from '../../../testing/world.ts'
import { queryClient } from '../../lib/freshness.ts'
import { connectBrowser, logIn, openApp } from '../../testing/browser.tsx'

let office: MoneyWorld
let people: Record<(typeof roles)[number], Person>
const day = (days: number) => addDays('2026-11-23' as LocalDate, days)

/** Fills an office with random appointments, sales, leads, contracts and invoices of two teams. */
beforeAll(async () => {
  office = await startMoneyWorld()
  const { people: staff, bill, world } = office
  const { admin, leader, agent, caller, other, stranger } = staff
  people = { admin, teamleader: leader, agent, caller }
  const random = createRandomNumbers(16)
  const one = <T,>(of: readonly T[]): T => of[random(of.length)] as T
  const send = async (by: Person, method: string, path: string, body: object) => {
    const reply = await world.call(method, path, { as: await world.session(by), body })
    expect(reply.status, `${reply.text}, seed ${SEED}`).toBeLessThan(300)
    return reply.body
  }
  for (let index = 0; index < 44; index++) {
    const agentId = one([agent, agent, leader, other, stranger]).id
    const form = { agentId, customerName: `Klant ${index}`, customerPhone: '0475 123456', type: one(types) }
    const date = day(random(110) - 60)
    const at = {
      appointmentDate: date,
      appointmentTime: '14:00',
      bookAnyway: true,
      status: one([...appointmentStatuses, 'sale']),
    }
    const by = one([admin, ...(agentId === stranger.id ? [] : [caller, leader])])
    const { id, status } = await send(by, 'POST', '/api/appointments', { ...form, ...at })
    const isRegistered = (status === 'sale' && random(3) > 0) || random(8) === 0
    if (!isRegistered) continue
    const sale = { agentId, saleDate: day(-random(40)), ...(date > day(0) ? {} : { appointmentId: id }) }
    const { id: saleId } = await send(admin, 'POST', '/api/sales', buildSaleForm(sale))
    if (random(4) === 0) {
      const body = { status: 'rejected', rejectionReason: 'Dubbel' }
      await send(admin, 'PATCH', `/api/sales/${saleId}/status`, body)
    } else if (random(3) === 0) await office.step(`sale-${saleId}`, one(['in_afwachting', 'klaar_voor_uitbetaling']))
  }
  for (let index = 0; index < 8; index++) {
    const status = one(['new', 'contacted', 'interested', 'converted'])
    await send(one([agent, leader]), 'POST', '/api/leads', {
      customerName: `Lead ${index}`,
      customerPhone: `06123400${index}0`,
      status,
    })
    await storeContract({ salesStatus: one(['nieuw', 'nieuw', 'getekend', 'geen_interesse']) })
  }
  await storePartner('bos')
  for (let index = 0; index < 9; index++) {
    const { id } = await bill(
      'POST',
      '/invoices',
      buildInvoiceForm('bos', { invoiceDate: day(-20), dueDate: day(random(20) - 10) }),
    )
    if (random(3) > 0) await bill('PATCH', `/invoices/${id}/status`, { status: 'in_behandeling' })
    const { Invoices } = await import('../../../functions/invoices/invoices/entity.ts')
    const answer = { state: 'refused' as const, at: '2026-11-22T10:00:00.000Z', reason: 'Nee' }
    if (index % 4 === 0) await Invoices.patch({ id }).set({ answer }).go()
  }
  for (const row of await office.done('agent', 'GET', '/api/commissions?limit=3')) {
    await send(agent, 'POST', `/api/commissions/${row.id}/questions`, { question: 'Waarom dit bedrag?' })
  }
  const left = await world.person({ role: 'agent', teamId: 1, firstName: 'Vera', lastName: 'Vertrokken' })
  expect((await world.call('DELETE', `/api/users/${left.id}`, { as: await world.session(admin) })).status).toBe(204)
})
const types = ['particulier', 'zakelijk'] as const
afterAll(() => office.stop())
connectBrowser(() => office.world)

/** Endpoint of the list on each screen that a number of the dashboard opens. */
const lists: Readonly<Record<string, string>> = {
  '/appointments': '/api/appointments',
  '/transactions': '/api/sales',
  '/commissions': '/api/commissions',
  '/commissies-agent': '/api/commissions',
  '/self-billing/betalingen': '/api/self-billing/invoices/status/in_behandeling',
}

/** Requests the list that an address opens, with the filters of the address; returns the number of its rows. */
async function countRows(address: string, as: string): Promise<number> {
  const { pathname, searchParams } = new URL(address, location.href)
  searchParams.set('limit', '500')
  const { status, body, text } = await office.world.call('GET', `${lists[pathname]}?${searchParams}`, { as })
  expect(status, `${address}: ${text}`).toBe(200)
  return body.length
}

/** Number that a link of the dashboard shows: in its own text, or in that of the card or row around it. */
function numberAt(link: HTMLElement): number | null {
  const leaves = (place: Element | null | undefined) =>
    [...(place?.querySelectorAll('*') ?? [])].filter((one) => one.childElementCount === 0).map((one) => one.textContent)
  const texts = [...leaves(link.closest('.pv-stat')), link.textContent, ...leaves(link), ...leaves(link.closest('li'))]
  const found = texts.flatMap((text) => {
    const [, number] = /^(\d+)$|^(\d+) (?:facturen|commissies)$| van (\d+)$/.exec(text ?? '')?.filter(Boolean) ?? []
    return number === undefined ? [] : [Number(number)]
  })
  return found.at(-1) ?? null
}

/** Words of each role's first figure, once for all, that say whose the figures are; none for those of everybody. */
const whose = { admin: null, teamleader: 'van je team', agent: 'van jou', caller: 'van jou' } as const

const card = async (title: string) =>
  (await screen.findByRole('heading', { name: title })).closest('section') as HTMLElement

test.each(roles)(
  'each number that is a link on the dashboard of the %s is the number of rows it opens',
  async (role) => {
    const as = await logIn(office.world, people[role])
    const { user } = openApp('/dashboard')
    await screen.findByText('Particulier Afspraken')
    await screen.findByRole('heading', { name: 'Afspraken en sales per week' })
    await waitFor(() => expect(document.querySelector('main .pv-skeleton')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Toon als tabel: Afspraken en sales per week' }))
    expect(within(await card('Afspraken vandaag')).queryByText(/^van /)?.textContent ?? null).toBe(whose[role])
    expect(within(await card('Geplande afspraken')).queryByText(/^van /)).toBeNull()
    const wrong: string[] = []
    let seen = 0
    const walk = async () => {
      for (const link of document.querySelectorAll<HTMLElement>('main a[href]')) {
        const address = link.getAttribute('href') ?? ''
        const [path = ''] = address.split('?')
        const shown = numberAt(link)
        if (shown === null || lists[path] === undefined) continue
        const rows = await countRows(address, as)
        seen += shown
        if (rows !== shown) wrong.push(`${link.textContent}: ${shown} opens ${rows} (${address})`)
      }
    }
    await walk()
    for (const group of ['Beller', 'Team', 'Kantoor']) {
      const choice = screen.queryByRole('radio', { name: group })
      if (!choice) continue
      await user.click(choice)
      await walk()
    }
    expect(wrong, `seed ${SEED}`).toEqual([])
    expect(seen).toBeGreaterThan(10)
  },
)

test('a total of the scoreboard is a link only for an admin, who may see all that it counts', async () => {
  await logIn(office.world, people.caller)
  openApp('/dashboard')
  const top = within(await card('Particulier Afspraken'))
  expect(await top.findByText('Ada Admin')).toBeTruthy()
  expect(top.queryByRole('link')).toBeNull()
})

test('both periods are in the address', async () => {
  await logIn(office.world, people.admin)
  const { user } = openApp('/dashboard?period=last-month&scorebord=today')
  await card('Particulier Afspraken')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Periode' }).value).toBe('last-month')
  expect(screen.getByText('Prestaties van vandaag')).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Periode' }), 'Dit jaar')
  expect(location.search).toBe('?period=this-year&scorebord=today')
})

test('the list of registered sales says how many are still to be registered, with a link to them', async () => {
  await logIn(office.world, people.admin)
  const { user } = openApp('/dashboard')
  await user.click(await screen.findByRole('link', { name: 'Geregistreerde sales' }))
  const link = await screen.findByRole('link', { name: /^\d+ nog te registreren$/ })
  const [count] = /\d+/.exec(link.textContent ?? '') ?? []
  await user.click(link)
  expect(await screen.findByText(count === '1' ? '1 afspraak' : `${count} afspraken`)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sale nog registreren', pressed: true })).toBeTruthy()
})

/** Returns the number of rows of the list on screen: from its footer, its heading or its items. */
function countShown(): number | undefined {
  const footer = document.querySelector('.pv-list-footer > span')?.textContent
  const text = footer ?? document.querySelector('main header [role=status]')?.textContent
  const [number] = /\d+/.exec(text ?? '') ?? []
  return number === undefined ? undefined : Number(number)
}

test.each(roles)('each number in the menu and in Mijn dag is the number of rows it opens, for the %s', async (role) => {
  await logIn(office.world, people[role])
  const { user } = openApp('/mijn-dag')
  await screen.findByText(/te doen|Je bent bij/)
  await waitFor(() => expect(document.querySelector('main .pv-skeleton')).toBeNull())
  const closing = screen.queryByRole('link', { name: 'Maand afsluiten' })
  expect(closing?.getAttribute('href')).toBe(role === 'admin' ? '/self-billing/boekhouding' : undefined)
  const badges = [...document.querySelectorAll('.pv-nav-count')].map((badge) => badge.closest('a'))
  expect(badges.map((link) => link?.textContent)).toEqual(badges.length ? [`Mijn dag${countShown()}`] : [])

  const rows = () => document.querySelectorAll<HTMLElement>('main section li > button')
  for (const tab of screen.queryAllByRole('radio', { name: /\d+$/ }).toReversed()) {
    await user.click(tab)
    expect(tab.closest('label')?.textContent ?? tab.textContent).toMatch(new RegExp(`\\b${rows().length}$`))
  }
  const titles = [...rows()].map((row) => row.textContent ?? '')
  for (const [index, title] of titles.entries()) {
    const [, count, what] = /(\d+) (nieuwe commissies?|vra|eerste betaling|conceptfact|geweigerde)/.exec(title) ?? []
    if (count === undefined) continue
    cleanup()
    openApp('/mijn-dag')
    await waitFor(() => expect(rows()).toHaveLength(titles.length))
    await user.click(rows()[index] as HTMLElement)
    await user.click(await screen.findByRole('link', { name: 'Openen' }))
    if (what === 'vra') {
      const dialog = await screen.findByRole('dialog', { name: 'Open vragen' })
      await waitFor(() => expect(dialog.querySelectorAll('ol > li')).toHaveLength(Number(count)))
    } else if (what === 'eerste betaling') {
      await screen.findByText(new RegExp(`^${count} eerste betaling(en wachten| wacht)`))
    } else await waitFor(() => expect(countShown(), title).toBe(Number(count)))
  }
})

test.each(['admin', 'teamleader'] as const)(
  'each figure of the report opens as many rows, for the %s',
  async (role) => {
    const as = await logIn(office.world, people[role])
    const wrong: string[] = []
    let seen = 0
    for (const by of role === 'admin' ? ['team', 'office', 'agent', 'provider', 'month'] : ['team', 'agent', 'month']) {
      openApp(`/reports?by=${by}`)
      await waitFor(() => expect(document.querySelectorAll('main section a[aria-label]').length).toBeGreaterThan(3))
      for (const link of document.querySelectorAll<HTMLElement>('main section a[aria-label]')) {
        if (!/^\d+$/.test(link.textContent ?? '')) continue
        const shown = Number(link.textContent)
        const rows = await countRows(link.getAttribute('href') ?? '', as)
        seen += shown
        if (rows !== shown)
          wrong.push(`${link.getAttribute('aria-label')}: opens ${rows} (${link.getAttribute('href')})`)
      }
      cleanup()
    }
    expect(wrong, `seed ${SEED}`).toEqual([])
    expect(seen).toBeGreaterThan(10)
  },
)

test('the members of a team, and the people of each tab with and without a filter, are as many as their number', async () => {
  await logIn(office.world, people.admin)
  openApp('/teams')
  const names = (await screen.findAllByRole('link', { name: /^Leden van/ })).map((link) => [
    link.getAttribute('href') ?? '',
    link.textContent,
  ])
  cleanup()
  for (const [path = '', count] of [...names, ['/users', undefined], ['/users?q=v', undefined]]) {
    const { user } = openApp(path ?? '')
    for (const tab of await screen.findAllByRole('tab', { name: /\(\d+\)$/ })) {
      await user.click(tab)
      const number = /\((\d+)\)$/.exec(tab.textContent ?? '')?.[1]
      await waitFor(() => expect(countShown() ?? 0, `${path} ${tab.textContent}`).toBe(Number(number)))
      if (count !== undefined && tab.textContent?.startsWith('Actief')) expect(number).toBe(count)
    }
    cleanup()
  }
})

/** Screens of each role with tabs or cards that carry a number and narrow the list below them. */
const counted = {
  admin: [
    '/appointments',
    '/leads',
    ...['/expiring-contracts', '/expiring-contracts?q=molen'],
    '/commissions',
    '/self-billing',
    '/self-billing/betalingen',
  ],
  teamleader: ['/appointments', '/leads', '/commissies-admin'],
  agent: ['/appointments', '/leads', '/commissies-agent'],
  caller: ['/appointments', '/commissies-agent'],
} as const

test.each(roles)('each tab and card with a number shows the %s as many rows', async (role) => {
  await logIn(office.world, people[role])
  const wrong: string[] = []
  let seen = 0
  for (const path of counted[role]) {
    const { user } = openApp(path)
    await waitFor(() => expect(document.querySelector('fieldset button[aria-pressed]')?.textContent).toMatch(/\d/))
    for (const tab of document.querySelectorAll<HTMLElement>('fieldset button[aria-pressed]')) {
      const numberOf = () => /(\d+)(?: commissies?)?$/.exec(tab.textContent ?? '')?.[1]
      if (numberOf() === undefined) continue
      if (tab.getAttribute('aria-pressed') !== 'true') await user.click(tab)
      const footer = () => document.querySelector('.pv-list-footer > span')?.textContent ?? '0 '
      const check = () => {
        expect(numberOf()).toBeDefined()
        expect(Number(/^(\d+) /.exec(footer())?.[1])).toBe(Number(numberOf()))
      }
      await waitFor(check).catch(() => wrong.push(`${path}: ${tab.textContent} shows ${footer()} (${location.search})`))
      seen += Number(numberOf() ?? 0)
    }
    cleanup()
    queryClient.clear()
  }
  expect(wrong, `seed ${SEED}`).toEqual([])
  expect(seen).toBeGreaterThan(10)
})
