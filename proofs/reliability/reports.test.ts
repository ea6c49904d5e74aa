import { afterAll, beforeAll, expect, it } from 'vitest'
import { offices } from '../../shared/api/parts/fields.ts'
import { appointmentStatuses } from '../../shared/api/parts/statuses.ts'
import { providers } from '../../shared/api/parts/trade.ts'
import { type Figures, type Report, type ReportFilter, reportGroups } from '../../shared/api/reports.ts'
import { type CommissionWorld, startCommissionWorld } from '../../testing/commissions.ts'
import { deliverOutbox } from '../../testing/outbox.ts'
import { runAsFunction } from '../../testing/rights.ts'
import { buildSaleForm } from '../../testing/sales.ts'
import { createRandomNumbers } from '../../testing/seed.ts'
import { reportFigure, size } from '../figures.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld()
})
afterAll(() => world.stop())

const below = createRandomNumbers(23)
const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T
const months = ['2026-09', '2026-10', '2026-11'] as const
const dayOf = () => `${pick(months)}-${String(1 + below(22)).padStart(2, '0')}`

/** Makes a changing call; fails the test for a 5xx. Returns the body of the reply, empty for a refusal (4xx). */
async function ask(method: string, path: string, body?: object): Promise<{ id?: string }> {
  const reply = await world.call('admin', method, path, body)
  expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(500)
  return reply.status < 300 ? (reply.body ?? {}) : {}
}

const sales: string[] = []
const entries: string[] = []
const agents = () => [world.people.agent, world.people.other, world.people.stranger, world.people.leader]
const callers = () => [world.people.caller, ...agents()]
const sale = () => pick(sales)

/** Random events of an office. */
const happenings: readonly (() => Promise<unknown>)[] = [
  ...Array.from({ length: 3 }, () => async () => {
    const { id } = await ask(
      'POST',
      '/api/sales',
      buildSaleForm({
        ...{ agentId: pick(agents()).id, provider: pick(providers), saleDate: dayOf() },
        ...(below(2) === 0 ? { callerId: world.people.caller.id } : {}),
      }),
    )
    if (id) sales.push(id)
  }),
  async () => {
    const { id } = await ask('POST', '/api/appointments', {
      ...{
        customerName: 'Jansen',
        customerPhone: '0475 123456',
        appointmentDate: dayOf(),
        appointmentTime: '10:00',
        bookAnyway: true,
      },
      ...{ agentId: pick(agents()).id, status: pick(appointmentStatuses) },
    })
    if (id) await deliverOutbox(id)
  },
  () => ask('PATCH', `/api/sales/${sale()}`, { provider: pick(providers) }),
  () => ask('PATCH', `/api/sales/${sale()}`, { agentId: pick(agents()).id, saleDate: dayOf() }),
  () => ask('PATCH', `/api/sales/${sale()}/status`, { status: 'approved' }),
  () => ask('PATCH', `/api/sales/${sale()}/status`, { status: 'rejected', rejectionReason: 'Nee' }),
  () => ask('POST', `/api/sales/${sale()}/withdraw`, { how: 'phone', reason: 'Coulance' }),
  () => ask('POST', `/api/sales/${sale()}/withdraw/undo`),
  ...Array.from({ length: 2 }, () => async () => {
    const id = sale()
    await ask('PATCH', `/api/sales/${id}/status`, { status: 'approved' })
    const status = pick(['klaar_voor_uitbetaling', 'uitbetaald'])
    await ask('PATCH', `/api/commissions/sale-${id}`, { status })
  }),
  () => ask('PUT', `/api/sales/${sale()}/revenue`, { received: pick([null, 0, 181.25, 250]) }),
  () => ask('PUT', `/api/sales/${sale()}/commission`, { agentCommission: below(200), reason: 'Afspraak' }),
  async () => {
    const product = { provider: pick(providers), productType: 'gas_stroom' } as const
    await ask('POST', '/api/sales/revenue-rates', { ...product, amount: 100 + below(100), validFrom: dayOf() })
    await deliverOutbox(`${product.provider}#${product.productType}`)
  },
  () =>
    ask('POST', '/api/commissions/adjustments', {
      ...{ userId: pick(callers()).id, amount: pick([-25.5, 40]), reason: 'Correctie' },
    }),
  async () => {
    const { id } = await ask('POST', '/api/time-entries', {
      ...{
        userId: pick(callers()).id,
        date: dayOf(),
        projectType: pick(['sales', 'general']),
        hours: (100 + below(700)) / 100,
      },
    })
    if (id) entries.push(id)
  },
  () => ask('PATCH', `/api/time-entries/${pick(entries)}`, { hours: 1 + below(7) }),
  () => ask('DELETE', `/api/time-entries/${pick(entries)}`),
  async () => {
    const [category] = await world.done('admin', 'GET', '/api/cost-categories')
    const id = category?.id ?? (await ask('POST', '/api/cost-categories', { name: 'Huur' })).id
    await ask('POST', '/api/fixed-costs', {
      ...{ categoryId: id, monthlyAmount: below(2_000) + 0.5, effectiveFrom: dayOf() },
      ...pick([{}, { teamId: 1 + below(2) }, { userId: pick(callers()).id }]),
    })
  },
  async () => {
    const id = 1 + below(2)
    await ask('PUT', `/api/teams/${id}`, { name: `Team ${below(1_000)}`, office: pick(offices) })
    await deliverOutbox(String(id))
  },
  async () => {
    const { id } = pick(callers())
    await ask('PUT', `/api/users/${id}`, { teamId: 1 + below(2) })
    await deliverOutbox(id)
  },
]

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number | null) =>
  Math.round(rows.reduce((total, row) => total + (of(row) ?? 0), 0) * 100) / 100
const hundredths = (value: number) => Math.round(value * 100) / 100

interface Filter {
  readonly teamId?: string
  readonly office?: string
  readonly userId?: string
  readonly provider?: string
}

const queryOf = (values: object) => new URLSearchParams(Object.entries(values)).toString()
const read = (path: string, query: object) => world.done('admin', 'GET', `${path}?${queryOf(query)}`)

/** Adds up the rows of the lists that each figure of the report opens. */
async function rowsBehind(month: string, { userId, provider, ...place }: Filter): Promise<Partial<Figures>> {
  const span = { from: `${month}-01`, to: `${month}-30`, limit: '500' }
  const whose = userId === undefined ? {} : { agentId: userId }
  const ofAll = { ...span, ...place, ...whose, ...(provider === undefined ? {} : { provider }) }
  const ofSales = { ...ofAll, agreement: 'counted' }
  const [sold, approved, withdrawn, totals, commissions] = await Promise.all([
    read('/api/sales', ofSales),
    read('/api/sales', { ...ofSales, approved: 'true' }),
    read('/api/sales', { ...ofAll, agreement: 'withdrawn' }),
    world.done('admin', 'GET', `/api/sales/totals?${queryOf({ ...ofSales, limit: '' }).replace(/&limit=/, '')}`),
    read('/api/reports/commissions', {
      ...{ month, limit: '500', ...place },
      ...(userId === undefined ? {} : { userId }),
      ...(provider === undefined ? {} : { provider }),
    }),
  ])
  const figures = {
    sales: sold.length,
    approved: approved.length,
    paid: sold.filter(({ status }: { status: string }) => status === 'uitbetaald').length,
    withdrawn: withdrawn.length,
    revenue: hundredths(totals.revenue),
    commissions: sum<{ amount: number }>(commissions, ({ amount }) => amount),
  }
  if (provider !== undefined) return figures
  const ofAppointments = { ...span, ...place, ...whose }
  const counted = appointmentStatuses.filter((status) => status !== 'cancelled').join(',')
  const [planned, held] = await Promise.all([
    read('/api/appointments', { ...ofAppointments, status: counted }),
    read('/api/appointments', { ...ofAppointments, status: 'sale,no-sale,quote-sent' }),
  ])
  const appointments = { ...figures, appointments: planned.length, held: held.length }
  if (place.office !== undefined) return appointments
  const ofCosts = { ...place, ...(userId === undefined ? {} : { userId }) }
  const [hours, fixed] = await Promise.all([
    read('/api/time-entries', { ...span, ...ofCosts }),
    read('/api/fixed-costs/totals', { month, ...ofCosts }),
  ])
  return {
    ...appointments,
    hours: sum<{ hours: number }>(hours, (one) => one.hours),
    hourCosts: sum<{ totalCost: number | null }>(hours, ({ totalCost }) => totalCost),
    fixedCosts: fixed.total,
  }
}

it('each figure of a report is the sum of the rows that it opens, and commissions match the book', async () => {
  const { people, rate, done } = world
  await rate({ role: 'agent', defaultRate: 95, validFrom: '2026-01-01' })
  await rate({ role: 'caller', defaultRate: 25, validFrom: '2026-01-01' })
  for (const person of callers()) {
    await done('admin', 'POST', '/api/user-rates', {
      ...{ userId: person.id, hourlyRate: (1_437 + below(500)) / 100, effectiveFrom: '2026-01-01' },
    })
  }
  await happenings[0]?.()
  for (let step = 0; step < size.reports; step++) await pick(happenings)()

  const filters: Filter[] = [
    {},
    ...['1', '2'].map((teamId) => ({ teamId })),
    ...offices.map((office) => ({ office })),
    ...[people.agent, people.caller].map(({ id }) => ({ userId: id })),
    ...providers.slice(0, 2).map((provider) => ({ provider })),
    { teamId: '1', provider: pick(providers) },
    { office: pick(offices), userId: people.agent.id },
  ]
  const wrong: unknown[] = []
  for (const month of months) {
    for (const filter of filters) {
      const { totals, months: chart }: Report = await read('/api/reports', { month, ...filter })
      expect(chart.at(-1)?.figures, 'the last month of the chart').toEqual(totals)
      for (const [name, must] of Object.entries(await rowsBehind(month, filter))) {
        const is = totals[name as keyof Figures]
        if (is !== must) wrong.push({ month, filter, name, is, must })
      }
    }
    for (const by of ['team', 'office', 'agent', 'provider'] as const) {
      const { totals, rows }: Report = await read('/api/reports', { month, by })
      for (const [name, must] of Object.entries(totals)) {
        const is = sum(rows, ({ figures }) => figures[name as keyof Figures])
        if (is !== hundredths(must ?? 0)) wrong.push({ month, by, name, is, must })
      }
    }
    const { totals, rows }: Report = await read('/api/reports', { month, by: 'agent' })
    const book = await read('/api/ledger/reconciliation', { month })
    const booked = hundredths(book.totals.earned + book.totals.corrected)
    if (totals.commissions !== booked) wrong.push({ month, name: 'Aansluiting', is: totals.commissions, must: booked })
    for (const { key, figures } of rows.filter((row) => row.key !== 'none')) {
      const { earned, corrected } = await read('/api/ledger/statement', { month, userId: key })
      const must = hundredths(earned + corrected)
      if (figures.commissions !== must) wrong.push({ month, name: 'statement', key, is: figures.commissions, must })
    }
  }
  reportFigure('reports', 'every figure is the sum of its rows', wrong.length, 0, wrong)
  reportFigure('reports: counters', '0 differ from a recount', await world.wrong(), 0)
})

it('a report costs the same at any number of records, and at most 30 read units', async () => {
  const { meterWork } = await import('../../functions/platform/request.ts')
  const { makeReport } = await import('../../functions/reports/report.ts')
  const origin = { requestId: '-', ip: '-', userAgent: '-' }
  const { id } = world.people.admin
  const admin = { id, name: 'Ada Admin', role: 'admin', teamId: null, flags: {}, origin } as never
  const month = '2026-11'
  const asked: ReportFilter[] = [
    ...reportGroups.map((by) => ({ month, by, compare: 'year' as const })),
    { month, office: 'roermond', compare: 'year' },
    { month, teamId: '1', by: 'agent', compare: 'previous' },
    { month, userId: world.people.agent.id, by: 'provider' },
    { month, provider: 'engie', by: 'agent', compare: 'year' },
  ]
  const cost = () =>
    Promise.all(
      asked.map(async (filter) => {
        const usage = { read: 0, write: 0 }
        await runAsFunction('api-reports', () => meterWork(usage, () => makeReport(admin, filter)))
        return usage.read
      }),
    )
  await world.sales(10)
  const before = await cost()
  await world.sales(size.advances)
  const after = await cost()
  reportFigure('reports: read units', 'the same with more records', after, before)
  reportFigure(
    'reports: read units',
    'at most 30',
    after.filter((units) => units > 30),
    [],
    after,
  )
})
