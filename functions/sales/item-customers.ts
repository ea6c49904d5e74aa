import { can } from '../../shared/access.ts'
import type { LedgerItem } from '../ledger/service.ts'
import type { Caller } from '../platform/actor.ts'
import { getRows } from '../platform/rows.ts'
import { type CommissionRow, Commissions } from './entity.ts'

/** Customer of an item, with its commission; `isSeen` is set when the reader may see that commission. */
export interface ItemCustomer {
  readonly customerName: string
  readonly row: CommissionRow | undefined
  readonly isSeen: boolean
}

/**
 * Reads the commissions of a person's items; returns a function that gives an item's customer. Hides the names of other
 * teams' customers from readers who may not see them.
 */
export async function customersOf(actor: Caller, items: readonly LedgerItem[]) {
  const ids = new Set(items.flatMap(({ commissionId }) => commissionId ?? []))
  const rows = (await getRows(
    Commissions,
    [...ids].map((id) => ({ id })),
  )) as CommissionRow[]
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (item: LedgerItem): ItemCustomer => {
    const row = byId.get(item.commissionId ?? '')
    if (!row) return { customerName: item.text, row, isSeen: false }
    const isSeen = can(actor, 'commission:read', { teamId: row.teamId, owners: [item.userId] })
    return { customerName: isSeen ? row.customerName : 'Klant van een ander team', row, isSeen }
  }
}

/** Returns the role in which a person earned an item: agent or caller for a sale, caller for a held appointment. */
export function earnedAs({ userId }: LedgerItem, row: CommissionRow | undefined): 'agent' | 'caller' {
  return !row || (row.callerPayee === userId && row.agentPayee !== userId) ? 'caller' : 'agent'
}
