import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
  await world.rate({ role: 'caller', defaultRate: 25, validFrom: '2026-01-01' })
})
afterAll(() => world.stop())

const follow = (invoice: string) => world.delivered(invoice, 'invoice-commissions')
async function invoiced(partner: string): Promise<string> {
  const [invoice = ''] = await world.invoicedBy(partner)
  await world.put(invoice, 'in_behandeling')
  return invoice
}

describe('the update of commissions after a payment', () => {
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

  it('keeps a change of the sale that somebody makes meanwhile', async () => {
    const { user, partner } = await world.invoicedAgent()
    const commission = await world.ready(user.id)
    const invoice = await invoiced(partner)
    await world.put(invoice, 'betaald')
    const sale = `/api/sales/${commission.slice(5)}`
    await meanwhile(() => world.done('admin', 'PATCH', sale, { notes: 'Belt terug' }))
    await follow(invoice)
    const { notes, status } = await world.done('admin', 'GET', sale)
    expect([notes, status]).toEqual(['Belt terug', 'uitbetaald'])
  })

  it('pays nothing out that is credited meanwhile', async () => {
    const { user, partner } = await world.invoicedAgent()
    const commission = await world.ready(user.id)
    const invoice = await invoiced(partner)
    const note = await world.creditNote(invoice)
    await world.put(invoice, 'betaald')
    await meanwhile(() => world.put(note, 'in_behandeling'))
    await follow(invoice)
    expect(await world.statusOf(commission)).toBe('klaar_voor_uitbetaling')
    expect(await world.invoicedBy(partner)).toHaveLength(1)
  })
})

describe('the update of commissions after a credit note', () => {
  it('makes a commission ready for payment again, once, also when it is delivered twice', async () => {
    const { user, partner } = await world.invoicedAgent()
    const commission = await world.ready(user.id)
    const invoice = await invoiced(partner)
    await world.put(invoice, 'betaald')
    await follow(invoice)
    const paid = await world.statusOf(commission)
    await world.put(await world.creditNote(invoice), 'in_behandeling')
    await meanwhile(() => follow(invoice))
    await follow(invoice)
    expect([paid, await world.statusOf(commission)]).toEqual(['uitbetaald', 'klaar_voor_uitbetaling'])
    expect(await world.invoicedBy(partner)).toHaveLength(1)
  })

  it('leaves a commission paid out that another invoice paid meanwhile', async () => {
    const { user, partner } = await world.invoicedAgent()
    const commission = await world.ready(user.id)
    const invoice = await invoiced(partner)
    await world.stepped(invoice, 'betaald')
    await world.put(await world.creditNote(invoice), 'in_behandeling')
    await meanwhile(async () => world.stepped(await invoiced(partner), 'betaald'))
    await follow(invoice)
    expect(await world.statusOf(commission)).toBe('uitbetaald')
    expect(await world.invoicedBy(partner)).toEqual([])
    expect(await world.monthOf(user.id)).toMatchObject({ invoiced: 100, open: 0 })
  })

  it('reverses an amount once, also when it is delivered twice', async () => {
    const { user, partner } = await world.invoicedAgent()
    const commission = await world.ready(user.id)
    const invoice = await invoiced(partner)
    await world.put(await world.creditNote(invoice, { stillEarned: false }), 'in_behandeling')
    await meanwhile(() => follow(invoice))
    await follow(invoice)
    expect(await world.done('admin', 'GET', `/api/commissions/${commission}`)).toMatchObject({ agentCommission: 0 })
    expect(await world.monthOf(user.id)).toMatchObject({ earned: 100, adjusted: -100, invoiced: 0, open: 0 })
  })
})

describe('a credit note that is issued', () => {
  it.each([true, false])(
    'while its invoice is paid leaves nothing paid out (still earned: %s)',
    async (stillEarned) => {
      const { user, partner } = await world.invoicedAgent()
      const commission = await world.ready(user.id)
      const invoice = await invoiced(partner)
      const note = await world.creditNote(invoice, { stillEarned })
      await meanwhile(() => world.stepped(invoice, 'betaald'))
      await world.put(note, 'in_behandeling')
      await follow(invoice)
      expect(await world.invoice(note)).toMatchObject({ status: 'in_behandeling', openAmount: -121 })
      const { agentCommission, status } = await world.done('admin', 'GET', `/api/commissions/${commission}`)
      expect([agentCommission, status === 'uitbetaald' && agentCommission > 0]).toEqual([stillEarned ? 100 : 0, false])
      expect(await world.monthOf(user.id)).toMatchObject({ invoiced: 0, open: stillEarned ? 100 : 0 })
      expect(await world.invoicedBy(partner)).toHaveLength(stillEarned ? 1 : 0)
    },
  )

  it('releases no item that its invoice does not claim', async () => {
    const { user, partner } = await world.invoicedAgent()
    await world.ready(user.id)
    const invoice = await invoiced(partner)
    const note = await world.creditNote(invoice)
    await meanwhile(async () => {
      await world.put(note, 'in_behandeling')
      await invoiced(partner)
    })
    expect(await world.tryBill('PATCH', `/invoices/${note}/status`, { status: 'in_behandeling' })).toEqual([
      ...[409, expect.any(String)],
    ])
    expect(await world.invoicedBy(partner)).toEqual([])
    expect(await world.monthOf(user.id)).toMatchObject({ invoiced: 100, open: 0 })
  })
})

describe('a commission whose payment is being taken back', () => {
  it('does not stay paid out when it is credited meanwhile', async () => {
    const { user, partner } = await world.invoicedAgent()
    const commission = await world.ready(user.id)
    const invoice = await invoiced(partner)
    const note = await world.creditNote(invoice)
    await world.stepped(invoice, 'betaald')
    await world.put(invoice, 'in_behandeling')
    await meanwhile(() => world.put(note, 'in_behandeling'))
    await follow(invoice)
    expect(await world.statusOf(commission)).toBe('klaar_voor_uitbetaling')
    expect(await world.invoicedBy(partner)).toHaveLength(1)
  })
})

describe('the fee of an appointment', () => {
  /** Makes an open fee of a person with a partner. */
  async function open() {
    const fee = await world.fee()
    return { ...fee, partner: await world.partnerOf(fee.user.id), month: () => world.monthOf(fee.user.id) }
  }

  it('stays on the invoice that claims it while its sale is registered, and is reversed', async () => {
    const { partner, sell, month } = await open()
    await meanwhile(() => invoiced(partner))
    await sell()
    expect(await month()).toMatchObject({ earned: 25, adjusted: -25, invoiced: 25, open: -25 })
  })

  it('is due again once when its correction is netted while the sale is rejected', async () => {
    const { user, partner, sell, reject, settled, month } = await open()
    await world.stepped(await invoiced(partner), 'betaald')
    const sale = await sell()
    await world.ready(user.id)
    await reject(sale)
    await meanwhile(() => invoiced(partner))
    await settled()
    expect(await month()).toMatchObject({ earned: 125, adjusted: 0, invoiced: 100, open: 25 })
  })

  it('is paid once and kept when its sale is rejected while the payment follows', async () => {
    const { commission, partner, sell, reject, settled, month } = await open()
    const invoice = await invoiced(partner)
    const sale = await sell()
    await world.put(invoice, 'betaald')
    await meanwhile(async () => {
      await reject(sale)
      await settled()
    })
    await follow(invoice)
    expect([await world.statusOf(commission), await month()]).toMatchObject(['uitbetaald', { invoiced: 25, open: 0 }])
  })

  it('is paid once and kept when the payment follows while its sale is being rejected', async () => {
    const { commission, partner, sell, reject, settled, month } = await open()
    const invoice = await invoiced(partner)
    const sale = await sell()
    await world.put(invoice, 'betaald')
    await reject(sale)
    await meanwhile(() => follow(invoice))
    await settled()
    expect([await world.statusOf(commission), await month()]).toMatchObject(['uitbetaald', { invoiced: 25, open: 0 }])
  })
})
