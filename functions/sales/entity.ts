import type { EntityItem } from 'electrodb'
import type { SaleStatus } from '../../shared/api/parts/statuses.ts'
import type { ApprovedField, WithdrawalWay } from '../../shared/sales/choices.ts'
import { sale } from '../../shared/sales/record.ts'
import type { Whole } from '../../shared/whole.ts'
import { defineEntity, gsi1, gsi2, gsi3, gsi4, gsi5, primary } from '../platform/data/table.ts'

/** Value in an index key where there is no person; the sparse index leaves such a row out. */
export const NOBODY = 'none'

/** Fields of a sale that a withdrawal decides about. */
interface Withdrawable {
  readonly status?: SaleStatus
  readonly withdrawal?: Pick<StoredWithdrawal, 'isCorrected'> | undefined
}

/** Part of the index of withdrawn sales that holds those whose corrections wait; the others have a month. */
export const TO_CORRECT = 'to-correct'

/** Tells whether the corrections of a withdrawn sale wait for an admin: it was invoiced or paid before. */
export const waitsForCorrection = ({ status, withdrawal }: Withdrawable): boolean =>
  withdrawal !== undefined && !withdrawal.isCorrected && status !== 'rejected'

/** Tells whether reports count a sale in its month: not a rejected one, unless its month was closed before. */
export const isCounted = ({ status, withdrawal }: Pick<SaleRow, 'status' | 'withdrawal'>): boolean =>
  status !== 'rejected' || withdrawal?.countsIn !== undefined

/**
 * Sales; rows are written whole, under their version. The amounts stand in the row of the commission alone. Lists are
 * divided by the month of the sale, so that no partition grows with the years.
 *
 * | Read                       | Index   | Key                              |
 * | one sale                   | primary | id                               |
 * | a month, by date           | gsi1    | month · saleDate, id             |
 * | a team's month             | gsi2    | teamId, month · saleDate, id     |
 * | an agent's month           | gsi3    | agentId, month · saleDate, id    |
 * | a caller's month           | gsi4    | callerKey, month · saleDate, id (sparse) |
 * | withdrawn ones to correct, or of closed months | gsi5 | withdrawalKey · saleDate, id (sparse) |
 */
export const Sales = defineEntity('sale', {
  attributes: sale.stored,
  indexes: {
    primary: primary('sale#${id}', 'sale'),
    byMonth: gsi1('sales#${month}', '${saleDate}#${id}'),
    byTeam: gsi2('sales#team#${teamId}#${month}', '${saleDate}#${id}'),
    byAgent: gsi3('sales#agent#${agentId}#${month}', '${saleDate}#${id}'),
    byCaller: gsi4('sales#caller#${callerKey}#${month}', '${saleDate}#${id}', ({ callerKey }) => callerKey !== NOBODY),
    byWithdrawal: gsi5('sales#${withdrawalKey}', '${saleDate}#${id}', ({ withdrawalKey }) => withdrawalKey !== NOBODY),
  },
})
type StoredSale = EntityItem<typeof Sales>
type Nested = 'additionalAddresses' | 'confirmation'

/** Change that ended an approval: author, moment and fields. */
export interface ChangedSince {
  readonly by: string
  readonly at: string
  readonly fields: readonly ApprovedField[]
}

/** Release of a sale for payment before the end of its bedenktijd: admin, moment and reason. */
export interface EarlyRelease {
  readonly by: string
  readonly at: string
  readonly reason: string
}

/** Fields about the approval of a sale or its commission, with the status. */
export interface Approval {
  readonly status: SaleStatus
  readonly approvedBy: string | undefined
  readonly approvedAt: string | undefined
  readonly changedAfterApproval: ChangedSince | undefined
  readonly earlyRelease: EarlyRelease | undefined
}

/** Withdrawal of a sale as it is stored. */
export interface StoredWithdrawal {
  readonly how: WithdrawalWay
  readonly note?: string
  readonly reason?: string
  readonly by: string
  readonly at: string
  readonly isCorrected: boolean
  /** Month `yyyy-mm` of reports that takes the sale back; absent where the month of the sale was open. */
  readonly countsIn?: string
  /** Approval of the sale before; absent where the sale kept its status. */
  readonly former?: Approval
}

/** Attributes whose shape the table does not check. */
interface Free {
  readonly withdrawal: StoredWithdrawal | undefined
  readonly changedAfterApproval: ChangedSince | undefined
  readonly earlyRelease: EarlyRelease | undefined
}

/** Sale as it is stored, without amounts. */
export type SaleRow = Whole<Omit<StoredSale, Nested | keyof Free>> & {
  [K in Nested]: Exclude<StoredSale[K], undefined> | (undefined extends StoredSale[K] ? undefined : never)
} & Free
