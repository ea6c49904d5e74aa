import { defineEntity, must, number, primary, type RowOf } from '../../platform/data/table.ts'

/**
 * Invoices with a payment that waits for a second admin, one row for each.
 *
 * | Read            | Index   | Key             |
 * | all, by moment  | primary | · at, invoiceId |
 */
export const WaitingPayments = defineEntity('waitingpayment', {
  attributes: { invoiceId: must, invoiceNumber: must, partnerName: must, amount: number, by: must, at: must },
  indexes: { primary: primary('waitingpayment#all', '${at}#${invoiceId}') },
})
export type WaitingPaymentRow = RowOf<typeof WaitingPayments>
