import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildPaymentDetails, buildStatementEntry, buildStatementXml } from '../../../testing/bank.ts'
import { buildInvoiceForm, buildStatementForm } from '../../../testing/invoices.ts'
import { findTransaction } from '../../../testing/ledger.ts'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'
import type { TransactionRow } from '../../book/service.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

const textOf = ({ account, amount, base }: TransactionRow['postings'][number]) =>
  `${account} ${amount}${base === undefined ? '' : ` of ${base}`}`

/** Lists the book's transactions of a document: the kind of each, then its postings in cents; credits are below 0. */
async function posted(documentId: string): Promise<string[][]> {
  const { readDocumentHistory } = await import('../../book/service.ts')
  const rows = await readDocumentHistory(documentId)
  return rows.map(({ kind, postings }) => [kind, ...postings.map(textOf)]).toSorted()
}

/** Issues the invoice of a month with earned amounts in euros. */
async function issued(amounts: readonly number[], form: object = {}) {
  const { user, partner } = await world.invoicedAgent(form)
  await world.postOpenItems(user.id, amounts)
  const [id = ''] = await world.invoicedBy(partner)
  await world.stepped(id, 'in_behandeling')
  return { id, user, partner }
}

it('an invoice of 100 is posted with the base of its VAT, under each scheme', async () => {
  const expected = {
    normaal: ['payable 10000', 'vat 2100 of 10000', 'creditor -12100'],
    kor: ['payable 10000', 'vat 0 of 10000', 'creditor -10000'],
    vrijgesteld: ['payable 10000', 'vat 0 of 10000', 'creditor -10000'],
    verlegd: ['payable 10000', 'vat 2100 of 10000', 'vat-owed -2100 of -10000', 'creditor -10000'],
  }
  for (const [scheme, postings] of Object.entries(expected)) {
    const { id } = await issued([100], { vatSchemes: [{ scheme }] })
    expect(await posted(id), scheme).toEqual([['issue', ...postings]])
  }
})

it('a payment within 48 hours posts its discount with VAT, and its return reverses exactly that', async () => {
  const partner = await world.partnerOf()
  await world.bill('PATCH', `/partners/${partner}`, { allows48HourDiscount: true })
  const line = { description: 'Advies', quantity: 1, unitPrice: 847.5, vatRate: 21 }
  const form = { invoiceDate: '2026-11-23', has48HourDiscount: true, lines: [line] }
  const { id } = await world.bill('POST', '/invoices', buildInvoiceForm(partner, form))
  await world.stepped(id, 'in_behandeling', 'betaald', 'in_behandeling')
  expect(await posted(id)).toEqual([
    ['issue', 'other-costs 84750', 'vat 17798 of 84750', 'creditor -102548'],
    ['payment', 'creditor 102548', 'transit -94498', 'discount -6653', 'vat -1397 of -6653'],
    ['return', 'creditor -102548', 'transit 94498', 'discount 6653', 'vat 1397 of 6653'],
  ])
})

it('a discount is divided over what was not credited, and credit notes of all take back each cent of its VAT', async () => {
  const partner = await world.partnerOf()
  await world.bill('PATCH', `/partners/${partner}`, { allows48HourDiscount: true })
  const line = (unitPrice: number, vatRate: number) => ({ description: 'Advies', quantity: 3, unitPrice, vatRate })
  const lines = [line(33.33, 21), line(12.5, 9), line(10, 0)]
  const form = { invoiceDate: '2026-11-23', has48HourDiscount: true, lines }
  const { id } = await world.bill('POST', '/invoices', buildInvoiceForm(partner, form))
  await world.stepped(id, 'in_behandeling')
  const creditOf = async (...quantities: readonly (readonly [lineOrder: number, quantity: number])[]) => {
    const chosen = quantities.map(([lineOrder, quantity]) => ({ lineOrder, quantity }))
    const note = await world.bill('POST', `/invoices/${id}/credit-notes`, { quantities: chosen })
    await world.stepped(note.id, 'in_behandeling')
    return note.id as string
  }
  const sumOfAll = async (...documents: readonly string[]) => {
    const sums = new Map<string, number>()
    const { readDocumentHistory } = await import('../../book/service.ts')
    for (const { kind, postings } of (await Promise.all(documents.map(readDocumentHistory))).flat()) {
      if (kind !== 'payment') continue
      for (const { account, amount, rate = '' } of postings) {
        if (!['vat', 'discount'].includes(account)) continue
        sums.set(`${account} ${rate}`, (sums.get(`${account} ${rate}`) ?? 0) + amount)
      }
    }
    return Object.fromEntries(sums)
  }
  const first = await creditOf([2, 3])
  await world.stepped(id, 'betaald')
  // Nothing of the discount is for the line at 9 %, which was credited before.
  expect(await sumOfAll(id, first)).toEqual({ 'discount ': -1020, 'vat 21': -165, 'vat 0': 0 })
  const notes = [first, await creditOf([1, 1], [3, 2]), await creditOf([1, 1]), await creditOf([1, 1], [3, 1])]
  expect(await sumOfAll(id, ...notes)).toEqual({ 'discount ': 0, 'vat 21': 0, 'vat 0': 0 })
})

const NOTE = ['credit', 'payable -10000', 'vat -2100 of -10000', 'creditor 12100']

it('a credit note is set off against its unpaid invoice; items still earned are open again', async () => {
  const { id, user } = await issued([100])
  const note = await world.credited(id)
  expect(await posted(note)).toEqual([NOTE, ['set-off', 'creditor 12100', 'creditor -12100']])
  expect(await world.monthOf(user.id)).toMatchObject({ earned: 100, adjusted: 0, invoiced: 0, open: 100 })
})

it('a credit note of a paid invoice is owed by its partner; items no longer earned reduce the costs', async () => {
  const { id, user } = await issued([100])
  await world.stepped(id, 'betaald')
  const note = await world.credited(id, { stillEarned: false })
  expect(await posted(note)).toEqual([NOTE])
  const { kind, postings } = await findTransaction(`unearned#${note}`)
  expect([kind, ...postings.map(textOf)]).toEqual(['reversal', 'payable 10000', 'commissions -10000'])
  expect(await world.monthOf(user.id)).toMatchObject({ earned: 100, adjusted: -100, invoiced: 0, open: 0 })
})

it('a payment file nets the note of a paid invoice and pays the rest, which the bank books out of transit', async () => {
  const { id: paid, user, partner } = await issued([100])
  await world.stepped(paid, 'betaald')
  const note = await world.credited(paid)
  await world.postOpenItems(user.id, [100], '2026-10-13')
  const [id = ''] = await world.invoicedBy(partner)
  await world.stepped(id, 'in_behandeling')
  await world.bill('POST', '/payment-files', { invoiceIds: [id], executionDate: '2026-11-23' })
  const { invoiceNumber } = await world.invoice(id)
  const as = await world.world.session(world.people.admin)
  const statement = await world.world.call('POST', '/api/self-billing/bank-statements', {
    ...{
      as,
      ...buildStatementForm(
        buildStatementXml(buildStatementEntry(121, buildPaymentDetails(invoiceNumber), 'DBIT', '2026-11-23')),
      ),
    },
  })
  const [{ id: booking }] = await world.bill('GET', `/bank-statements/${statement.body.id}/bookings`)
  const matches = [{ booking, invoiceId: id }]
  expect(await world.bill('POST', `/bank-statements/${statement.body.id}/confirm`, { matches })).toMatchObject({
    failed: [],
  })
  const setOff = ['set-off', 'creditor 12100', 'creditor -12100']
  expect(await posted(note)).toContainEqual(setOff)
  expect(await posted(id)).toEqual([
    ['booking', 'transit 12100', 'bank -12100'],
    ['issue', 'payable 20000', 'vat 4200 of 20000', 'creditor -24200'],
    ['payment', 'creditor 12100', 'transit -12100'],
    setOff,
  ])
})

it('an amount of € 0 has no item and is stepped to uitbetaald by hand', async () => {
  const user = await world.agent()
  const id = await world.ready(user.id, { agentCommission: 0 })
  expect(await world.byHand(id)).toEqual([200, null])
  expect(await world.statusOf(id)).toBe('uitbetaald')
  expect(await world.monthOf(user.id)).toMatchObject({ earned: 0, payroll: 0, open: 0 })
})
