import { dateText, localDateOf, now } from '../../../shared/time.ts'
import {
  combinePosted,
  isOpen,
  isReversed,
  type Posted,
  readCurrentItems,
  reverseItem,
  reversePart,
  sumAmounts,
} from '../../book/service.ts'
import type { Change } from '../../platform/data/commit.ts'
import { findUser } from '../../platform/identity/user.ts'
import type { More } from '../../records/record.ts'
import type { CommissionRow } from '../commission-entity.ts'
import { adjustmentRecords, buildAdjustment, postAdjustment, SYSTEM } from '../commissions/adjustments.ts'
import { repostCommission } from '../commissions/booking.ts'
import { readEarned } from '../commissions/earned.ts'
import { leadFeeRecords } from '../records.ts'

/**
 * Returns the changes when a sale replaces a fee (the reward for a held appointment). They reverse the items of the fee
 * while all items are open; otherwise they add an open correction that offsets the items. A fee that was replaced
 * before only gets the id of the new sale.
 */
export async function replaceFee(fee: CommissionRow, saleId: string): Promise<Change[]> {
  if (fee.replacedBy) {
    const again = { ...fee, replacedBy: { ...fee.replacedBy, saleId } }
    return leadFeeRecords.changed(fee, again, { verb: 'replace' }).changes
  }
  const earned = await readEarned(fee)
  const { row, items } = earned
  if (items.every(isOpen)) {
    const after = { ...row, replacedBy: { saleId, correctionId: undefined, returned: undefined } }
    const { dues, write, count } = repostCommission(earned, after, SYSTEM)
    return leadFeeRecords.changed(fee, { ...after, dues }, { verb: 'replace', write, count }).changes
  }
  const { changes, correctionId } = await createCorrection(fee, -sumAmounts(items), replacedText(fee), items[0]?.id)
  const after = { ...row, replacedBy: { saleId, correctionId, returned: undefined } }
  return leadFeeRecords.changed(fee, after, { verb: 'replace', also: changes }).changes
}

const replacedText = ({ date }: CommissionRow) =>
  `Vergoeding voor de afspraak van ${dateText(date)} vervangen door een sale`

/**
 * Returns the changes that make a replaced fee count again once its sale is rejected. The fee is stored as `after`,
 * with the conditions and writes of `more`.
 */
export async function restoreFee(before: CommissionRow, after: CommissionRow, more: More): Promise<Change[]> {
  if (before.replacedBy?.correctionId === undefined) {
    const { dues, write, count } = repostCommission(await readEarned(before), after, SYSTEM)
    return leadFeeRecords.changed(before, { ...after, dues }, { ...more, verb: 'restore', write, count }).changes
  }
  const undone = await undoCorrection(before, 'De sale is afgekeurd: de vergoeding geldt weer')
  return leadFeeRecords.changed(before, after, { ...more, ...undone, verb: 'restore' }).changes
}

/**
 * Returns the changes that reverse a replaced fee and its correction, once no invoice has the fee any more. Empty while
 * a document claims or settled one of the fee's items, and for a fee without a correction.
 */
export async function releaseFee(fee: CommissionRow): Promise<Change[]> {
  if (fee.replacedBy?.correctionId === undefined) return []
  const { items } = await readEarned(fee)
  if (!items.every(isOpen)) return []
  const undone = await undoCorrection(fee, 'De vervangen vergoeding staat op geen factuur meer')
  const date = localDateOf(now())
  const reversed = items.map((item) => reverseItem(item, { date, by: SYSTEM, text: replacedText(fee) }))
  const status = fee.status === 'uitbetaald' ? 'klaar_voor_uitbetaling' : fee.status
  const after = {
    ...{ ...fee, status, paidAt: undefined, dues: [] },
    replacedBy: { saleId: fee.replacedBy.saleId, correctionId: undefined, returned: undefined },
  }
  const { write, count } = combinePosted(undone, ...reversed)
  return leadFeeRecords.changed(fee, after, { verb: 'release', also: undone.also, write, count }).changes
}

/**
 * Returns the changes that lower the correction of a replaced fee by `lost` cents, which a credit note reversed. The
 * fee is stored as `after`, with the conditions and writes of `more`.
 */
export async function lowerFeeCorrection(
  fee: CommissionRow,
  after: CommissionRow,
  lost: number,
  more: More,
): Promise<Change[]> {
  const text = 'Een deel van de vergoeding is gecrediteerd'
  const { items, left, posted } = await reverseCorrection(fee, text, lost)
  const { saleId = '', correctionId, returned = 0 } = fee.replacedBy ?? {}
  const row = { ...after, replacedBy: { saleId, correctionId, returned: returned + left } }
  const { changes: also } = await createCorrection(fee, left, text, items[0]?.id)
  return leadFeeRecords.changed(fee, row, { ...more, ...posted, also }).changes
}

/** Returns the writes that undo the correction of a fee: they reverse its open part and offset its settled part. */
async function undoCorrection(fee: CommissionRow, text: string): Promise<Posted & { readonly also: Change[] }> {
  const { items, posted } = await reverseCorrection(fee, text)
  const settled = items.filter((item) => !isOpen(item) && !isReversed(item))
  const { changes: also } = await createCorrection(
    fee,
    -sumAmounts(settled) - (fee.replacedBy?.returned ?? 0),
    text,
    items[0]?.id,
  )
  return { ...posted, also }
}

/**
 * Reverses at most `most` cents of a fee's open correction. Returns the writes, the items of the correction and the
 * cents not reversed.
 */
async function reverseCorrection(fee: CommissionRow, text: string, most = Number.POSITIVE_INFINITY) {
  const items = await readCurrentItems([`correction#${fee.replacedBy?.correctionId}`])
  const reversal = { date: localDateOf(now()), by: SYSTEM, text }
  const reversed: Posted[] = []
  let left = most
  for (const item of items.filter(isOpen)) {
    const part = Math.min(left, -item.amount)
    if (part === 0) break
    reversed.push(part === -item.amount ? reverseItem(item, reversal) : reversePart({ item, part: -part }, reversal))
    left -= part
  }
  return { items, left, posted: combinePosted(...reversed) }
}

/** Returns the changes that create a correction of a fee; none for an amount of 0 or a deleted person. */
async function createCorrection(fee: CommissionRow, amount: number, reason: string, correctsId: string | undefined) {
  const caller = amount === 0 ? null : await findUser(fee.callerPayee)
  if (!caller) return { changes: [], correctionId: undefined }
  const row = buildAdjustment(caller, SYSTEM, { amount, reason, about: fee })
  return {
    changes: adjustmentRecords.created(row, postAdjustment(row, { correctsId, about: fee })),
    correctionId: row.id,
  }
}
