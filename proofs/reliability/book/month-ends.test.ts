import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TransactionRow } from '../../../functions/book/service.ts'
import type { StatementBooking } from '../../../shared/api/schemas/bank.ts'
import { addDays, addMonths, type LocalDate, monthOf } from '../../../shared/time.ts'
import { buildPaymentDetails, buildStatementEntry, buildStatementXml } from '../../../testing/bank.ts'
import { buildStatementForm } from '../../../testing/invoices.ts'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'
import type { Person } from '../../../testing/world.ts'
import { reportFigure, size } from '../../figures.ts'
import { findInvalid, validator } from '../../official-rules.ts'
import { checkEnd } from './closing-months.ts'

const FIRST = '2026-12-01' as LocalDate

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

const travel = (day: LocalDate) => world.travel(`${day}T09:00:00Z`)

interface Invoice {
  readonly id: string
  readonly invoiceNumber: string
  readonly partnerCompanyId: string
  readonly status: string
  readonly totalAmount: number
}

interface Payment {
  readonly invoiceId: string
  readonly invoiceNumber: string
  readonly amount: number
  readonly partnerId: string
}

/** Returns an accountant who ends the months of an office and knows all its documents. */
function accountant() {
  const documents: string[] = []
  const count = { invoices: 0, creditNotes: 0, payments: 0, sentBack: 0, setOffs: 0, ofZero: 0 }
  const invoicesIn = async (status: string): Promise<Invoice[]> =>
    (await Promise.all(documents.map((id) => world.invoice(id)))).filter((one) => one.status === status)

  /**
   * Makes two payment files of the open invoices at once; an invoice must be in only one of them. Returns their
   * payments and the day of execution.
   */
  async function pay(day: LocalDate): Promise<{ payments: Payment[]; paidOn: LocalDate }> {
    const open = await invoicesIn('in_behandeling')
    const partnerOf = new Map(open.map(({ id, partnerCompanyId }) => [id, partnerCompanyId]))
    const invoiceIds = [...partnerOf.keys()]
    if (invoiceIds.length === 0) return { payments: [], paidOn: day }
    const order = () =>
      world.call('admin', 'POST', '/api/self-billing/payment-files', { invoiceIds, executionDate: day })
    const files = await Promise.all([order(), order()])
    const made = files.filter(({ status }) => status === 201).map(({ body }) => body)
    const all = await Promise.all(made.map(({ id }) => world.bill('GET', `/payment-files/${id}/payments`)))
    const payments: Payment[] = all
      .flatMap((file) => file.payments)
      .map((payment) => ({ ...payment, partnerId: partnerOf.get(payment.invoiceId) }))
    count.payments += payments.length
    const numbers = payments.map(({ invoiceNumber }) => invoiceNumber)
    expect(new Set(numbers).size, 'an invoice is in one file').toBe(numbers.length)
    return { payments, paidOn: made[0]?.executionDate ?? day }
  }

  /** Uploads a bank statement and confirms its proposals; some payments may be sent back the same day. */
  async function book(payments: readonly Payment[], day: LocalDate, sentBack: readonly Payment[] = []): Promise<void> {
    count.sentBack += sentBack.length
    const entries = [
      ...payments.map(({ invoiceNumber, amount }) =>
        buildStatementEntry(amount, buildPaymentDetails(invoiceNumber), 'DBIT', day),
      ),
      ...sentBack.map(({ invoiceNumber, amount }) =>
        buildStatementEntry(amount, buildPaymentDetails(invoiceNumber), 'CRDT', day),
      ),
    ]
    const as = await world.world.session(world.people.admin)
    const statement = await world.world.call('POST', '/api/self-billing/bank-statements', {
      as,
      ...buildStatementForm(buildStatementXml(entries.join(''))),
    })
    expect(statement.status, statement.text).toBe(200)
    const { id } = statement.body
    const bookings: StatementBooking[] = await world.bill('GET', `/bank-statements/${id}/bookings?limit=200`)
    for (const kind of ['payment', 'return']) {
      const matches = bookings.flatMap(({ id: booking, matches: found }) =>
        found.filter((match) => match.kind === kind).map(({ invoiceId }) => ({ booking, invoiceId })),
      )
      expect(matches).toHaveLength((kind === 'payment' ? payments : sentBack).length)
      if (matches.length === 0) continue
      const { failed } = await world.bill('POST', `/bank-statements/${id}/confirm`, { matches })
      expect(failed).toEqual([])
    }
    for (const { invoiceId } of payments) await world.delivered(invoiceId, 'invoice-commissions')
  }

  return {
    count,
    invoicesIn,
    pay,
    book,
    /** Runs the monthly run of a month for a partner and issues its invoices; returns their ids. */
    async invoiceMonth(partner: string, month: LocalDate, invoiceDate: LocalDate): Promise<string[]> {
      const made = await world.invoicedBy(partner, { from: month, to: addDays(addMonths(month, 1), -1), invoiceDate })
      for (const id of made) await world.stepped(id, 'in_behandeling')
      documents.push(...made)
      count.invoices += made.length
      const totals = await Promise.all(made.map(async (id) => (await world.invoice(id)).totalAmount))
      count.ofZero += totals.filter((total) => total === 0).length
      return made
    },
    /** Credits an invoice and counts the credit note. */
    async credit(id: string, how: { stillEarned: boolean; lines?: readonly number[] }): Promise<void> {
      documents.push(await world.credited(id, how))
      count.creditNotes += 1
    },
    /**
     * Lists the partners whose documents differ from their postings, with both amounts in cents (rule 3 of money.md).
     */
    async partnersOff(): Promise<string[]> {
      const { readDocumentHistory } = await import('../../../functions/book/service.ts')
      const seen = new Map<string, TransactionRow>()
      for (const id of documents) for (const row of await readDocumentHistory(id)) seen.set(row.id, row)
      const rows = [...seen.values()]
      const partners = new Set(rows.flatMap(({ partnerId }) => partnerId ?? []))
      const { invoicesById } = await import('../../../functions/invoices/invoices/records.ts')
      const byId = await invoicesById(documents)
      // A file that is refused may have netted first, so only the book tells all set-offs.
      const isOfFile = ({ kind, documentId, otherDocumentId = '' }: TransactionRow) =>
        kind === 'set-off' && byId.get(otherDocumentId)?.creditedInvoice?.id !== documentId
      count.setOffs = rows.filter(isOfFile).length
      const stored = [...byId.values()]
      return [...partners].flatMap((partnerId) => {
        const posted = rows.filter((row) => row.partnerId === partnerId)
        const sum = (account: string) =>
          posted
            .flatMap(({ postings }) => postings)
            .reduce((all, one) => all + (one.account === account ? one.amount : 0), 0)
        const open = stored
          .filter((row) => row.partnerCompanyId === partnerId)
          .reduce((all, { open: left, type }) => all + (type === 'invoice' ? left : -Math.abs(left)), 0)
        return -sum('creditor') === open ? [] : [`${partnerId}: ${-sum('creditor')} in the book, ${open} on documents`]
      })
    },
  }
}

/** A person who is paid by a partner's invoices, with that partner. */
interface Partnered {
  readonly user: Person
  readonly partner: string
}

/** Creates the people of an office, one for each case: how the person is paid, and what happens to the invoices. */
async function office() {
  const mover = await world.agent()
  const changer = await world.agent()
  const partnered = () => world.invoicedAgent({ agreedOn: '2026-11-01' })
  return {
    employed: await world.agent(),
    freelancer: await world.joined({ role: 'agent', teamId: 1, employmentType: 'zzp' }),
    steady: await partnered(),
    credited: await partnered(),
    clawedBack: await partnered(),
    bounced: await partnered(),
    kor: await world.invoicedAgent({
      agreedOn: '2026-11-01',
      vatSchemes: [{ scheme: 'normaal' }, { from: '2027-01-01', scheme: 'kor' }],
    }),
    mover: { user: mover, partner: await world.partnerOf(mover.id, { agreedOn: '2026-11-01' }) },
    changer,
    /** Two partners whose invoices pay the same person in turns. */
    employers: [
      await world.partnerOf(changer.id, { agreedOn: '2026-11-01' }),
      await world.partnerOf(undefined, { agreedOn: '2026-11-01' }),
    ] as const,
  }
}

it('each month adds up, through changes of partner, returned payments, credit notes and debts', async () => {
  const books = accountant()
  const people = await office()
  const everybody = [
    ...[people.employed, people.freelancer, people.mover.user, people.changer],
    ...[people.steady, people.credited, people.clawedBack, people.bounced, people.kor].map(({ user }) => user),
  ]
  const wrong: string[] = []
  let isEmployed = false
  let employer = 0

  /**
   * Does the work of a month: sales and corrections. Halfway, one person gets or loses a partner, and another person
   * gets a different partner. Returns the commissions that are to be paid by hand.
   */
  async function work(month: LocalDate, index: number): Promise<string[]> {
    const days = [addDays(month, 4), addDays(month, 19)]
    const byHand: string[] = []
    await travel(days[0] as LocalDate)
    for (const user of everybody) {
      const made = await world.ready(user.id, { saleDate: days[0] as string, agentCommission: 100 + index })
      if (user === people.employed || user === people.freelancer) byHand.push(made)
    }
    await travel(addDays(month, 14))
    isEmployed = !isEmployed
    await world.bill('PATCH', `/partners/${people.mover.partner}`, {
      assignedAgentId: isEmployed ? null : people.mover.user.id,
    })
    await world.bill('PATCH', `/partners/${people.employers[employer]}`, { assignedAgentId: null })
    employer = 1 - employer
    await world.bill('PATCH', `/partners/${people.employers[employer]}`, { assignedAgentId: people.changer.id })
    await travel(days[1] as LocalDate)
    for (const { user } of [people.steady, people.mover, people.kor]) {
      await world.ready(user.id, { saleDate: days[1] as string, agentCommission: 50 })
    }
    await world.correct(people.employed.id, index % 2 === 0 ? -20 : 15)
    await world.correct(people.steady.user.id, index % 2 === 0 ? 30 : -10)
    if (index % 4 === 0) await world.correct(people.clawedBack.user.id, -250)
    if (index % 8 === 2) {
      await world.postOpenItems(people.clawedBack.user.id, Array(45).fill(100), addDays(month, 9))
      await world.correct(people.clawedBack.user.id, -2_500)
    }
    return byHand
  }

  /** Pays people without a partner by hand: by payroll, and with a freelancer's own invoice. */
  async function payroll(ids: readonly string[], index: number): Promise<void> {
    for (const id of ids) {
      const [status, message] = await world.byHand(id, { ownInvoiceNumber: `F-${index}` })
      expect(status, message).toBe(200)
    }
  }

  /** Ends a month with its monthly run, credit notes, payment files and bank statements. */
  async function end(month: LocalDate, index: number): Promise<void> {
    const day = addDays(addMonths(month, 1), 1)
    await travel(day)
    const employers = [...people.employers]
    const partners = [people.steady, people.credited, people.clawedBack, people.bounced, people.kor, people.mover]
    for (const { partner } of partners as Partnered[]) await books.invoiceMonth(partner, month, day)
    for (const partner of employers) await books.invoiceMonth(partner, month, day)
    const [toCredit] = (await books.invoicesIn('in_behandeling')).filter(
      ({ partnerCompanyId }) => partnerCompanyId === people.credited.partner,
    )
    const isEarned = index % 2 === 0
    if (toCredit && index % 3 === 0) await books.credit(toCredit.id, { stillEarned: isEarned })
    const { payments, paidOn } = await books.pay(addDays(day, 3))
    await travel(addDays(paidOn, 1))
    // Every other month the bank sends back the payment to an account that was closed; the next file pays it again.
    const isSentBack = ({ partnerId }: Payment) => index % 2 === 1 && partnerId === people.bounced.partner
    await books.book(payments, paidOn, payments.filter(isSentBack))
    if (toCredit && index % 3 === 1) await books.credit(toCredit.id, { stillEarned: isEarned, lines: [1] })
  }

  const auditFiles: string[] = []
  for (let index = 0; index < size.monthEnds; index++) {
    const month = addMonths(FIRST, index)
    const byHand = await work(month, index)
    await payroll(byHand, index)
    await end(month, index)
    for (const { id } of everybody) {
      for (const one of [month, addMonths(month, 1)]) await world.monthOf(id, monthOf(one))
    }
    wrong.push(...(await books.partnersOff()))
    auditFiles.push(await checkEnd(world, monthOf(month)))
  }
  if (validator) expect(await findInvalid(auditFiles)).toEqual([])
  const never = Object.entries(books.count).filter(([, times]) => times === 0)
  expect(never, 'each of these happened').toEqual([])
  const goal = `every person and partner adds up (${JSON.stringify(books.count)})`
  reportFigure('month-ends', goal, [size.monthEnds, ...wrong], [size.monthEnds])
})
