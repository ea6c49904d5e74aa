import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommissionWorld, commissionWorld } from '../../testing/commissions.ts'
import { deliverOutbox } from '../../testing/outbox.ts'
import { saleForm } from '../../testing/sales.ts'
import { agreementForm, partnerForm, settingsForm } from '../../testing/self-billing.ts'

let world: CommissionWorld
let partner: string
let callersPartner: string
let as: string
beforeAll(async () => {
  world = await commissionWorld()
  as = await world.world.session(world.people.admin)
  await done('PUT', '/settings', settingsForm())
  partner = await partnerOf(world.people.agent.id)
  callersPartner = await partnerOf(world.people.other.id, { name: 'Ander Advies', vatSchemes: [{ scheme: 'kor' }] })
})
afterAll(() => world.stop())

const call = (method: string, path: string, body?: object) =>
  world.call('admin', method, `/api/self-billing${path}`, body)
const done = (method: string, path: string, body?: object) =>
  world.done('admin', method, `/api/self-billing${path}`, body)
async function partnerOf(assignedAgentId: string, form: object = {}): Promise<string> {
  const { id } = await done('POST', '/partners', partnerForm({ assignedAgentId, ...form }))
  await world.world.call('PUT', `/api/self-billing/partners/${id}/agreement`, { as, ...agreementForm() })
  return id
}
const month = { from: '2026-10-01', to: '2026-10-31' }
async function ready(amount: number, form: object = {}): Promise<string> {
  const id = await world.sale(saleForm({ agentId: world.people.agent.id, saleDate: '2026-10-12', ...form }), {
    agentCommission: amount,
  })
  await world.step(id, 'klaar_voor_uitbetaling')
  return id
}
async function run(body: object = {}) {
  const { id } = await done('POST', '/monthly-runs', { partnerIds: [partner], ...month, ...body })
  await deliverOutbox(id)
  return { run: await done('GET', `/monthly-runs/${id}`), results: await done('GET', `/monthly-runs/${id}/results`) }
}
/** The lines of the invoice that a run makes. */
async function linesOf(body: object) {
  const { results } = await run(body)
  const { invoiceId } = results.find(({ outcome }: { outcome: string }) => outcome === 'created')
  return (await done('GET', `/invoices/${invoiceId}`)).lines
}
const statement = (userId: string, of: string) =>
  world.done('admin', 'GET', `/api/commissions/statement?userId=${userId}&month=${of}`)
const statusOf = async (id: string) => (await world.seen('admin', id))?.status
const step = (id: string, status: string) => done('PATCH', `/invoices/${id}/status`, { status })
/** Puts an invoice at a status; what follows on it is done. */
async function stepped(id: string, status: string): Promise<void> {
  await step(id, status)
  await deliverOutbox(id)
}

/** Credits all of an invoice, with what follows for its commissions. */
async function creditedWhole(invoiceId: string): Promise<void> {
  const note = await done('POST', `/invoices/${invoiceId}/credit-notes`, {})
  await step(note.id, 'in_behandeling')
  await deliverOutbox(invoiceId)
}

describe('a monthly run', () => {
  it('shows what it would make, makes that, and makes nothing of it a second time', async () => {
    const [one, two] = [await ready(100, { saleDate: '2026-10-05' }), await ready(50.5, { saleDate: '2026-10-12' })]
    const early = await world.sale({ saleDate: '2026-10-20' }, { agentCommission: 70 })
    await ready(80, { saleDate: '2026-11-02' })
    const correction = { userId: world.people.agent.id, amount: -20, reason: 'Teveel betaald' }
    await world.done('admin', 'POST', '/api/commissions/adjustments', correction)

    const wanted = { partnerIds: [partner, callersPartner], from: '2026-10-01', to: '2026-10-31' }
    const preview = await done('POST', '/monthly-runs/preview', wanted)
    // The correction was noted in November: the next run nets it, whatever its period.
    expect(preview).toMatchObject({ count: 1, totalAmount: 157.91 })
    expect(preview.partners).toMatchObject([
      {
        person: { firstName: 'Bo' },
        invoices: [
          {
            ...{ amount: 130.5, vatAmount: 27.41, totalAmount: 157.91 },
            lines: [{ amount: 100 }, { amount: 50.5 }, { amount: -20 }],
          },
        ],
        leftOut: [{ reason: 'Status is Nieuw' }],
      },
      { invoices: [], leftOut: [{ reason: 'In deze periode is niets klaar voor uitbetaling' }] },
    ])

    const made = await run({ to: '2026-11-23', partnerIds: [partner] })
    expect(made.run).toMatchObject({ state: 'done', total: 1, handled: 1, created: 1, leftOut: 1, failed: 0 })
    const created = made.results.find(({ outcome }: { outcome: string }) => outcome === 'created')
    const invoice = await done('GET', `/invoices/${created.invoiceId}`)
    expect(invoice).toMatchObject({
      ...{
        status: 'concept',
        supplyFrom: '2026-10-01',
        supplyTo: '2026-11-23',
        amount: 210.5,
        invoiceDate: '2026-11-23',
      },
      lines: [
        { totalPrice: 100 },
        { totalPrice: 50.5 },
        { totalPrice: 80 },
        { quantity: -1, unitPrice: 20, totalPrice: -20 },
      ],
    })
    const again = await run({ to: '2026-11-23' })
    expect(again.run).toMatchObject({ created: 0, leftOut: 5 })
    expect(again.results[0].leftOut[0].reason).toBe(`Staat al op factuur ${invoice.invoiceNumber}`)

    const lines = [{ description: 'Anders', quantity: 1, unitPrice: 1, vatRate: 21 }]
    expect((await call('PATCH', `/invoices/${invoice.id}`, { lines })).status).toBe(409)
    const terms = { invoiceDate: '2026-11-22', has48HourDiscount: true }
    expect(await done('PATCH', `/invoices/${invoice.id}`, terms)).toMatchObject({ ...terms, dueDate: '2026-11-24' })

    // Cancelled, it gives them back.
    await step(invoice.id, 'cancelled')
    expect((await run({ to: '2026-11-23' })).run).toMatchObject({ created: 1 })
    expect(await Promise.all([one, two, early].map(statusOf))).toEqual([
      'klaar_voor_uitbetaling',
      'klaar_voor_uitbetaling',
      'nieuw',
    ])
  })

  it('pays out with its invoice exactly what is on it, and takes that back with it', async () => {
    const september = { from: '2026-09-01', to: '2026-09-30' }
    const saleDate = '2026-09-15'
    const [one, two] = [await ready(100, { saleDate }), await ready(60, { saleDate: '2026-09-16' })]
    const other = await ready(40, { saleDate: '2026-08-15' })
    const { results } = await run(september)
    const { invoiceId } = results[0]
    await stepped(invoiceId, 'in_behandeling')
    await stepped(invoiceId, 'betaald')
    const statuses = () => Promise.all([one, two, other].map(statusOf))
    expect(await statuses()).toEqual(['uitbetaald', 'uitbetaald', 'klaar_voor_uitbetaling'])
    const { commissions } = await done('GET', `/invoices/${invoiceId}/commissions`)
    expect(commissions).toEqual([
      { id: one, lineOrder: 1, amount: 100, state: 'paid', message: null },
      { id: two, lineOrder: 2, amount: 60, state: 'paid', message: null },
    ])
    const paidOut = async () => {
      const path = `/api/commissions/statement?userId=${world.people.agent.id}&month=2026-11`
      return (await world.done('admin', 'GET', path)).byInvoice.paidTotal
    }
    expect(await paidOut()).toBe(160)
    // The same delivered again moves nothing.
    await deliverOutbox(invoiceId)
    await stepped(invoiceId, 'in_behandeling')
    await deliverOutbox(invoiceId)
    expect(await statuses()).toEqual(Array(3).fill('klaar_voor_uitbetaling'))
    expect(await paidOut()).toBe(0)
    await stepped(invoiceId, 'betaald')
    expect(await paidOut()).toBe(160)
  })

  it('invoices nothing twice, whatever runs beside it', async () => {
    const form = { saleDate: '2026-07-10' }
    await Promise.all(Array.from({ length: 3 }, () => ready(10, form)))
    const july = { from: '2026-07-01', to: '2026-07-31', partnerIds: [partner] }
    const started = await Promise.all([done('POST', '/monthly-runs', july), done('POST', '/monthly-runs', july)])
    await Promise.all([...started, ...started].map(({ id }) => deliverOutbox(id)))
    const runs = await Promise.all(started.map(({ id }) => done('GET', `/monthly-runs/${id}`)))
    expect(runs.map(({ state }) => state)).toEqual(['done', 'done'])
    expect(runs.reduce((sum, { created }) => sum + created, 0)).toBe(1)
  })

  it('invoices each of two payees of a sale their own part, and pays it out when both are paid', async () => {
    const { agent, other } = world.people
    const form = saleForm({ agentId: agent.id, callerId: other.id, saleDate: '2026-06-10' })
    const sale = await world.sale(form, { agentCommission: 100, callerCommission: 25 })
    await world.step(sale, 'klaar_voor_uitbetaling')
    const { results } = await run({ from: '2026-06-01', to: '2026-06-30', partnerIds: [partner, callersPartner] })
    const invoices = results.toSorted((one: { total: number }, two: { total: number }) => one.total - two.total)
    expect(invoices).toMatchObject([
      { partnerName: 'Ander Advies', total: 25 },
      { partnerName: 'Bos Energieadvies', total: 121 },
    ])
    const [callers, agents] = invoices.map(({ invoiceId }: { invoiceId: string }) => invoiceId)
    for (const id of [callers, agents]) await stepped(id, 'in_behandeling')
    await stepped(callers, 'betaald')
    expect(await statusOf(sale)).toBe('klaar_voor_uitbetaling')
    await stepped(agents, 'betaald')
    expect(await statusOf(sale)).toBe('uitbetaald')
    await stepped(callers, 'in_behandeling')
    expect(await statusOf(sale)).toBe('klaar_voor_uitbetaling')
  })

  it('pays a commission out only when whoever else is invoiced for it was paid too, though by a later run', async () => {
    const { agent, other } = world.people
    const form = saleForm({ agentId: agent.id, callerId: other.id, saleDate: '2026-05-10' })
    const sale = await world.sale(form, { agentCommission: 100, callerCommission: 25 })
    await world.step(sale, 'klaar_voor_uitbetaling')
    const may = { from: '2026-05-01', to: '2026-05-31' }
    for (const [partnerId, status] of [
      [partner, 'klaar_voor_uitbetaling'],
      [callersPartner, 'uitbetaald'],
    ] as const) {
      const { results } = await run({ ...may, partnerIds: [partnerId] })
      const { invoiceId } = results.find((result: { invoiceId: string | null }) => result.invoiceId !== null)
      for (const next of ['in_behandeling', 'betaald']) await stepped(invoiceId, next)
      expect(await statusOf(sale)).toBe(status)
    }
  })

  it('deals more lines than one invoice takes out so that none comes to less than nothing', async () => {
    const { dealt } = await import('./monthly-plan.ts')
    const line = (amount: number, index: number) => ({
      id: `${index}`,
      text: `${index}`,
      amount,
      against: null,
      isOutside: false,
      conditions: [],
      ...{ supplyDate: '2026-10-12', corrects: undefined, vatScheme: 'normaal' as const, vatRate: 21 as const },
    })
    const lines = [...Array(200).fill(10_000), ...Array(65).fill(-2_000), -5_000_000].map(line)
    const { invoices, over } = dealt(lines)
    expect(over.map(({ amount }) => amount)).toEqual([-5_000_000])
    expect(invoices.flat()).toHaveLength(265)
    for (const one of invoices) {
      expect(one.length).toBeLessThanOrEqual(40)
      expect(one.reduce((sum, { amount }) => sum + amount, 0)).toBeGreaterThan(0)
    }
  })

  it('keeps its commissions until its credit note is issued; then the next run has them', async () => {
    const may = { from: '2026-05-01', to: '2026-05-31' }
    await Promise.all([ready(30, { saleDate: '2026-05-10' }), ready(20, { saleDate: '2026-05-11' })])
    const { invoiceId } = (await run(may)).results[0]
    const commissions = async (id: string) => (await done('GET', `/invoices/${id}/commissions`)).commissions
    const before = await commissions(invoiceId)
    await stepped(invoiceId, 'in_behandeling')
    const credit = async () => (await done('POST', `/invoices/${invoiceId}/credit-notes`, {})).id
    const note = await credit()
    await step(note, 'cancelled')
    const last = await credit()
    expect([before.length, await commissions(invoiceId)]).toEqual([2, before])
    expect((await run(may)).run).toMatchObject({ created: 0 })

    await step(last, 'in_behandeling')
    await deliverOutbox(invoiceId)
    const other = (await run(may)).results[0].invoiceId
    expect([(await commissions(invoiceId)).length, (await commissions(other)).length]).toEqual([0, 2])
  })

  it('takes no commission that is meanwhile due to another', async () => {
    const { other, stranger } = world.people
    const onDay = (day: string) => ({ from: day, to: day })
    const given = (sale: string) => world.done('admin', 'PATCH', `/api/sales/${sale.slice(5)}`, { agentId: other.id })

    // A run that waits for its numbers meanwhile invoices neither what was given away, nor anything to another.
    const { takeLock } = await import('../platform/lock.ts')
    const meanwhile = async (saleDate: string, partnerId: string, happen: () => Promise<unknown>) => {
      const turn = await takeLock('invoice-numbers')
      const wanted = { partnerIds: [partnerId], ...onDay(saleDate) }
      const { id } = await done('POST', '/monthly-runs', wanted)
      const delivered = deliverOutbox(id)
      expect(await done('POST', '/monthly-runs/preview', wanted)).toMatchObject({ count: 1 })
      await happen()
      await turn?.release()
      await delivered
      return (await done('GET', `/monthly-runs/${id}`)).created
    }
    const sold = await ready(100, { saleDate: '2025-12-04' })
    expect(await meanwhile('2025-12-04', partner, () => given(sold))).toBe(0)
    const far = await partnerOf(stranger.id, { name: 'Ver BV' })
    await ready(100, { saleDate: '2025-12-05', agentId: stranger.id })
    const assign = () => done('PATCH', `/partners/${far}`, { assignedAgentId: other.id })
    expect(await meanwhile('2025-12-05', far, assign)).toBe(0)
  })

  it('does not pay out the commission of a line that was credited, before its payment or after, and credits none in part', async () => {
    const january = { from: '2026-01-01', to: '2026-01-31' }
    const [kept, taken] = [await ready(30, { saleDate: '2026-01-10' }), await ready(20, { saleDate: '2026-01-11' })]
    const { invoiceId } = (await run(january)).results[0]
    const statuses = () => Promise.all([kept, taken].map(statusOf))
    const credit = (lineOrder: number, quantity: number) =>
      call('POST', `/invoices/${invoiceId}/credit-notes`, { quantities: [{ lineOrder, quantity }] })
    const issued = async (lineOrder: number) => {
      const { body } = await credit(lineOrder, 1)
      await step(body.id, 'in_behandeling')
      await deliverOutbox(invoiceId)
      return body.id
    }
    const held = async () => (await done('GET', `/invoices/${invoiceId}/commissions`)).commissions
    await stepped(invoiceId, 'in_behandeling')
    expect(await credit(2, 0.5)).toMatchObject({
      status: 422,
      body: { message: 'Regel 2 is een commissie: die wordt geheel of niet gecrediteerd' },
    })
    await issued(2)
    expect(await held()).toMatchObject([{ id: kept, lineOrder: 1 }])
    await stepped(invoiceId, 'betaald')
    expect(await statuses()).toEqual(['uitbetaald', 'klaar_voor_uitbetaling'])

    // Credited after the payment it is to be paid again: the partner owes us what it was paid.
    const note = await issued(1)
    expect(await statuses()).toEqual(['klaar_voor_uitbetaling', 'klaar_voor_uitbetaling'])
    expect(await done('GET', `/invoices/${note}`)).toMatchObject({ status: 'in_behandeling', openAmount: -36.3 })
    const again = await run(january)
    expect(again.run).toMatchObject({ created: 1, leftOut: 0 })
    // The next invoice is settled with that: 60.50 less 36.30.
    const next = again.results.find(({ outcome }: { outcome: string }) => outcome === 'created').invoiceId
    await stepped(next, 'in_behandeling')
    const file = await done('POST', '/payment-files', { invoiceIds: [next], executionDate: '2026-11-24' })
    expect(file).toMatchObject({ total: 24.2, netted: [{ amount: 36.3 }] })
    expect(await done('GET', `/invoices/${note}`)).toMatchObject({ status: 'betaald', openAmount: 0 })
  })

  it('is as it was when a payment that was taken back by mistake is made again', async () => {
    const span = { from: '2025-12-21', to: '2025-12-23' }
    const sales = [await ready(30, { saleDate: '2025-12-21' }), await ready(20, { saleDate: '2025-12-22' })]
    const { invoiceId } = (await run(span)).results[0]
    const statuses = () => Promise.all(sales.map(statusOf))
    for (const status of ['in_behandeling', 'betaald']) await stepped(invoiceId, status)
    const { version, updatedAt, ...before } = await done('GET', `/invoices/${invoiceId}`)
    await stepped(invoiceId, 'in_behandeling')
    expect(await statuses()).toEqual(Array(2).fill('klaar_voor_uitbetaling'))
    expect((await run(span)).run).toMatchObject({ created: 0, leftOut: 2 })
    await stepped(invoiceId, 'betaald')
    expect(await statuses()).toEqual(Array(2).fill('uitbetaald'))
    expect(await done('GET', `/invoices/${invoiceId}`)).toMatchObject(before)
  })

  it('leaves nothing that an invoice pays out to be paid out by hand, and the other way round', async () => {
    const april = { from: '2026-04-01', to: '2026-04-30' }
    const [one, two] = [await ready(30, { saleDate: '2026-04-10' }), await ready(20, { saleDate: '2026-04-11' })]
    const { invoiceId, invoiceNumber } = (await run(april)).results[0]
    const byHand = (id: string) => world.call('admin', 'PATCH', `/api/commissions/${id}`, { status: 'uitbetaald' })
    const refusal = `Deze commissie staat op factuur ${invoiceNumber} en wordt daarmee uitbetaald.`
    const sale = await world.call('admin', 'PATCH', `/api/sales/${one.slice(5)}/status`, { status: 'uitbetaald' })
    for (const { status, body } of [await byHand(one), sale]) {
      expect([status, body.message]).toEqual([409, expect.stringContaining(refusal)])
    }
    const given = { agentId: world.people.other.id }
    const moved = await world.call('admin', 'PATCH', `/api/sales/${one.slice(5)}`, given)
    expect([moved.status, moved.body.message]).toEqual([
      409,
      expect.stringContaining(`staat op factuur ${invoiceNumber}`),
    ])
    const body = { ids: [one], expectedStatus: 'klaar_voor_uitbetaling' }
    const { id } = await world.done('admin', 'POST', '/api/commissions/advance', body)
    await deliverOutbox(id)
    expect(await world.done('admin', 'GET', `/api/commissions/advance/${id}/results`)).toMatchObject([
      { outcome: 'failed', message: expect.stringContaining(refusal) },
    ])

    // What the bank sends back is not paid.
    for (const status of ['in_behandeling', 'betaald', 'in_behandeling']) await stepped(invoiceId, status)
    expect(await Promise.all([one, two].map(statusOf))).toEqual(Array(2).fill('klaar_voor_uitbetaling'))

    // What a credit note took back may be paid out by hand.
    const february = { from: '2026-02-01', to: '2026-02-28' }
    const freed = await ready(15, { saleDate: '2026-02-10' })
    const { invoiceId: credited } = (await run(february)).results[0]
    await stepped(credited, 'in_behandeling')
    await creditedWhole(credited)
    await done('PATCH', `/partners/${partner}`, { isActive: false })
    expect((await byHand(freed)).status).toBe(200)
    await done('PATCH', `/partners/${partner}`, { isActive: true })
  })

  it('pays nobody twice for an appointment that became a sale, and takes nothing from them when the sale is rejected', async () => {
    const { caller } = world.people
    await world.rate({ role: 'caller', defaultRate: 25, validFrom: '2026-01-01' })
    const held = [await world.held(), await world.held(), await world.held()]
    await world.done('admin', 'PUT', `/api/users/${caller.id}`, { role: 'agent', phone: '0475 300000' })
    const theirs = {
      from: '2026-11-20',
      to: '2026-11-22',
      partnerIds: [await partnerOf(caller.id, { name: 'Kuiper' })],
    }
    const standing = async (id: string) => {
      const { byInvoice } = await world.done(
        'admin',
        'GET',
        `/api/commissions/statement?userId=${caller.id}&month=2026-11`,
      )
      return [(await statusOf(`lead-${id}`)) ?? null, byInvoice.paidTotal, byInvoice.adjustedTotal]
    }
    const sell = async (appointmentId: string): Promise<string> =>
      (await world.done('admin', 'POST', '/api/sales', saleForm({ appointmentId, agentId: world.people.agent.id }))).id
    const rejection = { status: 'rejected', rejectionReason: 'Onjuist' }
    const reject = async (saleId: string, appointmentId: string) => {
      await world.done('admin', 'PATCH', `/api/sales/${saleId}/status`, rejection)
      await deliverOutbox(appointmentId)
    }
    const invoicedFee = async (id: string): Promise<string> => {
      await world.step(`lead-${id}`, 'klaar_voor_uitbetaling')
      const { invoiceId } = (await run(theirs)).results.find((one: { invoiceId?: string }) => one.invoiceId)
      await stepped(invoiceId, 'in_behandeling')
      return invoiceId
    }

    // Sold while it waits on an invoice: what that pays is taken back, and owed again with the rejection.
    const [first = '', second = '', third = ''] = held
    const one = await invoicedFee(first)
    const sale = await sell(first)
    expect(await standing(first)).toEqual([null, 0, 0])
    await stepped(one, 'betaald')
    expect(await standing(first)).toEqual([null, 25, -25])
    expect((await done('GET', `/invoices/${one}/commissions`)).commissions).toMatchObject([
      { state: 'paid', message: expect.stringContaining('met een correctie teruggenomen') },
    ])
    await stepped(one, 'in_behandeling')
    expect(await standing(first)).toEqual([null, 0, 0])
    await stepped(one, 'betaald')
    await reject(sale, first)
    expect(await standing(first)).toEqual(['uitbetaald', 25, 0])
    await stepped(one, 'in_behandeling')
    expect(await standing(first)).toEqual(['klaar_voor_uitbetaling', 0, 0])
    await stepped(one, 'betaald')

    // Sold after it was paid, which the bank sends back, and sold once more.
    const again = await sell(first)
    expect(await standing(first)).toEqual([null, 25, -25])
    await stepped(one, 'in_behandeling')
    expect(await standing(first)).toEqual([null, 0, 0])
    await reject(again, first)
    await stepped(one, 'betaald')
    expect(await standing(first)).toEqual(['uitbetaald', 25, 0])

    // Rejected before its invoice is paid: it is as it was, and is paid with that.
    const two = await invoicedFee(second)
    await reject(await sell(second), second)
    expect(await standing(second)).toEqual(['klaar_voor_uitbetaling', 25, 0])
    await stepped(two, 'betaald')
    expect(await standing(second)).toEqual(['uitbetaald', 50, 0])

    // Credited meanwhile: another invoice may have it.
    const three = await invoicedFee(third)
    const last = await sell(third)
    await creditedWhole(three)
    await reject(last, third)
    expect(await standing(third)).toEqual(['klaar_voor_uitbetaling', 50, 0])
    const four = await invoicedFee(third)
    await stepped(four, 'betaald')
    expect(await standing(third)).toEqual(['uitbetaald', 75, 0])
    expect(await world.wrong()).toBe(0)

    // What an invoice holds of a sale is credited before that goes back to be rejected.
    const sold = await ready(10, { saleDate: '2026-03-20' })
    const { invoiceNumber } = (await run({ from: '2026-03-20', to: '2026-03-20' })).results[0]
    const refused = await world.call('admin', 'PATCH', `/api/commissions/${sold}`, { status: 'nieuw' })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining(`staat op factuur ${invoiceNumber}`),
    ])
  })

  it('leaves a closed month and who was paid otherwise as they were when a payment bounces in a later one', async () => {
    const { agent, elsewhere } = world.people
    const paidTo = async (userId: string, of: string) => {
      const { paidTotal, adjustedTotal, carriedIn } = await statement(userId, of)
      return [paidTotal, adjustedTotal, carriedIn]
    }
    const invoicedTo = async (of: string) => {
      const { byInvoice } = await statement(agent.id, of)
      return [byInvoice.paidTotal, byInvoice.adjustedTotal]
    }
    const form = saleForm({ agentId: agent.id, callerId: elsewhere.id, saleDate: '2026-01-25' })
    const sale = await world.sale(form, { agentCommission: 100, callerCommission: 25 })
    await world.step(sale, 'klaar_voor_uitbetaling')
    const noted = (userId: string, reason: string) =>
      world.done('admin', 'POST', '/api/commissions/adjustments', { userId, amount: -7, reason })
    await noted(elsewhere.id, 'Van de loonstrook')
    const { invoiceId, invoiceNumber } = (await run({ from: '2026-01-25', to: '2026-01-25' })).results[0]
    await noted(agent.id, 'Vergeten')
    for (const status of ['in_behandeling', 'betaald']) await stepped(invoiceId, status)
    const before = await invoicedTo('2026-11')
    expect(await paidTo(elsewhere.id, '2026-11')).toEqual([25, -7, 0])

    await world.travel('2026-12-03T09:00:00Z')
    as = await world.world.session(world.people.admin)
    await stepped(invoiceId, 'in_behandeling')
    expect(await statusOf(sale)).toBe('klaar_voor_uitbetaling')
    expect([await invoicedTo('2026-11'), await paidTo(elsewhere.id, '2026-11')]).toEqual([before, [25, -7, 0]])
    expect(await invoicedTo('2026-12')).toEqual([0, -100])
    const reason = `Factuur ${invoiceNumber} is toch niet betaald: de uitbetaling van 23-11-2026 is teruggenomen`
    expect((await statement(agent.id, '2026-12')).byInvoice.adjustments).toMatchObject([{ amount: -100, reason }])
    // No invoice nets that, as none had said that it was paid.
    const wish = { partnerIds: [partner], from: '2026-12-01', to: '2026-12-31' }
    const { partners } = await done('POST', '/monthly-runs/preview', wish)
    expect(JSON.stringify(partners)).not.toContain('teruggenomen')

    // What was corrected in November and is on no invoice is netted by the next run, once.
    await ready(50, { saleDate: '2026-12-02' })
    const next = await run({ from: '2026-12-01', to: '2026-12-31' })
    const { lines } = await done('GET', `/invoices/${next.results[0].invoiceId}`)
    expect(lines).toMatchObject([
      { totalPrice: 50 },
      { totalPrice: -7, description: expect.stringContaining('Vergeten') },
    ])
    expect((await run({ from: '2026-12-01', to: '2026-12-31' })).run).toMatchObject({ created: 0, leftOut: 1 })

    // A partner of whoever has been paid changes nothing about what was paid.
    const own = await partnerOf(elsewhere.id, { name: 'Later BV' })
    const theirs = await done('POST', '/monthly-runs/preview', { ...wish, partnerIds: [own], from: '2026-01-25' })
    expect(JSON.stringify(theirs)).toContain('Is al uitbetaald')
    const since = await done('POST', '/monthly-runs/preview', { ...wish, partnerIds: [own] })
    expect(JSON.stringify(since)).not.toContain('Van de loonstrook')
    await stepped(invoiceId, 'betaald')
    expect(await statusOf(sale)).toBe('uitbetaald')
    expect(await invoicedTo('2026-12')).toEqual([100, -100])
    expect(await paidTo(elsewhere.id, '2026-12')).toEqual([0, 0, 0])

    // Back in the month of its payment that goes, and is taken back whoever has got a partner since.
    await stepped(invoiceId, 'in_behandeling')
    expect(await statusOf(sale)).toBe('klaar_voor_uitbetaling')
    expect(await invoicedTo('2026-12')).toEqual([0, -100])
    expect(await world.wrong()).toBe(0)
  })

  it('takes back what payroll paid with the next invoice of who has a partner since, and with no other', async () => {
    const { admin, agent } = world.people
    await world.travel('2026-11-24T09:00:00Z')
    as = await world.world.session(admin)
    const payee = await world.joined({ role: 'teamleader', teamId: 2 })
    const day = { from: '2026-11-24', to: '2026-11-24' }
    const saleDate = day.from
    const form = saleForm({ agentId: agent.id, callerId: payee.id, saleDate })
    const sale = await world.sale(form, { agentCommission: 100, callerCommission: 25 })
    await world.step(sale, 'klaar_voor_uitbetaling')
    const { invoiceId } = (await run(day)).results[0]
    for (const status of ['in_behandeling', 'betaald']) await stepped(invoiceId, status)
    expect(await statusOf(sale)).toBe('uitbetaald')

    await world.travel('2026-12-10T09:00:00Z')
    as = await world.world.session(admin)
    const own = await partnerOf(payee.id, { name: 'Sindsdien BV' })
    await stepped(invoiceId, 'in_behandeling')
    await creditedWhole(invoiceId)
    await world.step(sale, 'nieuw')
    const rejection = { status: 'rejected', rejectionReason: 'Onjuist' }
    await world.done('admin', 'PATCH', `/api/sales/${sale.slice(5)}/status`, rejection)
    expect(await statement(payee.id, '2026-12')).toMatchObject({
      ...{ paidTotal: 0, adjustedTotal: 0, payable: 0, carriedOut: 0 },
      byInvoice: { paidTotal: 0, adjustments: [{ amount: -25, invoiceNumber: null, isOpen: true }] },
    })

    await ready(60, { agentId: payee.id, saleDate: '2026-12-09' })
    const december = { from: '2026-12-01', to: '2026-12-31', partnerIds: [own] }
    expect(await linesOf(december)).toMatchObject([
      { totalPrice: 60 },
      { totalPrice: -25, description: expect.stringContaining('De sale is afgekeurd') },
    ])
    expect((await statement(payee.id, '2026-12')).byInvoice.adjustments).toMatchObject([
      { invoiceNumber: expect.stringMatching(/^YDS-2026-/), isOpen: false },
    ])
    await ready(70, { agentId: payee.id, saleDate: '2026-12-10' })
    // Beside what it leaves out, as that is on the invoice before.
    expect(await linesOf(december)).toMatchObject([{ totalPrice: 70 }])
    // What the invoice of another paid and did not, is on no invoice.
    const theirs = await done('POST', '/monthly-runs/preview', { ...december, partnerIds: [partner] })
    expect(JSON.stringify(theirs)).not.toContain('teruggenomen')
  })

  describe('of somebody who goes from payroll to a partner, or back', () => {
    const at = async (day: string) => {
      await world.travel(`${day}T09:00:00Z`)
      as = await world.world.session(world.people.admin)
    }
    const joined = () => world.joined({ role: 'teamleader', teamId: 2 })
    const noted = (userId: string, amount: number) =>
      world.done('admin', 'POST', '/api/commissions/adjustments', { userId, amount, reason: 'Opgezegd' })
    /** A partner of theirs, from now on. */
    async function partnered(userId: string, name: string): Promise<string> {
      const id = await partnerOf(userId, { name })
      await deliverOutbox(userId)
      return id
    }
    async function changed(id: string, change: object, userId: string): Promise<void> {
      await done('PATCH', `/partners/${id}`, change)
      await deliverOutbox(userId)
    }
    const openOf = async (userId: string, of: string) => {
      const { payable, carriedOut, byInvoice } = await statement(userId, of)
      const open = byInvoice.adjustments.filter(({ isOpen }: { isOpen: boolean }) => isOpen)
      return [payable, carriedOut, open.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)]
    }

    it('nets a correction by what they are paid by on its day: never by both', async () => {
      await at('2026-12-05')
      const payee = await joined()
      await world.step(await ready(500, { agentId: payee.id, saleDate: '2026-12-01' }), 'uitbetaald')
      await at('2026-12-15')
      const own = await partnered(payee.id, 'Halverwege BV')
      await noted(payee.id, -100)
      expect(await openOf(payee.id, '2026-12')).toEqual([500, 0, -100])
      await ready(1000, { agentId: payee.id, saleDate: '2026-12-14' })
      const december = { from: '2026-12-01', to: '2026-12-31', partnerIds: [own] }
      expect(await linesOf(december)).toMatchObject([{ totalPrice: 1000 }, { totalPrice: -100 }])
      expect(await openOf(payee.id, '2026-12')).toEqual([500, 0, 0])

      // Once, also when a renewed agreement says that there was one all along.
      await world.world.call('PUT', `/api/self-billing/partners/${own}/agreement`, {
        as,
        ...agreementForm({ date: '2026-01-01' }),
      })
      await deliverOutbox(payee.id)
      await ready(1, { agentId: payee.id, saleDate: '2026-12-13' })
      expect(await linesOf(december)).toMatchObject([{ totalPrice: 1 }])
    })

    it('carries what payroll cannot net any more over to their invoices, once, and leaves a month that was paid as it was', async () => {
      await at('2027-01-10')
      const payee = await joined()
      await world.step(await ready(60, { agentId: payee.id, saleDate: '2027-01-02' }), 'uitbetaald')
      await noted(payee.id, -100)
      expect(await openOf(payee.id, '2027-01')).toEqual([0, -40, 0])
      await at('2027-02-15')
      const own = await partnered(payee.id, 'Voortaan BV')
      await Promise.allSettled([deliverOutbox(payee.id), deliverOutbox(payee.id)])
      expect(await openOf(payee.id, '2027-01')).toEqual([0, -40, 0])
      expect(await openOf(payee.id, '2027-02')).toEqual([0, 0, -40])
      expect((await statement(payee.id, '2027-02')).adjustments).toMatchObject([
        { amount: 40, reason: 'Overgebracht naar de facturen' },
      ])
      await ready(300, { agentId: payee.id, saleDate: '2027-02-14' })
      const february = { from: '2027-02-01', to: '2027-02-28', partnerIds: [own] }
      expect(await linesOf(february)).toMatchObject([
        { totalPrice: 300 },
        { totalPrice: -40, description: expect.stringContaining('Overgebracht uit het commissieoverzicht') },
      ])
      expect(await world.wrong()).toBe(0)
    })

    it('carries what no invoice has over to payroll, and back again with them', async () => {
      await at('2027-03-05')
      const payee = await joined()
      const own = await partnered(payee.id, 'Heen en Terug BV')
      await noted(payee.id, -100)
      await changed(own, { isActive: false }, payee.id)
      expect(await openOf(payee.id, '2027-03')).toEqual([0, -100, 0])
      await world.step(await ready(70, { agentId: payee.id, saleDate: '2027-03-02' }), 'uitbetaald')
      expect(await openOf(payee.id, '2027-03')).toEqual([0, -30, 0])
      await at('2027-04-06')
      await changed(own, { isActive: true }, payee.id)
      expect(await openOf(payee.id, '2027-04')).toEqual([0, 0, -30])
      await ready(200, { agentId: payee.id, saleDate: '2027-04-02' })
      const { results } = await run({ from: '2027-04-01', to: '2027-04-30', partnerIds: [own] })
      const { invoiceId } = results[0]
      expect(await done('GET', `/invoices/${invoiceId}`)).toMatchObject({ amount: 170 })

      // An invoice of then that is cancelled, when they are on payroll, leaves what it was to net to that.
      await done('PATCH', `/partners/${own}`, { assignedAgentId: null })
      await deliverOutbox(payee.id)
      expect(await openOf(payee.id, '2027-04')).toEqual([0, 0, 0])
      await step(invoiceId, 'cancelled')
      await deliverOutbox(payee.id)
      expect(await openOf(payee.id, '2027-04')).toEqual([0, -30, 0])
      expect(await world.wrong()).toBe(0)
    })

    it('takes back what an invoice paid and was sent back beside their pay, though they are on payroll by then', async () => {
      await at('2027-05-03')
      const payee = await joined()
      const own = await partnered(payee.id, 'Toch Niet BV')
      await ready(80, { agentId: payee.id, saleDate: '2027-05-02' })
      const { results } = await run({ from: '2027-05-01', to: '2027-05-31', partnerIds: [own] })
      for (const status of ['in_behandeling', 'betaald']) await stepped(results[0].invoiceId, status)
      await at('2027-06-01')
      await changed(own, { assignedAgentId: null }, payee.id)
      await stepped(results[0].invoiceId, 'in_behandeling')
      expect(await statement(payee.id, '2027-06')).toMatchObject({
        ...{ adjustments: [], payable: 0, carriedOut: 0 },
        byInvoice: { adjustments: [{ amount: -80, invoiceNumber: null, isOpen: false }] },
      })
    })

    it('pays by the next company what was to be paid by the one before, and by no invoice of a month before that', async () => {
      await at('2027-08-05')
      const payee = await joined()
      const own = await partnered(payee.id, 'Eerste BV')
      await noted(payee.id, 200)
      await at('2027-09-04')
      await changed(own, { isActive: false }, payee.id)
      expect(await openOf(payee.id, '2027-09')).toEqual([200, 0, 0])
      expect((await statement(payee.id, '2027-09')).adjustments).toMatchObject([
        { amount: 200, reason: 'Overgebracht uit de facturen: Opgezegd' },
      ])
      expect((await statement(payee.id, '2027-08')).byInvoice.adjustments).toEqual([])
      await world.step(await ready(50, { agentId: payee.id, saleDate: '2027-09-01' }), 'uitbetaald')
      const next = await partnered(payee.id, 'Tweede BV')
      await deliverOutbox(payee.id)
      expect(await openOf(payee.id, '2027-09')).toEqual([50, 0, 200])
      await ready(1000, { agentId: payee.id, saleDate: '2027-08-20' })
      const august = { from: '2027-08-01', to: '2027-08-31', partnerIds: [next] }
      expect(await linesOf(august)).toMatchObject([{ totalPrice: 1000 }, { totalPrice: 200 }])
      // What payroll paid of it in a month that is over stays there.
      await noted(payee.id, 30)
      await changed(next, { isActive: false }, payee.id)
      await at('2027-10-03')
      await changed(next, { isActive: true }, payee.id)
      expect(await openOf(payee.id, '2027-09')).toEqual([80, 0, 0])
      expect(await openOf(payee.id, '2027-10')).toEqual([0, 0, 0])
    })

    it('nets by a run what payroll could not, though that came after its period', async () => {
      await at('2027-08-12')
      const payee = await joined()
      await noted(payee.id, -25)
      await ready(90, { agentId: payee.id, saleDate: '2027-08-11' })
      await at('2027-09-06')
      const own = await partnered(payee.id, 'Nadien BV')
      const august = { from: '2027-08-01', to: '2027-08-31', partnerIds: [own] }
      expect(await linesOf(august)).toMatchObject([{ totalPrice: 90 }, { totalPrice: -25 }])
      expect((await run(august)).results).toMatchObject([{ leftOut: [{ text: expect.stringContaining('Sale') }] }])
    })

    it('does not take again for an invoice what payroll paid of its commission meanwhile', async () => {
      await at('2027-10-05')
      const [one, two] = [await joined(), await joined()]
      const [first, second] = [await partnered(one.id, 'Een BV'), await partnered(two.id, 'Twee BV')]
      const form = saleForm({ agentId: world.people.agent.id, callerId: two.id, saleDate: '2027-10-04' })
      const sale = await world.sale({ ...form, agentId: one.id }, { agentCommission: 100, callerCommission: 25 })
      await world.step(sale, 'klaar_voor_uitbetaling')
      const october = { from: '2027-10-01', to: '2027-10-31' }
      const ofOne = (await run({ ...october, partnerIds: [first] })).results[0].invoiceId
      const ofTwo = (await run({ ...october, partnerIds: [second] })).results[0].invoiceId
      for (const id of [ofOne, ofTwo]) await stepped(id, 'in_behandeling')
      await creditedWhole(ofOne)
      await stepped(ofTwo, 'betaald')
      await changed(first, { isActive: false }, one.id)
      await world.step(sale, 'uitbetaald')
      expect(await openOf(one.id, '2027-10')).toEqual([100, 0, 0])
      await changed(first, { isActive: true }, one.id)
      // Paid by payroll it is on no invoice again, though the other's payment comes back.
      await stepped(ofTwo, 'in_behandeling')
      expect((await run({ ...october, partnerIds: [first] })).run).toMatchObject({ created: 0 })
    })

    it('is no more paid by a partner that is deleted', async () => {
      await at('2027-07-01')
      const payee = await joined()
      const own = await partnered(payee.id, 'Weg BV')
      await noted(payee.id, -15)
      await done('DELETE', `/partners/${own}`)
      await deliverOutbox(payee.id)
      expect(await openOf(payee.id, '2027-07')).toEqual([0, -15, 0])
    })
  })

  it('has as many lines as can be credited at once', async () => {
    await world.travel('2027-11-02T09:00:00Z')
    as = await world.world.session(world.people.admin)
    await world.sales(39, 'klaar_voor_uitbetaling')
    const day = { from: '2027-11-02', to: '2027-11-02' }
    await world.done('admin', 'POST', '/api/commissions/adjustments', {
      ...{ userId: world.people.agent.id, amount: -1, reason: 'Zo vol als het kan' },
    })
    const { invoiceId } = (await run(day)).results.find(({ outcome }: { outcome: string }) => outcome === 'created')
    expect((await done('GET', `/invoices/${invoiceId}`)).lines).toHaveLength(40)
    await stepped(invoiceId, 'in_behandeling')
    await creditedWhole(invoiceId)
    expect((await done('GET', `/invoices/${invoiceId}/commissions`)).commissions).toHaveLength(0)
  })

  it('is refused for partners and periods that there are not, and says whom it cannot invoice', async () => {
    const refused = async (body: object) =>
      (await call('POST', '/monthly-runs', { partnerIds: [partner], ...month, ...body })).status
    expect([
      await refused({ partnerIds: ['x'] }),
      await refused({ to: '2026-09-01' }),
      await refused({ to: '2028-01-01' }),
    ]).toEqual([422, 422, 422])
    const twin = await partnerOf(world.people.agent.id, { name: 'Tweede BV' })
    const nobodys = (await done('POST', '/partners', partnerForm({ name: 'Geen BV' }))).id
    const { partners } = await done('POST', '/monthly-runs/preview', { partnerIds: [partner, twin, nobodys], ...month })
    expect(partners.map(({ leftOut }: { leftOut: { reason: string }[] }) => leftOut[0]?.reason)).toEqual([
      'Bo Bakker is ook aan Tweede BV toegewezen: kies een van beide',
      'Bo Bakker is ook aan Bos Energieadvies toegewezen: kies een van beide',
      'Met deze partner is geen overeenkomst tot self-billing',
    ])
  })
})
