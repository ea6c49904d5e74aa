import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

const WAITS = 'klaar_voor_uitbetaling'

/** Makes an issued invoice of two commissions, of € 30 and € 20. */
async function issued() {
  const { user, partner } = await world.invoicedAgent()
  const one = await world.ready(user.id, { agentCommission: 30 })
  const two = await world.ready(user.id, { saleDate: '2026-10-13', agentCommission: 20 })
  const [id = ''] = await world.invoicedBy(partner)
  await world.stepped(id, 'in_behandeling')
  return { user, partner, one, two, id, statuses: () => Promise.all([one, two].map(world.statusOf)) }
}

describe('a credit note of commissions', () => {
  it('requires for each line whether it is still earned, and credits no line in part', async () => {
    const { id } = await issued()
    const credit = (quantities?: object[]) => world.tryBill('POST', `/invoices/${id}/credit-notes`, { quantities })
    expect((await world.invoice(id)).creditable).toEqual([
      { lineOrder: 1, quantity: 1, isCommission: true },
      { lineOrder: 2, quantity: 1, isCommission: true },
    ])
    const first = { lineOrder: 1, quantity: 1, stillEarned: true }
    expect(await credit()).toEqual([422, 'Kies bij regel 1 of de commissie nog verdiend is'])
    expect(await credit([first, { lineOrder: 2, quantity: 1 }])).toEqual([
      ...[422, 'Kies bij regel 2 of de commissie nog verdiend is'],
    ])
    expect(await credit([{ ...first, quantity: 0.5 }])).toEqual([
      ...[422, 'Regel 1 is een commissie: die wordt geheel of niet gecrediteerd'],
    ])
    expect((await credit([first]))[0]).toBe(201)
  })

  it('releases no item until it is issued; then the next run has the items still earned', async () => {
    const { user, partner, id } = await issued()
    await world.put(await world.creditNote(id), 'cancelled')
    const note = await world.creditNote(id)
    expect(await world.held(id)).toHaveLength(2)
    expect(await world.invoicedBy(partner)).toEqual([])
    await world.put(note, 'in_behandeling')
    await world.delivered(id, 'invoice-commissions')
    expect(await world.held(id)).toEqual([])
    const [next = ''] = await world.invoicedBy(partner)
    expect(await world.held(next)).toHaveLength(2)
    await world.stepped(next, 'in_behandeling', 'betaald')
    expect(await world.monthOf(user.id)).toEqual({ earned: 50, adjusted: 0, payroll: 0, invoiced: 50, open: 0 })
  })

  it('lowers its commissions with any change before their own update, so that nothing is earned twice', async () => {
    const { user, partner, one, two, id } = await issued()
    await world.put(await world.creditNote(id, { stillEarned: false }), 'in_behandeling')
    expect(await world.attempt('PATCH', `/api/commissions/${one}`, { status: 'in_afwachting' })).toEqual([200, null])
    await world.activate(partner, false)
    expect(await world.byHand(two)).toEqual([200, null])
    expect(await world.done('admin', 'GET', `/api/commissions/${one}`)).toMatchObject({ agentCommission: 0 })
    const month = { earned: 50, adjusted: -50, payroll: 0, invoiced: 0, open: 0 }
    expect(await world.monthOf(user.id)).toMatchObject(month)
    await world.delivered(id, 'invoice-commissions')
    expect(await world.attempt('PATCH', `/api/commissions/${one}`, { status: 'klaar_voor_uitbetaling' })).toEqual([
      ...[200, null],
    ])
    expect(await world.monthOf(user.id)).toMatchObject(month)
  })

  it('before the payment reopens the items still earned; the payment covers the rest', async () => {
    const { user, partner, two, id, statuses } = await issued()
    await world.credited(id, { lines: [2] })
    await world.stepped(id, 'betaald')
    expect(await statuses()).toEqual(['uitbetaald', WAITS])
    expect(await world.monthOf(user.id)).toMatchObject({ invoiced: 30, open: 20 })
    const [next = ''] = await world.invoicedBy(partner)
    expect(await world.linesOf(next)).toEqual([20])
    await world.put(next, 'cancelled')
    await world.activate(partner, false)
    expect(await world.byHand(two)).toEqual([200, null])
    expect(await world.monthOf(user.id)).toMatchObject({ earned: 50, payroll: 20, invoiced: 30, open: 0 })
  })

  it('before the payment reverses items not earned, and empties the amount of their commission', async () => {
    const { user, partner, two, id, statuses } = await issued()
    await world.credited(id, { lines: [2], stillEarned: false })
    expect(await world.done('admin', 'GET', `/api/commissions/${two}`)).toMatchObject({ agentCommission: 0 })
    await world.stepped(id, 'betaald')
    expect((await statuses())[0]).toBe('uitbetaald')
    expect(await world.monthOf(user.id)).toEqual({ earned: 50, adjusted: -20, payroll: 0, invoiced: 30, open: 0 })
    expect((await world.statement(user.id)).adjustments).toMatchObject([
      { amount: -20, reason: expect.stringMatching(/^Niet meer verdiend: YDC-2026-/) },
    ])
    expect(await world.invoicedBy(partner)).toEqual([])
    // A credited commission that is earned after all gets a new amount, and is paid once.
    await world.done('admin', 'PATCH', `/api/commissions/${two}`, { agentCommission: 15, reason: 'Toch verdiend' })
    await world.step(two, 'klaar_voor_uitbetaling')
    const [next = ''] = await world.invoicedBy(partner)
    expect(await world.linesOf(next)).toEqual([15])
    await world.stepped(next, 'in_behandeling', 'betaald')
    expect(await world.statusOf(two)).toBe('uitbetaald')
    expect(await world.monthOf(user.id)).toEqual({ earned: 65, adjusted: -20, payroll: 0, invoiced: 45, open: 0 })
  })

  it('after the payment is owed by the partner; items still earned are paid again', async () => {
    const { user, partner, one, id, statuses } = await issued()
    await world.stepped(id, 'betaald')
    const note = await world.credited(id, { lines: [1] })
    expect(await statuses()).toEqual([WAITS, 'uitbetaald'])
    expect(await world.invoice(note)).toMatchObject({ status: 'in_behandeling', openAmount: -36.3 })
    await world.ready(user.id, { saleDate: '2026-10-14', agentCommission: 20 })
    const [next = ''] = await world.invoicedBy(partner)
    expect(await world.linesOf(next)).toEqual([30, 20])
    // The credit note is set off against the next invoice: 60.50 less 36.30.
    await world.stepped(next, 'in_behandeling')
    const file = await world.bill('POST', '/payment-files', { invoiceIds: [next], executionDate: '2026-11-24' })
    expect(file).toMatchObject({ total: 24.2, netted: [{ amount: 36.3 }] })
    expect(await world.invoice(note)).toMatchObject({ status: 'betaald', openAmount: 0 })
    await world.stepped(next, 'betaald')
    expect(await world.statusOf(one)).toBe('uitbetaald')
    expect(await world.monthOf(user.id)).toMatchObject({ earned: 70, invoiced: 70, open: 0 })
  })

  it('after the payment reverses items not earned: the commission is worth nothing and the partner owes it', async () => {
    const { user, partner, one, two, id } = await issued()
    await world.stepped(id, 'betaald')
    const note = await world.credited(id, { lines: [1], stillEarned: false })
    expect(await world.done('admin', 'GET', `/api/commissions/${one}`)).toMatchObject({ agentCommission: 0 })
    expect(await world.statusOf(two)).toBe('uitbetaald')
    expect(await world.invoice(note)).toMatchObject({ status: 'in_behandeling', openAmount: -36.3 })
    expect(await world.monthOf(user.id)).toEqual({ earned: 50, adjusted: -30, payroll: 0, invoiced: 20, open: 0 })
    expect(await world.invoicedBy(partner)).toEqual([])
    expect(await world.wrong()).toBe(0)
  })

  it('reverses the part of one payee of a sale, and keeps the part of the other', async () => {
    const [agents, callers] = [await world.invoicedAgent(), await world.invoicedAgent()]
    const sale = await world.ready(agents.user.id, { callerId: callers.user.id, callerCommission: 25 })
    const [agentsInvoice = ''] = await world.invoicedBy(agents.partner)
    const [callersInvoice = ''] = await world.invoicedBy(callers.partner)
    for (const id of [agentsInvoice, callersInvoice]) await world.stepped(id, 'in_behandeling')
    await world.stepped(callersInvoice, 'betaald')
    await world.credited(agentsInvoice, { stillEarned: false })
    expect(await world.done('admin', 'GET', `/api/commissions/${sale}`)).toMatchObject({
      ...{ agentCommission: 0, callerCommission: 25, status: 'uitbetaald' },
    })
    expect(await world.monthOf(agents.user.id)).toMatchObject({ earned: 100, adjusted: -100, invoiced: 0, open: 0 })
    expect(await world.monthOf(callers.user.id)).toMatchObject({ earned: 25, adjusted: 0, invoiced: 25, open: 0 })
  })

  it('reopens the corrections on its invoice, which are netted once', async () => {
    const { user, partner } = await world.invoicedAgent()
    await world.ready(user.id)
    await world.correct(user.id, -20)
    const [id = ''] = await world.invoicedBy(partner)
    await world.stepped(id, 'in_behandeling', 'betaald')
    await world.credited(id, { stillEarned: false })
    expect(await world.monthOf(user.id)).toEqual({ earned: 100, adjusted: -120, payroll: 0, invoiced: 0, open: -20 })
    await world.ready(user.id, { saleDate: '2026-10-13', agentCommission: 50 })
    const [next = ''] = await world.invoicedBy(partner)
    expect(await world.linesOf(next)).toEqual([50, -20])
  })

  it('may credit as many lines as an invoice can have', async () => {
    const { user, partner } = await world.invoicedAgent()
    await world.postOpenItems(user.id, Array(74).fill(10))
    await world.correct(user.id, -1)
    const [id = '', more] = await world.invoicedBy(partner)
    expect([(await world.linesOf(id)).length, more]).toEqual([75, undefined])
    await world.stepped(id, 'in_behandeling')
    await world.credited(id)
    expect(await world.held(id)).toEqual([])
    const [next = ''] = await world.invoicedBy(partner)
    await world.stepped(next, 'in_behandeling')
    await world.credited(next, { stillEarned: false })
    expect(await world.invoicedBy(partner)).toEqual([])
  })
})
