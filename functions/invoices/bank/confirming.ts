import {
  type BookingChoice,
  type ConfirmPayments,
  MAX_NOTES,
  type MatchName,
  type ProposalKind,
} from '../../../shared/api/schemas/bank.ts'
import { AppError, conflict, staleConflict, unprocessable } from '../../../shared/errors.ts'
import { dateText, type Instant, localDateOf, now } from '../../../shared/time.ts'
import { onlyAdminCondition } from '../../people/service.ts'
import type { Caller } from '../../platform/actor.ts'
import { commit, type GuardedWrite } from '../../platform/data/commit.ts'
import type { InvoiceRow, SharedBooking } from '../invoices/entity.ts'
import { invoiceRecords, invoicesById, partnerOf } from '../invoices/records.ts'
import { editInvoice } from '../invoices/views.ts'
import { approvePending, askForPayment } from '../payments/pending-payments.ts'
import { buildBankEdit, findReturnedPayment, toSignedAmount } from './bank-settling.ts'
import type { StatementFile } from './booking.ts'
import { chooseBookingDocument, confirmBookingDocument, hashBooking, isConfirmedBooking } from './confirmed-bookings.ts'
import { type NamedBooking, nameBookings, paymentOrderOf } from './context.ts'
import { countPosted, readPaymentFilesOf } from './matching-data.ts'
import { type BankStatementRow, BankStatements } from './statement-entity.ts'
import { readStatementFile, statementRecords } from './statements.ts'
import { viewsOfBookings } from './views.ts'

/**
 * Confirms matches that a bank statement proposes: payments, returns and repayments. Each has a transaction that posts
 * the booking and settles or reopens the document. Returns the confirmed matches, and the failed ones with a reason;
 * only a lost session (401) stops the rest. Throws 404 for an unknown statement.
 */
export async function confirmPayments(actor: Caller, id: string, { matches }: ConfirmPayments) {
  const { row, permit } = await statementRecords.within(actor, id)
  const file = await readStatementFile(row)
  const confirmed: (MatchName & { kind: ProposalKind })[] = []
  const failed: (MatchName & { reason: string })[] = []
  const bookings = new Set(matches.map(({ booking }) => booking))
  const proposed = row.proposals.filter(({ booking }) => bookings.has(booking))
  const invoices = await invoicesById([...proposed, ...matches].map(({ invoiceId }) => invoiceId))
  for (const match of matches) {
    try {
      confirmed.push({ ...match, kind: await confirmOne(actor, row, file, match, invoices) })
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'unauthenticated') throw error
      failed.push({ ...match, reason: error.message })
    }
  }
  const named = <T extends MatchName>(match: T) => ({
    ...match,
    invoiceNumber: invoices.get(match.invoiceId)?.invoiceNumber,
  })
  return commit(
    permit,
    {
      action: 'bank-statement.confirm',
      entity: { type: 'bank-statement', id, name: row.filename },
      after: { confirmed: confirmed.map(named), failed: failed.map(named) },
      write: [],
    },
    { confirmed, failed },
  )
}

/** Confirms one match; returns its kind. Throws 409 when it is confirmed already, or cannot be settled any more. */
async function confirmOne(
  actor: Caller,
  row: BankStatementRow,
  file: StatementFile,
  { booking, invoiceId }: MatchName,
  invoices: ReadonlyMap<string, InvoiceRow>,
) {
  const index = row.proposals.findIndex((one) => one.booking === booking && one.invoiceId === invoiceId)
  const proposal = row.proposals[index]
  if (!proposal) throw unprocessable('Dit voorstel staat niet op het afschrift. Laad de pagina opnieuw.')
  if (proposal.confirmedAt !== undefined) {
    throw conflict(`Deze boeking is al bevestigd op ${dateText(localDateOf(proposal.confirmedAt as Instant))}`)
  }
  const noted: GuardedWrite = {
    write: BankStatements.patch({ id: row.id })
      .data(({ proposals }, { set }) => {
        const stored = proposals[index]
        if (stored) set(stored.confirmedAt, now())
      })
      .add({ version: 1 })
      .where(({ proposals }, { eq, notExists }) => {
        const stored = proposals[index]
        if (!stored) return ''
        return `${eq(stored.invoiceId, invoiceId)} AND ${eq(stored.booking, booking)} AND ${notExists(stored.confirmedAt)}`
      }),
    onFailure: () => conflict('Deze boeking is al bevestigd'),
  }
  const writes = [noted, confirmBookingDocument(file.bookings, bookingIn(file, booking).booking, invoiceId)]
  const effect = { ...proposal, sharedBooking: findSharedBooking(row, proposal, invoices) }
  await invoiceRecords.edit(
    actor,
    invoiceId,
    () => undefined,
    (before) => buildBankEdit(before, effect, actor.id, writes),
  )
  return proposal.kind
}

/** Returns the booking of a proposed payment that also pays other invoices of the same partner; undefined for any other. */
function findSharedBooking(
  { id, proposals }: BankStatementRow,
  { kind, booking, invoiceId }: StoredProposal,
  invoices: ReadonlyMap<string, InvoiceRow>,
): SharedBooking | undefined {
  const partnerOfId = (one: string) => invoices.get(one)?.partnerCompanyId
  const shares = proposals.filter(
    (one) => one.booking === booking && partnerOfId(one.invoiceId) === partnerOfId(invoiceId),
  )
  if (kind !== 'payment' || shares.length < 2) return undefined
  return { id: `${id} ${booking}`, invoiceIds: shares.map((one) => one.invoiceId) }
}

/**
 * Posts a bank booking on the invoice or credit note that a person chose instead of the proposed match; returns the
 * booking. Throws 404 for an unknown statement, 409 where the booking is posted already or the document cannot take it.
 * Throws 422 for an unknown booking or document, a credit note where money left our account, more than the open amount,
 * and a payment to another IBAN without a reason, unless nobody else approves it.
 */
export async function chooseInvoice(actor: Caller, id: string, { reason, ...match }: BookingChoice) {
  const { row: before, permit } = await statementRecords.within(actor, id)
  const { row, file, invoiceNumber } = await joinBooking(actor, before, { ...match, reason })
  return commit(
    permit,
    {
      action: 'bank-statement.choose',
      entity: { type: 'bank-statement', id, name: row.filename },
      after: { ...match, invoiceNumber },
      write: [],
    },
    await viewOf(row, file, match.booking),
  )
}

/** Text at a booking to another IBAN, whose document a second admin has to approve. */
const WAITS = 'Wacht op goedkeuring van een andere beheerder'

/**
 * Posts a booking on the document that a person chose, or lets it wait for a second admin if it went to another IBAN
 * than the partner's (rulings 51b). Set `isApproved` for the approval of that admin. Returns the statement after it,
 * with its file, and the invoice as the API shows it. Throws as `chooseInvoice`.
 */
export async function joinBooking(
  actor: Caller,
  row: BankStatementRow,
  { booking: of, invoiceId, reason }: BookingChoice,
  isApproved = false,
) {
  const file = await readStatementFile(row)
  const one = bookingIn(file, of)
  const invoice = (await invoicesById([invoiceId])).get(invoiceId)
  if (!invoice) throw unprocessable('Deze factuur bestaat niet (meer)', 'invoiceId')
  if (row.proposals.some(({ booking, confirmedAt }) => booking === of && confirmedAt !== undefined)) {
    throw conflict('Deze boeking is al bevestigd')
  }
  const hash = hashBooking(file.bookings, one.booking)
  const seemsBooked = row.findings.some(({ booking, code }) => booking === of && code === 'booked')
  if (seemsBooked && (await isConfirmedBooking(hash))) throw conflict('Deze boeking is al geboekt')
  const others = row.proposals.filter(({ booking }) => booking !== of)
  const proposal = { ...(await proposalOf(one, invoice, { others, seemsBooked })), confirmedAt: now() }
  const iban = isApproved ? undefined : await otherIbanOf(one, invoice)
  const isAlone = iban === undefined ? null : await onlyAdminCondition(actor, staleConflict)
  const waits = iban !== undefined && isAlone === null
  if (waits && !reason) throw unprocessable('Vul in waarom het geld naar een andere rekening ging', 'reason')
  const findings = row.findings.filter(({ booking }) => booking !== of)
  const after: BankStatementRow = {
    ...row,
    version: row.version + 1,
    proposals: waits ? others : [...others, proposal],
    findings: waits ? [...findings, { booking: of, code: 'otherAccount', reason: WAITS, invoiceId }] : findings,
    beyond:
      row.beyond
        ?.split(' ')
        .filter((other) => other !== of)
        .join(' ') || undefined,
    left: row.left.filter((other) => other !== of),
  }
  const stored: GuardedWrite = {
    write: BankStatements.put(after).where(({ version }, { eq }) => eq(version, row.version)),
    onFailure: () => conflict('Dit afschrift is intussen gewijzigd. Probeer het opnieuw.'),
  }
  const joined = await editInvoice(
    actor,
    invoiceId,
    async (before) => {
      if (waits) {
        const { date, amount } = one.booking
        const wish = { date, amount, reason: reason ?? undefined, booking: { statementId: row.id, of, iban } }
        return { ...(await askForPayment(actor, before, wish)), write: [stored] }
      }
      const approved = isApproved ? await approvePending(actor, before) : {}
      const writes = [stored, chooseBookingDocument(hash, invoiceId), ...(isAlone ? [isAlone] : [])]
      return { ...(await buildBankEdit(before, proposal, actor.id, writes)), ...approved }
    },
    isApproved ? 'payment:approve' : undefined,
  )
  return { row: after, file, invoiceNumber: invoice.invoiceNumber, joined }
}

/** Returns the IBAN of a payment by us that is neither the partner's nor on the invoice; undefined for any other. */
async function otherIbanOf({ booking }: NamedBooking, invoice: InvoiceRow): Promise<string | undefined> {
  if (booking.direction !== 'out' || booking.iban === undefined) return undefined
  const [partner, files] = await Promise.all([partnerOf(invoice), readPaymentFilesOf([invoice], [])])
  const ordered = files.flatMap(({ payments }) => payments).filter(({ invoiceId }) => invoiceId === invoice.id)
  const known = [invoice.supplier?.bankAccount, partner?.bankAccount, ...ordered.map((one) => one.bankAccount)]
  return known.includes(booking.iban) ? undefined : booking.iban
}

type StoredProposal = BankStatementRow['proposals'][number]

interface Beside {
  /** Proposals of the other bookings on the statement. */
  readonly others: readonly StoredProposal[]
  /** Set where an equal booking of that day is posted on the document already, from another statement. */
  readonly seemsBooked: boolean
}

/**
 * Returns the proposal of a booking for the document that a person chose. Throws 422 for a credit note where money left
 * our account.
 */
async function proposalOf({ of, booking }: NamedBooking, invoice: InvoiceRow, { others, seemsBooked }: Beside) {
  const { direction, date, amount } = booking
  const isNote = invoice.type === 'credit_note'
  if (direction === 'out' && isNote) {
    throw unprocessable(`${invoice.invoiceNumber} is een creditfactuur. Kies een factuur.`, 'invoiceId')
  }
  const kind: ProposalKind = direction === 'out' ? 'payment' : isNote ? 'repayment' : 'return'
  const effect = { kind, date, amount }
  const isSame = (one: StoredProposal) =>
    one.invoiceId === invoice.id && one.date === date && toSignedAmount(one) === toSignedAmount(effect)
  const posted = seemsBooked ? await countPosted(invoice, { date, amount: toSignedAmount(effect) }) : 0
  const order = kind === 'payment' ? paymentOrderOf(await readPaymentFilesOf([invoice], []), invoice) : undefined
  const { paymentFileId, orderedFor } =
    order?.amount === amount ? order : { paymentFileId: undefined, orderedFor: undefined }
  return {
    ...effect,
    ...{ booking: of, invoiceId: invoice.id, by: 'hand' as const, nth: Math.max(others.filter(isSame).length, posted) },
    ...(paymentFileId && { paymentFileId, orderedFor }),
    ...(kind === 'return' && { paymentId: findReturnedPayment(invoice, amount, date)?.id }),
    isPart: kind !== 'return' && amount < Math.abs(invoice.open),
  }
}

interface Mark {
  /** Name of the booking in the statement, such as `out0`. */
  readonly booking: string
  /** True where nobody needs to act on the booking; absent to leave that as it is. */
  readonly isLeft?: boolean | undefined
  /** Text of the note; null deletes the note, absent keeps it. */
  readonly note?: string | null | undefined
}

/**
 * Marks a bank booking as needing no action (`isLeft`) or undoes that, and stores or deletes a note about it; returns
 * the booking. Throws 404 for an unknown statement, 422 for an unknown booking or more than `MAX_NOTES` notes.
 */
export async function markBooking(actor: Caller, id: string, { booking: of, isLeft, note }: Mark) {
  return statementRecords.edit(
    actor,
    id,
    async (row) => viewOf(row, await readStatementFile(row), of),
    async (before) => {
      bookingIn(await readStatementFile(before), of, { maySettleNothing: true })
      const left = before.left.filter((one) => one !== of)
      const notes = before.notes.filter(({ booking }) => booking !== of)
      if (note && notes.length >= MAX_NOTES)
        throw unprocessable(`Een afschrift heeft hoogstens ${MAX_NOTES} notities. Verwijder er eerst een.`, 'note')
      return {
        verb: 'mark',
        after: {
          ...before,
          ...(isLeft !== undefined && { left: isLeft ? [...left, of] : left }),
          ...(note !== undefined && { notes: note === null ? notes : [...notes, { booking: of, note }] }),
        },
      }
    },
  )
}

/**
 * Returns a booking of a file. Throws 422 for an unknown one, and for one that takes back money that came in unless it
 * `maySettleNothing`.
 */
function bookingIn(file: StatementFile, of: string, { maySettleNothing = false } = {}): NamedBooking {
  const one = nameBookings(file.bookings).find((booking) => booking.of === of)
  if (!one) throw unprocessable('Deze boeking staat niet op dit afschrift', 'booking')
  if (one.booking.isReversal && !maySettleNothing) {
    throw unprocessable('De bank nam hier geld terug. Laat de boeking staan.', 'booking')
  }
  return one
}

async function viewOf(row: BankStatementRow, file: StatementFile, of: string) {
  const { views } = await viewsOfBookings(row, file)
  const view = views.find(({ id }) => id === of)
  if (!view) throw new Error(`The statement ${row.id} does not show ${of}`)
  return { booking: view }
}
