import { ignoreNotFound } from '../../../shared/errors.ts'
import { now } from '../../../shared/time.ts'
import { invoiceIdOf, type LedgerItem, requireSameClaim } from '../../book/service.ts'
import { asSystem } from '../../platform/actor.ts'
import { type Change, commitAll, type GuardedWrite } from '../../platform/data/commit.ts'
import type { More } from '../../records/record.ts'
import { moneyOf } from '../amounts/commission-rules.ts'
import type { CommissionRow, Due } from '../commission-entity.ts'
import { itemsFor, readEarned } from '../commissions/earned.ts'
import { lowerFeeCorrection, releaseFee } from '../fees/replaced-fees.ts'
import { findStoredCommission } from '../records.ts'

/** Function that reads whether an invoice is paid, with the condition that this does not change. */
export type InvoiceStanding = (invoiceId: string) => Promise<{
  readonly isPaid: boolean
  readonly stays: GuardedWrite
}>

/**
 * Updates a commission from its ledger items: paid out once all are settled, ready for payment once one reopens. Also
 * releases a fee that a sale replaced, once no document claims that fee; `standing` reads whether an invoice is paid.
 * May be repeated; throws 409 when somebody changes the commission meanwhile.
 */
export async function updateCommissionFromItems(commissionId: string, standing: InvoiceStanding): Promise<void> {
  const found = await ignoreNotFound(findStoredCommission(commissionId))
  const changes = found?.row.dues?.length ? await changesOf(found, standing) : []
  if (changes.length > 0) await commitAll(asSystem('commissions'), changes)
}

type Stored = Awaited<ReturnType<typeof findStoredCommission>>

/** Returns the changes that update a commission from its items; none when it is up to date. */
async function changesOf({ row: stored, changed }: Stored, standing: InvoiceStanding): Promise<Change[]> {
  const released = await releaseFee(stored)
  if (released.length > 0) return released
  const { row, items } = await readEarned(stored)
  const invoiceIds = [...new Set(items.flatMap((item) => invoiceIdOf(item) ?? []))]
  const invoices = new Map(await Promise.all(invoiceIds.map(async (id) => [id, await standing(id)] as const)))
  const isSettled = (item: LedgerItem) => {
    const invoiceId = invoiceIdOf(item)
    return invoiceId === undefined ? item.claimedBy !== undefined : (invoices.get(invoiceId)?.isPaid ?? false)
  }
  const after = paidAs(row, (due) => itemsFor(due, items).every(isSettled))
  if (JSON.stringify(moneyOf(after)) === JSON.stringify(moneyOf(stored))) return []
  const conditions = [...items.map(requireSameClaim), ...[...invoices.values()].map(({ stays }) => stays)]
  const more: More = { verb: after.status === 'uitbetaald' ? 'advance' : 'take-back', conditions }
  const lost = stored.agentCommission + stored.callerCommission - row.agentCommission - row.callerCommission
  const isTakenBack = row.replacedBy?.correctionId !== undefined && lost > 0
  return isTakenBack ? lowerFeeCorrection(stored, after, lost, more) : changed(after, more)
}

/** Returns a commission that is paid to the payees whose dues are settled, and paid out when all are. */
function paidAs(row: CommissionRow, isSettled: (due: Due) => boolean): CommissionRow {
  const { dues = [] } = row
  const settled = dues.filter(isSettled).map(({ userId }) => userId)
  const isPaidOut = dues.length > 0 ? settled.length === dues.length : row.status === 'uitbetaald'
  const status = isPaidOut ? 'uitbetaald' : row.status === 'uitbetaald' ? 'klaar_voor_uitbetaling' : row.status
  const paidTo = settled.length > 0 || row.paidTo ? settled : undefined
  return { ...row, status, paidAt: isPaidOut ? (row.paidAt ?? now()) : undefined, paidTo }
}
