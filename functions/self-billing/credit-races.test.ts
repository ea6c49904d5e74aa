import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { meanwhile } from '../../testing/meanwhile.ts'
import { type MoneyWorld, moneyWorld } from '../../testing/money.ts'

let world: MoneyWorld
let partner: string
beforeAll(async () => {
  world = await moneyWorld()
  partner = await world.partnerOf()
})
afterAll(() => world.stop())

const note = async (invoice: string, form: object = {}): Promise<string> => {
  const { id } = await world.bill('POST', `/invoices/${invoice}/credit-notes`, form)
  return id
}
/** A credit note that was sent, of the whole or of one line. */
async function sentNote(invoice: string, lineOrder?: number): Promise<string> {
  const id = await note(invoice, lineOrder ? { quantities: [{ lineOrder, quantity: 1 }] } : {})
  await world.put(id, 'in_behandeling')
  return id
}
const step = (id: string, status: string, more: object = {}) =>
  world.tryBill('PATCH', `/invoices/${id}/status`, { status, ...more })
const statusOf = async (id: string) => (await world.invoice(id)).status
const refused = [409, expect.any(String)]

describe('a credit note', () => {
  it('takes nothing back that another took meanwhile', async () => {
    const { id } = await world.sent(partner)
    await meanwhile(async () => {
      world.passTurn()
      await note(id)
    })
    expect(await world.tryBill('POST', `/invoices/${id}/credit-notes`, {})).toEqual(refused)
    expect((await world.invoice(id)).creditNotes).toHaveLength(1)
  })

  it('is not made of an invoice that is paid meanwhile', async () => {
    const { id } = await world.sent(partner)
    await meanwhile(() => world.put(id, 'betaald'))
    expect(await world.tryBill('POST', `/invoices/${id}/credit-notes`, {})).toEqual(refused)
    expect(await world.invoice(id)).toMatchObject({ status: 'betaald', creditNotes: [] })
  })

  it('settles its invoice when the other note of that is settled meanwhile', async () => {
    const { id } = await world.sent(partner)
    const [one, two] = [await sentNote(id, 1), await sentNote(id, 2)]
    await meanwhile(() => world.put(two, 'betaald'))
    await world.put(one, 'betaald')
    expect(await statusOf(id)).toBe('betaald')
  })

  it('settles its invoice when the payment of that is taken back meanwhile', async () => {
    const { id } = await world.sent(partner)
    await world.put(id, 'betaald')
    const only = await sentNote(id)
    await meanwhile(() => world.put(id, 'in_behandeling'))
    await world.put(only, 'betaald')
    expect(await statusOf(id)).toBe('betaald')
  })

  it('that is opened meanwhile settles its invoice no more', async () => {
    const { id } = await world.sent(partner)
    await world.put(id, 'betaald')
    const only = await sentNote(id)
    await world.put(only, 'betaald')
    await world.put(id, 'in_behandeling')
    await meanwhile(() => world.put(only, 'in_behandeling'))
    expect(await step(id, 'betaald', { byCreditNotes: true })).toEqual(refused)
    expect(await statusOf(id)).toBe('in_behandeling')
  })
})

describe('a credit note of a commission that is cancelled', () => {
  it('gives nothing back that was paid out by hand meanwhile', async () => {
    const own = await world.invoicedAgent()
    const commission = await world.ready(own.user.id)
    const [invoice = ''] = await world.invoicedBy(own.partner)
    await world.put(invoice, 'in_behandeling')
    const credit = await note(invoice)
    await world.activate(own.partner, false)
    await meanwhile(() => world.step(commission, 'uitbetaald'))
    expect(await step(credit, 'cancelled')).toEqual(refused)
    expect(await statusOf(credit)).toBe('concept')
    expect((await world.bill('GET', `/invoices/${invoice}/commissions`)).commissions).toEqual([])
  })

  it('gives nothing back that another invoice took meanwhile', async () => {
    const own = await world.invoicedAgent()
    await world.ready(own.user.id)
    const [invoice = ''] = await world.invoicedBy(own.partner)
    await world.put(invoice, 'in_behandeling')
    const credit = await note(invoice)
    await meanwhile(async () => {
      expect(await world.invoicedBy(own.partner)).toHaveLength(1)
    })
    expect(await step(credit, 'cancelled')).toEqual(refused)
    expect((await world.bill('GET', `/invoices/${invoice}/commissions`)).commissions).toEqual([])
  })
})
