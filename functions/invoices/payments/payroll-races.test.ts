import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

/**
 * Makes a person on payroll with a ready commission. `invoiced` puts the commission on an invoice of a new partner, and
 * then deactivates the partner. So only the invoice prevents payment by payroll, not the partner.
 */
async function paidByPayroll() {
  const user = await world.agent()
  const commission = await world.ready(user.id)
  return {
    commission,
    user,
    invoiced: async () => {
      const partner = await world.partnerOf(user.id)
      await world.invoicedBy(partner)
      await world.activate(partner, false)
    },
    isPaidOut: async () => (await world.statusOf(commission)) === 'uitbetaald',
  }
}
const onInvoice = [409, expect.stringContaining('factuur')]

describe('a commission that an invoice takes meanwhile', () => {
  it('is not paid out by hand as well', async () => {
    const { commission, invoiced, isPaidOut } = await paidByPayroll()
    await meanwhile(invoiced)
    expect(await world.attempt('PATCH', `/api/commissions/${commission}`, { status: 'uitbetaald' })).toEqual(onInvoice)
    expect(await isPaidOut()).toBe(false)
  })

  it('is not paid out by the status of its sale as well', async () => {
    const { commission, invoiced, isPaidOut } = await paidByPayroll()
    await meanwhile(invoiced)
    const path = `/api/sales/${commission.slice(5)}/status`
    expect(await world.attempt('PATCH', path, { status: 'uitbetaald' })).toEqual(onInvoice)
    expect(await isPaidOut()).toBe(false)
  })

  it('is not paid out in bulk as well', async () => {
    const { commission, invoiced, isPaidOut } = await paidByPayroll()
    const wish = { ids: [commission], expectedStatus: 'klaar_voor_uitbetaling' }
    const { id } = await world.done('admin', 'POST', '/api/commissions/advance', wish)
    await meanwhile(invoiced)
    await world.delivered(id)
    const [result] = await world.done('admin', 'GET', `/api/commissions/advance/${id}/results`)
    expect(result).toMatchObject({ outcome: 'failed', message: expect.stringContaining('factuur') })
    expect(await isPaidOut()).toBe(false)
  })

  it('keeps its payee: its sale cannot get another agent', async () => {
    const { commission, user, invoiced } = await paidByPayroll()
    const other = await world.agent()
    await meanwhile(invoiced)
    const path = `/api/sales/${commission.slice(5)}`
    expect(await world.attempt('PATCH', path, { agentId: other.id })).toEqual(onInvoice)
    expect((await world.done('admin', 'GET', path)).agentId).toBe(user.id)
  })

  it('prevents that its sale is stepped back or rejected', async () => {
    const { commission, invoiced } = await paidByPayroll()
    await meanwhile(invoiced)
    expect(await world.attempt('PATCH', `/api/commissions/${commission}`, { status: 'nieuw' })).toEqual(onInvoice)
    const rejection = { status: 'rejected', rejectionReason: 'Dubbel' }
    const sale = `/api/sales/${commission.slice(5)}/status`
    expect((await world.attempt('PATCH', sale, rejection))[0]).toBe(409)
    expect(await world.statusOf(commission)).toBe('klaar_voor_uitbetaling')
  })

  it('keeps the amount on the invoice, wherever it is changed', async () => {
    for (const [method, path] of [
      ['PATCH', (id: string) => `/api/commissions/${id}`],
      ['PUT', (id: string) => `/api/sales/${id.slice(5)}/commission`],
    ] as const) {
      const { commission, invoiced } = await paidByPayroll()
      await meanwhile(invoiced)
      const set = { agentCommission: 60, callerCommission: 0, reason: 'Actie' }
      expect(await world.attempt(method, path(commission), set)).toEqual(onInvoice)
      expect((await world.done('admin', 'GET', `/api/commissions/${commission}`)).agentCommission).toBe(100)
    }
  })
})

describe('a commission whose payee gets a partner meanwhile', () => {
  const wish = { status: 'uitbetaald' }
  const refused = [409, expect.any(String)]

  it('is left to the monthly run and not paid out by hand', async () => {
    const { commission, user, isPaidOut } = await paidByPayroll()
    await meanwhile(() => world.partnerOf(user.id))
    expect(await world.attempt('PATCH', `/api/commissions/${commission}`, wish)).toEqual(refused)
    expect(await isPaidOut()).toBe(false)
  })

  it('is left to the monthly run and not paid out by the status of its sale', async () => {
    const { commission, user, isPaidOut } = await paidByPayroll()
    await meanwhile(() => world.partnerOf(user.id))
    expect(await world.attempt('PATCH', `/api/sales/${commission.slice(5)}/status`, wish)).toEqual(refused)
    expect(await isPaidOut()).toBe(false)
  })

  it('is left to the monthly run and not paid out in bulk', async () => {
    const { commission, user, isPaidOut } = await paidByPayroll()
    const body = { ids: [commission], expectedStatus: 'klaar_voor_uitbetaling' }
    const { id } = await world.done('admin', 'POST', '/api/commissions/advance', body)
    await meanwhile(() => world.partnerOf(user.id))
    await world.delivered(id)
    expect(await isPaidOut()).toBe(false)
    expect(await world.monthOf(user.id)).toMatchObject({ payroll: 0, open: 100 })
  })
})

describe('a commission of which an invoice pays a part', () => {
  /** Makes a sale with two payees: an agent whose part a partner's invoice paid, and a caller on payroll. */
  async function paidInPart() {
    const [{ user, partner }, salaried] = [await world.invoicedAgent(), await world.agent()]
    const commission = await world.ready(user.id, { callerId: salaried.id, callerCommission: 25 })
    const [invoice = ''] = await world.invoicedBy(partner)
    await world.stepped(invoice, 'in_behandeling', 'betaald')
    return { commission, invoice, salaried }
  }
  const follow = (invoice: string) => world.delivered(invoice, 'invoice-commissions')

  it('is not paid out with that part when the payment is taken back meanwhile', async () => {
    const { commission, invoice, salaried } = await paidInPart()
    await meanwhile(() => world.stepped(invoice, 'in_behandeling'))
    await world.byHand(commission)
    await follow(invoice)
    expect(await world.statusOf(commission)).toBe('klaar_voor_uitbetaling')
    await world.byHand(commission)
    await world.stepped(invoice, 'betaald')
    expect(await world.statusOf(commission)).toBe('uitbetaald')
    expect(await world.monthOf(salaried.id)).toMatchObject({ payroll: 25, open: 0 })
  })

  it('is paid out when the rest is paid by hand while it follows the payment', async () => {
    const { commission, invoice, salaried } = await paidInPart()
    await world.put(invoice, 'in_behandeling')
    await follow(invoice)
    await world.put(invoice, 'betaald')
    await meanwhile(() => world.byHand(commission))
    await follow(invoice)
    expect(await world.statusOf(commission)).toBe('uitbetaald')
    expect(await world.monthOf(salaried.id)).toMatchObject({ payroll: 25, open: 0 })
  })
})

describe('somebody who is paid by hand twice at the same moment', () => {
  const wish = { status: 'uitbetaald' }

  it('is paid for a commission once', async () => {
    const { user, commission, isPaidOut } = await paidByPayroll()
    await meanwhile(() => world.byHand(commission))
    await world.byHand(commission)
    expect([await isPaidOut(), await world.monthOf(user.id)]).toMatchObject([true, { payroll: 100, open: 0 }])
  })

  // Somebody who was paid before: a first payment has a condition of its own, which would stop the second one too.
  async function paidBefore() {
    const { user, commission } = await paidByPayroll()
    await world.byHand(commission)
    const one = await world.ready(user.id, { saleDate: '2026-10-13' })
    const other = await world.ready(user.id, { saleDate: '2026-10-14' })
    await world.correct(user.id, -150)
    return { one, paysOther: () => world.byHand(other), month: () => world.monthOf(user.id) }
  }
  const nettedOnce = { earned: 300, adjusted: -150, payroll: 150, invoiced: 0, open: 0 }

  it('has a correction netted once', async () => {
    const { one, paysOther, month } = await paidBefore()
    await meanwhile(paysOther)
    const [status] = await world.attempt('PATCH', `/api/commissions/${one}`, wish)
    if (status === 409) await world.byHand(one)
    expect(await month()).toEqual(nettedOnce)
  })

  it('has a correction netted once by the status of a sale', async () => {
    const { one, paysOther, month } = await paidBefore()
    await meanwhile(paysOther)
    const [status] = await world.attempt('PATCH', `/api/sales/${one.slice(5)}/status`, wish)
    if (status === 409) await world.byHand(one)
    expect(await month()).toEqual(nettedOnce)
  })

  it('has a correction netted once in bulk', async () => {
    const { one, paysOther, month } = await paidBefore()
    const body = { ids: [one], expectedStatus: 'klaar_voor_uitbetaling' }
    const { id } = await world.done('admin', 'POST', '/api/commissions/advance', body)
    await meanwhile(paysOther)
    await world.delivered(id)
    expect(await month()).toEqual(nettedOnce)
  })
})
