import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { meanwhile } from '../../testing/meanwhile.ts'
import { type MoneyWorld, moneyWorld } from '../../testing/money.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await moneyWorld()
})
afterAll(() => world.stop())

/** What payroll carries over of somebody's corrections, and what invoices are to net. */
async function openOf(userId: string): Promise<[payroll: number, invoices: number]> {
  const { carriedOut, byInvoice } = await world.statement(userId)
  const open = byInvoice.adjustments.filter(({ isOpen }: { isOpen: boolean }) => isOpen)
  return [carriedOut, open.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)]
}

/** An invoice with a correction on it that a credit note took back, by a partner that was ended since. */
async function creditedWithCorrection() {
  const { user, partner } = await world.invoicedAgent()
  await world.ready(user.id)
  await world.correct(user.id, -20)
  await world.delivered(user.id)
  const [invoice = ''] = await world.invoicedBy(partner)
  await world.put(invoice, 'in_behandeling')
  const note = (await world.bill('POST', `/invoices/${invoice}/credit-notes`, {})).id
  await world.activate(partner, false)
  const cancel = () => world.tryBill('PATCH', `/invoices/${note}/status`, { status: 'cancelled' })
  return {
    user,
    invoice,
    cancel,
    held: async () => (await world.bill('GET', `/invoices/${invoice}/commissions`)).commissions,
  }
}

describe('corrections of somebody who is paid by invoices from now on', () => {
  it('stay with payroll when that ends meanwhile', async () => {
    const user = await world.agent()
    await world.correct(user.id, -30)
    await world.delivered(user.id)
    const partner = await world.partnerOf(user.id)
    await meanwhile(async () => {
      await world.activate(partner, false)
      await world.delivered(user.id)
    })
    await world.delivered(user.id)
    expect(await openOf(user.id)).toEqual([-30, 0])
  })

  it('are transferred once, also when that is delivered twice at the same moment', async () => {
    const user = await world.agent()
    await world.correct(user.id, -30)
    await world.delivered(user.id)
    await world.partnerOf(user.id)
    await meanwhile(() => world.delivered(user.id))
    await world.delivered(user.id)
    expect(await openOf(user.id)).toEqual([0, -30])
  })

  it('go to invoices when they were noted while that began', async () => {
    const user = await world.agent()
    await meanwhile(async () => {
      await world.partnerOf(user.id)
      await world.delivered(user.id)
    })
    await world.correct(user.id, -30)
    await world.delivered(user.id)
    expect(await openOf(user.id)).toEqual([0, -30])
  })
})

describe('corrections of somebody who is paid by payroll from now on', () => {
  it('are not noted for invoices when that begins meanwhile', async () => {
    const { user, partner } = await world.invoicedAgent()
    await meanwhile(() => world.activate(partner, false))
    const body = { userId: user.id, amount: -30, reason: 'Correctie' }
    expect(await world.attempt('POST', '/api/commissions/adjustments', body)).toEqual([409, expect.any(String)])
    await world.delivered(user.id)
    expect(await openOf(user.id)).toEqual([0, 0])
  })

  it('go back to invoices when the partner begins anew meanwhile', async () => {
    const { user, partner } = await world.invoicedAgent()
    await world.correct(user.id, -30)
    await world.delivered(user.id)
    await world.activate(partner, false)
    await meanwhile(async () => {
      await world.activate(partner, true)
      await world.delivered(user.id)
    })
    await world.delivered(user.id)
    expect(await openOf(user.id)).toEqual([0, -30])
  })

  it('stay on an invoice that takes them again meanwhile', async () => {
    const { user, cancel, held } = await creditedWithCorrection()
    await meanwhile(async () => {
      expect((await cancel())[0]).toBe(200)
    })
    await world.delivered(user.id)
    expect([await held(), await openOf(user.id)]).toEqual([
      [expect.anything(), expect.anything()],
      [0, 0],
    ])
  })

  it('are not taken again by an invoice when they are transferred meanwhile', async () => {
    const { user, cancel, held } = await creditedWithCorrection()
    await meanwhile(() => world.delivered(user.id))
    expect(await cancel()).toEqual([409, expect.stringContaining('overgebracht')])
    expect([await held(), await openOf(user.id)]).toEqual([[], [-20, 0]])
  })
})
