import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

const WAITS = 'klaar_voor_uitbetaling'
const statuses = (ids: readonly string[]) => Promise.all(ids.map(world.statusOf))
const issued = async (partner: string, choice: object = {}): Promise<string> => {
  const [id = ''] = await world.invoicedBy(partner, choice)
  await world.stepped(id, 'in_behandeling')
  return id
}

describe('the payment of an invoice', () => {
  it('pays out exactly its commissions; a returned payment reopens them until it is paid again', async () => {
    const { user, partner } = await world.invoicedAgent()
    const one = await world.ready(user.id)
    const two = await world.ready(user.id, { saleDate: '2026-10-13', agentCommission: 60 })
    const later = await world.ready(user.id, { saleDate: '2026-11-02', agentCommission: 40 })
    const id = await issued(partner)
    const invoiced = { earned: 200, adjusted: 0, payroll: 0, invoiced: 160, open: 40 }
    // The commissions count as invoiced in the month of issue, whether or not the invoice is paid.
    expect(await world.monthOf(user.id)).toEqual(invoiced)
    expect(await statuses([one, two, later])).toEqual([WAITS, WAITS, WAITS])
    await world.stepped(id, 'betaald')
    expect(await statuses([one, two, later])).toEqual(['uitbetaald', 'uitbetaald', WAITS])
    expect(await world.held(id)).toMatchObject([
      { commissionId: one, lineOrder: 1, amount: 100, state: 'paid' },
      { commissionId: two, lineOrder: 2, amount: 60, state: 'paid' },
    ])
    const { version, updatedAt, mails, ...before } = await world.invoice(id)

    await world.stepped(id, 'in_behandeling')
    expect(await statuses([one, two, later])).toEqual([WAITS, WAITS, WAITS])
    expect((await world.held(id)).map(({ state }) => state)).toEqual(['open', 'open'])
    expect(await world.monthOf(user.id)).toEqual(invoiced)
    // The commission stays on its invoice, so that nothing else pays it meanwhile.
    expect((await world.ran(partner)).run).toMatchObject({ created: 0, leftOut: 2 })
    expect(await world.byHand(one)).toEqual([409, expect.any(String)])
    await world.activate(partner, false)
    expect(await world.byHand(one)).toEqual([409, expect.stringContaining('staat op factuur')])
    await world.activate(partner, true)

    await world.stepped(id, 'betaald')
    expect(await statuses([one, two, later])).toEqual(['uitbetaald', 'uitbetaald', WAITS])
    expect(await world.invoice(id)).toMatchObject(before)
    expect(await world.monthOf(user.id)).toEqual(invoiced)
    expect(await world.wrong()).toBe(0)
  })

  it('pays a sale out when each of its payees was paid, by the same run or a later one', async () => {
    const [agents, callers] = [await world.invoicedAgent(), await world.invoicedAgent()]
    const sale = await world.ready(agents.user.id, { callerId: callers.user.id, callerCommission: 25 })
    const first = await issued(callers.partner)
    await world.stepped(first, 'betaald')
    expect(await world.statusOf(sale)).toBe(WAITS)
    const second = await issued(agents.partner)
    await world.stepped(second, 'betaald')
    expect(await world.statusOf(sale)).toBe('uitbetaald')
    await world.stepped(first, 'in_behandeling')
    expect(await world.statusOf(sale)).toBe(WAITS)
    await world.stepped(first, 'betaald')
    expect(await world.statusOf(sale)).toBe('uitbetaald')
  })

  it('pays a sale out whose other payee is on payroll, whichever comes first', async () => {
    for (const isHandFirst of [true, false]) {
      const [{ user, partner }, salaried] = [await world.invoicedAgent(), await world.agent()]
      const sale = await world.ready(user.id, { callerId: salaried.id, callerCommission: 25 })
      const byHand = async () => expect(await world.byHand(sale)).toEqual([200, null])
      const byInvoice = async () => world.stepped(await issued(partner), 'betaald')
      await (isHandFirst ? byHand() : byInvoice())
      expect(await world.statusOf(sale)).toBe(WAITS)
      await (isHandFirst ? byInvoice() : byHand())
      expect(await world.statusOf(sale)).toBe('uitbetaald')
      expect(await world.monthOf(user.id)).toMatchObject({ payroll: 0, invoiced: 100, open: 0 })
      expect(await world.monthOf(salaried.id)).toMatchObject({ payroll: 25, invoiced: 0, open: 0 })
      expect(await world.invoicedBy(partner)).toEqual([])
    }
  })

  /** Makes an invoice of a commission for a partner who owes us € 121,00, by a credit note for a paid invoice. */
  async function owing() {
    const { user, partner } = await world.invoicedAgent()
    const typed = await world.sent(partner)
    await world.put(typed.id, 'betaald')
    await world.put(await world.creditNote(typed.id), 'in_behandeling')
    const commission = await world.ready(user.id)
    return { partner, commission, id: await issued(partner) }
  }

  it('pays out also by set-off with a credit note of its partner', async () => {
    const { commission, id } = await owing()
    await world.put(id, 'betaald', { byCreditNotes: true })
    await world.delivered(id, 'invoice-commissions')
    expect(await world.statusOf(commission)).toBe('uitbetaald')
  })

  it('pays out also when a payment file nets all of it', async () => {
    const { partner, commission, id } = await owing()
    const invoiceIds = [id, (await world.sent(partner)).id]
    const { netted } = await world.bill('POST', '/payment-files', { invoiceIds, executionDate: '2026-11-24' })
    expect([netted, (await world.invoice(id)).status]).toMatchObject([[{ amount: 121 }], 'betaald'])
    await world.delivered(id, 'invoice-commissions')
    expect(await world.statusOf(commission)).toBe('uitbetaald')
  })

  it('that bounces in a later month leaves both months as they were', async () => {
    const [{ user, partner }, salaried] = [await world.invoicedAgent(), await world.agent()]
    const sale = await world.ready(user.id, { callerId: salaried.id, callerCommission: 25 })
    await world.correct(salaried.id, -7)
    const id = await issued(partner)
    await world.stepped(id, 'betaald')
    expect(await world.byHand(sale)).toEqual([200, null])
    const months = async (of: string) => [await world.monthOf(user.id, of), await world.monthOf(salaried.id, of)]
    const november = await months('2026-11')
    expect(november).toEqual([
      { earned: 100, adjusted: 0, payroll: 0, invoiced: 100, open: 0 },
      { earned: 25, adjusted: -7, payroll: 18, invoiced: 0, open: 0 },
    ])

    await world.travel('2026-12-03T09:00:00Z')
    await world.stepped(id, 'in_behandeling')
    expect(await world.statusOf(sale)).toBe(WAITS)
    const nothing = { earned: 0, adjusted: 0, payroll: 0, invoiced: 0, open: 0 }
    expect([await months('2026-11'), await months('2026-12')]).toEqual([november, [nothing, nothing]])
    // Payroll already paid the caller: neither payment by hand nor an invoice of a new partner pays the caller again.
    expect(await world.byHand(sale)).toEqual([409, expect.stringContaining('factuur')])
    expect(await world.invoicedBy(await world.partnerOf(salaried.id))).toEqual([])
    await world.stepped(id, 'betaald')
    expect(await world.statusOf(sale)).toBe('uitbetaald')
    expect([await months('2026-11'), await months('2026-12')]).toEqual([november, [nothing, nothing]])
    await world.travel('2026-11-23T09:00:00Z')
  })
})

describe('what an invoice holds', () => {
  it('is not paid by hand, in bulk or by its sale, and an item paid by hand is on no invoice', async () => {
    const { user, partner } = await world.invoicedAgent()
    const commission = await world.ready(user.id)
    const salaried = await world.ready(user.id, { saleDate: '2026-10-13', agentCommission: 20 })
    await world.activate(partner, false)
    expect(await world.byHand(salaried)).toEqual([200, null])
    await world.activate(partner, true)
    const [id = ''] = await world.invoicedBy(partner)
    expect(await world.linesOf(id)).toEqual([100])
    const { invoiceNumber } = await world.invoice(id)
    await world.activate(partner, false)

    const refusal = expect.stringContaining(
      `Deze commissie staat op factuur ${invoiceNumber} en wordt daarmee uitbetaald.`,
    )
    const sale = `/api/sales/${commission.slice(5)}`
    expect(await world.byHand(commission)).toEqual([409, refusal])
    expect(await world.attempt('PATCH', `${sale}/status`, { status: 'uitbetaald' })).toEqual([409, refusal])
    const body = { ids: [commission], expectedStatus: WAITS }
    const run = await world.done('admin', 'POST', '/api/commissions/advance', body)
    await world.delivered(run.id)
    expect(await world.done('admin', 'GET', `/api/commissions/advance/${run.id}/results`)).toMatchObject([
      { outcome: 'failed', message: refusal },
    ])
    const onInvoice = expect.stringContaining(`staat op factuur ${invoiceNumber}`)
    expect(await world.attempt('PATCH', sale, { agentId: (await world.agent()).id })).toEqual([409, onInvoice])
    expect(await world.attempt('PATCH', `/api/commissions/${commission}`, { status: 'nieuw' })).toEqual([
      409,
      onInvoice,
    ])
    expect(await world.monthOf(user.id)).toMatchObject({ payroll: 20, invoiced: 0, open: 100 })
  })

  it('is paid to nobody else after its commission is emptied, moved and restored', async () => {
    const { user, partner } = await world.invoicedAgent()
    const next = await world.invoicedAgent()
    const commission = await world.ready(user.id)
    const id = await issued(partner)
    const sale = `/api/sales/${commission.slice(5)}`
    const [emptied] = await world.attempt('PATCH', `/api/commissions/${commission}`, { agentCommission: 0 })
    const [moved] = await world.attempt('PATCH', sale, { agentId: next.user.id })
    expect([emptied, moved]).toEqual([409, 409])
    expect(await world.invoicedBy(next.partner)).toEqual([])
    await world.stepped(id, 'betaald')
    expect(await world.monthOf(user.id)).toMatchObject({ earned: 100, invoiced: 100, open: 0 })
    expect(await world.monthOf(next.user.id)).toMatchObject({ earned: 0, invoiced: 0, open: 0 })
  })
})

describe('what is paid by hand', () => {
  it('is paid once with the amount that is set at the same time', async () => {
    await world.rate({ role: 'caller', defaultRate: 25, validFrom: '2026-01-01' })
    const { user, commission } = await world.fee()
    const less = { agentCommission: 0, callerCommission: 15, reason: 'Opgezegd' }
    expect(await world.byHand(commission, less)).toEqual([200, null])
    expect(await world.monthOf(user.id)).toEqual({ earned: 40, adjusted: -25, payroll: 15, invoiced: 0, open: 0 })
    expect(await world.invoicedBy(await world.partnerOf(user.id))).toEqual([])
  })
})
