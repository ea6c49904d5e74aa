import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { providers } from '../../shared/api/parts/trade.ts'
import type { Report, ReportRow } from '../../shared/api/reports.ts'
import { type CommissionWorld, startCommissionWorld } from '../../testing/commissions.ts'

let office: CommissionWorld

beforeAll(async () => {
  office = await startCommissionWorld()
  const { people, rate, sale, held, step, done } = office
  await rate({ role: 'agent', defaultRate: 95, validFrom: '2026-01-01' })
  await rate({ role: 'caller', defaultRate: 25, validFrom: '2026-01-01' })
  await step(
    await sale({ provider: 'engie', saleDate: '2026-10-12', callerId: people.caller.id }),
    'klaar_voor_uitbetaling',
  )
  await sale({ provider: 'eneco', saleDate: '2026-11-03' })
  await step(await sale({ provider: 'engie', saleDate: '2026-11-04' }), 'uitbetaald')
  await sale({ provider: 'engie', saleDate: '2026-11-05', agentId: people.stranger.id })
  const rejected = await sale({ provider: 'engie', saleDate: '2026-11-05' })
  await done('admin', 'PATCH', `/api/sales/${rejected.slice('sale-'.length)}/status`, {
    ...{ status: 'rejected', rejectionReason: 'Dubbel' },
  })
  await held('no-sale', { appointmentDate: '2026-11-20' })
  await held('scheduled', { appointmentDate: '2026-11-21' })
  await held('cancelled', { appointmentDate: '2026-11-22' })
  await done('admin', 'POST', '/api/commissions/adjustments', {
    ...{ userId: people.caller.id, amount: -10, reason: 'Te veel' },
  })
  await done('admin', 'POST', '/api/user-rates', {
    ...{ userId: people.agent.id, hourlyRate: 17.5, effectiveFrom: '2026-01-01' },
  })
  const day = { projectType: 'sales', hours: 7.5 } as const
  await done('agent', 'POST', '/api/time-entries', { ...day, date: '2026-11-09' })
  await done('agent', 'POST', '/api/time-entries', { ...day, date: '2026-10-09' })
  await done('admin', 'POST', '/api/time-entries', { ...day, date: '2026-11-10', userId: people.admin.id })
  const { id: categoryId } = await done('admin', 'POST', '/api/cost-categories', { name: 'Huur' })
  const cost = (form: object) =>
    done('admin', 'POST', '/api/fixed-costs', { categoryId, effectiveFrom: '2026-11-01', ...form })
  await cost({ monthlyAmount: 1850 })
  await cost({ monthlyAmount: 200, teamId: 1 })
  await cost({ monthlyAmount: 45.5, userId: people.agent.id })
  await cost({ monthlyAmount: 19, teamId: 2, effectiveFrom: '2026-12-01' })
})
afterAll(() => office.stop())

const report = (query: string, who: 'admin' | 'leader' | 'elsewhere' = 'admin'): Promise<Report> =>
  office.done(who, 'GET', `/api/reports?month=2026-11${query}`)
const rowOf = ({ rows }: Report, key: string | number) => rows.find((row) => row.key === String(key)) as ReportRow
const pathOf = (id: string) => `/api/sales/${id.slice('sale-'.length)}`
const sum = (of: readonly (number | null)[]) => of.reduce<number>((total, one) => total + (one ?? 0), 0)

describe('a report', () => {
  it('adds up the months of a quarter or another period, compared with as many months before', async () => {
    const [october, november] = [await office.done('admin', 'GET', '/api/reports?month=2026-10'), await report('')]
    const both: Report = await report('&from=2026-10&compare=previous')
    for (const name of ['sales', 'appointments', 'commissions', 'hours', 'hourCosts', 'fixedCosts'] as const) {
      expect(both.totals[name], name).toBe((october.totals[name] ?? 0) + (november.totals[name] ?? 0))
    }
    expect(sum(both.rows.map(({ figures }) => figures.margin))).toBe(both.totals.margin)
    expect(both).toMatchObject({ from: '2026-10', comparedFrom: '2026-08', comparedWith: '2026-09' })
    expect(both.providers.map(({ sales }) => sales).reduce((total, one) => total + one, 0)).toBe(both.totals.sales)
    for (const from of ['2026-12', '2025-11']) {
      const reply = await office.world.call('GET', `/api/reports?month=2026-11&from=${from}`, {
        as: await office.world.session(office.people.admin),
      })
      expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['from']])
    }
  })

  it('counts appointments by their day, sales by their date and commissions by their day of posting', async () => {
    const { totals, months } = await report('')
    expect(totals).toMatchObject({ appointments: 2, held: 1, sales: 3, approved: 1, paid: 1 })
    // Two sales became ready for payment in November. Each earned its agent 95, and one earned a caller 25; a
    // correction took off 10.
    expect(totals.commissions).toBe(95 + 25 + 95 - 10)
    expect(totals).toMatchObject({ hours: 15, hourCosts: 131.25, fixedCosts: 2095.5 })
    expect(totals.margin).toBe(totals.revenue - 205 - 131.25 - 2095.5)
    expect(months.map(({ month }) => month).slice(-2)).toEqual(['2026-10', '2026-11'])
    expect(months.at(-2)?.figures).toMatchObject({ sales: 1, approved: 1, paid: 0, commissions: 0 })
    expect(months).toHaveLength(12)
  })

  it.each(['team', 'office', 'agent', 'provider'] as const)('has rows by %s that add up to its totals', async (by) => {
    const { totals, rows, before } = await report(`&by=${by}&compare=previous`)
    for (const name of Object.keys(totals) as (keyof typeof totals)[]) {
      expect(sum(rows.map(({ figures }) => figures[name])), name).toBeCloseTo(totals[name] ?? 0, 9)
      expect(sum(rows.map((row) => row.before?.[name] ?? 0)), name).toBeCloseTo(before?.[name] ?? 0, 9)
    }
  })

  it('has a row of the organisation for amounts without a team', async () => {
    const byTeam = await report('')
    expect(byTeam.rows.map(({ key, label, figures }) => [key, label, figures.hours, figures.fixedCosts])).toEqual([
      ['1', 'Noord', 7.5, 245.5],
      ['2', 'Zuid', 0, 0],
      ['none', 'Hele organisatie', 7.5, 1850],
    ])
  })

  it('names people with their team, and providers with a row for amounts without one', async () => {
    const byAgent = await report('&by=agent')
    expect(rowOf(byAgent, office.people.agent.id)).toMatchObject({ label: 'Bo Bakker', teamName: 'Noord' })
    expect(rowOf(byAgent, office.people.caller.id)).toMatchObject({ label: 'Cas Kuiper', figures: { commissions: 15 } })
    const byProvider = await report('&by=provider')
    expect(byProvider.rows.map(({ key, figures }) => [key, figures.sales, figures.commissions])).toEqual([
      ['engie', 2, 215],
      ['eneco', 1, 0],
      ['none', 0, -10],
    ])
    expect(byProvider.totals).toMatchObject({ appointments: null, hours: null, fixedCosts: null })
    expect(byProvider.providers.map(({ provider, sales }) => [provider, sales])).toEqual([
      ['engie', 2],
      ['eneco', 1],
    ])
  })

  it('compares with the previous month, or with the same month of the year before', async () => {
    const byMonth = await report('&by=month&compare=previous')
    expect(byMonth.rows).toHaveLength(12)
    expect(byMonth.rows.at(-1)?.before).toEqual(byMonth.months.at(-2)?.figures)
    const year = await report('&compare=year')
    expect([year.comparedWith, year.before?.sales]).toEqual(['2025-11', 0])
  })

  it('is limited to a team, an office, a person or a provider, and to combinations', async () => {
    const sales = async (query: string) => (await report(query)).totals.sales
    expect(await sales('&teamId=1')).toBe(2)
    expect(await sales('&teamId=2')).toBe(1)
    expect(await sales('&office=roermond')).toBe(3)
    expect(await sales('&office=nieuw-vennep')).toBe(0)
    expect(await sales(`&userId=${office.people.agent.id}`)).toBe(2)
    expect(await sales('&provider=engie')).toBe(2)
    expect(await sales(`&provider=engie&teamId=1&userId=${office.people.agent.id}&by=agent`)).toBe(1)
    expect(await sales(`&teamId=2&userId=${office.people.agent.id}`)).toBe(0)
  })

  it('shows team leaders only their own team', async () => {
    const own = await report('&by=agent', 'leader')
    expect(own.totals).toMatchObject({ sales: 2, commissions: 205, hours: 7.5, fixedCosts: 245.5 })
    expect(own.rows.map(({ label }) => label)).toEqual(['Bo Bakker', 'Cas Kuiper', 'Hele team'])
    expect((await report('&teamId=1', 'elsewhere')).totals.sales).toBe(0)
    expect((await office.call('agent', 'GET', '/api/reports?month=2026-11')).status).toBe(403)
  })

  it('counts withdrawals of its sales as a share by agent, caller and provider, until they are undone', async () => {
    const { people, sale, step, done } = office
    const of = (who: 'other' | 'stranger', form: object) =>
      sale({ provider: 'engie', saleDate: '2026-08-04', agentId: people[who].id, ...form })
    const withdraw = async (id: string) => {
      const path = `${pathOf(id)}/withdraw`
      await done('admin', 'POST', path, { how: 'phone', reason: 'Coulance' })
      return path
    }
    const [open, paid] = [await of('other', { callerId: people.caller.id }), await of('other', {})]
    await of('other', { provider: 'eneco' })
    await of('stranger', {})
    await step(paid, 'uitbetaald')
    const undo = await withdraw(open)
    await withdraw(paid)

    const august = (query: string): Promise<Report> => done('admin', 'GET', `/api/reports?month=2026-08${query}`)
    const byAgent = await august('&by=agent')
    expect(byAgent.totals).toMatchObject({ sales: 3, withdrawn: 2, sold: 4, bookedWithdrawn: 1, bookedSold: 1 })
    expect(rowOf(byAgent, people.other.id).figures).toMatchObject({ withdrawn: 2, sold: 3, bookedSold: 0 })
    expect(rowOf(byAgent, people.caller.id).figures).toMatchObject({ sold: 0, bookedWithdrawn: 1, bookedSold: 1 })
    const byProvider = (await august('&by=provider')).rows.map(({ key, figures }) => [key, figures])
    expect(byProvider).toMatchObject([
      ['engie', { withdrawn: 2, sold: 3, bookedSold: null }],
      ['eneco', { withdrawn: 0, sold: 1 }],
    ])
    const csv = (await office.call('admin', 'GET', '/api/reports/export?month=2026-08&by=provider&format=csv')).text
    expect(csv).toContain('66,7')
    await done('admin', 'POST', `${undo}/undo`)
    expect((await august('')).totals).toMatchObject({ sales: 4, withdrawn: 1, sold: 4, bookedWithdrawn: 0 })
  })

  it('keeps a closed month as it was, and takes back what is withdrawn later in its own month', async () => {
    const { people, sale, step, done, wrong } = office
    const sold = async (received: number) => {
      const id = await sale({ provider: 'eneco', saleDate: '2026-07-14', agentId: people.other.id })
      await done('admin', 'PUT', `${pathOf(id)}/revenue`, { received })
      return id
    }
    const [open, paid, stays] = [await sold(200), await sold(100), await sold(50)]
    await step(open, 'klaar_voor_uitbetaling')
    await step(paid, 'uitbetaald')
    const reported = (month: string): Promise<Report> => done('admin', 'GET', `/api/reports?month=${month}&by=agent`)
    const [july, august, november] = [await reported('2026-07'), await reported('2026-08'), await reported('2026-11')]
    await done('admin', 'PUT', '/api/ledger/periods/2026-07', { closed: true })

    const inOpen = await sale({ saleDate: '2026-08-20', agentId: people.other.id })
    for (const id of [open, paid, inOpen]) {
      await done('admin', 'POST', `${pathOf(id)}/withdraw`, { how: 'mail', reason: 'Coulance' })
    }
    const { withdrawn, ...kept } = july.totals
    expect((await reported('2026-07')).totals).toEqual({ ...kept, withdrawn: withdrawn + 2 })
    expect((await reported('2026-08')).totals).toMatchObject({ sales: august.totals.sales, late: 0 })
    const after = await reported('2026-11')
    expect(after.totals).toMatchObject({ revenue: november.totals.revenue, late: 2, lateRevenue: 300 })
    // The book reverses € 95 that was ready for payment; the paid € 95 is taken back by a correction.
    expect(after.totals.margin).toBe(november.totals.margin - 300 + 95)
    expect(rowOf(after, people.other.id).figures).toMatchObject({ late: 2, lateRevenue: 300 })

    const listed = async (query: string) =>
      (await done('leader', 'GET', `/api/sales?limit=200&${query}`)).map(({ id }: { id: string }) => `sale-${id}`)
    const counted = await listed('agreement=counted&from=2026-07-01&to=2026-07-31')
    expect(counted.toSorted()).toEqual([open, paid, stays].toSorted())
    const late = async () => (await listed('agreement=late&from=2026-11-01&to=2026-11-30')).toSorted()
    expect(await late()).toEqual([open, paid].toSorted())
    expect(await listed('agreement=late&from=2026-10-01&to=2026-10-31')).toEqual([])
    const { Sales } = await import('../sales/entity.ts')
    const query = vi.spyOn(Sales.query, 'byWithdrawal')
    const always = await listed('agreement=late&from=1900-01-01&to=2199-12-31')
    expect([always.toSorted(), query.mock.calls.length]).toEqual([await late(), 61])
    query.mockRestore()
    await done('admin', 'POST', `${pathOf(paid)}/withdraw/corrections`)
    expect(await late()).toEqual([open, paid].toSorted())
    expect(await wrong()).toBe(0)
    await done('admin', 'POST', `${pathOf(open)}/withdraw/undo`)
    expect((await reported('2026-11')).totals).toMatchObject({ late: 1, lateRevenue: 100 })
    expect((await reported('2026-07')).totals).toEqual({ ...kept, withdrawn: withdrawn + 1 })
    const csv = (await office.call('admin', 'GET', '/api/reports/export?month=2026-11&format=csv')).text
    expect(csv).toContain(';Aantal herroepen na sluiten;Omzet herroepen na sluiten;')
    expect((await office.call('admin', 'GET', '/api/reports/export?month=2026-11&format=pdf')).status).toBe(200)
  })

  it('lists the postings of its commissions, which add up to its amount under each filter', async () => {
    for (const filter of [
      '',
      '&teamId=1',
      '&provider=engie',
      `&userId=${office.people.caller.id}`,
      '&office=roermond',
    ]) {
      const { totals } = await report(filter)
      const postings = await office.done('admin', 'GET', `/api/reports/commissions?month=2026-11${filter}`)
      expect(sum(postings.map(({ amount }: { amount: number }) => amount)), filter).toBeCloseTo(totals.commissions, 9)
    }
  })

  it.each(['', '&by=provider&compare=year', '&by=month&teamId=1'])(
    'is exported as a file with the same rows: %s',
    async (query) => {
      const asked = (format: string) => `/api/reports/export?month=2026-11${query}&format=${format}`
      const csv = (await office.call('admin', 'GET', asked('csv'))).text
      expect(csv).toContain('Commissies')
      const { rows } = await report(query)
      for (const { label } of rows) expect(csv).toContain(label)
      const pdf = await office.call('admin', 'GET', asked('pdf'))
      expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
      expect((await office.call('leader', 'GET', asked('xlsx'))).status).toBe(200)
    },
  )

  it('equals a recount', async () => expect(await office.wrong()).toBe(0))
})

describe('earnings', () => {
  it('are by month of the sale, paid and open, with those of the team', async () => {
    const own = await office.done('agent', 'GET', '/api/reports/earnings')
    expect(own.months.at(-1)).toMatchObject({ paid: 95, open: 95, sales: 2, appointments: 2, teamSales: 2 })
    expect(own.months.at(-2)).toMatchObject({ month: '2026-10', paid: 0, open: 95 })
    expect([own.paid, own.open]).toEqual([95, 190])
    const callers = await office.done('leader', 'GET', `/api/reports/earnings?userId=${office.people.caller.id}`)
    expect(callers.months.at(-1)).toMatchObject({ paid: 0, sales: 0, appointments: 2 })
    expect(callers.months.at(-2)).toMatchObject({ open: 25, sales: 1 })
    const strangers = `/api/reports/earnings?userId=${office.people.stranger.id}`
    expect((await office.call('leader', 'GET', strangers)).status).toBe(404)
  })
})

it('by agent costs at most 30 read units for a hundred people who sell for every supplier', async () => {
  const { counterWrites, movesOf, reportPeriod } = await import('../platform/data/counters.ts')
  const { writeDerivedRows } = await import('../platform/data/commit.ts')
  const { meterWork } = await import('../platform/request.ts')
  const { makeReport } = await import('./report.ts')
  const { asSystem } = await import('../platform/actor.ts')
  const months = [...Array.from({ length: 12 }, (_, at) => `2024-${String(at + 1).padStart(2, '0')}`), '2023-12']
  const whole = ['reportAppointments', 'reportHeld', 'reportBooked', 'reportHours', 'reportHourCost'] as const
  const split = [
    ...(['reportSales', 'reportApproved', 'reportPaid', 'reportRevenue', 'reportCommissions'] as const),
    ...(['reportWithdrawn', 'reportRejected'] as const),
  ]
  const others = [
    ...(['reportEarned', 'reportSettled', 'reportBookedSales'] as const),
    ...(['reportBookedWithdrawn', 'reportBookedRejected'] as const),
  ]
  const contributions = months.flatMap((month) =>
    Array.from({ length: 100 }, (_, at) => {
      const place = { date: reportPeriod(month), teamId: (at % 4) + 11, userId: crypto.randomUUID(), by: 12_345 }
      const of = { ...place, name: `Verkoper ${at}` }
      return [
        ...[...whole, ...others].map((measure) => ({ ...of, measure })),
        ...providers.flatMap((provider) => split.map((measure) => ({ ...of, measure, of: provider }))),
      ]
    }).flat(),
  )
  const writes = counterWrites(movesOf([], contributions)).map((write) => ({ write, onFailure: () => new Error() }))
  for (let at = 0; at < writes.length; at += 100) await writeDerivedRows(writes.slice(at, at + 100))
  const { admin } = office.people
  const { actor } = asSystem('test')
  const reader = { ...actor, id: admin.id, name: 'Ada', role: 'admin', teamId: null, flags: {} } as never
  const usage = { read: 0, write: 0 }
  const { rows } = await meterWork(usage, () => makeReport(reader, { month: '2024-12', by: 'agent', compare: 'year' }))
  expect(rows.length).toBe(200)
  expect(usage.read).toBeLessThanOrEqual(30)
})
