import { invoiceAcceptance } from '../../shared/contract/invoice-acceptance.ts'
import { serve } from '../platform/http/serve.ts'
import { answerInvoice, presentedInvoice, presentedPdf } from './acceptance/acceptance.ts'

export const handler = serve(invoiceAcceptance, {
  presented: ({ params, origin }) => presentedInvoice(params.token, origin),
  presentedPdf: ({ params, origin }) => presentedPdf(params.token, origin),
  answer: ({ params, origin, body }) => answerInvoice(params.token, origin, body),
})
