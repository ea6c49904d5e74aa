import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildOwnInvoice } from '../../../testing/commissions.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

const repay = async (userId: string, more: object, headers = {}) => {
  const reply = await world.call('admin', 'POST', '/api/commissions/repayments', { userId, ...more }, headers)
  return { status: reply.status, body: reply.body }
}
const balance = (userId: string) => world.done('admin', 'GET', `/api/ledger/balance?userId=${userId}`)
const month = (userId: string) => world.done('admin', 'GET', `/api/ledger/statement?userId=${userId}&month=2026-11`)
const refused = async (userId: string, more: object) => {
  const { status, body } = await repay(userId, more)
  return [status, Object.values(body.errors ?? {}).flat()[0] ?? body.message]
}

/** Makes an agent without a partner who owes an amount. */
async function owing(...amounts: number[]) {
  const user = await world.agent()
  for (const amount of amounts) await world.correct(user.id, -amount)
  return user.id
}

describe('a balance below zero', () => {
  it('is withheld by payroll in parts, the oldest correction first, until it is 0', async () => {
    const userId = await owing(45, 30)
    const part = await repay(userId, { amount: 50 })
    expect([part.status, part.body]).toMatchObject([
      201,
      { userId, amount: 50, date: '2026-11-23', text: 'Ingehouden op het loon van november 2026', open: -25 },
    ])
    expect(await balance(userId)).toMatchObject({ open: -25 })
    const rest = await repay(userId, { amount: 25, way: 'repaid' })
    expect(rest.body).toMatchObject({ text: 'Terugbetaald', open: 0 })
    const { openBefore, corrected, payroll, openAfter, postings } = await month(userId)
    expect({ openBefore, corrected, payroll, openAfter }).toEqual({
      ...{ openBefore: 0, corrected: -75, payroll: -75, openAfter: 0 },
    })
    expect(
      postings.slice(0, 2).map(({ kind, text, amount, balance: left }: Record<string, unknown>) => {
        return [kind, text, amount, left]
      }),
    ).toEqual([
      ['payroll', 'Terugbetaald', 25, 0],
      ['payroll', 'Ingehouden op het loon van november 2026', 50, -25],
    ])
    expect(await world.monthOf(userId)).toMatchObject({ adjusted: -75, payroll: -75, open: 0 })
    expect(await refused(userId, { amount: 1 })).toEqual([422, expect.stringContaining('staat niet onder nul')])
  })

  it('includes corrections in favour, and leaves commissions ready for payment open', async () => {
    const userId = await owing(200)
    await world.correct(userId, 20)
    const sale = await world.ready(userId)
    expect(await refused(userId, { amount: 80.01 })).toEqual([422, 'Er staat €\u00a080,00 onder nul'])
    expect((await repay(userId, { amount: 80 })).body).toMatchObject({ open: 0 })
    const items = await world.done('admin', 'GET', `/api/ledger/balance/items?userId=${userId}`)
    expect(items.map(({ amount }: { amount: number }) => amount)).toEqual([100, -100])
    expect(await world.byHand(sale)).toEqual([200, null])
    expect(await world.monthOf(userId)).toMatchObject({ earned: 100, adjusted: -180, payroll: -80, open: 0 })
  })

  it('of a zzp’er without a partner is settled with their credit invoice, and keeps its number', async () => {
    const { id } = await world.joined({ role: 'agent', teamId: 1, employmentType: 'zzp', firstName: 'Zoë' })
    await world.correct(id, -60)
    expect(await refused(id, { amount: 60 })).toEqual([422, expect.stringContaining('nummer van de creditfactuur')])
    const reply = await repay(id, { amount: 60, ...buildOwnInvoice('C-1', 60) })
    expect(reply.body).toMatchObject({ text: 'Afgerekend met eigen creditfactuur C-1', open: 0 })
    expect(await month(id)).toMatchObject({ ownInvoices: -60, openAfter: 0 })
  })

  it('of a person whom invoices pay is settled by the next invoice, until their partner is inactive', async () => {
    const { user, partner } = await world.invoicedAgent()
    await world.correct(user.id, -60)
    expect(await refused(user.id, { amount: 60 })).toEqual([422, expect.stringContaining('heeft een partner')])
    await world.activate(partner, false)
    expect((await repay(user.id, { amount: 60 })).status).toBe(201)
  })

  it('is settled once for one key, and by nobody but another admin', async () => {
    const userId = await owing(45)
    const key = { 'idempotency-key': 'repaid-once' }
    const [first, second] = [await repay(userId, { amount: 20 }, key), await repay(userId, { amount: 20 }, key)]
    expect([first.status, second.body]).toEqual([201, first.body])
    expect(await balance(userId)).toMatchObject({ open: -25 })
    const body = { userId, amount: 5 }
    expect((await world.call('leader', 'POST', '/api/commissions/repayments', body)).status).toBe(403)
    const { admin } = world.people
    await world.done('second', 'POST', '/api/commissions/adjustments', { userId: admin.id, amount: -5, reason: 'x' })
    expect(await refused(admin.id, { amount: 5 })).toEqual([403, 'Laat een collega je eigen commissie afhandelen'])
  })

  it('is settled with an audit row of author, person and amount', async () => {
    const userId = await owing(45)
    await repay(userId, { amount: 45 })
    const rows = await world.done('admin', 'GET', '/api/audit-logs?entityType=commission-repayment')
    expect(rows.find(({ newData }: { newData: { userId: string } }) => newData.userId === userId)).toMatchObject({
      ...{ action: 'commission-repayment.create', userId: world.people.admin.id },
      newData: { userId, amount: 4500, text: 'Ingehouden op het loon van november 2026' },
    })
  })
})

describe('at the same moment', () => {
  const LATE = 'Een correctie is intussen gefactureerd, uitbetaald of teruggedraaid. Laad de pagina opnieuw.'

  it('a debt is settled once', async () => {
    const userId = await owing(45)
    await meanwhile(() => repay(userId, { amount: 45 }))
    expect(await refused(userId, { amount: 45 })).toEqual([409, LATE])
    expect(await balance(userId)).toMatchObject({ open: 0 })
  })

  it('corrections in a hand payment are not settled again', async () => {
    const userId = await owing(100)
    await meanwhile(async () => world.byHand(await world.ready(userId)))
    expect(await refused(userId, { amount: 100 })).toEqual([409, LATE])
    expect(await world.monthOf(userId)).toMatchObject({ earned: 100, payroll: 0, open: 0 })
  })

  it('a person whose balance is settled by payroll gets no partner', async () => {
    const userId = await owing(45)
    await meanwhile(() => world.partnerOf(userId))
    expect((await repay(userId, { amount: 45 })).status).toBe(409)
    expect(await balance(userId)).toMatchObject({ open: -45 })
  })
})
