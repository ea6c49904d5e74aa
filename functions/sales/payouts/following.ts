import { ignoreNotFound } from '../../../shared/errors.ts'
import { now } from '../../../shared/time.ts'
import { causeOf, invoiceIdOf, isReversed, requireSameClaim, sumAmounts } from '../../book/service.ts'
import { asSystem } from '../../platform/actor.ts'
import { type Change, commitAll, type GuardedWrite } from '../../platform/data/commit.ts'
import type { More } from '../../records/record.ts'
import { addAmountFacts } from '../amounts/amount-facts.ts'
import type { Money } from '../amounts/commission-rules.ts'
import { readCommissionItems } from '../commissions/booking.ts'
import type { CommissionRow, Due } from '../entity.ts'
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
  if (changes.length > 0) await commitAll(asSystem('commissions'), changes, undefined)
}

type Stored = Awaited<ReturnType<typeof findStoredCommission>>

/** Returns the changes that update a commission from its items; none when it is up to date. */
async function changesOf({ row, changed }: Stored, standing: InvoiceStanding): Promise<Change[]> {
  const released = await releaseFee(row)
  if (released.length > 0) return released
  const items = (await readCommissionItems(row)).map((item) => ({ item, invoiceId: invoiceIdOf(item) }))
  const invoiceIds = [...new Set(items.flatMap(({ invoiceId }) => invoiceId ?? []))]
  const invoices = new Map(await Promise.all(invoiceIds.map(async (id) => [id, await standing(id)] as const)))
  const isSettled = ({ item, invoiceId }: (typeof items)[number]) =>
    invoiceId === undefined ? item.claimedBy !== undefined : (invoices.get(invoiceId)?.isPaid ?? false)
  const earned = items.filter(({ item }) => !isReversed(item))
  const dues = (row.dues ?? []).flatMap((due): Due[] => {
    const parts = earned.filter(({ item }) => causeOf(item) === due.itemId)
    const amount = sumAmounts(parts.map(({ item }) => item))
    return parts.length === 0 ? [] : [{ ...due, amount, isSettled: parts.every(isSettled) }]
  })
  const to = moneyByItems(row, dues)
  if (to === null) return []
  const conditions = [
    ...items.map(({ item }) => requireSameClaim(item)),
    ...[...invoices.values()].map(({ stays }) => stays),
  ]
  const more: More = { verb: to.status === 'uitbetaald' ? 'advance' : 'take-back', conditions }
  const lost = sumAmounts(row.dues ?? []) - sumAmounts(dues)
  const isTakenBack = row.replacedBy?.correctionId !== undefined && lost > 0
  return isTakenBack ? lowerFeeCorrection(row, to, lost, more) : changed(to, more)
}

/** Returns amounts, status and payment of a commission as its items (`dues`) require; null without a change. */
function moneyByItems(row: CommissionRow, dues: readonly Due[]): CommissionRow | null {
  const isSame = JSON.stringify(dues) === JSON.stringify(row.dues)
  const isPaidOut = dues.length > 0 ? dues.every(({ isSettled }) => isSettled) : row.status === 'uitbetaald'
  const status = isPaidOut ? 'uitbetaald' : row.status === 'uitbetaald' ? 'klaar_voor_uitbetaling' : row.status
  if (isSame && status === row.status) return null
  const paidAt = isPaidOut ? (row.paidAt ?? now()) : undefined
  return { ...row, ...earnedOf(row, dues), status, paidAt, dues: [...dues] }
}

/**
 * Returns the amounts of a commission that are still earned after credit notes reversed some of its items. `dues` has
 * the amounts that are left, by payee. When an amount is lower than before, `commissionOverride` says that it was credited.
 */
function earnedOf(
  row: CommissionRow,
  dues: readonly Due[],
): Pick<Money, 'agentCommission' | 'callerCommission' | 'commissionOverride' | 'amountFacts'> {
  const left = (userId: string) => dues.find((due) => due.userId === userId)?.amount ?? 0
  const wasDue = (userId: string) => row.dues?.some((due) => due.userId === userId) ?? false
  const isOne = row.agentPayee === row.callerPayee
  const agent = wasDue(row.agentPayee) ? Math.min(row.agentCommission, left(row.agentPayee)) : row.agentCommission
  const callers = isOne ? left(row.callerPayee) - agent : left(row.callerPayee)
  const caller = wasDue(row.callerPayee) ? Math.min(row.callerCommission, callers) : row.callerCommission
  const isSame = agent === row.agentCommission && caller === row.callerCommission
  const override = { by: 'system:commissions', at: now(), reason: 'Gecrediteerd: niet meer verdiend' }
  const amounts = { agentCommission: agent, callerCommission: caller }
  const amountFacts = addAmountFacts(row, { ...amounts, ...override })
  return { ...amounts, amountFacts, commissionOverride: isSame ? row.commissionOverride : override }
}
