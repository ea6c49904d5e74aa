import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
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

/** Makes an open fee of € 25 and an issued invoice that claims it. */
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

  it('stays on its invoice, and an open correction reverses it, until the sale is rejected', async () => {
    const { commission, id, sell, rejected, month } = await invoiced()
    const sale = await sell()
    expect(await world.held(id)).toHaveLength(1)
    expect(await month()).toEqual({ earned: 25, adjusted: -25, payroll: 0, invoiced: 25, open: -25 })
    await world.stepped(id, 'betaald')
    await rejected(sale)
    expect(await world.statusOf(commission)).toBe('uitbetaald')
    expect(await month()).toEqual({ earned: 25, adjusted: 0, payroll: 0, invoiced: 25, open: 0 })

    // The payment is taken back, and another sale is registered.
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

  it('is due again when the correction was netted before the sale is rejected', async () => {
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

  it('is reversed once when its invoice is credited as not earned any more', async () => {
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

/**
 * Makes a fee of € 25 that two invoices settle, each a part. 75 corrections of ten cents are lines too; the first
 * invoice has 74 of them and totals 0, so the second has the rest of the fee.
 */
async function onTwoInvoices() {
  const fee = await open()
  for (let at = 0; at < 75; at++) await world.correct(fee.user.id, -0.1)
  const ids = await world.invoicedBy(fee.partner)
  const parts: { id: string; amount: number; lines: readonly number[] }[] = []
  for (const id of ids) {
    const amounts = await world.linesOf(id)
    const at = amounts.findIndex((amount) => amount > 0)
    parts.push({ id, amount: amounts[at] ?? 0, lines: [at + 1] })
    await world.stepped(id, 'in_behandeling')
  }
  const [smaller, larger] = parts.toSorted((one, other) => one.amount - other.amount)
  expect([smaller?.amount, larger?.amount]).toEqual([7.4, 17.6])
  return {
    ...fee,
    /** Credits the line of the larger part. */
    credited: (stillEarned: boolean) => world.credited(larger?.id ?? '', { stillEarned, lines: larger?.lines ?? [] }),
  }
}

describe('a fee on two invoices that a sale replaced', () => {
  it('is reopened for the credited part, which is netted with the correction of the fee', async () => {
    const { credited, sell, rejected, month } = await onTwoInvoices()
    const sale = await sell()
    expect(await month()).toMatchObject({ earned: 25, adjusted: -32.5, invoiced: 17.5, open: -25 })
    await credited(true)
    expect(await month()).toMatchObject({ earned: 25, adjusted: -32.5, invoiced: 0, open: -7.5 })
    await rejected(sale)
    expect(await month()).toMatchObject({ earned: 25, adjusted: -7.5, invoiced: 0, open: 17.5 })
    expect(await world.wrong()).toBe(0)
  })

  it('is reversed once where a part is credited as not earned any more', async () => {
    const { credited, sell, rejected, month } = await onTwoInvoices()
    const sale = await sell()
    await credited(false)
    // Of the 25 earned, the credit note takes back 17.60 and the sale 7.40. Earlier corrections take another 7.50.
    expect(await month()).toMatchObject({ earned: 25, adjusted: -32.5, open: -7.5 })
    await rejected(sale)
    expect(await month()).toMatchObject({ earned: 25, adjusted: -25.1, open: -0.1 })
    expect(await world.wrong()).toBe(0)
  })

  it('is reversed once also where its correction was netted before', async () => {
    const { user, partner, credited, sell, rejected, month } = await onTwoInvoices()
    const sale = await sell()
    await world.activate(partner, false)
    expect(await world.byHand(await world.ready(user.id))).toEqual([200, null])
    expect(await month()).toMatchObject({ earned: 125, payroll: 75, open: 0 })
    await credited(false)
    expect(await month()).toMatchObject({ earned: 125, adjusted: -32.5, open: 17.5 })
    await rejected(sale)
    expect(await month()).toMatchObject({ earned: 125, adjusted: -25.1, open: 24.9 })
    expect(await world.wrong()).toBe(0)
  })
})

describe('the fee of an appointment that is not held after all', () => {
  it('is on the statement of its person, which adds up, also after the fee is gone', async () => {
    const { appointmentId, commission, month } = await open()
    await world.step(commission, 'nieuw')
    await world.change(appointmentId, 'scheduled')
    expect(await month()).toMatchObject({ invoiced: 0, open: 0 })
  })
})
