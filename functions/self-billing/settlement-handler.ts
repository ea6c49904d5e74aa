import { settlement } from '../../shared/contract/settlement.ts'
import { serve } from '../platform/serve.ts'
import {
  createPaymentFile,
  listPaymentFiles,
  paymentsOf,
  readPaymentFile,
  withdrawPaymentFile,
} from './payment-files.ts'

export const handler = serve(settlement, {
  paymentFiles: ({ actor, query }) => listPaymentFiles(actor, query),
  createPaymentFile: ({ actor, body }) => createPaymentFile(actor, body),
  paymentFile: ({ actor, params }) => readPaymentFile(actor, params.id),
  payments: ({ actor, params }) => paymentsOf(actor, params.id),
  withdrawPaymentFile: ({ actor, params }) => withdrawPaymentFile(actor, params.id),
})
