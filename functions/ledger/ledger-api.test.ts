import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Balance, LedgerStatement, OpenItem, Posting } from '../../shared/api/ledger.ts'
import { type MoneyWorld, startMoneyWorld } from '../../testing/money.ts'
import type { Person } from '../../testing/world.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

const read = async (as: Person | undefined, path: string) =>
  world.world.call('GET', `/api/ledger/${path}`, { as: as && (await world.world.session(as)) })
const seenBy = async <T>(as: Person, path: string): Promise<T> => {
  const { status, body, text } = await read(as, path)
  expect(status, text).toBe(200)
  return body
}
const admin = () => world.people.admin
const balanceOf = (userId: string, as = admin()) => seenBy<Balance>(as, `balance?userId=${userId}`)
const statementOf = (userId: string, as = admin(), month = '2026-11') =>
  seenBy<LedgerStatement>(as, `statement?userId=${userId}&month=${month}`)
const itemsOf = (userId: string, as = admin()) => seenBy<OpenItem[]>(as, `balance/items?userId=${userId}`)

const cents = (euros: number) => Math.round(euros * 100)

/** Expects that a month adds up, and that its postings lead from the opening to the closing amount. */
function expectSums(month: LedgerStatement): LedgerStatement {
  const { openBefore, earned, corrected, payroll, invoiced, credited, ownInvoices, openAfter, postings } = month
  const sum = (...amounts: number[]) => amounts.reduce((total, amount) => total + cents(amount), 0)
  expect(sum(openBefore, earned, corrected)).toBe(sum(payroll, invoiced, -credited, ownInvoices, openAfter))
  let balance = cents(openBefore)
  for (const posting of postings.toReversed()) {
    balance += cents(posting.amount ?? 0)
    expect(cents(posting.balance), posting.id).toBe(balance)
  }
  expect(balance).toBe(cents(openAfter))
  return month
}

const line = ({ kind, amount }: Posting) => [kind, amount]

describe('the month of a person', () => {
  it('lists earnings, corrections, invoices, credits and payments, each with the open amount after it', async () => {
    const { user, partner } = await world.invoicedAgent({ name: 'Bos Energieadvies' })
    const first = await world.ready(user.id)
    await world.ready(user.id, { saleDate: '2026-10-13', agentCommission: 60 })
    await world.correct(user.id, -20)
    const [invoiceId = ''] = await world.invoicedBy(partner)
    await world.stepped(invoiceId, 'in_behandeling', 'betaald')
    const noteId = await world.credited(invoiceId, { stillEarned: false, lines: [1] })
    const { invoiceNumber } = await world.invoice(invoiceId)
    const { invoiceNumber: noteNumber } = await world.invoice(noteId)

    const month = expectSums(await statementOf(user.id))
    expect(month).toMatchObject({
      ...{ openBefore: 0, earned: 160, corrected: -120, payroll: 0, invoiced: 140, credited: 100 },
      ...{ ownInvoices: 0, openAfter: 0, omitted: 0 },
    })
    expect(month.postings.map(line).toSorted()).toEqual(
      [
        ['correction', -100],
        ['credit', 100],
        ['payment', null],
        ['invoice', -140],
        ['correction', -20],
        ['earned', 60],
        ['earned', 100],
      ].toSorted(),
    )
    const posting = (kind: Posting['kind'], amount: number | null) =>
      month.postings.find((one) => one.kind === kind && one.amount === amount)
    expect(posting('earned', 100)).toMatchObject({
      ...{ customerName: 'Bakkerij De Molen', commissionId: first, as: 'agent', isFee: false, text: null },
      salesDockId: expect.any(String),
    })
    expect(posting('correction', -20)).toMatchObject({ text: 'Correctie', customerName: null, commissionId: null })
    expect(posting('invoice', -140)).toMatchObject({ items: 3, document: { id: invoiceId, number: invoiceNumber } })
    expect(posting('credit', 100)).toMatchObject({ document: { id: noteId, number: noteNumber } })
    expect(posting('payment', null)).toMatchObject({ paid: 169.4, document: { number: invoiceNumber } })
    expect(await balanceOf(user.id)).toMatchObject({
      ...{ payoutMethod: 'invoice', partner: { id: partner, name: 'Bos Energieadvies' }, hasAgreement: true, open: 0 },
    })
  })

  it('lists settlements by payroll and own invoice, and carries the rest over to the next month', async () => {
    const employee = await world.agent()
    const zzp = await world.joined({ role: 'agent', teamId: 1, employmentType: 'zzp' })
    const paid = await world.ready(employee.id)
    await world.ready(employee.id, { saleDate: '2026-10-14', agentCommission: 25 })
    const own = await world.ready(zzp.id, { agentCommission: 300 })
    expect(await world.byHand(paid)).toEqual([200, null])
    expect(await world.byHand(own, { ownInvoiceNumber: 'F-12' })).toEqual([200, null])
    expect(expectSums(await statementOf(employee.id))).toMatchObject({ earned: 125, payroll: 100, openAfter: 25 })
    const ofZzp = expectSums(await statementOf(zzp.id))
    expect(ofZzp).toMatchObject({ earned: 300, ownInvoices: 300, openAfter: 0 })
    expect(ofZzp.postings[0]).toMatchObject({ kind: 'own-invoice', text: 'Uitbetaald op eigen factuur F-12' })
    expect((await balanceOf(employee.id)).payoutMethod).toBe('payroll')
    expect((await balanceOf(zzp.id)).payoutMethod).toBe('own-invoice')
    expect(expectSums(await statementOf(employee.id, admin(), '2026-12'))).toMatchObject({
      ...{ openBefore: 25, earned: 0, openAfter: 25, postings: [] },
    })
  })

  it('has a list of open items by day of supply, page by page', async () => {
    const user = await world.agent()
    await world.ready(user.id, { saleDate: '2026-11-02', agentCommission: 40 })
    await world.ready(user.id)
    await world.correct(user.id, -10)
    const items = await itemsOf(user.id)
    expect(items.map(({ amount }) => amount)).toEqual([100, 40, -10])
    const page = await read(admin(), `balance/items?userId=${user.id}&limit=2`)
    expect(page.body).toHaveLength(2)
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(page.headers['link'] ?? '') ?? []
    const { body } = await world.world.call('GET', next, { as: await world.world.session(admin()) })
    expect(body).toEqual(items.slice(2))
    expect((await balanceOf(user.id)).open).toBe(130)
  })

  it('is one of twelve in the balance, each with the open amount at its end, newest first', async () => {
    const user = await world.agent()
    await world.ready(user.id)
    const { months, open } = await balanceOf(user.id)
    expect(months.map(({ month }) => month)).toEqual([
      ...['2026-11', '2026-10', '2026-09', '2026-08', '2026-07', '2026-06'],
      ...['2026-05', '2026-04', '2026-03', '2026-02', '2026-01', '2025-12'],
    ])
    expect([open, months[0]?.open, months[1]?.open]).toEqual([100, 100, 0])
  })
})

describe('access to the balance of a person', () => {
  const paths = (userId: string) =>
    ['balance?', 'balance/items?', 'statement?month=2026-11&'].map((path) => `${path}userId=${userId}`)

  it('is for the person, the team leader and the admin; others get a 404', async () => {
    const { agent, leader, other, elsewhere, stranger, caller } = world.people
    for (const path of paths(agent.id)) {
      for (const person of [agent, leader, admin()]) expect((await read(person, path)).status).toBe(200)
      const unknown = await read(stranger, path.replace(agent.id, 'nobody'))
      for (const person of [other, elsewhere, stranger, caller]) {
        const refused = await read(person, path)
        expect([refused.status, refused.text.replace(/"requestId":"[^"]*"/, '')]).toEqual([
          404,
          unknown.text.replace(/"requestId":"[^"]*"/, ''),
        ])
      }
      expect((await read(undefined, path)).status).toBe(401)
    }
    expect((await seenBy<Balance>(caller, 'balance')).userId).toBe(caller.id)
  })

  it('needs access to commissions, and only admins reconcile', async () => {
    const blind = await world.joined({ role: 'agent', teamId: 1, hasCommissionsAccess: false })
    for (const path of paths(blind.id)) expect((await read(blind, path)).status).toBe(403)
    for (const person of [world.people.leader, world.people.agent, world.people.caller]) {
      expect((await read(person, 'reconciliation?month=2026-11')).status).toBe(403)
    }
  })

  it('links partner and invoice only for readers who may open them, and hides customers of other teams', async () => {
    const { user, partner } = await world.invoicedAgent({ name: 'Polder Energie' })
    const leader = world.people.leader
    await world.ready(user.id)
    const [invoiceId = ''] = await world.invoicedBy(partner)
    await world.stepped(invoiceId, 'in_behandeling', 'betaald')
    expect((await balanceOf(user.id, leader)).partner).toEqual({ id: null, name: 'Polder Energie' })
    const documentsOf = (month: LedgerStatement) => month.postings.flatMap(({ document }) => document?.id ?? [])
    expect(documentsOf(await statementOf(user.id, leader))).toEqual([])
    expect((await statementOf(user.id, leader)).postings.map(({ paid }) => paid)).toEqual([null, null, null])
    expect(documentsOf(await statementOf(user.id, user))).toEqual([invoiceId, invoiceId])

    // A person who moves to another team keeps their earnings. The leader of the new team sees these, without the names
    // of the old team's customers.
    await world.ready(user.id, { saleDate: '2026-11-03' })
    await world.done('admin', 'PUT', `/api/users/${user.id}`, { role: 'agent', teamId: 2, phone: '0475 300000' })
    const { elsewhere } = world.people
    for (const shown of [await statementOf(user.id, elsewhere), await itemsOf(user.id, elsewhere)]) {
      expect(JSON.stringify(shown)).toContain('Klant van een ander team')
      expect(JSON.stringify(shown)).not.toContain('Bakkerij De Molen')
    }
    expect(JSON.stringify(await statementOf(user.id, user))).toContain('Bakkerij De Molen')
  })
})

it('reads the same number of rows after twelve more months', async () => {
  const user = await world.agent()
  const { meterWork } = await import('../platform/request.ts')
  const { readBalance: balance } = await import('./balance.ts')
  const { listOpenItems, readLedgerStatement: statement } = await import('./statement.ts')
  const { postDue, payByPayroll, readOpenItems } = await import('../book/service.ts')
  const { commitPosted } = await import('../../testing/ledger.ts')
  const origin = { requestId: '-', ip: '192.0.2.9', userAgent: 'test' }
  const actor = { ...admin(), name: 'Ada', teamId: null, flags: {} as never, origin }
  const unitsOf = async (work: () => Promise<unknown>) => {
    const usage = { read: 0, write: 0 }
    await meterWork(usage, work)
    return usage.read
  }
  const costs = async () => [
    await unitsOf(() => balance(actor, { userId: user.id })),
    await unitsOf(() => statement(actor, { userId: user.id, month: '2026-11' })),
    await unitsOf(() => listOpenItems(actor, { userId: user.id })),
  ]
  const worked = async (month: string) => {
    const when = { date: `${month}-10` as never, by: 'test' }
    for (const version of [1, 2, 3]) {
      const due = { ...when, userId: user.id, amount: 100, commissionId: `cost-${month}`, version }
      await commitPosted(postDue({ ...due, supplyDate: when.date, text: 'Sale' }))
    }
    await commitPosted(payByPayroll({ items: await readOpenItems(user.id) }, { ...when, month }))
  }
  const months = Array.from({ length: 12 }, (_, at) => `2025-${String(at + 1).padStart(2, '0')}`)
  await worked('2026-11')
  const first = await costs()
  for (const month of months) await worked(month)
  const then = await costs()
  for (const [at, units] of then.entries()) expect(units).toBeLessThanOrEqual((first[at] ?? 0) + 6)
  for (const month of months.map((one) => one.replace('2025', '2024'))) await worked(month)
  expect(await costs()).toEqual(then)
})
