import { can } from '../../shared/access.ts'
import type { LedgerItem } from '../ledger/service.ts'
import type { Caller } from '../platform/actor.ts'
import { getRows } from '../platform/rows.ts'
import { type CommissionRow, Commissions } from './entity.ts'

/** The customer of an item, and its commission as far as whoever asks may see that. */
export interface ItemCustomer {
  readonly customerName: string
  readonly row: CommissionRow | undefined
  readonly isSeen: boolean
}

/**
 * Reads the commissions of a person's items; gives the customer of each. Names no customers of another team to who may not
 * see those.
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

/** Returns as what somebody earned an item: of a sale as agent or caller, of a held appointment as caller. */
export function earnedAs({ userId }: LedgerItem, row: CommissionRow | undefined): 'agent' | 'caller' {
  return !row || (row.callerPayee === userId && row.agentPayee !== userId) ? 'caller' : 'agent'
}
