import type { BookingEnd, BookingTask, StatementBooking } from '../../../shared/api/schemas/bank.ts'
import { euros, wholeCents } from '../../../shared/money.ts'
import type { InvoiceRow } from '../invoices/entity.ts'
import { invoicesById } from '../invoices/records.ts'
import { sumCents } from './amounts.ts'
import { explainLostDiscount } from './bank-settling.ts'
import { movementOf, type StatementFile } from './booking.ts'
import { type NamedBooking, nameBookings } from './context.ts'
import { explainRefusalToConfirm } from './matching.ts'
import type { BankStatementRow } from './statement-entity.ts'

type Match = StatementBooking['matches'][number]
type Finding = BankStatementRow['findings'][number]

/** Reason shown for bookings that exceed the limit of one statement. */
const NO_ROOM = 'Dit afschrift is te groot om alles te koppelen. Upload een kortere periode.'

/** Returns all bookings of a bank statement as screens show them, with matches and doubts, in the order of the file. */
export async function viewsOfBookings(row: BankStatementRow, file: StatementFile) {
  const { proposals, findings } = row
  const invoices = await invoicesById([
    ...proposals.map(({ invoiceId }) => invoiceId),
    ...findings.flatMap(({ invoiceId }) => invoiceId ?? []),
  ])
  const matches = Map.groupBy(
    proposals.map((proposal, order) => ({ proposal, order })),
    ({ proposal }) => proposal.booking,
  )
  const found = Map.groupBy(findings, ({ booking }) => booking)
  const beyond = new Set(row.beyond?.split(' '))
  const left = new Set(row.left)
  const notes = new Map(row.notes.map(({ booking, note }) => [booking, note]))
  const views = nameBookings(file.bookings).map((one) => {
    const { of } = one
    const shown = (matches.get(of) ?? []).flatMap(({ proposal, order }) => matchOf(proposal, order, invoices))
    const about = [
      ...(found.get(of) ?? []),
      ...(beyond.has(of) ? [{ booking: of, code: 'check' as const, reason: NO_ROOM }] : []),
      ...(matches.get(of) ?? []).flatMap(({ proposal }) => lostDiscountOf(proposal, invoices)),
    ]
    return viewOf(one, shown, about, { invoices, isLeft: left.has(of), note: notes.get(of) ?? null })
  })
  return { views }
}

/** Returns a booking's match with one document in its present state; empty when the document is gone. */
function matchOf(
  proposal: BankStatementRow['proposals'][number],
  order: number,
  invoices: ReadonlyMap<string, InvoiceRow>,
): Match[] {
  const { kind, invoiceId, amount, by, isPart = false, confirmedAt = null } = proposal
  const invoice = invoices.get(invoiceId)
  if (!invoice) return []
  const { invoiceNumber, status, supplier, open } = invoice
  return [
    {
      ...{ order, kind, invoiceId, invoiceNumber, status, by, isPart, confirmedAt },
      partnerName: supplier?.name ?? 'Onbekend',
      reason: confirmedAt === null ? explainRefusalToConfirm(invoice, proposal) : null,
      amount: money(amount),
      openAmount: money(open),
    },
  ]
}

/** Returns the doubt about an unconfirmed match that takes a 48-hour discount back; else empty. */
function lostDiscountOf(
  proposal: BankStatementRow['proposals'][number],
  invoices: ReadonlyMap<string, InvoiceRow>,
): Finding[] {
  const invoice = invoices.get(proposal.invoiceId)
  const reason = invoice && proposal.confirmedAt === undefined ? explainLostDiscount(invoice, proposal) : null
  return reason === null ? [] : [{ booking: proposal.booking, code: 'check', reason }]
}

interface Known {
  readonly invoices: ReadonlyMap<string, InvoiceRow>
  readonly isLeft: boolean
  readonly note: string | null
}

function viewOf({ of, booking }: NamedBooking, matches: readonly Match[], found: readonly Finding[], known: Known) {
  const { date, counterparty = null, iban = null, reference, text, balance } = booking
  const { invoices, isLeft, note } = known
  const invoice = invoices.get(found.find(({ invoiceId }) => invoiceId)?.invoiceId ?? '')
  const end = endOf(matches, found)
  return {
    ...{ id: of, date, counterparty, iban, end, isLeft, note, matches: [...matches] },
    text: [reference, text].filter(Boolean).join(' ').slice(0, 300),
    amount: money(movementOf(booking)),
    balance: balance === undefined ? null : money(balance),
    task: isLeft ? ('none' as const) : taskOf(matches, found),
    doubts: found.filter(({ code }) => code !== 'booked').map(({ reason }) => reason),
    about: invoice
      ? {
          invoiceId: invoice.id,
          invoiceNumber: invoice.invoiceNumber,
          partnerName: invoice.supplier?.name ?? 'Onbekend',
        }
      : null,
    isBooked: found.some(({ code }) => code === 'booked'),
    isReversal: booking.isReversal === true,
  }
}

/**
 * Returns the result of a booking in one word. A doubt comes first, then the matches with documents, then other
 * findings.
 */
function endOf(matches: readonly Match[], found: readonly Finding[]): BookingEnd {
  const [match] = matches
  const codes = found.map(({ code }) => code)
  if (codes.includes('check')) return 'check'
  if (match?.kind === 'return') return 'returned'
  if (match?.kind === 'repayment') return 'creditNote'
  if (match) return matches.some(({ isPart }) => isPart) ? 'part' : 'linked'
  if (codes.includes('otherAccount')) return 'otherAccount'
  return codes.includes('booked') ? 'linked' : 'notOurs'
}

/**
 * Returns a person's task for a booking. An unconfirmed part payment must always be checked, as the rest stays open.
 */
function taskOf(matches: readonly Match[], found: readonly Finding[]): BookingTask {
  const waiting = matches.filter(({ confirmedAt }) => confirmedAt === null)
  const isClear = waiting.every(({ reason, isPart }) => reason === null && !isPart)
  if (found.some(({ code }) => code !== 'booked') || !isClear) return 'check'
  return waiting.length > 0 ? 'confirm' : 'none'
}

/** Returns a bank statement's account, period and balances, and the totals of the bookings to check and to confirm. */
export async function statementDetailsOf(row: BankStatementRow, file: StatementFile) {
  const { bookings, balances, otherAccounts } = file
  const { views } = await viewsOfBookings(row, file)
  const [incoming, outgoing] = (['in', 'out'] as const).map((direction) =>
    sumCents(bookings.filter((booking) => booking.direction === direction)),
  ) as [number, number]
  const days = bookings.map(({ date }) => date).toSorted()
  const [check, confirm] = (['check', 'confirm'] as const).map((task) =>
    views.filter((view) => view.task === task),
  ) as [typeof views, typeof views]
  const toConfirm = confirm.flatMap(({ id, matches }) =>
    matches.flatMap((one) => (one.confirmedAt === null ? [{ booking: id, ...one }] : [])),
  )
  return {
    account: bookings[0]?.account ?? null,
    otherAccounts: [...otherAccounts],
    firstDate: days[0] ?? '',
    lastDate: days.at(-1) ?? '',
    balance: balances && {
      opening: money(balances.opening),
      closing: money(balances.closing),
      isRight: balances.opening + incoming - outgoing === balances.closing,
    },
    incoming: money(incoming),
    outgoing: money(outgoing),
    check: { count: check.length, amount: leavingOf(check) },
    confirm: {
      count: confirm.length,
      outgoing: leavingOf(confirm.filter(({ amount }) => amount < 0)),
      incoming: -leavingOf(confirm.filter(({ amount }) => amount > 0)) + 0,
      matches: toConfirm
        .toSorted((one, other) => one.order - other.order)
        .map(({ booking, invoiceId }) => ({ booking, invoiceId })),
    },
  }
}

/** Adds up the money that left the account less the money that came in, in euros. */
const leavingOf = (views: readonly { readonly amount: number }[]) =>
  money(-views.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0))

const money = (amount: number) => euros(wholeCents(amount + 0))
