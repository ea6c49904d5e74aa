import type { EntityItem } from 'electrodb'
import type { Whole } from '../../../shared/whole.ts'
import { defineEntity, gsi1, gsi2, must, number, primary, text } from '../../platform/data/table.ts'

/**
 * SEPA payment files; the file itself is stored under its hash. Amounts are integer cents. An invoice names the file
 * that pays it (`paymentFileId`), so that no other file pays it too.
 *
 * | Read           | Index   | Key             |
 * | one file       | primary | id              |
 * | all, by moment | gsi1    | · createdAt, id |
 * | waiting, by moment | gsi2 | · createdAt, id (sparse) |
 */
export const PaymentFiles = defineEntity('paymentfile', {
  attributes: {
    id: must,
    version: number,
    state: { type: ['waiting', 'open', 'rejected', 'withdrawn'] as const, required: true },
    /** Set once the bank booked every payment of the file; the outbox marks it. */
    isPaid: { type: 'boolean' },
    requestedDate: must,
    executionDate: must,
    total: number,
    count: number,
    payments: {
      type: 'list',
      required: true,
      items: {
        type: 'map',
        properties: {
          ...{ invoiceId: must, invoiceNumber: must, partnerName: must, bankAccount: must, amount: number },
          /** Holder of the account; absent for the partner itself. */
          accountHolder: text,
        },
      },
    },
    leftOut: {
      type: 'list',
      required: true,
      items: { type: 'map', properties: { invoiceId: must, invoiceNumber: text, reason: must } },
    },
    /** Credit notes that were set off against invoices of the file when it was created. */
    netted: {
      type: 'list',
      required: true,
      items: { type: 'map', properties: { invoiceNumber: must, creditNoteNumber: must, amount: number } },
    },
    hash: must,
    /** Admin who approved the file. Absent until then, and where nobody had to: its maker was the only admin. */
    approvedBy: text,
    approvedAt: text,
    /** Admin who rejected or withdrew the file. */
    withdrawnBy: text,
    withdrawnAt: text,
    /** Reason that this admin gave. */
    reason: text,
    createdBy: must,
    createdAt: must,
    updatedAt: must,
  },
  indexes: {
    primary: primary('paymentfile#${id}', 'paymentfile'),
    all: gsi1('paymentfiles', '${createdAt}#${id}'),
    waiting: {
      ...gsi2('paymentfiles#waiting', '${createdAt}#${id}'),
      condition: ({ state }) => state === 'waiting',
    },
  },
})
type Stored = EntityItem<typeof PaymentFiles>
export type PaymentFileRow = Whole<Omit<Stored, 'payments' | 'leftOut' | 'netted'>> &
  Pick<Stored, 'payments' | 'leftOut' | 'netted'>
export type PaymentRow = PaymentFileRow['payments'][number]
