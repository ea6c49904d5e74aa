// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'
import { connectBrowser, failRequests, findRetryButton, logIn, openApp, sent } from '../../testing/browser.tsx'
import { findButton, findDialog } from '../../testing/queries.ts'

let office: CommissionWorld

beforeAll(async () => {
  office = await startCommissionWorld()
  const { people, rate, sale, held, step, done } = office
  await rate({ role: 'agent', defaultRate: 95, validFrom: '2026-01-01' })
  await rate({ role: 'caller', defaultRate: 25, validFrom: '2026-01-01' })
  await step(
    await sale({ provider: 'engie', saleDate: '2026-11-04', callerId: people.caller.id }),
    'klaar_voor_uitbetaling',
  )
  await sale({ provider: 'eneco', saleDate: '2026-11-03' })
  await sale({ provider: 'engie', saleDate: '2026-11-05', agentId: people.stranger.id })
  await held('no-sale', { appointmentDate: '2026-11-20' })
  await held('scheduled', { appointmentDate: '2026-11-21' })
  await done('admin', 'POST', '/api/user-rates', {
    ...{ userId: people.agent.id, hourlyRate: 20, effectiveFrom: '2026-01-01' },
  })
  await done('agent', 'POST', '/api/time-entries', { projectType: 'sales', hours: 7.5, date: '2026-11-09' })
  await done('agent', 'POST', '/api/time-entries', { projectType: 'admin', hours: 2, date: '2026-11-10' })
  const { id: categoryId } = await done('admin', 'POST', '/api/cost-categories', { name: 'Huur' })
  const cost = (form: object) =>
    done('admin', 'POST', '/api/fixed-costs', { categoryId, effectiveFrom: '2026-11-01', ...form })
  await cost({ monthlyAmount: 1850 })
  await cost({ monthlyAmount: 200, teamId: 1 })
})
afterAll(() => office.stop())
connectBrowser(() => office.world)

beforeEach(() => vi.stubGlobal('matchMedia', undefined))

async function open(query = '?month=2026-11', who: 'admin' | 'leader' = 'admin') {
  await logIn(office.world, office.people[who])
  return openApp(`/reports${query}`)
}

const textOf = (element: Element | null | undefined) => element?.textContent?.replaceAll('\u00a0', ' ')
const table = (name = 'Teams') => screen.findByRole('table', { name })
const rowsOf = (element: HTMLElement) =>
  within(element)
    .getAllByRole('row')
    .map((row) => [...row.children].map(textOf))
const section = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('section') ?? document.body)

test('the month is shown as one sum, with the change since the compared month', async () => {
  const { user } = await open()
  const sum = await screen.findByRole('region', { name: 'Het rapport in één som' })
  const terms = within(sum).getAllByRole('listitem').map(textOf)
  expect(terms).toEqual([
    expect.stringMatching(/^Omzet€ 0,00/),
    expect.stringMatching(/^−minCommissies€ 120,00gestegen was € 0,00/),
    expect.stringMatching(/^−minUren€ 190,00/),
    expect.stringMatching(/^−minVaste kosten€ 2.050,00/),
    expect.stringMatching(/^=is gelijk aanMarge€ -2.360,00/),
  ])
  expect(screen.getByRole('option', { name: 'Vergelijk: oktober 2026', selected: true })).toBeTruthy()

  await user.selectOptions(screen.getByRole('combobox', { name: 'Periode' }), '4e kwartaal 2026')
  await waitFor(() => expect(textOf(sum)).toContain('Vaste kosten€ 4.100,00'))
  expect(screen.getByRole('option', { name: 'Vergelijk: 3e kwartaal 2026', selected: true })).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Periode' }), 'Andere periode')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Tot en met' }), 'November 2026')
  await waitFor(() => expect(textOf(sum)).toContain('Vaste kosten€ 2.050,00'))
  expect(location.search).toContain('month=2026-11&from=2026-10')
  await user.click(screen.getByRole('link', { name: 'Rapport' }))
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Tot en met' })).toBeNull())
})

test('teams are rows that add up, sorted by any column; costs without a team come last', async () => {
  const { user } = await open()
  expect(rowsOf(await table()).map((row) => [row[0], row[2], row[6], row[9]])).toEqual([
    ['Team', 'Sales', 'Commissies', 'Vaste kosten'],
    ['Zuid', '1', '€ 0,00', '€ 0,00'],
    ['Noord', '2', '€ 120,00', '€ 200,00'],
    ['Hele organisatie', '–', '–', '€ 1.850,00'],
    ['Totaal', '3', '€ 120,00', '€ 2.050,00'],
  ])
  const heading = screen.getByRole('columnheader', { name: 'Sales' })
  await user.click(within(heading).getByRole('button'))
  expect(heading.getAttribute('aria-sort')).toBe('descending')
  expect(rowsOf(await table()).map(([name]) => name)).toEqual(['Team', 'Noord', 'Zuid', 'Hele organisatie', 'Totaal'])
  expect(location.search).toContain('sort=-sales')
})

test('a click on a figure opens its records, which add up to that figure', async () => {
  const { user } = await open()
  await user.click(await findButton(/^Noord, Commissies/))
  const postings = await findDialog('Commissies')
  const lines = rowsOf(await within(postings).findByRole('table'))
  const amounts = lines.map((line) => line.at(-1))
  expect(amounts.slice(1, -1).toSorted()).toEqual(['€ 25,00', '€ 95,00'])
  expect(amounts.at(-1)).toBe('€ 120,00')
  expect(location.search).toContain('rows=commissions&of=1')
  await user.keyboard('{Escape}')

  await user.click(await findButton(/^Noord, Uren 9,5/))
  const hours = rowsOf(await within(await findDialog('Uren')).findByRole('table'))
  expect(hours.map((line) => line.slice(-2))).toEqual([
    ['Uren', 'Kosten'],
    ['2,0', '€ 40,00'],
    ['7,5', '€ 150,00'],
    ['9,5', '€ 190,00'],
  ])
  expect(within(await findDialog('Uren')).getByRole('button', { name: 'Exporteren' })).toBeTruthy()
  await user.keyboard('{Escape}')

  await user.click(await findButton(/^Hele organisatie, Vaste kosten/))
  const fixed = rowsOf(await within(await findDialog('Vaste kosten')).findByRole('table'))
  expect(fixed.at(-1)).toEqual(['Totaal van 1 regel', '€ 1.850,00'])
  await user.keyboard('{Escape}')

  const to = (await screen.findByRole('link', { name: 'Noord, Sales 2' })).getAttribute('href') ?? ''
  const { pathname, searchParams } = new URL(to, location.href)
  expect([pathname, searchParams.get('teamId'), searchParams.get('from'), searchParams.get('to')]).toEqual([
    '/transactions',
    '1',
    '2026-11-01',
    '2026-11-30',
  ])
  expect(await office.done('admin', 'GET', `/api/sales?${searchParams}`)).toHaveLength(2)

  const approved = await screen.findByRole('link', { name: /^Goedgekeurd: [1-9]/ })
  const { searchParams: asked } = new URL(approved.getAttribute('href') ?? '', location.href)
  const count = Number(approved.getAttribute('aria-label')?.split(': ')[1])
  expect(await office.done('admin', 'GET', `/api/sales?${asked}`)).toHaveLength(count)
})

test('the share of withdrawn sales opens them', async () => {
  const sales = [await office.sale({ saleDate: '2026-08-04' }), await office.sale({ saleDate: '2026-08-05' })]
  const withdrawn = sales[0]?.slice('sale-'.length)
  await office.done('admin', 'POST', `/api/sales/${withdrawn}/withdraw`, { how: 'phone', reason: 'Coulance' })
  await open('?month=2026-08&by=agent')
  const to = (await screen.findByRole('link', { name: /^Bo Bakker, Herroepen 50,0%/ })).getAttribute('href') ?? ''
  const { searchParams } = new URL(to, location.href)
  expect(await office.done('admin', 'GET', `/api/sales?${searchParams}`)).toMatchObject([{ id: withdrawn }])
})

test('by agent, the row without agent opens costs of organisation and teams; an office only its own', async () => {
  const { user, unmount } = await open('?month=2026-11&by=agent')
  await user.click(await findButton(/^Hele organisatie, Vaste kosten €\s2\.050,00/))
  const all = rowsOf(await within(await findDialog('Vaste kosten')).findByRole('table'))
  expect(all.at(-1)).toEqual(['Totaal van 2 regels', '€ 2.050,00'])
  unmount()

  const inOffice = await open('?month=2026-11&office=roermond')
  await inOffice.user.click(await findButton(/^Totaal, Vaste kosten €\s200,00/))
  const own = rowsOf(await within(await findDialog('Vaste kosten')).findByRole('table'))
  expect(own.at(-1)).toEqual(['Totaal van 1 regel', '€ 200,00'])
})

test('one sale of a provider is counted in the singular', async () => {
  await open()
  expect(await (await section('Aandeel per leverancier')).findByText(/^1 sale · /)).toBeTruthy()
})

test('filters are in the address and apply to all rows; a provider has no appointments', async () => {
  const { user } = await open()
  await table()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Leverancier' }), 'Eneco')
  await waitFor(() => expect(location.search).toBe('?month=2026-11&provider=eneco'))
  await waitFor(async () =>
    expect(
      rowsOf(await table())
        .at(-1)
        ?.slice(0, 3),
    ).toEqual(['Totaal', '–', '1']),
  )
  await user.click(screen.getByRole('radio', { name: 'Agent' }))
  expect(rowsOf(await table('Agenten')).map(([name]) => name)).toContain('Bo Bakker · Noord')
  await user.click(screen.getByRole('button', { name: 'Niet vergelijken' }))
  await waitFor(() => expect(screen.queryByText(/^was/)).toBeNull())
  expect(sent.at(-1)?.path).not.toContain('compare')
})

test('arrow keys read the months of a chart one by one, and T shows its table', async () => {
  const { user } = await open()
  const chart = await screen.findByRole('slider', { name: 'Maand in Marge en sales per maand' })
  expect(textOf(await within(chart).findByText('nov'))).toBe('nov')
  chart.focus()
  expect(chart.getAttribute('aria-valuetext')?.replaceAll('\u00a0', ' ')).toBe(
    'November 2026: Marge € -2.360,00, Sales 3',
  )
  await user.keyboard('{ArrowLeft}')
  expect(chart.getAttribute('aria-valuetext')).toMatch(/^Oktober 2026: /)
  await user.keyboard('{Home}')
  expect(chart.getAttribute('aria-valuetext')).toMatch(/^December 2025: /)
  await user.keyboard('t')
  const rows = rowsOf(await table('Marge en sales per maand'))
  expect(rows).toHaveLength(13)
  expect(rows.slice(0, 2)).toEqual([
    ['Maand', 'Marge', 'Sales'],
    ['November 2026', '€ -2.360,00', '3'],
  ])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Toon als grafiek: Marge en sales per maand')
  await user.keyboard('t')
  expect(await screen.findByRole('slider', { name: 'Maand in Marge en sales per maand' })).toBeTruthy()
})

test.each([
  ['Van afspraak tot betaald', ['Stap', 'Aantal', 'Van vorige'], ['Afspraak gemaakt', '2', '–']],
  ['Aandeel per leverancier', ['Leverancier', 'Sales', 'Aandeel', 'Omzet'], ['ENGIE', '2', '66,7%', '€ 0,00']],
  ['Agenten naast elkaar', ['Agent', 'Omzet', 'Sales', 'Conversie', 'Marge'], ['Bo Bakker', '€ 0,00', '2']],
  ['Uren en sales per maand', ['Maand', 'Uren', 'Sales'], ['November 2026', '9,5', '3']],
])('%s has a table', async (title, columns, first) => {
  const { user } = await open()
  const card = await section(title)
  const toTable = await card.findByRole<HTMLButtonElement>('button', { name: `Toon als tabel: ${title}` })
  await waitFor(() => expect(toTable.disabled).toBe(false))
  await user.click(toTable)
  const rows = rowsOf(await card.findByRole('table', { name: title }))
  expect(rows[0]).toEqual(columns)
  expect(rows.slice(1).map((row) => row.slice(0, first.length))).toContainEqual(first)
})

test('a team leader sees only the own team, and cannot open records for admins', async () => {
  await open('?month=2026-11', 'leader')
  expect(rowsOf(await table()).map(([name]) => name)).toEqual(['Team', 'Noord', 'Totaal'])
  expect(screen.queryByRole('combobox', { name: 'Team' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Omzettarieven' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Noord, Uren/ })).toBeNull()
  expect(screen.getByRole('button', { name: /^Noord, Commissies/ })).toBeTruthy()
})

test('a revenue rate sets the revenue of sales, until a received amount replaces it', async () => {
  const { user } = await open('?month=2026-11&provider=eneco')
  await user.click(await findButton('Omzettarieven'))
  expect(await within(await findDialog('Omzettarieven')).findByText('Nog geen omzettarieven')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Omzettarief toevoegen' }))
  const form = within(await findDialog('Omzettarief toevoegen'))
  await user.click(form.getByRole('button', { name: 'Opslaan' }))
  expect(await form.findByText('Kies een leverancier')).toBeTruthy()
  await user.selectOptions(form.getByRole('combobox', { name: /^Leverancier/ }), 'Eneco')
  await user.selectOptions(form.getByRole('combobox', { name: /^Product/ }), 'gas_stroom')
  await user.type(form.getByRole('textbox', { name: /^Omzet per sale/ }), '210')
  await user.type(form.getByRole('textbox', { name: /^Geldig vanaf/ }), '01-10-2026')
  await user.click(form.getByRole('button', { name: 'Opslaan' }))
  const rates = within(await findDialog('Omzettarieven'))
  expect(textOf((await rates.findByRole('listitem')) ?? null)).toMatch(/^Eneco, .*Vanaf 01-10-2026€ 210,00$/)
  await user.keyboard('{Escape}')

  const [sale] = await office.done('admin', 'GET', '/api/sales?provider=eneco&from=2026-11-01&to=2026-11-30')
  openApp(`/sales/${sale.id}`)
  await user.click(await findButton('Ontvangen bedrag bewerken'))
  const received = within(await findDialog('Ontvangen bedrag'))
  await user.type(received.getByRole('textbox'), '180')
  await user.click(received.getByRole('button', { name: 'Bijwerken' }))
  await waitFor(async () =>
    expect((await office.done('admin', 'GET', '/api/reports?month=2026-11&provider=eneco')).totals.revenue).toBe(180),
  )
})

test('a month without figures says so; a failure can be retried', async () => {
  const { unmount } = await open('?month=2024-01')
  expect(await screen.findByText('Geen cijfers in januari 2024')).toBeTruthy()
  unmount()
  const online = failRequests(/\/api\/reports\?/)
  const { user } = await open()
  const again = await findRetryButton()
  online()
  await user.click(again)
  expect(await table()).toBeTruthy()
})

test('an agent has no access', async () => {
  await logIn(office.world, office.people.agent)
  openApp('/reports')
  expect(await screen.findByText('Toegang geweigerd')).toBeTruthy()
})

test('what is withdrawn after its month was closed is a term of its own, which opens these sales', async () => {
  const sold = await office.sale({ saleDate: '2026-06-04' })
  const path = `/api/sales/${sold.slice('sale-'.length)}`
  await office.done('admin', 'PUT', `${path}/revenue`, { received: 210 })
  await office.done('admin', 'PUT', '/api/ledger/periods/2026-06', { closed: true })
  await office.done('admin', 'POST', `${path}/withdraw`, { how: 'phone', reason: 'Coulance' })
  await open('?month=2026-11')
  const sum = within(await screen.findByRole('region', { name: 'Het rapport in één som' }))
  expect(sum.getAllByRole('listitem').map(textOf)[1]).toMatch(/^−minHerroepen na sluiten€ 210,00/)
  const behind = async (label: RegExp) => {
    const to = (await screen.findByRole('link', { name: label })).getAttribute('href') ?? ''
    const { searchParams } = new URL(to, location.href)
    const rows = await office.done('admin', 'GET', `/api/sales?${searchParams}`)
    return rows.map(({ id }: { id: string }) => `sale-${id}`)
  }
  expect(await behind(/^Noord, Herroepen na sluiten €\s210,00/)).toEqual([sold])
  expect(rowsOf(await table())[0]).toContain('Herroepen na sluiten')
})

test('the revenue tells which part of it customers may still withdraw from, and opens these sales', async () => {
  const form = { market: 'particulier', soldAt: 'phone', confirmedAt: '2026-11-23', infoGivenAt: '2026-11-23' }
  const sold = await office.sale({ ...form, provider: 'vattenfall', saleDate: '2026-11-23' })
  await office.done('admin', 'PUT', `/api/sales/${sold.slice('sale-'.length)}/revenue`, { received: 665 })
  await open('?month=2026-11&provider=vattenfall')
  const link = await screen.findByRole('link', { name: /^waarvan €\s665,00 in bedenktijd$/ })
  const { searchParams } = new URL(link.getAttribute('href') ?? '', location.href)
  const rows = await office.done('admin', 'GET', `/api/sales?${searchParams}`)
  expect(rows.map(({ id }: { id: string }) => `sale-${id}`)).toEqual([sold])
  cleanup()
  await open('?month=2026-11&provider=vattenfall', 'leader')
  expect(await screen.findByRole('link', { name: 'waarvan 1 sale in bedenktijd' })).toBeTruthy()
})
