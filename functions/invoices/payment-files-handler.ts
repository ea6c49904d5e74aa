import { paymentFiles } from '../../shared/api/payments/payment-files.ts'
import { serve } from '../platform/http/serve.ts'
import { approvePaymentFile, withdrawPaymentFile } from './payments/payment-file-approving.ts'
import {
  createPaymentFile,
  downloadPaymentFile,
  findPaymentFile,
  listPaymentFiles,
  previewPaymentFile,
  releasePayment,
} from './payments/payment-files.ts'

/** Lambda function that answers the API requests about payment files. */
export const handler = serve(paymentFiles, {
  list: ({ actor, query }) => listPaymentFiles(actor, query),
  preview: ({ actor, body }) => previewPaymentFile(actor, body),
  create: ({ actor, body }) => createPaymentFile(actor, body),
  download: ({ actor, params }) => downloadPaymentFile(actor, params.id),
  get: ({ actor, params }) => findPaymentFile(actor, params.id),
  release: ({ actor, params, body }) => releasePayment(actor, params.id, body.invoiceId),
  approve: ({ actor, params }) => approvePaymentFile(actor, params.id),
  withdraw: ({ actor, params, body }) => withdrawPaymentFile(actor, params.id, body.reason),
})
