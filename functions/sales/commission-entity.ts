import { appointmentStatuses, saleStatuses } from '../../shared/api/parts/statuses.ts'
import { contractLengths, providers } from '../../shared/api/parts/trade.ts'
import type { payees } from '../../shared/sales/commission-steps.ts'
import { sale } from '../../shared/sales/record.ts'
import {
  canBe,
  defineEntity,
  gsi1,
  gsi2,
  gsi3,
  gsi4,
  gsi5,
  must,
  primary,
  type RowOf,
  text,
} from '../platform/data/table.ts'
import { type ChangedSince, type EarlyRelease, NOBODY, type SaleRow } from './entity.ts'

const cents = { type: 'number', required: true } as const

/** Payee of a commission and their ledger item, which says how much is owed. */
export interface Due {
  readonly userId: string
  readonly itemId: string
}

/** Entry in the history of a commission's amounts: cents that a rate or a person set. Later rates do not change it. */
export interface AmountFact {
  readonly as: (typeof payees)[number]
  readonly at: string
  readonly amount: number
  /** Payee of the amount. */
  readonly userId: string
  /** Day that decides the rate. */
  readonly day: string
  /** Rate of `day`; absent where there was none. */
  readonly rate:
    | { readonly id: string; readonly amount: number; readonly team?: string; readonly from: string }
    | undefined
  /** Id of the person who set the amount by hand; absent where a rate set it. */
  readonly by: string | undefined
  /** Reason of the person who set the amount, or why no rate applies. */
  readonly reason: string | undefined
}

/** Tells whether lists by month show a row; they leave out a fee that a sale replaced. */
const isListed = ({ replacedBy }: { readonly replacedBy?: unknown }) => replacedBy === undefined

/**
 * Commissions: one for each sale, and a fee for each held appointment without a sale (rulings 36). A sale's row is
 * written in the sale's transaction. A fee that a sale replaced stays stored. Once paid out, it is only in the list of
 * commissions paid out in its month of payment, and opens from there. Amounts are integer cents.
 *
 * | Read                       | Index   | Key                            |
 * | one row                    | primary | id                             |
 * | a month, by date           | gsi1    | month · date, id (sparse)      |
 * | a team's month             | gsi2    | teamId, month · date, id (sparse) |
 * | an agent's month           | gsi3    | agentId, month · date, id (sparse) |
 * | a payee's month, as caller | gsi4    | callerPayee, month · date, id (sparse) |
 * | those at a step, or paid out in a month | gsi5 | step · date, id (sparse) |
 */
export const Commissions = defineEntity('commission', {
  attributes: {
    /** `sale-<id>` or `lead-<id>`. */
    id: must,
    originalId: must,
    /** Version of the row; for a sale, the version of that sale. */
    version: { type: 'number', required: true },
    type: { type: ['sale', 'lead'] as const, required: true },
    customerName: must,
    companyName: text,
    customerPhone: must,
    agentId: must,
    callerId: text,
    /** Agent of a sale; `NOBODY` for a held appointment, which pays only its caller (rulings 36, 37). */
    agentPayee: must,
    /** Caller of a sale or of a held appointment; `NOBODY` without one. */
    callerPayee: must,
    teamId: { type: 'number', required: true },
    agent: sale.stored.agent,
    caller: sale.stored.caller,
    team: sale.stored.team,
    salesDockId: text,
    energyProvider: { type: providers },
    contractLength: { type: contractLengths },
    status: { type: saleStatuses, required: true },
    agentCommission: cents,
    callerCommission: cents,
    /** Author, moment and reason of amounts set by hand. */
    commissionOverride: { type: 'map', properties: { by: must, at: must, reason: text } },
    /** History of the commission's amounts. */
    amountFacts: canBe<readonly AmountFact[]>(),
    /** For a sale: id of its approver. */
    approvedBy: text,
    approvedAt: text,
    /** For a sale: change that ended its approval. */
    changedAfterApproval: canBe<ChangedSince>(),
    /** For a sale: admin who let it be paid before the end of its bedenktijd. */
    earlyRelease: canBe<EarlyRelease>(),
    /** For a sale: state and last day of its bedenktijd. */
    coolingOff: sale.stored.coolingOff,
    coolingOffUntil: text,
    /** For a sale: day on which the customer withdrew. */
    withdrawnAt: text,
    /** For a held appointment: its result. */
    appointmentStatus: { type: appointmentStatuses },
    /** For a held appointment: set while only the payee marked it as held (decision 78). */
    toConfirm: { type: 'boolean' },
    /** For a held appointment: id of the person who called it held. */
    heldById: text,
    /** Set when the appointment no longer counts as held, after its fee left the step nieuw. */
    isMarked: { type: 'boolean', required: true },
    /** Number of open questions about the commission. */
    openQuestions: { type: 'number', required: true },
    /**
     * For a fee that a sale replaced: the sale, and the correction that offsets the settled items of the fee.
     * `returned` are the cents of that correction that a later correction gave back, after a credit note reversed a
     * part of the fee.
     */
    replacedBy: {
      type: 'map',
      properties: { saleId: must, correctionId: text, returned: { type: 'number' } },
    },
    /**
     * Step by which the index finds the commission: `paid#` and the month once paid out, `none` when rejected, or
     * replaced before payment.
     */
    step: must,
    date: must,
    month: must,
    paidAt: text,
    /** Payees with their ledger items. Absent until the first posting, empty after its reversal. */
    dues: canBe<readonly Due[]>(),
    /** Ids of the payees whose items are settled; for lists and counters, which do not read items. */
    paidTo: { type: 'list', items: { type: 'string' } },
    createdAt: must,
    updatedAt: must,
  },
  indexes: {
    primary: primary('commission#${id}', 'commission'),
    byMonth: gsi1('commissions#${month}', '${date}#${id}', isListed),
    byTeam: gsi2('commissions#team#${teamId}#${month}', '${date}#${id}', isListed),
    byAgent: gsi3('commissions#agent#${agentId}#${month}', '${date}#${id}', isListed),
    byCaller: gsi4(
      'commissions#caller#${callerPayee}#${month}',
      '${date}#${id}',
      (row) => row.callerPayee !== NOBODY && isListed(row),
    ),
    byStep: gsi5('commissions#at#${step}', '${date}#${id}', ({ step }) => step !== 'none'),
  },
})
type Loose = 'commissionOverride' | 'replacedBy' | 'dues' | 'amountFacts' | 'changedAfterApproval'
export type CommissionRow = RowOf<typeof Commissions, Loose>

/** Fields of a commission that a sale shows, and that only the row of the commission has. */
export const moneyFields = [
  ...([
    'agentCommission',
    'callerCommission',
    'commissionOverride',
    'amountFacts',
    'paidAt',
    'dues',
    'paidTo',
  ] as const),
]
/** Sale with the money of its commission. */
export type Sale = SaleRow & Pick<CommissionRow, (typeof moneyFields)[number]>
