import { traceWritesFor } from '../known-customers/service.ts'
import type { Operation } from '../platform/data/table.ts'
import { records } from '../records/record.ts'
import {
  contributionsOf as commissionContributions,
  ownersOf as commissionOwnersOf,
} from './amounts/commission-rules.ts'
import { type CommissionRow, Commissions, type SaleRow, Sales } from './entity.ts'
import { commissionNotices, saleNotices } from './notices.ts'
import { commissionOf, contributionsOf, eansOf, ownersOf } from './rules.ts'

const recognised = traceWritesFor<SaleRow>('sale', { ownersOf, dateOf: ({ saleDate }) => saleDate, eansOf })

/**
 * Returns the further writes of every change of a sale: its commission row, and the rows in the index of known
 * customers by which other records recognise its customer.
 */
const alongside = (before: SaleRow | null, after: SaleRow | null): Operation[] => [
  ...(after ? [Commissions.put(commissionOf(after))] : []),
  ...recognised(before, after),
]

export const saleRecords = records<SaleRow>({
  type: 'sale',
  entity: Sales,
  called: 'deze sale',
  ownersOf,
  actions: { read: 'sale:read', create: 'sale:create', edit: 'sale:edit', remove: 'sale:edit' },
  marks: ['agent', 'caller', 'team', 'openQuestions', 'expectedRevenue'],
  derived: ['amountFacts', 'phoneBy'],
  contributions: (row) => [...contributionsOf(row), ...commissionContributions(commissionOf(row))],
  alongside,
  notifies: saleNotices,
})

/** Fees of held appointments without a sale, as records. The commission of a sale is written with its sale. */
export const leadFeeRecords = records<CommissionRow>({
  type: 'commission',
  entity: Commissions,
  called: 'deze commissie',
  ownersOf: commissionOwnersOf,
  actions: {
    read: 'commission:read',
    create: 'commission:edit',
    edit: 'commission:edit',
    remove: 'commission:edit',
  },
  marks: ['agent', 'caller', 'team', 'openQuestions'],
  derived: ['amountFacts'],
  contributions: commissionContributions,
  notifies: commissionNotices,
  isHidden: (_actor, _action, { replacedBy }) => replacedBy !== undefined,
})
