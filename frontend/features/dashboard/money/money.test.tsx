// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildInvoiceForm, storePartner } from '../../../../testing/invoices.ts'
import { type MoneyWorld, startMoneyWorld } from '../../../../testing/money.ts'
import type { PersonOptions } from '../../../../testing/world.ts'
import { formatMoney } from '../../../lib/format.ts'
import { connectBrowser, failRequests, findRetryButton, logIn, openApp, sent } from '../../../testing/browser.tsx'

let office: MoneyWorld

beforeAll(async () => {
  office = await startMoneyWorld()
  const { people, rate, sale, done, step, bill } = office
  await rate({ role: 'agent', defaultRate: 95, validFrom: '2025-01-01' })
  await step(await sale({ saleDate: '2026-11-04' }), 'uitbetaald')
  await sale({ saleDate: '2026-11-05' })
  await sale({ saleDate: '2026-10-05' })
  const booked = async (customerName: string, appointmentDate: string, appointmentTime: string) => {
    const form = {
      customerName,
      customerPhone: '0475 123456',
      appointmentDate,
      appointmentTime,
      bookAnyway: true,
      agentId: people.agent.id,
      monthlyAmount: '370',
    }
    return (await done('caller', 'POST', '/api/appointments', form)).id as string
  }
  await booked('Te Laat', '2026-11-20', '10:00')
  await booked('Straks', '2026-11-23', '11:30')
  const sold = await booked('Zonder Sale', '2026-11-18', '10:00')
  await done('admin', 'PATCH', `/api/appointments/${sold}`, { status: 'sale' })
  await storePartner('bos')
  const issue = async (invoiceDate: string, dueDate: string) => {
    const { id } = await bill('POST', '/invoices', buildInvoiceForm('bos', { invoiceDate, dueDate }))
    await bill('PATCH', `/invoices/${id}/status`, { status: 'in_behandeling' })
  }
  await issue('2026-11-01', '2026-11-20')
  await issue('2026-11-10', '2026-11-25')
  await issue('2026-11-20', '2026-12-20')
})
afterAll(() => office.stop())
connectBrowser(() => office.world)

beforeEach(() => vi.stubGlobal('matchMedia', undefined))

async function open(who: keyof MoneyWorld['people'] | PersonOptions) {
  const person = typeof who === 'string' ? office.people[who] : await office.joined(who)
  await logIn(office.world, person)
  const app = openApp('/dashboard')
  await screen.findByText('Particulier Afspraken')
  return app
}

const textOf = (element: Element | null | undefined) => element?.textContent?.replaceAll('\u00a0', ' ')
const cards = async (title: string) =>
  (await screen.findAllByRole('heading', { name: title })).map((heading) => heading.closest('section') as HTMLElement)
const rowsOf = (element: HTMLElement) =>
  within(element)
    .getAllByRole('row')
    .map((row) => [...row.children].map(textOf))

test('an admin sees the payments of this week, overdue ones first, and open amounts by step', async () => {
  await open('admin')
  const [panel] = (await cards('Deze week te betalen')) as [HTMLElement]
  const rows = await within(panel).findAllByRole('listitem')
  expect(rows.map(textOf)).toEqual([
    expect.stringMatching(/^te laatBos EnergieadviesYDS-2026-0001 · vr 20 nov€ /),
    expect.stringMatching(/^wo 25 novBos EnergieadviesYDS-2026-0002€ /),
  ])
  const amountIn = (row: Element) =>
    Number(
      textOf(row)
        ?.match(/[\d.]+,\d\d$/)?.[0]
        ?.replace('.', '')
        .replace(',', '.'),
    )
  const total = rows.reduce((sum, row) => sum + amountIn(row), 0)
  expect(textOf(panel)).toContain(`2 facturen${formatMoney(total).replaceAll('\u00a0', ' ')}`)
  const file = within(panel).getByRole('link', { name: 'Betaalbestand' })
  expect(file.getAttribute('href')).toBe('/self-billing/betalingen?dueBy=2026-11-27')
  const [steps] = await cards('Openstaande commissies')
  await waitFor(() => expect(textOf(steps)).toContain('€ 190,00'))
})

test('an admin compares teams, and sees the sales of twelve months', async () => {
  const { user } = await open('admin')
  const [teams] = (await cards('Teams vergelijken')) as [HTMLElement]
  await user.click(await within(teams).findByRole('radio', { name: 'Geregistreerde sales' }))
  const noord = await within(teams).findByText('Noord')
  expect(textOf(noord.closest('li'))).toBe('Noord2')
  expect(within(teams).getByRole('link', { name: 'Totaal' }).getAttribute('href')).toBe('/reports?month=2026-11')
  const [sales] = (await cards('Geregistreerde sales per maand')) as [HTMLElement]
  expect(within(sales).getByText('dec ’25 t/m vandaag')).toBeTruthy()
  await user.click(within(sales).getByRole('button', { name: /^Toon als tabel/ }))
  expect(rowsOf(within(sales).getByRole('table')).slice(0, 3)).toEqual([
    ['Maand', 'Geregistreerde sales'],
    ['November 2026', '2'],
    ['Oktober 2026', '1'],
  ])
})

test('an agent sees own commissions, paid and open, with sums and a table', async () => {
  const { user } = await open('agent')
  const [month] = await cards('Mijn commissies in november')
  await waitFor(() => expect(textOf(month)).toMatch(/€ 190,00/))
  const [chart] = (await cards('Mijn commissies per maand')) as [HTMLElement]
  await waitFor(() => expect(textOf(chart)).toContain('Uitbetaald € 95,00Open € 190,00Samen € 285,00'))
  await user.click(within(chart).getByRole('button', { name: /^Toon als tabel/ }))
  expect(rowsOf(within(chart).getByRole('table')).slice(0, 3)).toEqual([
    ['Maand', 'Uitbetaald', 'Open'],
    ['November 2026', '€ 95,00', '€ 95,00'],
    ['Oktober 2026', '€ 0,00', '€ 95,00'],
  ])
})

test('an agent sees the next appointment and the open tasks', async () => {
  const { user } = await open('agent')
  const [next] = (await cards('Eerstvolgende afspraak')) as [HTMLElement]
  expect(await within(next).findByText('Straks')).toBeTruthy()
  expect(textOf(next)).toContain('over 1 uur en 30 minuten')
  expect(textOf(next)).toContain('11:30')
  expect(textOf(next)).toContain('Maandbedrag€ 370,00')
  const [todo] = (await cards('Nog te doen')) as [HTMLElement]
  expect(await within(todo).findByText('1 zonder uitkomst, 1 sale te registreren')).toBeTruthy()
  expect(within(todo).getAllByRole('listitem').map(textOf)).toEqual([
    'Te LaatAfspraak 10:00 · vr 20 novUitkomst',
    'Zonder SaleSale nog registreren · wo 18 novRegistreren',
  ])
  await user.click(within(todo).getByRole('link', { name: 'Uitkomst' }))
  expect(await screen.findByRole('heading', { name: 'Te Laat' })).toBeTruthy()
  expect(screen.getByText('Nog 2 te doen.')).toBeTruthy()
})

test('the next customer cannot be called from the dashboard once the number is on the do-not-call list', async () => {
  const { unmount } = await open('agent')
  const next = async () => (await cards('Eerstvolgende afspraak'))[0] as HTMLElement
  expect((await within(await next()).findByRole('link', { name: 'Bellen' })).getAttribute('href')).toBe(
    'tel:0475123456',
  )
  unmount()
  const lead = { customerName: 'Straks', customerPhone: '0475 123456', doNotCall: true }
  await office.done('admin', 'POST', '/api/leads', lead)
  await open('agent')
  expect(await within(await next()).findByText(/Wil niet gebeld worden/)).toBeTruthy()
  expect(within(await next()).queryByRole('link', { name: 'Bellen' })).toBeNull()
  expect((await next()).querySelector('a[href^="tel:"]')).toBeNull()
})

test('an agent compares the own conversion with the team’s, by arrow keys', async () => {
  const { user } = await open('agent')
  const slider = await screen.findByRole('slider', { name: 'Maand in Mijn conversie' })
  slider.focus()
  expect(slider.getAttribute('aria-valuetext')).toBe('November 2026: Jij 66,7%, Noord 66,7%')
  await user.keyboard('{ArrowLeft}')
  expect(slider.getAttribute('aria-valuetext')).toBe('Oktober 2026: Jij –, Noord –')
})

test('charts require their permissions', async () => {
  const { unmount } = await open({ role: 'agent', teamId: 1, hasCommissionsAccess: false, hasSalesAccess: false })
  await screen.findByRole('heading', { name: 'Eerstvolgende afspraak' })
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Nog te doen' })).toBeNull())
  expect(screen.queryByText('Mijn commissies per maand')).toBeNull()
  expect(screen.queryByText('Mijn conversie')).toBeNull()
  expect(sent.some(({ path }) => path.includes('/api/reports'))).toBe(false)
  unmount()
  const { unmount: leave } = await open({ role: 'teamleader', teamId: 1, hasSalesReportsAccess: false })
  await screen.findByRole('heading', { name: 'Mijn commissies per maand' })
  expect(screen.queryByText('Agenten vergelijken')).toBeNull()
  leave()
  await open('leader')
  // The work of a team leader is that of the team.
  expect(await screen.findByText('1 zonder uitkomst, 1 sale te registreren')).toBeTruthy()
  const [agents] = (await cards('Agenten vergelijken')) as [HTMLElement]
  expect(await within(agents).findByText('Bo Bakker')).toBeTruthy()
  // The comparison leaves out a caller without sales or appointments.
  expect(within(agents).queryByText('Cas Kuiper')).toBeNull()
  expect(screen.queryByText('Deze week te betalen')).toBeNull()
})

test('failed amounts show an error and can be retried', async () => {
  const online = failRequests(/\/api\/reports\/earnings/)
  const { user } = await open('agent')
  const [chart] = (await cards('Mijn commissies per maand')) as [HTMLElement]
  const again = await findRetryButton(within(chart))
  online()
  await user.click(again)
  await waitFor(async () => expect(textOf((await cards('Mijn commissies per maand'))[0])).toContain('€ 285,00'))
})
