import type { EntityItem } from 'electrodb'
import { matchedBy, proposalKinds } from '../../../shared/api/schemas/bank.ts'
import type { Whole } from '../../../shared/whole.ts'
import { defineEntity, gsi1, must, number, primary, text } from '../../platform/data/table.ts'

/**
 * Statements of our bank, each once: its id is the hash of its file. Reading the file again keeps earlier proposals;
 * the ledger shows what is paid now. Amounts are integer cents.
 *
 * | Read           | Index   | Key              |
 * | one statement  | primary | id               |
 * | all, by moment | gsi1    | · uploadedAt, id |
 */
export const BankStatements = defineEntity('bankstatement', {
  attributes: {
    id: must,
    version: number,
    filename: must,
    /** Our account of which the file's statements are read. */
    account: must,
    /** Number of bookings. The bookings themselves are only in the file. */
    bookings: number,
    /** Day of the first booking. */
    firstDay: must,
    proposals: {
      type: 'list',
      required: true,
      items: {
        type: 'map',
        properties: {
          kind: { type: proposalKinds, required: true },
          /** Name of the booking: `out0` is the first that left our account, `in0` the first that came in. */
          booking: must,
          invoiceId: must,
          date: must,
          amount: number,
          /** Position among the bookings with the same document, day and amount, from 0. */
          nth: number,
          by: { type: matchedBy, required: true },
          /** Payment file that ordered the payment, if any. */
          paymentFileId: text,
          /** Execution date of that payment file. */
          orderedFor: text,
          /** For a returned payment: the id of the original payment, if it was stored already. */
          paymentId: text,
          /** True when the booking lowers the open amount of the document, but not to 0. */
          isPart: { type: 'boolean' },
          confirmedAt: text,
        },
      },
    },
    /** Results other than proposals: a booking that is posted already, or a doubt, with the reason. */
    findings: {
      type: 'list',
      required: true,
      items: {
        type: 'map',
        properties: {
          booking: must,
          code: { type: ['check', 'otherAccount', 'booked'] as const, required: true },
          reason: must,
          invoiceId: text,
        },
      },
    },
    /** Names of the bookings whose results exceed the limit of one row, separated by spaces. */
    beyond: text,
    /** Names of the bookings that a person marked as needing no action. */
    left: { type: 'list', required: true, items: { type: 'string' } },
    notes: { type: 'list', required: true, items: { type: 'map', properties: { booking: must, note: must } } },
    uploadedBy: must,
    uploadedAt: must,
    updatedAt: must,
  },
  indexes: {
    primary: primary('bankstatement#${id}', 'bankstatement'),
    all: gsi1('bankstatements', '${uploadedAt}#${id}'),
  },
})
type Stored = EntityItem<typeof BankStatements>
type Lists = 'proposals' | 'findings' | 'notes'
export type BankStatementRow = Whole<Omit<Stored, Lists>> & Pick<Stored, Lists>

/**
 * Returns the work that a statement leaves: the proposals to confirm, and the number of bookings with a doubt. Leaves
 * out bookings that a person left unposted.
 */
export function tasksOf({ proposals, findings, beyond, left }: Pick<BankStatementRow, Lists | 'left' | 'beyond'>) {
  const needsAction = ({ booking }: { readonly booking: string }) => !left.includes(booking)
  const unmatched = (beyond?.split(' ') ?? []).map((booking) => ({ booking }))
  const doubts = [...findings.filter(({ code }) => code !== 'booked'), ...unmatched].filter(needsAction)
  return {
    confirming: proposals.filter(({ confirmedAt }) => confirmedAt === undefined).filter(needsAction),
    doubtful: new Set(doubts.map(({ booking }) => booking)).size,
  }
}
