import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { functionSpecs } from '../../../infra/manifest.ts'
import type { PeriodDetails } from '../../../shared/api/schemas/periods.ts'
import type { LocalDate } from '../../../shared/time.ts'
import { buildPaymentDetails, buildStatementEntry, buildStatementXml } from '../../../testing/bank.ts'
import { buildInvoiceForm, buildSettingsForm, buildStatementForm } from '../../../testing/invoices.ts'
import { commitPosted } from '../../../testing/ledger.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'
import { runAsFunction } from '../../../testing/rights.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

const path = (month: string) => `/api/ledger/periods/${month}`
const periodOf = (month: string): Promise<PeriodDetails> => world.done('admin', 'GET', path(month))
const change = (month: string, body: object) => world.attempt('PUT', path(month), body)
const close = (month: string): Promise<PeriodDetails> => world.done('admin', 'PUT', path(month), { closed: true })
async function seal() {
  const { handler } = await import('../../../events/month-closing.ts')
  await runAsFunction('month-closing', handler)
}
/** Lets the time pass that closing waits; the second admin stays logged in. */
async function later() {
  await world.world.travel(Date.now() + 20 * 60_000)
  await world.done('second', 'GET', '/api/ledger/periods')
}
async function closed(month: string) {
  await close(month)
  await later()
  await seal()
  return periodOf(month)
}
const verified = async () => (await import('../../book/service.ts')).verifySeals()
const reopen = (month: string) => world.done('admin', 'PUT', path(month), { closed: false, reason: 'Factuur vergeten' })

/** Posts € 95,00 for somebody on a day. */
async function post(date: string, commissionId: string) {
  const { postDue } = await import('../../book/service.ts')
  const { id: userId } = await world.agent()
  const day = date as LocalDate
  const about = { userId, amount: 9500, commissionId, version: 1, text: 'Sale', by: 'test' }
  return commitPosted(postDue({ ...about, date: day, supplyDate: day }))
}

/** Opens all months again, so that each test begins with an open book. */
beforeEach(async () => {
  const { periods } = await world.done('admin', 'GET', '/api/ledger/periods')
  for (const { month, state } of periods) if (state === 'closed') await reopen(month)
})

/** Changes a counter of October without a posting. */
async function count(by: number) {
  const { bookPeriod, counterWrite } = await import('../../platform/data/counters.ts')
  const { documents } = await import('../../platform/data/table.ts')
  const { UpdateCommand } = await import('@aws-sdk/lib-dynamodb')
  const key = { period: bookPeriod('2026-10'), teamId: 0, userId: 'person#weg' }
  await documents.send(new UpdateCommand(counterWrite({ key, name: '', by: { bookEarned: by } }).params() as never))
}

describe('the steps of closing', () => {
  it('counts what is left up to the month, and says who worked on it last', async () => {
    const stepsOf = async (month: string) => {
      const { steps } = await periodOf(month)
      return (name: string) => steps.find(({ step }) => step === name)
    }
    const { id: agentId } = world.people.agent
    const before = [await stepsOf('2026-10'), await stepsOf('2026-11')].map((of) => of('sale')?.count ?? 0)
    const october = await world.sale({ agentId, saleDate: '2026-10-12' }, { agentCommission: 100 })
    const november = await world.sale({ agentId, saleDate: '2026-11-10' }, { agentCommission: 50 })
    const asked = { question: 'Klopt dit?' }
    const { id } = await world.done('agent', 'POST', `/api/commissions/${november}/questions`, asked)
    const [first, second] = [await stepsOf('2026-10'), await stepsOf('2026-11')]
    expect([first('sale')?.count, second('sale')?.count]).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 2])
    expect([first('question')?.count, second('question')]).toMatchObject([0, { count: 1, oldest: '2026-11-10' }])
    await world.done('admin', 'POST', `/api/commissions/questions/${id}/answer`, { answer: 'Ja' })
    await world.approve(october, 'second')
    const done = await stepsOf('2026-10')
    expect(done('sale')).toMatchObject({ count: before[0], lastDone: { by: { firstName: 'Bea' } } })
    expect(done('question')).toMatchObject({ count: 0, lastDone: { by: { firstName: 'Ada' } } })
    expect(done('difference')?.lastDone).toBeNull()
  })
})

describe('a closed month', () => {
  it('takes no dates from the first moment on, is sealed later, and opens again with a reason', async () => {
    const { partner } = await world.invoicedAgent()
    await post('2026-10-20', 'sealed-1')
    expect(await close('2026-10')).toMatchObject({ state: 'closing', closedBy: { firstName: expect.any(String) } })
    const form = buildInvoiceForm(partner, { invoiceDate: '2026-10-30' })
    const refused = await world.call('admin', 'POST', '/api/self-billing/invoices', form)
    const text = 'De maand oktober 2026 is gesloten. Kies een dag vanaf 01-11-2026.'
    expect([refused.status, refused.body.errors]).toEqual([422, { invoiceDate: [text] }])
    const run = { partnerIds: [partner], from: '2026-10-01', to: '2026-10-31', invoiceDate: '2026-10-31' }
    expect(await world.attempt('POST', '/api/self-billing/monthly-runs', run)).toEqual([422, text])
    const defaultVatRates = [{ rate: 21 }, { from: '2026-10-31', rate: 9 }]
    expect(await world.tryBill('PUT', '/settings', buildSettingsForm({ defaultVatRates }))).toEqual([
      ...[422, 'Maanden vóór 01-11-2026 zijn gesloten. Kies een dag vanaf dan.'],
    ])
    const { id } = await world.sent(partner)
    const paid = { status: 'betaald', paymentDate: '2026-10-31' }
    expect((await world.tryBill('PATCH', `/invoices/${id}/status`, paid))[0]).toBe(422)
    await expect(post('2026-10-20', 'late')).rejects.toThrow('De maand oktober 2026 is gesloten')
    await seal()
    expect((await periodOf('2026-10')).state).toBe('closing')
    await later()
    await seal()
    expect(await periodOf('2026-10')).toMatchObject({
      ...{ state: 'closed', firstOpenDay: '2026-11-01', seal: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    expect(await change('2026-10', { closed: false })).toEqual([422, 'Vul in waarom de maand weer open moet'])
    expect(await change('2026-09', { closed: false, reason: 'x' })).toEqual([409, 'Open eerst oktober 2026'])
    expect(await reopen('2026-10')).toMatchObject({ state: 'open', opened: { reason: 'Factuur vergeten' } })
    const told = await world.done('second', 'GET', '/api/notifications?limit=20')
    expect(told.map(({ title, text }: { title: string; text: string }) => [title, text])).toContainEqual([
      ...['Boekhouding oktober 2026: weer open', expect.stringContaining('Factuur vergeten')],
    ])
    await post('2026-10-20', 'late')
  })

  it('is sealed with what was under way when it closed', async () => {
    await meanwhile(async () => {
      await close('2026-10')
      await seal()
    })
    await post('2026-10-21', 'under-way')
    expect((await periodOf('2026-10')).state).toBe('closing')
    await later()
    await seal()
    expect((await periodOf('2026-10')).state).toBe('closed')
    expect(await verified()).toEqual([{ month: '2026-10', transactions: expect.any(Number), isIntact: true }])
  })

  it('has no booking of the bank that is read later: it is posted on the first open day, and says so', async () => {
    const { user, partner } = await world.invoicedAgent()
    await world.ready(user.id)
    const [id = ''] = await world.invoicedBy(partner, { invoiceDate: '2026-10-30' })
    await world.stepped(id, 'in_behandeling')
    await closed('2026-10')
    const { invoiceNumber, totalAmount } = await world.invoice(id)
    const entry = buildStatementEntry(totalAmount, buildPaymentDetails(invoiceNumber), 'DBIT', '2026-10-31')
    const as = await world.world.session(world.people.admin)
    const file = { as, ...buildStatementForm(buildStatementXml(entry)) }
    const { body } = await world.world.call('POST', '/api/self-billing/bank-statements', file)
    const matches = [{ booking: 'out0', invoiceId: id }]
    expect(await world.bill('POST', `/bank-statements/${body.id}/confirm`, { matches })).toMatchObject({ failed: [] })
    expect((await world.invoice(id)).paymentDate).toBe('2026-10-31')
    const { postings } = await world.done('admin', 'GET', `/api/ledger/statement?userId=${user.id}&month=2026-11`)
    expect(postings.find(({ kind }: { kind: string }) => kind === 'payment')).toMatchObject({
      ...{ date: '2026-11-01', valueDate: '2026-10-31' },
    })
    expect((await verified()).map(({ isIntact }) => isIntact)).toEqual([true])
  })

  it('has no payment that is approved later: it is posted on the first open day too', async () => {
    const { user, partner } = await world.invoicedAgent()
    await world.ready(user.id)
    const [id = ''] = await world.invoicedBy(partner, { invoiceDate: '2026-10-30' })
    await world.stepped(id, 'in_behandeling')
    const asked = await world.done('admin', 'PATCH', `/api/self-billing/invoices/${id}/status`, {
      ...{ status: 'betaald', paymentDate: '2026-10-31' },
    })
    await closed('2026-10')
    const seen = { 'if-match': `"${asked.version}"` }
    const path = `/api/self-billing/waiting-payments/${id}/approve`
    expect((await world.call('second', 'POST', path, undefined, seen)).body).toMatchObject({ status: 'betaald' })
    const { postings } = await world.done('admin', 'GET', `/api/ledger/statement?userId=${user.id}&month=2026-11`)
    expect(postings.find(({ kind }: { kind: string }) => kind === 'payment')).toMatchObject({
      ...{ date: '2026-11-01', valueDate: '2026-10-31' },
    })
    expect((await verified()).map(({ isIntact }) => isIntact)).toEqual([true])
  })

  it('waits longer than any function runs', async () => {
    const { CLOSING_SECONDS } = await import('./sealing.ts')
    const longest = Math.max(...Object.values(functionSpecs).map(({ timeoutSeconds }) => timeoutSeconds))
    expect(CLOSING_SECONDS).toBeGreaterThan(longest)
  })

  it('shows by its seal, and by those after it, that a posting was changed', async () => {
    await post('2026-09-14', 'changed')
    await closed('2026-09')
    await closed('2026-10')
    expect((await verified()).map(({ isIntact }) => isIntact)).toEqual([true, true])
    const { LedgerTransactions } = await import('../../book/entity.ts')
    const { data } = await LedgerTransactions.query.byMonth({ month: '2026-09', shard: 0 }).go()
    const rows = await Promise.all(
      [0, 1, 2, 3].map(
        async (shard) => (await LedgerTransactions.query.byMonth({ month: '2026-09', shard }).go()).data,
      ),
    )
    const row = [...data, ...rows.flat()].find(({ id }) => id.startsWith('due#changed'))
    if (!row) throw new Error('Nothing was posted')
    await LedgerTransactions.put({ ...row, date: '2026-09-15' }).go()
    expect((await verified()).map(({ month, isIntact }) => [month, isIntact])).toEqual([
      ['2026-09', false],
      ['2026-10', true],
    ])
    await LedgerTransactions.put(row).go()

    const { MonthSeals } = await import('../../book/seal-entity.ts')
    const { data: seals } = await MonthSeals.query.primary({ id: 'book' }).go()
    const last = seals.find(({ month }) => month === '2026-10')
    if (!last) throw new Error('October has no seal')
    await MonthSeals.delete(last).go()
    expect((await verified()).at(-1)).toEqual({ month: '2026-10', transactions: 0, isIntact: false })
    await MonthSeals.put(last).go()
  })

  it('is not sealed with a difference, and says why', async () => {
    await post('2026-10-22', 'counted-wrong')
    await close('2026-10')
    await count(1)
    await later()
    await seal()
    expect(await periodOf('2026-10')).toMatchObject({ state: 'open', refusal: expect.stringContaining('verschil') })
    await count(-1)
  })
})

describe('closing', () => {
  it('is refused for a month that is not over, out of order, and before sending', async () => {
    expect(await change('2026-11', { closed: true })).toEqual([422, 'De maand november 2026 is nog niet voorbij'])
    await closed('2026-08')
    expect(await change('2026-10', { closed: true })).toEqual([409, 'Sluit eerst september 2026'])
    await reopen('2026-08')
    const { partner } = await world.invoicedAgent()
    const form = buildInvoiceForm(partner, { invoiceDate: '2026-10-30' })
    const { id } = await world.bill('POST', '/invoices', form)
    expect(await change('2026-10', { closed: true })).toEqual([409, 'Verstuur eerst de facturen: 1'])
    await world.put(id, 'cancelled')
  })

  it('is refused before the bank is done, also for the oldest statement of the months that are open', async () => {
    const { partner } = await world.invoicedAgent()
    const { id } = await world.sent(partner)
    const { invoiceNumber, totalAmount } = await world.invoice(id)
    const as = await world.world.session(world.people.admin)
    const read = async (amount: number, reference: string) => {
      const entry = buildStatementEntry(amount, buildPaymentDetails(reference), 'DBIT', '2026-10-31')
      const file = { as, ...buildStatementForm(buildStatementXml(entry)) }
      return (await world.world.call('POST', '/api/self-billing/bank-statements', file)).body.id
    }
    const statement = await read(totalAmount, invoiceNumber)
    for (let day = 1; day <= 25; day++) await read(day, 'KOSTEN')
    expect(await change('2026-10', { closed: true })).toEqual([409, 'Verwerk eerst de boekingen van de bank: 1'])
    await world.bill('POST', `/bank-statements/${statement}/mark`, { booking: 'out0', isLeft: true })
    expect((await closed('2026-10')).state).toBe('closed')
  })

  it('of a filed period takes two admins to undo', async () => {
    await closed('2026-10')
    await world.done('admin', 'PUT', path('2026-10'), { closed: true, filed: true })
    expect(await change('2026-10', { closed: false, reason: 'x' })).toEqual([
      ...[409, 'De aangifte van oktober 2026 is ingediend. Open eerst de aangifte.'],
    ])
    const asked = await world.done('admin', 'PUT', path('2026-10'), { closed: true, filed: false, reason: 'Suppletie' })
    expect(asked).toMatchObject({ state: 'filed', unfiling: { reason: 'Suppletie', mayApprove: false } })
    const seen = { 'if-match': `"${asked.version}"` }
    const own = await world.call('admin', 'PUT', path('2026-10'), { closed: true, filed: false }, seen)
    expect([own.status, own.body.message]).toEqual([409, 'Laat een andere beheerder dit goedkeuren'])
    expect(await world.done('second', 'PUT', path('2026-10'), { closed: true, filed: false }, seen)).toMatchObject({
      ...{ state: 'closed', unfiling: null },
    })
  })
})
