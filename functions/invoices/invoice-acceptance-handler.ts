import { invoiceAcceptance } from '../../shared/api/invoice-acceptance.ts'
import { serve } from '../platform/http/serve.ts'
import { answerInvoice, readPdfForPartner, showInvoiceToPartner } from './acceptance/acceptance.ts'

/** Lambda function that answers the API requests of partners who accept or refuse an invoice. */
export const handler = serve(invoiceAcceptance, {
  presented: ({ params, origin }) => showInvoiceToPartner(params.token, origin),
  presentedPdf: ({ params, origin }) => readPdfForPartner(params.token, origin),
  answer: ({ params, origin, body }) => answerInvoice(params.token, origin, body),
})
