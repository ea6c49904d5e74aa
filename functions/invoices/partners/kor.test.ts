import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildInvoiceForm } from '../../../testing/invoices.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
  await world.travel('2027-01-23T09:00:00Z')
})
afterAll(() => world.stop())

describe('the turnover of a year under the KOR', () => {
  const invoice = async (partner: string, unitPrice: number, form: object = {}): Promise<string> => {
    const lines = [{ description: 'Advies', quantity: 1, unitPrice, vatRate: 0 }]
    const dated = { invoiceDate: '2027-01-20', supplyFrom: '2027-01-01', supplyTo: '2027-01-12', lines, ...form }
    return (await world.bill('POST', '/invoices', buildInvoiceForm(partner, dated))).id
  }
  const issue = (id: string) =>
    world.call('admin', 'PATCH', `/api/self-billing/invoices/${id}/status`, { status: 'in_behandeling' })
  const turnoverOf = async (partner: string) => (await world.bill('GET', `/partners/${partner}`)).korTurnover

  it('is that of issued invoices less credit notes by invoice date, and ends the KOR above the limit', async () => {
    const { user, partner } = await world.invoicedAgent({ vatSchemes: [{ scheme: 'kor' }], name: 'Klein Advies' })
    expect(await turnoverOf(partner)).toEqual({ year: '2027', amount: 0 })
    await issue(await invoice(partner, 12_000, { invoiceDate: '2026-12-31' }))
    const big = await invoice(partner, 18_000)
    await issue(big)
    await world.postOpenItems(user.id, [500], '2027-01-04')
    const january = { from: '2027-01-01', to: '2027-01-31' }
    const preview = await world.bill('POST', '/monthly-runs/preview', { partnerIds: [partner], ...january })
    expect(preview.partners[0].korTurnovers).toEqual([
      { year: '2026', amount: 12_000 },
      { year: '2027', amount: 18_000 },
    ])
    await issue(await invoice(partner, 2_000))
    expect(await turnoverOf(partner)).toEqual({ year: '2027', amount: 20_000 })
    const last = await invoice(partner, 0.01)
    const refused = await issue(last)
    expect([refused.status, refused.body.message.replaceAll('\u00a0', ' ')]).toEqual([
      422,
      'Met deze factuur komt Klein Advies in 2027 op € 20.000,01. De KOR stopt boven € 20.000,00. Zet bij de partner de btw-regeling vanaf 12-01-2027 op Normaal.',
    ])

    const note = await world.creditNote(big)
    expect((await issue(last)).status).toBe(422)
    await issue(note)
    expect(await turnoverOf(partner)).toEqual({ year: '2027', amount: 2_000 })
    expect((await issue(last)).status).toBe(200)
  })

  it('does not count what was supplied after the KOR, and lets that be invoiced with VAT', async () => {
    const partner = await world.partnerOf(undefined, { vatSchemes: [{ scheme: 'kor' }] })
    await issue(await invoice(partner, 19_000))
    const over = await invoice(partner, 1_500, { supplyTo: '2027-01-15' })
    expect((await issue(over)).body.message).toMatch(/vanaf 15-01-2027 op Normaal\.$/)
    const ended = [{ scheme: 'kor' }, { from: '2027-01-15', scheme: 'normaal' }]
    await world.bill('PATCH', `/partners/${partner}`, { vatSchemes: ended })
    const taxed = [{ description: 'Advies', quantity: 1, unitPrice: 1_500, vatRate: 21 }]
    await world.bill('PATCH', `/invoices/${over}`, { lines: taxed })
    expect((await issue(over)).body).toMatchObject({ vatAmount: 315 })
    expect((await issue(await invoice(partner, 1_000))).status).toBe(200)
    expect((await issue(await invoice(partner, 0.01))).status).toBe(422)
  })

  it('does not pass the limit by two invoices that are issued at once', async () => {
    const partner = await world.partnerOf(undefined, { vatSchemes: [{ scheme: 'kor' }] })
    const [one, two] = [await invoice(partner, 11_000), await invoice(partner, 9_500)]
    const replies: { status: number }[] = []
    await meanwhile(async () => {
      replies.push(await issue(two))
    })
    const lost = await issue(one)
    expect([lost.status, replies[0]?.status]).toEqual([422, 200])
    expect(await turnoverOf(partner)).toEqual({ year: '2027', amount: 9_500 })
  })
})
