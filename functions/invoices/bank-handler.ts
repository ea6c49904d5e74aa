import { bank } from '../../shared/api/payments/bank.ts'
import { serve } from '../platform/http/serve.ts'
import { approvePayment, rejectPayment } from './bank/approving-payments.ts'
import { chooseInvoice, confirmPayments, markBooking } from './bank/confirming.ts'
import { findStatement, listBookings, listStatements, uploadStatement } from './bank/statements.ts'

/** Lambda function that answers the API requests about bank statements and payments that wait for a second admin. */
export const handler = serve(bank, {
  upload: ({ actor, file }) => uploadStatement(actor, file),
  list: ({ actor, query }) => listStatements(actor, query),
  get: ({ actor, params }) => findStatement(actor, params.id),
  bookings: ({ actor, params, query }) => listBookings(actor, params.id, query),
  confirm: ({ actor, params, body }) => confirmPayments(actor, params.id, body),
  choose: ({ actor, params, body }) => chooseInvoice(actor, params.id, body),
  mark: ({ actor, params, body }) => markBooking(actor, params.id, body),
  approvePayment: ({ actor, params }) => approvePayment(actor, params.id),
  rejectPayment: ({ actor, params, body }) => rejectPayment(actor, params.id, body.reason),
})
