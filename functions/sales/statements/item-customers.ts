import { can } from '../../../shared/access.ts'
import type { LedgerItem } from '../../book/service.ts'
import type { Caller } from '../../platform/actor.ts'
import { getRows } from '../../platform/data/rows.ts'
import { type CommissionRow, Commissions } from '../commission-entity.ts'

/**
 * Returns the role in which a person earned an item: agent or caller for a sale, caller for a held appointment or an
 * unknown commission.
 */
export function findEarningRole({ userId }: LedgerItem, row: CommissionRow | undefined): 'agent' | 'caller' {
  return !row || (row.callerPayee === userId && row.agentPayee !== userId) ? 'caller' : 'agent'
}

/** Item as other domains show it; with ids only for readers who may see its commission. */
export interface ItemView {
  readonly customerName: string
  readonly commissionId: string | undefined
  readonly salesDockId: string | undefined
  readonly as: 'agent' | 'caller'
  readonly isFee: boolean
}

/**
 * Reads customers and commissions of a person's ledger items. Returns a function that gives customer, role and, if the
 * actor may see the commission, ids of an item.
 */
export async function describeItems(actor: Caller, items: readonly LedgerItem[]) {
  const customerOf = await customersOf(actor, items)
  return (item: LedgerItem): ItemView => {
    const { customerName, row, isSeen } = customerOf(item)
    const seen = isSeen ? { commissionId: item.commissionId, salesDockId: row?.salesDockId } : undefined
    return {
      ...{ customerName, commissionId: seen?.commissionId, salesDockId: seen?.salesDockId },
      ...{ as: findEarningRole(item, row), isFee: row?.type === 'lead' },
    }
  }
}

/**
 * Customer and commission of an item; `isSeen` means that the reader may see that commission. Without a commission,
 * `customerName` is the text of the item.
 */
export interface ItemCustomer {
  readonly customerName: string
  readonly row: CommissionRow | undefined
  readonly isSeen: boolean
}

/**
 * Reads the commissions of a person's items; returns a function that gives customer and commission of an item. Hides
 * names of other teams' customers from readers who may not see them.
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
