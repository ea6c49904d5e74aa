import { customers } from '../../shared/api/customers.ts'
import { listClosings } from '../leads/service.ts'
import { serve } from '../platform/http/serve.ts'
import { findPossibleDuplicates, joinCustomers, readCustomer, separateCustomer } from './customer.ts'
import { closeNumberEverywhere, judgeClosingsEverywhere } from './numbers.ts'

/** Lambda function that answers the API requests about customers. */
export const handler = serve(customers, {
  get: ({ actor, params }) => readCustomer(actor, params.id),
  matches: ({ actor, params }) => findPossibleDuplicates(actor, params.id),
  join: ({ actor, params, body }) => joinCustomers(actor, params.id, body.customerId),
  release: ({ actor, params }) => separateCustomer(actor, params.id),
  close: ({ actor, body }) => closeNumberEverywhere(actor, body),
  closings: ({ actor }) => listClosings(actor),
  judge: ({ actor, body }) => judgeClosingsEverywhere(actor, body),
})
