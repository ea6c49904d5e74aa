import { settlement } from '../../shared/api/settlement.ts'
import { serve } from '../platform/http/serve.ts'
import { approvePayment, rejectPayment } from './bank/approving-payments.ts'
import { chooseInvoice, confirmPayments, markBooking } from './bank/confirming.ts'
import { findStatement, listBookings, listStatements, uploadStatement } from './bank/statements.ts'
import { listInvoiceCommissions } from './invoices/commission-settling.ts'
import { previewRun } from './monthly/monthly-preview.ts'
import { listMonthlyRuns, monthlies, startRun } from './monthly/monthly-runs.ts'
import { approvePaymentFile, withdrawPaymentFile } from './payments/payment-file-approving.ts'
import {
  createPaymentFile,
  downloadPaymentFile,
  findPaymentFile,
  listPaymentFiles,
  previewPaymentFile,
  releasePayment,
} from './payments/payment-files.ts'

/**
 * Lambda function that answers the API requests about payment files, bank statements, monthly runs and the commissions
 * on an invoice.
 */
export const handler = serve(settlement, {
  paymentFiles: ({ actor, query }) => listPaymentFiles(actor, query),
  previewPaymentFile: ({ actor, body }) => previewPaymentFile(actor, body),
  createPaymentFile: ({ actor, body }) => createPaymentFile(actor, body),
  paymentFile: ({ actor, params }) => downloadPaymentFile(actor, params.id),
  payments: ({ actor, params }) => findPaymentFile(actor, params.id),
  releasePayment: ({ actor, params, body }) => releasePayment(actor, params.id, body.invoiceId),
  approvePaymentFile: ({ actor, params }) => approvePaymentFile(actor, params.id),
  withdrawPaymentFile: ({ actor, params, body }) => withdrawPaymentFile(actor, params.id, body.reason),
  approvePayment: ({ actor, params }) => approvePayment(actor, params.id),
  rejectPayment: ({ actor, params, body }) => rejectPayment(actor, params.id, body.reason),
  previewMonthlyRun: ({ actor, body }) => previewRun(actor, body),
  startMonthlyRun: ({ actor, body }) => startRun(actor, body),
  monthlyRuns: ({ actor, query }) => listMonthlyRuns(actor, query),
  monthlyRun: ({ actor, params }) => monthlies.read(actor, params.id),
  monthlyResults: ({ actor, params, query }) => monthlies.results(actor, params.id, query),
  continueMonthlyRun: ({ actor, params }) => monthlies.goOn(actor, params.id),
  uploadStatement: ({ actor, file }) => uploadStatement(actor, file),
  statements: ({ actor, query }) => listStatements(actor, query),
  statement: ({ actor, params }) => findStatement(actor, params.id),
  bookings: ({ actor, params, query }) => listBookings(actor, params.id, query),
  chooseInvoice: ({ actor, params, body }) => chooseInvoice(actor, params.id, body),
  markBooking: ({ actor, params, body }) => markBooking(actor, params.id, body),
  confirmPayments: ({ actor, params, body }) => confirmPayments(actor, params.id, body),
  stopMonthlyRun: ({ actor, params }) => monthlies.stop(actor, params.id),
  invoiceCommissions: ({ actor, params }) => listInvoiceCommissions(actor, params.id),
})
