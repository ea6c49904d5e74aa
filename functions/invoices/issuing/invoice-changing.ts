import { invoiceStatusLabels } from '../../../shared/api/parts/billing.ts'
import type { InvoiceStep } from '../../../shared/api/schemas/invoices.ts'
import { conflict, staleConflict, unprocessable } from '../../../shared/errors.ts'
import type { InvoiceChange } from '../../../shared/invoices/schemas.ts'
import { listInvoiceSteps } from '../../../shared/invoicing/invoice-steps.ts'
import { cents } from '../../../shared/money.ts'
import { localDateOf, now } from '../../../shared/time.ts'
import { postEntries, postOnOpenDays, requireOpenMonth } from '../../book/service.ts'
import { onlyAdminCondition, requireStillAssignable } from '../../people/service.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Change, GuardedWrite } from '../../platform/data/commit.ts'
import { releaseInvoiceItems } from '../invoices/commission-settling.ts'
import type { InvoiceRow } from '../invoices/entity.ts'
import { firstMailItems } from '../invoices/mails.ts'
import { requireOpenDate } from '../invoices/open-dates.ts'
import { partnerOf } from '../invoices/records.ts'
import { requestRemittance } from '../invoices/remittance-request.ts'
import {
  amountsOf,
  datesOf,
  details,
  findFirstAgreement,
  IN_PAYMENT_FILE,
  isPosted,
  mayEdit,
  priceLines,
  refuseDate,
  refuseLinesOutsidePeriod,
  refuseMisfit,
  type Supplied,
  schemeOf,
  stepStateOf,
} from '../invoices/rules.ts'
import { editInvoice } from '../invoices/views.ts'
import type { PartnerRow } from '../partner-entity.ts'
import { creditNoteChanges, readOpenNotes, setOffAll } from '../payments/netting.ts'
import { applyPayment, reversePayment, type Settled } from '../payments/paying.ts'
import { PaymentFiles } from '../payments/payment-file-entity.ts'
import { approvePending, askForPayment, dropPending, requirePending } from '../payments/pending-payments.ts'
import { readInvoiceAssignee } from './assignee.ts'
import { keepAttachments } from './attachments.ts'
import { restoreCreditedQuantities } from './crediting.ts'
import { issueAndPost } from './issuing.ts'

/**
 * Changes an invoice, including its status; an emptied field is erased. Throws 409 for new contents of a sent invoice
 * or a credit note (rulings 45), for lines made of commissions, and for an impossible step (rulings 44). Throws 409
 * also when another user saved the invoice since `If-Match`; 404 for an unknown invoice, 422 for values that do not
 * fit.
 */
export const changeInvoice = (actor: Caller, id: string, { status, paymentDate, ...change }: InvoiceChange) =>
  editInvoice(actor, id, async (before) => {
    const { after, conditions, write } = await editFields(actor, before, change)
    const isStepping = status !== undefined || (paymentDate ?? undefined) !== undefined
    if (!isStepping) return { after, conditions, write }
    const step = await stepEdit(actor, after, { status: status ?? after.status, paymentDate })
    return { ...step, conditions: [...conditions, ...step.conditions], write: [...write, ...step.write] }
  })

/**
 * Changes the status of an invoice, with all that belongs to it: issuing, payment, mails. Throws 404 for an unknown
 * invoice, 409 for an impossible step. Throws 422 for a payment that does not fit, and where the documents cannot be
 * made.
 */
export const stepInvoice = (actor: Caller, id: string, step: InvoiceStep) =>
  editInvoice(actor, id, (before) => stepEdit(actor, before, step))

/**
 * Pays an invoice as an admin entered it, as its second admin (rulings 51b). Throws 409 when no payment waits or the
 * invoice cannot be paid any more, 403 and 400 as `approvePending`.
 */
export const payAsApproved = (actor: Caller, id: string) =>
  editInvoice(
    actor,
    id,
    async (before) => {
      const { date, amount, isPart, by } = requirePending(before)
      const approved = await approvePending(actor, before)
      refuseStep(before, 'betaald')
      const payment = { date, ...(isPart ? { amount } : {}), ...(await orderOf(before)), by }
      const settled = applyPayment(before, payment)
      return { ...buildSettledEdit(before, settled, await postOnOpenDays(settled.entries)), ...approved }
    },
    'payment:approve',
  )

/** Takes a waiting payment off an invoice, with `also` in the same transaction; throws as `dropPending`. */
export const dropPayment = (actor: Caller, id: string, reason: string | null | undefined, also: readonly Change[]) =>
  editInvoice(actor, id, async (before) => ({ ...dropPending(actor, before, reason), also }))

/**
 * Returns the edit of a step. A step from concept to 'in behandeling' also issues the invoice and sends it (rulings
 * 46); a step back from 'betaald' reverses the last payment.
 */
export async function stepEdit(actor: Caller, row: InvoiceRow, step: InvoiceStep) {
  const { status, paymentDate, partAmount, reason, byCreditNotes } = step
  refuseStep(row, status)
  if (status !== 'betaald' && paymentDate) {
    throw unprocessable('Alleen een betaalde factuur heeft een betaaldatum', 'paymentDate')
  }
  const today = localDateOf(now())
  if (byCreditNotes) return setOffEdit(actor, row, status)
  if (status === 'betaald') {
    const amount = partAmount === undefined ? undefined : cents(partAmount)
    if (paymentDate) await requireOpenMonth(paymentDate, 'paymentDate')
    const order = await orderOf(row)
    const settled = applyPayment(row, { date: paymentDate ?? today, amount, ...order, by: actor.id })
    return payOrAsk(actor, row, settled, { date: paymentDate ?? today, reason, isPart: amount !== undefined })
  }
  if (row.status === 'betaald') return buildSettledEdit(row, reversePayment(row, { date: today, by: actor.id }))
  return status === 'in_behandeling' ? sendEdit(actor, row) : closeEdit(row, status)
}

/** Returns the edit that settles or reopens an invoice by hand, with the request to mail its payment. */
function buildSettledEdit(before: InvoiceRow, { after, entries }: Settled, posted = postEntries(...entries)) {
  return {
    ...posted,
    after: { ...after, pendingPayment: undefined },
    conditions: [] as readonly GuardedWrite[],
    outbox: requestRemittance(before, after),
    also: [] as readonly Change[],
  }
}

/**
 * Returns the edit that pays an invoice by hand. With two admins or more the payment waits for a second one (rulings
 * 51b), unless an approved payment file orders it. The repayment of a credit note never waits.
 */
async function payOrAsk(
  actor: Caller,
  row: InvoiceRow,
  settled: Settled,
  wish: { readonly date: string; readonly reason: string | null | undefined; readonly isPart: boolean },
) {
  const paid = settled.after.payments.at(-1)
  const made = buildSettledEdit(row, settled)
  if (row.type === 'credit_note' || paid?.paymentFileId !== undefined) return made
  const isAlone = await onlyAdminCondition(actor, staleConflict)
  if (isAlone) return { ...made, conditions: [isAlone] }
  const { isPart, reason, date } = wish
  const asked = await askForPayment(actor, row, {
    ...{ date, amount: paid?.amount ?? 0, reason: reason ?? undefined },
    ...(isPart ? { isPart } : {}),
  })
  return { ...made, ...asked, outbox: [], write: [], count: [] }
}

/** Returns the payment file of an invoice with its execution date; empty unless that file may be at the bank. */
async function orderOf({ paymentFileId }: InvoiceRow) {
  if (paymentFileId === undefined) return {}
  const { data } = await PaymentFiles.get({ id: paymentFileId }).go({ consistent: true })
  return data?.state === 'open' ? { paymentFileId, orderedFor: data.executionDate } : {}
}

/** Returns the step that sends a concept: issues it unless that was done before, and requests its first mails once. */
async function sendEdit(actor: Caller, row: InvoiceRow) {
  const stepped = { ...row, status: 'in_behandeling' as const }
  const { after, ...made } = isPosted(row)
    ? { after: stepped, conditions: [], write: [], count: [], also: [] }
    : await issueAndPost(stepped, actor.id)
  return { ...made, after, outbox: await firstMailItems(after) }
}

/** Returns the step back to concept, or the cancellation of a concept that was never sent. */
async function closeEdit(row: InvoiceRow, status: InvoiceRow['status']) {
  const isCancelled = status === 'cancelled'
  return {
    after: { ...row, status },
    conditions: [],
    outbox: [],
    write: isCancelled ? (await releaseInvoiceItems(row)).write : [],
    count: [],
    also: isCancelled ? await restoreCreditedQuantities(row) : [],
  }
}

/**
 * Returns the step that settles an invoice with open credit notes of its partner. Throws 409 where these do not cover
 * the invoice, or a payment file has it. Throws 422 for a credit note, and for a step to another status than 'betaald'.
 */
async function setOffEdit(actor: Caller, row: InvoiceRow, status: InvoiceRow['status']) {
  if (status !== 'betaald' || row.type !== 'invoice') {
    throw unprocessable('Verreken alleen een factuur die je op Betaald zet', 'byCreditNotes')
  }
  if (row.paymentFileId !== undefined) throw conflict(IN_PAYMENT_FILE)
  const { after, notes, entries } = setOffAll(row, await readOpenNotes([row.partnerCompanyId]), {
    date: localDateOf(now()),
    by: actor.id,
  })
  if (after.open !== 0) {
    throw conflict('De open creditfacturen zijn samen lager. Betaal het restant met een betaalbestand.')
  }
  const made = buildSettledEdit(row, { after, entries })
  return { ...made, also: creditNoteChanges(notes) }
}

/**
 * Fields of an invoice that may always be changed; the others are contents, which are fixed once the invoice is sent.
 */
const always = ['notes', 'assignedUserId', 'autoSendEnabled']

async function editFields(actor: Caller, before: InvoiceRow, change: Omit<InvoiceChange, 'status' | 'paymentDate'>) {
  const isOfContents = Object.keys(change).some(
    (name) => change[name as keyof typeof change] !== undefined && !always.includes(name),
  )
  if (isOfContents) refuseEdit(before)
  if (change.lines && before.commissions) {
    throw conflict('Deze regels komen uit commissies. Annuleer de factuur om ze vrij te geven.')
  }
  const { assignedUserId } = change
  const isMoved = assignedUserId !== undefined && (assignedUserId ?? undefined) !== before.assignedUserId
  const assignee = isMoved ? await readInvoiceAssignee(assignedUserId, 'assignedUserId') : null
  const { attachments, write } = change.attachments
    ? await keepAttachments(change.attachments)
    : { attachments: before.attachments, write: [] }
  const after: InvoiceRow = {
    ...{ ...before, ...details.changed(change), attachments },
    ...(isMoved ? { assignedUserId: assignee?.id } : {}),
    ...(isOfContents ? await contentsOf(before, change) : {}),
  }
  return { after, write, conditions: assignee ? requireStillAssignable(actor, assignee, 'assignedUserId') : [] }
}

function refuseEdit(row: InvoiceRow): void {
  if (row.type === 'credit_note')
    throw conflict('De inhoud van een creditfactuur staat vast. Annuleer de creditfactuur zo nodig.')
  if (row.sentAt !== undefined) {
    throw conflict('Deze factuur is verstuurd en kan niet meer worden gewijzigd. Maak zo nodig een creditfactuur.')
  }
  if (!mayEdit(row)) throw conflict('Alleen een concept kan worden gewijzigd')
}

async function contentsOf(before: InvoiceRow, change: InvoiceChange): Promise<Partial<InvoiceRow>> {
  const partner = await partnerOf(before)
  const has48HourDiscount = change.has48HourDiscount ?? before.has48HourDiscount
  const dates = await movedDates(before, { ...change, has48HourDiscount }, partner)
  const priced = {
    lines: linesUnder(before, change, partner && { ...partner, ...dates }),
    has48HourDiscount,
    discountPercentage: change.discountPercentage ?? before.discountPercentage,
    creditRestrictionPercentage: before.creditRestrictionPercentage,
  }
  if (partner) refuseMisfit(partner, { ...priced, ...dates })
  if (!before.commissions) refuseLinesOutsidePeriod({ ...priced, ...dates })
  return {
    ...priced,
    ...amountsOf(priced),
    ...dates,
    paymentTerms: has48HourDiscount ? '48_hours' : '30_days',
    ...(change.description === undefined
      ? {}
      : { description: change.description ?? priced.lines[0]?.description ?? before.description }),
  }
}

/**
 * Returns the lines after a change, with the VAT scheme of their day of supply; lines of commissions stay as they are.
 */
function linesUnder(before: InvoiceRow, { lines }: InvoiceChange, supplied: Supplied | null): InvoiceRow['lines'] {
  if (before.commissions || !supplied) return before.lines
  if (lines) return priceLines(lines, supplied)
  return before.lines.map((line) => ({ ...line, vatScheme: schemeOf(line, supplied) }))
}

/**
 * Returns the dates of an invoice after a change. The due date stays unless the change gives another one, or changes
 * the invoice date or discount. An unchanged invoice date is not checked again; 422 for a date in another year.
 */
async function movedDates(
  before: InvoiceRow,
  change: InvoiceChange & { readonly has48HourDiscount: boolean },
  partner: PartnerRow | null,
) {
  const { invoiceDate = before.invoiceDate, supplyFrom = before.supplyFrom, supplyTo = before.supplyTo } = change
  if (invoiceDate.slice(0, 4) !== before.invoiceDate.slice(0, 4)) {
    throw unprocessable('Het factuurnummer is van een ander jaar. Kies een datum in dat jaar.', 'invoiceDate')
  }
  const isSameDate = invoiceDate === before.invoiceDate
  if (!isSameDate) {
    refuseDate(invoiceDate, partner ? findFirstAgreement(partner) : undefined)
    await requireOpenDate(invoiceDate, change)
  }
  const isSameTerms = change.has48HourDiscount === before.has48HourDiscount && isSameDate
  const dueDate = change.dueDate ?? (isSameTerms ? before.dueDate : undefined)
  return datesOf({ invoiceDate, dueDate, supplyFrom, supplyTo, has48HourDiscount: change.has48HourDiscount })
}

/** Reasons why an invoice or credit note that the partner refused cannot be settled, with the remedy (rulings 51a). */
const refusedText: Record<InvoiceRow['type'], string> = {
  invoice: 'De partner heeft deze factuur geweigerd. Maak een creditfactuur.',
  credit_note: 'De partner heeft deze creditfactuur geweigerd. Maak zo nodig een nieuwe factuur.',
}

function refuseStep(row: InvoiceRow, to: InvoiceRow['status']): void {
  if (to === 'concept' && row.paymentFileId !== undefined) throw conflict(IN_PAYMENT_FILE)
  if (to === 'concept' && row.status === 'in_behandeling' && row.open !== row.totalAmount) {
    throw conflict('Van deze factuur is al een deel betaald of verrekend. Maak zo nodig een creditfactuur.')
  }
  if (listInvoiceSteps(stepStateOf(row)).includes(to)) return
  if (to === 'betaald' && row.status === 'in_behandeling') throw conflict(refusedText[row.type])
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
