import type { EntityItem } from 'electrodb'
import { matchedBy, proposalKinds } from '../../shared/contract/settlement.ts'
import type { Whole } from '../../shared/whole.ts'
import { Entity, gsi1, model, must, number, primary, store, text } from '../platform/table.ts'

/**
 * Statements of our bank, each once: its id is the hash of its file. A booking that was held to tell something keeps that
 * for good; what became of it, the book says. Amounts are integer cents.
 *
 * | Read           | Index   | Key              |
 * | one statement  | primary | id               |
 * | all, by moment | gsi1    | · uploadedAt, id |
 */
export const BankStatements = new Entity(
  {
    model: model('bankstatement'),
    attributes: {
      id: must,
      version: number,
      filename: must,
      /** Number of bookings in its file; the file is kept, so they are not stored again. */
      bookings: number,
      proposals: {
        type: 'list',
        required: true,
        items: {
          type: 'map',
          properties: {
            kind: { type: proposalKinds, required: true },
            /** Which of its bookings: `out0` is the first that left our account, `in0` the first that came in. */
            booking: must,
            invoiceId: must,
            date: must,
            amount: number,
            /** Which it is of the bookings of that document, day and amount, from 0. */
            nth: number,
            by: { type: matchedBy, required: true },
            /** By which payment file it was recognised, where it was. */
            paymentFileId: text,
            orderedFor: text,
            /** Of a return: the payment that came back, where the book had it. */
            paymentId: text,
            /** Less than is due. */
            isPart: { type: 'boolean' },
            confirmedAt: text,
          },
        },
      },
      /** Results for bookings that it does not propose. */
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
      /** Bookings beyond the room of one row, separated by spaces. */
      beyond: text,
      /** Bookings that a person leaves as they are. */
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
  },
  store,
)
type Stored = EntityItem<typeof BankStatements>
type Lists = 'proposals' | 'findings' | 'notes'
export type BankStatementRow = Whole<Omit<Stored, Lists>> & Pick<Stored, Lists>
