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

/** Somebody with a commission and a correction for their partner's next invoice. */
async function withCorrection() {
  const { user, partner } = await world.invoicedAgent()
  await world.ready(user.id)
  await world.correct(user.id, -20)
  await world.delivered(user.id)
  return { user, partner }
}
const held = async (invoice = ''): Promise<unknown[]> =>
  (await world.bill('GET', `/invoices/${invoice}/commissions`)).commissions

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

  it('stay on an invoice that takes them meanwhile', async () => {
    const { user, partner } = await withCorrection()
    await world.activate(partner, false)
    let made: string[] = []
    await meanwhile(async () => {
      await world.activate(partner, true)
      made = await world.invoicedBy(partner)
      await world.activate(partner, false)
    })
    await world.delivered(user.id)
    expect([(await held(made[0])).length, await openOf(user.id)]).toEqual([2, [0, 0]])
  })

  it('go to payroll once when their invoice is credited, also when that is delivered twice', async () => {
    const { user, partner } = await withCorrection()
    const [invoice = ''] = await world.invoicedBy(partner)
    await world.put(invoice, 'in_behandeling')
    await world.activate(partner, false)
    await world.delivered(user.id)
    const { id } = await world.bill('POST', `/invoices/${invoice}/credit-notes`, {})
    await world.put(id, 'in_behandeling')
    await meanwhile(() => world.delivered(invoice, 'invoice-commissions'))
    await world.delivered(invoice, 'invoice-commissions')
    await meanwhile(() => world.delivered(user.id))
    await world.delivered(user.id)
    expect([await held(invoice), await openOf(user.id)]).toEqual([[], [-20, 0]])
  })
})
