import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { meanwhile } from '../../testing/meanwhile.ts'
import { type MoneyWorld, moneyWorld } from '../../testing/money.ts'
import { saleForm } from '../../testing/sales.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await moneyWorld()
  await world.rate({ role: 'caller', defaultRate: 25, validFrom: '2026-01-01' })
})
afterAll(() => world.stop())

const follow = (invoice: string) => world.delivered(invoice, 'invoice-commissions')
async function invoiced(partner: string): Promise<string> {
  const [invoice = ''] = await world.invoicedBy(partner)
  await world.put(invoice, 'in_behandeling')
  return invoice
}

/** A credit note of the whole that is not issued yet. */
const credited = async (invoice: string): Promise<string> =>
  (await world.bill('POST', `/invoices/${invoice}/credit-notes`, {})).id

describe('what follows on an invoice that is paid', () => {
  it('pays nothing out when the payment is taken back meanwhile', async () => {
    const { user, partner } = await world.invoicedAgent()
    const commission = await world.ready(user.id)
    const invoice = await invoiced(partner)
    await world.put(invoice, 'betaald')
    await meanwhile(async () => {
      await world.put(invoice, 'in_behandeling')
      await follow(invoice)
    })
    await follow(invoice)
    expect(await world.statusOf(commission)).toBe('klaar_voor_uitbetaling')
  })

  it('pays a commission out whose other part is paid meanwhile', async () => {
    const [one, two] = [await world.invoicedAgent(), await world.invoicedAgent()]
    const commission = await world.ready(one.user.id, { callerId: two.user.id, callerCommission: 25 })
    const [first, second] = [await invoiced(one.partner), await invoiced(two.partner)]
    await world.put(first, 'betaald')
    await world.put(second, 'betaald')
    await meanwhile(() => follow(second))
    await follow(first)
    expect(await world.statusOf(commission)).toBe('uitbetaald')
  })

  it('keeps what somebody changed of the sale meanwhile', async () => {
    const { user, partner } = await world.invoicedAgent()
    const commission = await world.ready(user.id)
    const invoice = await invoiced(partner)
    await world.put(invoice, 'betaald')
    const sale = `/api/sales/${commission.slice(5)}`
    await meanwhile(() => world.done('admin', 'PATCH', sale, { customerName: 'Slagerij Jansen' }))
    await follow(invoice)
    const { customerName, status } = await world.done('admin', 'GET', sale)
    expect([customerName, status]).toEqual(['Slagerij Jansen', 'uitbetaald'])
  })

  it('pays nothing out that is credited meanwhile', async () => {
    const { user, partner } = await world.invoicedAgent()
    const commission = await world.ready(user.id)
    const invoice = await invoiced(partner)
    const note = await credited(invoice)
    await world.put(invoice, 'betaald')
    await meanwhile(() => world.put(note, 'in_behandeling'))
    await follow(invoice)
    expect(await world.statusOf(commission)).toBe('klaar_voor_uitbetaling')
    expect(await world.invoicedBy(partner)).toHaveLength(1)
  })
})

describe('what follows on a credit note', () => {
  it('brings a commission back to be paid out, once, also when that is delivered twice', async () => {
    const { user, partner } = await world.invoicedAgent()
    const commission = await world.ready(user.id)
    const invoice = await invoiced(partner)
    await world.put(invoice, 'betaald')
    await follow(invoice)
    const paid = await world.statusOf(commission)
    await world.put(await credited(invoice), 'in_behandeling')
    await meanwhile(() => follow(invoice))
    await follow(invoice)
    expect([paid, await world.statusOf(commission)]).toEqual(['uitbetaald', 'klaar_voor_uitbetaling'])
    expect(await world.invoicedBy(partner)).toHaveLength(1)
  })

  it('frees no commission that another invoice took meanwhile', async () => {
    const { user, partner } = await world.invoicedAgent()
    await world.ready(user.id)
    const invoice = await invoiced(partner)
    await world.put(await credited(invoice), 'in_behandeling')
    let made: string[] = []
    await meanwhile(async () => {
      await follow(invoice)
      made = await world.invoicedBy(partner)
    })
    await follow(invoice)
    expect(made).toHaveLength(1)
    expect(await world.invoicedBy(partner)).toEqual([])
  })
})

describe('a commission whose payment is being taken back', () => {
  it('does not stay paid out when it is credited meanwhile', async () => {
    const { user, partner } = await world.invoicedAgent()
    const commission = await world.ready(user.id)
    const invoice = await invoiced(partner)
    const note = await credited(invoice)
    await world.put(invoice, 'betaald')
    await follow(invoice)
    await world.put(invoice, 'in_behandeling')
    await meanwhile(() => world.put(note, 'in_behandeling'))
    await follow(invoice)
    expect(await world.statusOf(commission)).toBe('klaar_voor_uitbetaling')
    expect(await world.invoicedBy(partner)).toHaveLength(1)
  })
})

describe('the fee of an appointment, on an invoice', () => {
  const rejection = { status: 'rejected', rejectionReason: 'Onjuist' }
  /** An appointment whose fee is on an invoice that was paid, and the sale that took the place of the fee. */
  async function soldWhileInvoiced(hour: string) {
    const caller = await world.joined({ role: 'caller', teamId: 1 })
    const as = await world.world.session(caller)
    const booking = {
      ...{ customerName: 'Jansen', customerPhone: '0475 123456', appointmentDate: '2026-10-12', appointmentTime: hour },
      agentId: world.people.agent.id,
    }
    const { id } = (await world.world.call('POST', '/api/appointments', { as, body: booking })).body
    await world.change(id, 'no-sale')
    await world.done('admin', 'PUT', `/api/users/${caller.id}`, { role: 'agent', phone: '0475 300000' })
    await world.step(`lead-${id}`, 'klaar_voor_uitbetaling')
    const invoice = await invoiced(await world.partnerOf(caller.id))
    const form = saleForm({ appointmentId: id, agentId: world.people.agent.id })
    const sale = (await world.done('admin', 'POST', '/api/sales', form)).id
    await world.put(invoice, 'betaald')
    return {
      invoice,
      reject: () => world.done('admin', 'PATCH', `/api/sales/${sale}/status`, rejection),
      /** The appointment is looked at anew, and its fee with it. */
      restored: () => world.delivered(id),
      /** What the fee stands at, what was paid of it and what that was corrected by. */
      standing: async () => {
        const { byInvoice } = await world.statement(caller.id)
        return [await world.statusOf(`lead-${id}`), byInvoice.paidTotal, byInvoice.adjustedTotal]
      },
    }
  }

  it('is paid once and kept when its sale is rejected while the payment follows', async () => {
    const { invoice, reject, restored, standing } = await soldWhileInvoiced('10:00')
    await meanwhile(async () => {
      await reject()
      await restored()
    })
    await follow(invoice)
    expect(await standing()).toEqual(['uitbetaald', 25, 0])
  })

  it('is paid once and kept when the payment follows while it comes back', async () => {
    const { invoice, reject, restored, standing } = await soldWhileInvoiced('11:00')
    await reject()
    await meanwhile(() => follow(invoice))
    await restored()
    expect(await standing()).toEqual(['uitbetaald', 25, 0])
  })
})
