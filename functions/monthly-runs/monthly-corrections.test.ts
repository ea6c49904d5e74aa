import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MoneyWorld, startMoneyWorld } from '../../testing/money.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

const november = { from: '2026-11-01', to: '2026-11-30', invoiceDate: '2026-11-20' }
const total = (numbers: readonly number[]) => Math.round(numbers.reduce((sum, one) => sum + one * 100, 0)) / 100

/** Runs a month and returns the amounts of its invoices, line by line. */
const linesBy = async (partner: string, choice: object = {}): Promise<number[][]> =>
  Promise.all((await world.invoicedBy(partner, choice)).map(world.linesOf))

describe('a correction against somebody', () => {
  it('above the amount of the month lowers that amount to € 0,00; the next month takes the rest', async () => {
    const { user, partner } = await world.invoicedAgent()
    await world.ready(user.id)
    await world.ready(user.id, { saleDate: '2026-10-13', agentCommission: 200 })
    await world.correct(user.id, -2500)
    const first = await world.ran(partner)
    expect(first.leftOut).toEqual([
      { text: expect.stringContaining('Correctie'), reason: expect.stringMatching(/2\.200,00 blijft open/) },
    ])
    const [id = ''] = first.results.flatMap(({ invoiceId }) => invoiceId ?? [])
    expect(await world.linesOf(id)).toEqual([100, 200, -300])
    await world.stepped(id, 'in_behandeling')
    expect(await world.monthOf(user.id)).toEqual({ earned: 300, adjusted: -2500, payroll: 0, invoiced: 0, open: -2200 })

    await world.ready(user.id, { saleDate: '2026-11-02', agentCommission: 3000 })
    const [next = ''] = await world.invoicedBy(partner, november)
    expect(await world.linesOf(next)).toEqual([3000, -2200])
    await world.stepped(next, 'in_behandeling', 'betaald')
    expect(await world.monthOf(user.id)).toMatchObject({ invoiced: 800, open: 0 })
    expect(await linesBy(partner, november)).toEqual([])
  })

  it('is netted once, oldest first, together with corrections in their favour', async () => {
    const { user, partner } = await world.invoicedAgent()
    for (const amount of [-30, -40, 15]) {
      await world.correct(user.id, amount)
      world.world.travel(Date.now() + 1_000)
    }
    await world.ready(user.id, { agentCommission: 50 })
    const [id = ''] = await world.invoicedBy(partner)
    expect((await world.linesOf(id)).toSorted((one, other) => one - other)).toEqual([-35, -30, 15, 50])
    await world.ready(user.id, { saleDate: '2026-10-13', agentCommission: 10 })
    expect(await linesBy(partner)).toEqual([[10, -5]])
    // The cancellation releases the correction of 30 and the part of 35. The next run nets both with the released 15
    // and 50, so its invoice totals 0.
    await world.put(id, 'cancelled')
    const [again = ''] = await world.invoicedBy(partner)
    expect(total(await world.linesOf(again))).toBe(0)
    expect(await linesBy(partner)).toEqual([])
  })

  it('stays open when there is nothing to net it with', async () => {
    const { user, partner } = await world.invoicedAgent()
    await world.correct(user.id, -25)
    const { run, leftOut } = await world.ran(partner)
    expect(run).toMatchObject({ created: 0, leftOut: 1 })
    expect(leftOut[0]?.reason).toMatch(/25,00 blijft open en gaat mee met de volgende uitbetaling$/)
    expect(await world.monthOf(user.id)).toMatchObject({ open: -25 })
  })

  it.each([45, 160])('of 2,500 is netted with %i lines as far as an invoice has room', async (count) => {
    const { user, partner } = await world.invoicedAgent()
    const amounts = Array.from({ length: count }, (_, at) => 20 + ((at * 7_919) % 9_000) / 100)
    await world.postOpenItems(user.id, amounts)
    await world.correct(user.id, -2500)
    const made = await world.invoicedBy(partner)
    const lines = await Promise.all(made.map(world.linesOf))
    expect(total(lines.flat())).toBe(Math.max(0, total([...amounts, -2500])))
    expect(total(lines.flat().filter((amount) => amount > 0))).toBe(total(amounts))
    for (const theirs of lines) {
      expect(theirs.length).toBeLessThanOrEqual(75)
      expect(total(theirs)).toBeGreaterThanOrEqual(0)
    }
    for (const id of made) await world.put(id, 'in_behandeling')
    const { byInvoice, carriedOut } = await world.statement(user.id)
    expect(total([byInvoice.paidTotal, byInvoice.adjustedTotal])).toBe(total(lines.flat()))
    expect(carriedOut).toBe(Math.min(0, total([...amounts, -2500])))
  })
})

describe('somebody who goes from payroll to a partner, and back', () => {
  it('is paid once for everything, with each correction netted by whatever settles next', async () => {
    const user = await world.agent()
    const salaried = await world.ready(user.id)
    expect(await world.byHand(salaried)).toEqual([200, null])
    await world.correct(user.id, -30)

    const partner = await world.partnerOf(user.id)
    await world.ready(user.id, { saleDate: '2026-10-13', agentCommission: 50 })
    const [id = ''] = await world.invoicedBy(partner)
    expect(await world.linesOf(id)).toEqual([50, -30])
    await world.stepped(id, 'in_behandeling', 'betaald')
    await world.correct(user.id, -20)
    await world.activate(partner, false)

    const last = await world.ready(user.id, { saleDate: '2026-10-14', agentCommission: 70 })
    expect(await world.byHand(last)).toEqual([200, null])
    await world.activate(partner, true)
    expect(await linesBy(partner)).toEqual([])
    expect(await world.monthOf(user.id)).toEqual({ earned: 220, adjusted: -50, payroll: 150, invoiced: 20, open: 0 })
    expect(await world.wrong()).toBe(0)
  })

  it('is paid by payroll for the items of a cancelled concept of their partner', async () => {
    const { user, partner } = await world.invoicedAgent()
    const commission = await world.ready(user.id)
    await world.correct(user.id, -20)
    const [id = ''] = await world.invoicedBy(partner)
    await world.activate(partner, false)
    expect(await world.byHand(commission)).toEqual([409, expect.stringContaining('staat op factuur')])
    await world.put(id, 'cancelled')
    expect(await world.byHand(commission)).toEqual([200, null])
    expect(await world.monthOf(user.id)).toMatchObject({ payroll: 80, invoiced: 0, open: 0 })
    await world.activate(partner, true)
    expect(await linesBy(partner)).toEqual([])
  })

  it('is paid by payroll for items that were credited on an invoice', async () => {
    const { user, partner } = await world.invoicedAgent()
    const commission = await world.ready(user.id)
    await world.correct(user.id, -20)
    const [id = ''] = await world.invoicedBy(partner)
    await world.stepped(id, 'in_behandeling', 'betaald')
    await world.activate(partner, false)
    await world.credited(id)
    expect(await world.monthOf(user.id)).toMatchObject({ invoiced: 0, payroll: 0, open: 80 })
    expect(await world.byHand(commission)).toEqual([200, null])
    expect(await world.monthOf(user.id)).toMatchObject({ invoiced: 0, payroll: 80, open: 0 })
  })

  it('keeps a correction that payroll left open, also when another partner follows a deleted one', async () => {
    const { user, partner } = await world.invoicedAgent()
    await world.correct(user.id, -100)
    await world.bill('DELETE', `/partners/${partner}`)
    const commission = await world.ready(user.id, { agentCommission: 60 })
    expect(await world.byHand(commission)).toEqual([200, null])
    expect(await world.monthOf(user.id)).toEqual({ earned: 60, adjusted: -100, payroll: 0, invoiced: 0, open: -40 })
    const next = await world.partnerOf(user.id)
    await world.ready(user.id, { saleDate: '2026-10-14', agentCommission: 300 })
    expect(await linesBy(next)).toEqual([[300, -40]])
  })
})

describe('a zzp’er', () => {
  it('without a partner is paid on an own invoice, whose number is asked, and with one by the run: once', async () => {
    const user = await world.agent()
    await world.done('admin', 'PUT', `/api/users/${user.id}`, {
      role: 'agent',
      phone: '0475 300000',
      employmentType: 'zzp',
    })
    const commission = await world.ready(user.id)
    await world.correct(user.id, -20)
    expect(await world.byHand(commission)).toEqual([422, expect.stringContaining('vul het factuurnummer in')])
    expect(await world.byHand(commission, { ownInvoiceNumber: 'F-7' })).toEqual([200, null])
    const partner = await world.partnerOf(user.id)
    expect(await linesBy(partner)).toEqual([])
    await world.ready(user.id, { saleDate: '2026-10-13', agentCommission: 50 })
    expect(await linesBy(partner)).toEqual([[50]])
    expect(await world.monthOf(user.id)).toMatchObject({ earned: 150, adjusted: -20, payroll: 80, open: 50 })
  })
})

describe('somebody who goes from one partner to another', () => {
  it('is invoiced once by the second for the open items of the first', async () => {
    const { user, partner } = await world.invoicedAgent({ name: 'Eerste BV' })
    const commission = await world.ready(user.id)
    await world.correct(user.id, 15)
    const [concept = ''] = await world.invoicedBy(partner)
    await world.activate(partner, false)
    const next = await world.partnerOf(user.id, { name: 'Tweede BV' })
    expect(await linesBy(next)).toEqual([])
    await world.put(concept, 'cancelled')
    const [id = ''] = await world.invoicedBy(next)
    expect((await world.linesOf(id)).toSorted()).toEqual([100, 15])
    await world.stepped(id, 'in_behandeling', 'betaald')
    expect(await world.statusOf(commission)).toBe('uitbetaald')
    expect(await world.monthOf(user.id)).toMatchObject({ earned: 100, adjusted: 15, invoiced: 115, open: 0 })

    // The person goes back to the first partner. A correction noted now, after the second partner was paid, is settled
    // by the next invoice of the first partner.
    await world.activate(next, false)
    await world.activate(partner, true)
    await world.correct(user.id, -45)
    await world.ready(user.id, { saleDate: '2026-10-14', agentCommission: 50 })
    expect(await linesBy(next)).toEqual([])
    expect(await linesBy(partner)).toEqual([[50, -45]])
  })

  it('has a correction of what the first invoiced at the VAT of the second', async () => {
    await world.rate({ role: 'caller', defaultRate: 25, validFrom: '2026-01-01' })
    const fee = await world.fee()
    const { user } = fee
    const partner = await world.partnerOf(user.id, { vatSchemes: [{ scheme: 'kor' }] })
    const [invoiceId = ''] = await world.invoicedBy(partner)
    await world.stepped(invoiceId, 'in_behandeling')
    await world.activate(partner, false)
    const next = await world.partnerOf(user.id, { name: 'Derde BV' })
    await fee.sell()
    await fee.settled()
    await world.ready(user.id)
    const [id = ''] = await world.invoicedBy(next)
    const { lines } = await world.invoice(id)
    expect(
      lines.map(({ totalPrice, vatRate }: { totalPrice: number; vatRate: number }) => [totalPrice, vatRate]),
    ).toEqual(
      expect.arrayContaining([
        [100, 21],
        [-25, 21],
      ]),
    )
  })

  it('credits no line for more than corrections leave of its invoice', async () => {
    const { user, partner } = await world.invoicedAgent()
    await world.ready(user.id)
    await world.ready(user.id, { saleDate: '2026-10-13', agentCommission: 50 })
    await world.correct(user.id, -80)
    const [id = ''] = await world.invoicedBy(partner)
    await world.stepped(id, 'in_behandeling')
    const quantities = [{ lineOrder: (await world.linesOf(id)).indexOf(100) + 1, quantity: 1, stillEarned: true }]
    expect(await world.tryBill('POST', `/invoices/${id}/credit-notes`, { quantities })).toEqual([
      ...[422, 'Dit is meer dan het restant van de factuur'],
    ])
  })

  it('keeps their open items when their partner is assigned to another person, who is paid none of them', async () => {
    const { user, partner } = await world.invoicedAgent()
    const theirs = await world.ready(user.id)
    const other = await world.agent()
    await world.ready(other.id, { agentCommission: 60 })
    await world.bill('PATCH', `/partners/${partner}`, { assignedAgentId: other.id })
    expect(await linesBy(partner)).toEqual([[60]])
    expect(await world.byHand(theirs)).toEqual([200, null])
    expect(await world.monthOf(user.id)).toMatchObject({ payroll: 100, invoiced: 0, open: 0 })
  })
})
