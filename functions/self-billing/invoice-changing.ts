import { type InvoiceChange, type InvoiceStep, invoiceStatusLabels } from '../../shared/contract/invoices.ts'
import { conflict, unprocessable } from '../../shared/errors.ts'
import { invoiceSteps } from '../../shared/invoice-steps.ts'
import { dateText, localDateOf, now } from '../../shared/time.ts'
import { stillAssignable } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import type { GuardedWrite } from '../platform/commit.ts'
import type { OutboxItem } from '../platform/outbox.ts'
import type { Edit } from '../records/record.ts'
import { attachmentsNamed } from './attachments.ts'
import { followedByCommissions, followedByCorrections, givenBack } from './commission-settling.ts'
import { opened, settledByHand, settledWith, uncredited } from './crediting.ts'
import { issue } from './documents.ts'
import type { InvoiceRow } from './invoice-entity.ts'
import { invoiceRecords, partnerOf } from './invoice-records.ts'
import {
  agreedWith,
  amountsOf,
  creditedOf,
  datesOf,
  details,
  IN_PAYMENT_FILE,
  isCreditedSince,
  linesOf,
  mayEdit,
  paidBeforeCredit,
  paymentRefusal,
  placed,
  refuseDate,
  refuseMisfit,
  returnRefusal,
  type StandingPayment,
  standingOf,
} from './invoice-rules.ts'
import { detailsOf } from './invoice-views.ts'
import { mailsOnce } from './mails.ts'
import type { PartnerRow } from './partner-entity.ts'
import { agentFor } from './partners.ts'

/** Changes an invoice, and shows it with the mails that the change asks for. */
function edit(actor: Caller, id: string, make: (before: InvoiceRow) => Promise<Edit<InvoiceRow>>) {
  let asked: readonly OutboxItem[] = []
  return invoiceRecords.edit(
    actor,
    id,
    async (before) => {
      const made = await make(before)
      asked = made.outbox ?? []
      return made
    },
    async (row) => detailsOf(actor, row, await partnerOf(row), asked),
  )
}

/**
 * Changes any part of an invoice, its status too; what is emptied is erased. 409 when somebody else saved it since
 * `If-Match`, for its contents once it was sent (rulings 45), and for a step that there is not (rulings 44).
 */
export const changeInvoice = (actor: Caller, id: string, { status, paymentDate, ...change }: InvoiceChange) =>
  edit(actor, id, async (before) => {
    const { after, conditions, write } = await changed(actor, before, change)
    const isStepping = status !== undefined || (paymentDate ?? undefined) !== undefined
    if (!isStepping) return { after, conditions, write }
    const step = await stepping(after, { status: status ?? after.status, paymentDate })
    return { ...step, conditions: [...conditions, ...step.conditions], write: [...write, ...step.write] }
  })

/** Brings an invoice to another status. 409 when it does not follow from the one it has. */
export const stepInvoice = (actor: Caller, id: string, step: InvoiceStep) =>
  edit(actor, id, (before) => stepping(before, step))

/**
 * Calls an invoice paid by a booking of the bank, in one transaction with the note of it (`write`). 409 as above, for a
 * booking of a payment that turned out to be none, and for one of a payment file that does not pay it any more.
 */
export const payByBooking = (actor: Caller, id: string, { day, paymentFileId, write }: BookedPayment) =>
  edit(actor, id, async (before) => {
    const made = await stepping(before, { status: 'betaald', paymentDate: day })
    const refusal = paymentRefusal(before, day)
    if (refusal !== null) throw conflict(refusal)
    if (paymentFileId !== undefined && before.paymentFileId !== paymentFileId) {
      throw conflict('De betaling van deze factuur is uit dat betaalbestand vrijgegeven')
    }
    return { ...made, after: { ...made.after, bookedOn: day }, write: [...made.write, write] }
  })

/**
 * Takes back that an invoice was paid, which the bank booked back on a day, in one transaction with the note of it: it
 * waits for its payment again, as if it had never been paid, and its payment file lets go of it, so that another may pay it. 409 where that booking says
 * no such thing, or is not of the payment that stands by now.
 */
export const takeBackByBooking = (actor: Caller, id: string, { day, meant, write }: BookedReturn) =>
  edit(actor, id, async (before) => {
    const refusal = returnRefusal(before, day, meant)
    if (refusal !== null) throw conflict(refusal)
    const made = await stepping(before, { status: 'in_behandeling' })
    const sentBackOn = [...(before.sentBackOn ?? []), day]
    return {
      ...made,
      verb: 'return',
      after: { ...made.after, sentBackOn, paymentFileId: undefined, creditsWhenPaid: undefined },
      write: [...made.write, write],
    }
  })

/** What somebody confirms that a booking tells. */
interface Booked {
  readonly day: string
  /** The note of it. */
  readonly write: GuardedWrite
}

interface BookedReturn extends Booked {
  /** The payment that stood when the booking was read. */
  readonly meant: StandingPayment | undefined
}

interface BookedPayment extends Booked {
  /** The payment file that the booking was of, where it was recognised by that. */
  readonly paymentFileId: string | undefined
}

/** A step with the mails that it asks for: who puts an invoice into processing sends it (rulings 46). */
async function stepping(row: InvoiceRow, step: InvoiceStep) {
  if (step.byCreditNotes) return settling(row, step)
  const after = await stepped(row, step)
  const goesOut = row.status === 'concept' && after.status === 'in_behandeling'
  const isCancelled = after.status === 'cancelled'
  const { also, conditions } = await settledWith(row, after)
  return {
    after,
    conditions,
    outbox: [
      ...(goesOut ? await mailsOnce(after) : []),
      ...followedByCommissions(row, after),
      ...(isCancelled ? followedByCorrections(row) : []),
    ],
    write: isCancelled ? givenBack(row) : [],
    also: isCancelled ? await uncredited(row) : also,
  }
}

/** The step of an invoice that is settled with its credit notes instead of paid. */
async function settling(row: InvoiceRow, { status, paymentDate }: InvoiceStep) {
  if (status !== 'betaald') throw unprocessable('Verrekend is alleen wat op Betaald gaat', 'byCreditNotes')
  const settled = await settledByHand(row, payingDay(row, paymentDate))
  return { ...settled, outbox: followedByCommissions(row, settled.after), write: [], also: [] }
}

/** Returns the day on which an invoice is called paid, today by default. 422 for one to come, or before the invoice. */
function payingDay({ invoiceDate }: InvoiceRow, paymentDate: InvoiceStep['paymentDate']): string {
  const today = localDateOf(now())
  const day = paymentDate ?? today
  if (day > today) throw unprocessable('De betaaldatum ligt in de toekomst', 'paymentDate')
  if (day < invoiceDate) {
    throw unprocessable(`De betaaldatum ligt voor de factuurdatum van ${dateText(invoiceDate)}`, 'paymentDate')
  }
  return day
}

/** What may be changed for as long as there is an invoice; all else is part of its documents. */
const always = ['notes', 'assignedUserId', 'autoSendEnabled']

async function changed(actor: Caller, before: InvoiceRow, change: Omit<InvoiceChange, 'status' | 'paymentDate'>) {
  const isOfContents = Object.keys(change).some(
    (name) => change[name as keyof typeof change] !== undefined && !always.includes(name),
  )
  if (isOfContents) refuseEdit(before)
  if (change.lines && before.commissions) {
    throw conflict('De regels van deze factuur zijn commissies. Annuleer haar om ze vrij te geven.')
  }
  const { assignedUserId } = change
  const isMoved = assignedUserId !== undefined && (assignedUserId ?? undefined) !== before.assignedUserId
  const assignee = isMoved ? await agentFor(assignedUserId, 'assignedUserId') : null
  const { attachments, write } = change.attachments
    ? await attachmentsNamed(change.attachments)
    : { attachments: before.attachments, write: [] }
  const after = placed({
    ...before,
    ...details.changed(change),
    attachments,
    ...(isMoved ? { assignedUserId: assignee?.id } : {}),
    ...(isOfContents ? await contentsOf(before, change) : {}),
  })
  return { after, write, conditions: assignee ? stillAssignable(actor, assignee, 'assignedUserId') : [] }
}

function refuseEdit(row: InvoiceRow): void {
  if (row.type === 'credit_note') throw conflict('De inhoud van een creditfactuur staat vast. Annuleer haar zo nodig.')
  if (row.sentAt !== undefined) {
    throw conflict('Deze factuur is verstuurd en kan niet meer worden gewijzigd. Maak zo nodig een creditfactuur.')
  }
  if (!mayEdit(row)) throw conflict('Alleen een concept kan worden gewijzigd')
}

async function contentsOf(before: InvoiceRow, change: InvoiceChange): Promise<Partial<InvoiceRow>> {
  const partner = await partnerOf(before)
  const has48HourDiscount = change.has48HourDiscount ?? before.has48HourDiscount
  const priced = {
    lines: change.lines ? linesOf(change.lines) : before.lines,
    has48HourDiscount,
    discountPercentage: change.discountPercentage ?? before.discountPercentage,
    creditRestrictionPercentage: before.creditRestrictionPercentage,
  }
  if (partner) refuseMisfit(partner, priced)
  return {
    ...priced,
    ...amountsOf(priced),
    ...movedDates(before, { ...change, has48HourDiscount }, partner),
    paymentTerms: has48HourDiscount ? '48_hours' : '30_days',
    ...(change.description === undefined
      ? {}
      : { description: change.description ?? priced.lines[0]?.description ?? before.description }),
  }
}

/**
 * Dates as a change makes them: the due date moves with its terms, and stays where it still fits them; a date that stays
 * was allowed once and is not asked about again. 422 for another year.
 */
function movedDates(
  before: InvoiceRow,
  change: InvoiceChange & { readonly has48HourDiscount: boolean },
  partner: PartnerRow | null,
) {
  const { invoiceDate = before.invoiceDate, supplyFrom = before.supplyFrom, supplyTo = before.supplyTo } = change
  if (invoiceDate.slice(0, 4) !== before.invoiceDate.slice(0, 4)) {
    throw unprocessable('Het factuurnummer is van een ander jaar. Kies een datum in dat jaar.', 'invoiceDate')
  }
  const isSameDate = invoiceDate === before.invoiceDate
  if (!isSameDate) refuseDate(invoiceDate, partner ? agreedWith(partner) : undefined)
  const isSameTerms = change.has48HourDiscount === before.has48HourDiscount && isSameDate
  const dueDate = change.dueDate ?? (isSameTerms ? before.dueDate : undefined)
  return datesOf({ invoiceDate, dueDate, supplyFrom, supplyTo, has48HourDiscount: change.has48HourDiscount })
}

/** An invoice with another status and what belongs to that: when it was paid, and sent first. */
async function stepped(row: InvoiceRow, { status, paymentDate }: InvoiceStep): Promise<InvoiceRow> {
  refuseStep(row, status)
  if (status === 'betaald') {
    const date = payingDay(row, paymentDate)
    const isAsBefore = isCreditedSince(row) && (creditedOf(row) === 'whole' || date === paidBeforeCredit(row))
    const creditsWhenPaid = isAsBefore ? row.creditsWhenPaid : (row.creditNoteIds?.length ?? 0)
    return placed({ ...row, status, paymentDate: date, bookedOn: undefined, creditsWhenPaid })
  }
  if (paymentDate) throw unprocessable('Alleen een betaalde factuur heeft een betaaldatum', 'paymentDate')
  const after =
    opened(row) ??
    placed({
      ...row,
      ...{ status, paymentDate: undefined, bookedOn: undefined },
      returnedOn: row.paymentDate === undefined ? row.returnedOn : [...(row.returnedOn ?? []), row.paymentDate],
    })
  if (status !== 'in_behandeling' || row.sentAt !== undefined) return after
  return issue(after)
}

/** Why what its partner refused is not settled, and what to do instead (rulings 51a). */
const refusedText: Record<InvoiceRow['type'], string> = {
  invoice: 'De partner heeft deze factuur geweigerd. Zij wordt niet betaald; maak een creditfactuur.',
  credit_note:
    'De partner heeft deze creditfactuur geweigerd. Zij wordt niet verrekend; maak zo nodig een nieuwe factuur.',
}

function refuseStep(row: InvoiceRow, to: InvoiceRow['status']): void {
  if (to === 'concept' && row.paymentFileId !== undefined) throw conflict(IN_PAYMENT_FILE)
  if (invoiceSteps(standingOf(row)).includes(to)) return
  if (to === 'betaald' && row.status === 'in_behandeling') {
    throw conflict(
      creditedOf(row) === 'whole'
        ? 'Deze factuur is geheel gecrediteerd: er is niets meer van te betalen. Verreken haar met haar creditfactuur.'
        : refusedText[row.type],
    )
  }
  if (to === 'cancelled' && row.status !== 'cancelled') {
    throw conflict('Een verstuurde factuur kan niet worden geannuleerd. Maak een creditfactuur van het geheel.')
  }
  const [was, is] = [invoiceStatusLabels[row.status], invoiceStatusLabels[to]]
  throw conflict(
    row.status === to
      ? `Deze factuur heeft al de status ${is}`
      : `Een factuur kan niet van ${was} naar ${is} worden gezet`,
  )
}
