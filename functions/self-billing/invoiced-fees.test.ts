import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MoneyWorld, moneyWorld } from '../../testing/money.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await moneyWorld()
  await world.rate({ role: 'caller', defaultRate: 25, validFrom: '2026-01-01' })
})
afterAll(() => world.stop())

const WAITS = 'klaar_voor_uitbetaling'

/** Makes an open fee of € 25 for a person with a partner. */
async function open() {
  const fee = await world.fee()
  const partner = await world.partnerOf(fee.user.id)
  return {
    ...fee,
    partner,
    month: () => world.monthOf(fee.user.id),
    rejected: async (sale: string) => {
      await fee.reject(sale)
      await fee.settled()
    },
  }
}

/** Makes the same fee, on an issued invoice. */
async function invoiced() {
  const fee = await open()
  const [id = ''] = await world.invoicedBy(fee.partner)
  await world.stepped(id, 'in_behandeling')
  return { ...fee, id }
}

describe('the fee of an appointment that becomes a sale', () => {
  it('is reversed while it is open, and due again when the sale is rejected', async () => {
    const { commission, partner, sell, rejected, month } = await open()
    const sale = await sell()
    expect(await month()).toEqual({ earned: 25, adjusted: -25, payroll: 0, invoiced: 0, open: 0 })
    expect(await world.invoicedBy(partner)).toEqual([])
    await rejected(sale)
    expect(await world.statusOf(commission)).toBe(WAITS)
    const [id = ''] = await world.invoicedBy(partner)
    expect(await world.linesOf(id)).toEqual([25])
  })

  it('stays on the invoice that holds it, and an open correction takes it back, until the sale is rejected', async () => {
    const { commission, id, sell, rejected, month } = await invoiced()
    const sale = await sell()
    expect(await world.held(id)).toHaveLength(1)
    expect(await month()).toEqual({ earned: 25, adjusted: -25, payroll: 0, invoiced: 25, open: -25 })
    await world.stepped(id, 'betaald')
    await rejected(sale)
    expect(await world.statusOf(commission)).toBe('uitbetaald')
    expect(await month()).toEqual({ earned: 25, adjusted: 0, payroll: 0, invoiced: 25, open: 0 })

    // The payment comes back, and there is another sale.
    await world.stepped(id, 'in_behandeling')
    expect(await world.statusOf(commission)).toBe(WAITS)
    const again = await sell()
    expect(await month()).toMatchObject({ invoiced: 25, open: -25 })
    await world.stepped(id, 'betaald')
    await rejected(again)
    expect(await world.statusOf(commission)).toBe('uitbetaald')
    expect(await month()).toMatchObject({ earned: 25, adjusted: 0, invoiced: 25, open: 0 })
    expect(await world.wrong()).toBe(0)
  })

  it('is given back when the correction was netted before the sale is rejected', async () => {
    const { user, partner, id, sell, rejected, month } = await invoiced()
    await world.stepped(id, 'betaald')
    const sale = await sell()
    await world.ready(user.id)
    const [next = ''] = await world.invoicedBy(partner)
    expect(await world.linesOf(next)).toEqual([100, -25])
    await world.stepped(next, 'in_behandeling')
    await rejected(sale)
    expect(await month()).toEqual({ earned: 125, adjusted: 0, payroll: 0, invoiced: 100, open: 25 })
    const [last = ''] = await world.invoicedBy(partner)
    expect(await world.linesOf(last)).toEqual([25])
  })

  it('is paid once when its invoice is credited and the sale is rejected', async () => {
    const { commission, partner, id, sell, rejected, month } = await invoiced()
    const sale = await sell()
    await world.credited(id)
    await rejected(sale)
    expect(await world.statusOf(commission)).toBe(WAITS)
    const [next = ''] = await world.invoicedBy(partner)
    expect(await world.linesOf(next)).toEqual([25])
    await world.stepped(next, 'in_behandeling', 'betaald')
    expect(await world.statusOf(commission)).toBe('uitbetaald')
    expect(await month()).toEqual({ earned: 50, adjusted: -25, payroll: 0, invoiced: 25, open: 0 })
  })

  it('is taken back once when its invoice is credited as not earned any more', async () => {
    const { id, sell, month } = await invoiced()
    await sell()
    await world.credited(id, { stillEarned: false })
    expect(await month()).toMatchObject({ earned: 25, invoiced: 0, open: 0 })
  })

  it('is not netted with other pay when its invoice is credited', async () => {
    const { user, partner, id, sell, month } = await invoiced()
    await sell()
    await world.credited(id)
    await world.activate(partner, false)
    expect(await world.byHand(await world.ready(user.id))).toEqual([200, null])
    expect(await month()).toMatchObject({ earned: 125, payroll: 100, invoiced: 0, open: 0 })
  })
})

describe('the fee of an appointment that is not held after all', () => {
  it('is of the statement of its person that adds up, also when it is gone', async () => {
    const { appointmentId, commission, month } = await open()
    await world.step(commission, 'nieuw')
    await world.change(appointmentId, 'scheduled')
    expect(await month()).toMatchObject({ invoiced: 0, open: 0 })
  })
})
