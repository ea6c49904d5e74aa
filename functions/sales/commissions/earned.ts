import { conflict } from '../../../shared/errors.ts'
import { now } from '../../../shared/time.ts'
import {
  causeOf,
  explainClaim,
  invoiceIdOf,
  isReversed,
  type LedgerItem,
  readCurrentItems,
  sumAmounts,
} from '../../book/service.ts'
import { addAmountFacts } from '../amounts/amount-facts.ts'
import type { CommissionRow, Due } from '../commission-entity.ts'
import { type CoolingOffSettings, readCoolingOffSettings } from './commission-settings.ts'

/** Reads the current ledger items of a commission, strongly consistent; for a split item, returns its parts. */
export const readCommissionItems = ({ dues = [] }: Pick<CommissionRow, 'dues'>): Promise<LedgerItem[]> =>
  readCurrentItems(dues.map(({ itemId }) => itemId))

/** Commission as far as it is still earned, with its current ledger items, none of which is reversed. */
export interface Earned {
  readonly row: CommissionRow
  readonly items: readonly LedgerItem[]
  /** Settings about the bedenktijd; null for a commission without one. */
  readonly settings: CoolingOffSettings | null
}

/**
 * Reads the items of a commission, and returns it without what credit notes reversed in the book. The row is the stored
 * one when nothing is reversed; otherwise `commissionOverride` says that it was credited.
 */
export async function readEarned(stored: CommissionRow): Promise<Earned> {
  const { dues = [], agentPayee, callerPayee } = stored
  const items = (await readCommissionItems(stored)).filter((item) => !isReversed(item))
  const settings = stored.coolingOffUntil === undefined ? null : await readCoolingOffSettings()
  const left = (payee: string, amount: number) => {
    const due = dues.find(({ userId }) => userId === payee)
    return due ? Math.min(amount, sumAmounts(itemsFor(due, items))) : amount
  }
  const agentCommission = left(agentPayee, stored.agentCommission)
  const both = left(callerPayee, (agentPayee === callerPayee ? agentCommission : 0) + stored.callerCommission)
  const callerCommission = agentPayee === callerPayee ? both - agentCommission : both
  if (agentCommission === stored.agentCommission && callerCommission === stored.callerCommission)
    return { row: stored, items, settings }
  const commissionOverride = { by: 'system:commissions', at: now(), reason: 'Gecrediteerd: niet meer verdiend' }
  const amounts = { agentCommission, callerCommission }
  const kept = dues.filter((due) => itemsFor(due, items).length > 0)
  const row = {
    ...{ ...stored, ...amounts, commissionOverride },
    amountFacts: addAmountFacts(stored, { ...amounts, ...commissionOverride }),
    dues: kept,
    paidTo: stored.paidTo?.filter((payee) => kept.some(({ userId }) => userId === payee)),
  }
  return { row, items, settings }
}

/** Picks the items of a due, or the parts into which its item was split. */
export const itemsFor = ({ itemId }: Due, items: readonly LedgerItem[]) =>
  items.filter((item) => causeOf(item) === itemId)

/** Throws 409 with the number of the invoice that claims or settled a commission; does nothing without one. */
export async function refuseInvoiced(row: CommissionRow): Promise<void> {
  const items = await readCommissionItems(row)
  const claimed = items.find((item) => !isReversed(item) && invoiceIdOf(item) !== undefined)
  const text = claimed && explainClaim(claimed)
  if (text !== undefined) throw conflict(text)
}
