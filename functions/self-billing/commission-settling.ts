import { commissionStatusLabels } from '../../shared/contract/commissions.ts'
import { AppError, changedMeanwhile } from '../../shared/errors.ts'
import { asSystem } from '../platform/actor.ts'
import { type Change, commitAll, condition, type GuardedWrite } from '../platform/commit.ts'
import type { OutboxItem } from '../platform/outbox.ts'
import {
  commissionNow,
  type InvoicedRow,
  isCorrection,
  isPaidByInvoice,
  partGivenBack,
  partSettled,
  partsOf,
  partTaken,
  partUnchanged,
  replacedFeeSettled,
  type Standing,
  transferOf,
} from '../sales/service.ts'
import { type InvoiceRow, Invoices } from './invoice-entity.ts'
import { invoiceRecords } from './invoice-records.ts'
import { isPosted } from './invoice-rules.ts'
import { invoicesById } from './invoice-views.ts'

declare module '../platform/outbox.ts' {
  interface OutboxKinds {
    'invoice-commissions': true
  }
}

/** Asks for the commissions of an invoice to follow it where it is paid now, or is not after all. */
export function followedByCommissions(before: InvoiceRow, after: InvoiceRow): OutboxItem[] {
  const isTurned = (before.status === 'betaald') !== (after.status === 'betaald')
  return isTurned && after.commissions ? [commissionsFollow(after)] : []
}

/** Moves the commissions of an invoice to where it stands. */
export const commissionsFollow = ({ id }: InvoiceRow): OutboxItem => ({ kind: 'invoice-commissions', subject: id })

/** What follows where corrections of an invoice are free: its person may be paid by payroll by now. */
export const followedByCorrections = ({ commissions }: InvoiceRow): OutboxItem[] =>
  commissions?.ids.some(isCorrection) ? [transferOf(commissions.userId)] : []

/** The writes that let the commissions of an invoice be invoiced again: those of some of its lines, or all. */
export const givenBack = ({ id, commissions }: InvoiceRow, isOf: (lineOrder: number) => boolean = () => true) =>
  (commissions?.ids ?? []).flatMap((commissionId, index) =>
    isOf(index + 1) ? [partGivenBack({ commissionId, userId: commissions?.userId ?? '', invoiceId: id })] : [],
  )

/** What an invoice writes to take a part of a commission that no other has, where that is due still. */
export const taken = (
  { id: invoiceId, invoiceNumber }: Pick<InvoiceRow, 'id' | 'invoiceNumber'>,
  part: Pick<InvoicedRow, 'commissionId' | 'userId' | 'runId' | 'amount'>,
  due: readonly GuardedWrite[],
): GuardedWrite[] => [...due, partTaken({ ...part, invoiceId, invoiceNumber })]

const isDue = ({ payees }: Standing, { userId, amount }: Pick<InvoicedRow, 'userId' | 'amount'>): boolean =>
  payees.find((payee) => payee.userId === userId)?.amount === amount

/**
 * Moves the commissions of an invoice to where it stands: paid out with it, ready for payment again when it turns out not
 * to be paid. Each in one transaction with the note of it, so that whatever dies or comes again moves none twice. One that
 * somebody else's invoice holds a part of goes when both are paid; what a credit note took back is free.
 */
export async function settleCommissions(invoiceId: string): Promise<void> {
  const invoice = await invoiceRecords.find(invoiceId)
  if (!invoice.commissions) return
  const { userId, ids } = invoice.commissions
  const credited = await creditedLines(invoice)
  for (const [index, commissionId] of ids.entries()) {
    await settle(invoice, { commissionId, userId, isCredited: credited.has(index + 1) })
  }
}

/** Returns the lines of an invoice, from 1, that credit notes took back which were issued. */
async function creditedLines({ creditNoteIds = [] }: InvoiceRow): Promise<ReadonlySet<number | undefined>> {
  const notes = [...(await invoicesById(creditNoteIds)).values()].filter(isPosted)
  return new Set(notes.flatMap(({ lines }) => lines.map(({ lineOrder }) => lineOrder)))
}

interface Line {
  readonly commissionId: string
  readonly userId: string
  /** It was credited: the invoice does not pay it, and another may. */
  readonly isCredited: boolean
}

async function settle(invoice: InvoiceRow, { commissionId, userId, isCredited }: Line): Promise<void> {
  const parts = await partsOf(commissionId)
  const part = parts.find((one) => one.userId === userId && one.invoiceId === invoice.id)
  const isPaid = invoice.status === 'betaald'
  if (!part || (!isCredited && part.state === (isPaid ? 'paid' : 'open'))) return
  const others = parts.filter((one) => one !== part)
  const conditions = [standingAs(invoice), ...others.map((other) => partUnchanged(other, meanwhile))]
  const { changes, ...to } = await (isPaid && !isCredited ? paidOutBy(part, others) : takenBackBy(part))
  await commitAll(asSystem('self-billing'), [noted(part, isCredited ? null : to, conditions), ...changes], undefined)
}

/** What becomes of a part, and the changes of its commission. */
interface Follows extends Pick<InvoicedRow, 'state' | 'message'> {
  readonly changes: readonly Change[]
}

const paidWith = (changes: readonly Change[], message?: string): Follows => ({ state: 'paid', message, changes })
const skipped = (message: string): Follows => ({ state: 'skipped', message, changes: [] })
const openWith = (changes: readonly Change[]): Follows => ({ state: 'open', message: undefined, changes })

/**
 * What follows of a commission that is paid with all invoices that hold a part of it, nothing as long as somebody who is
 * invoiced has a part on no invoice; or why it does not follow.
 */
async function paidOutBy(part: InvoicedRow, others: readonly InvoicedRow[]): Promise<Follows> {
  if (isCorrection(part.commissionId) || others.some(({ state }) => state !== 'paid')) return paidWith([])
  const commission = await foundOf(part)
  if (commission === null) {
    const replaced = await replacedWith(part, true)
    return replaced ? paidWith(replaced, REPLACED) : skipped('Deze commissie is er niet meer')
  }
  const { status, paidOut } = commission
  if (status !== 'klaar_voor_uitbetaling') return skipped(`De status was ${commissionStatusLabels[status]}`)
  const parts = [part, ...others]
  if (!parts.every((one) => isDue(commission, one))) {
    return skipped('Het bedrag is na de factuur gewijzigd')
  }
  return paidWith((await isWhole(commission, parts)) ? paidOut(parts.map(({ userId }) => userId)) : [])
}

const REPLACED = 'Een sale kwam in de plaats van deze vergoeding: zij is met een correctie teruggenomen'

/** Whether invoices hold all of a commission but what is due to people who are paid without one. */
async function isWhole({ payees, paidTo }: Standing, parts: readonly InvoicedRow[]): Promise<boolean> {
  const isOpen = (userId: string) => !paidTo.includes(userId) && !parts.some((part) => part.userId === userId)
  const missing = payees.filter(({ userId }) => isOpen(userId))
  return !(await Promise.all(missing.map(({ userId }) => isPaidByInvoice(userId)))).includes(true)
}

/** What follows of a commission that such a payment had paid out: its payee was not paid after all, others were. */
async function takenBackBy(part: InvoicedRow): Promise<Follows> {
  if (isCorrection(part.commissionId) || part.state !== 'paid') return openWith([])
  const commission = await foundOf(part)
  if (commission === null) return openWith((await replacedWith(part, false)) ?? [])
  const { userId, invoiceNumber } = part
  const wasPaid = commission.paidTo.includes(userId)
  return openWith(wasPaid ? await commission.takenBack(userId, `Factuur ${invoiceNumber} is toch niet betaald`) : [])
}

/**
 * The changes of a fee that a sale took the place of; null where there is none.
 *
 * @throws when it came back meanwhile, so that the event is delivered again
 */
async function replacedWith(part: InvoicedRow, isPaid: boolean): Promise<readonly Change[] | null> {
  const changes = await replacedFeeSettled(part, isPaid)
  if (changes === null && (await foundOf(part))) throw meanwhile()
  return changes
}

/** The commission that a part is of; null where it is gone. */
async function foundOf({ commissionId }: Pick<InvoicedRow, 'commissionId'>): Promise<Standing | null> {
  try {
    return await commissionNow(commissionId)
  } catch (error) {
    if (error instanceof AppError && error.kind === 'notFound') return null
    throw error
  }
}

const meanwhile = () => changedMeanwhile('deze factuur')

/** The condition that the invoice still stands as it was read. */
export const standingAs = ({ id, version }: InvoiceRow): GuardedWrite =>
  condition(
    Invoices.delete({ id }).where((row, { eq }) => eq(row.version, version)),
    meanwhile,
  )

/** Returns the note of what became of a part; null where it goes to whoever invoices it next. */
const noted = (
  part: InvoicedRow,
  to: Pick<InvoicedRow, 'state' | 'message'> | null,
  conditions: readonly GuardedWrite[],
): Change => ({
  action: `invoiced-commission.${to?.state ?? 'delete'}`,
  entity: partOf(part),
  before: part,
  after: to && { ...part, ...to },
  outbox: to === null && isCorrection(part.commissionId) ? [transferOf(part.userId)] : [],
  write: [...conditions, partSettled(part, to, meanwhile)],
})

const partOf = ({ commissionId, userId }: InvoicedRow) => ({
  type: 'invoiced-commission',
  id: `${commissionId}#${userId}`,
})
