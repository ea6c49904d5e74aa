import { customers } from '../../shared/api/customers.ts'
import { listClosings } from '../leads/service.ts'
import { findGate } from '../numbers/service.ts'
import { serve } from '../platform/http/serve.ts'
import { judgeNumber } from './may-call.ts'

/** Loads one customer on demand: it reads all records that they are known in. */
const customer = () => import('./customer.ts')

/** Loads changes, lists and settings of numbers on demand, as most calls only read one number. */
const numbers = () => import('./numbers.ts')

/** Lambda function that answers the API requests about customers and their numbers. */
export const handler = serve(customers, {
  get: async ({ actor, params }) => (await customer()).readCustomer(actor, params.id),
  callEvidence: async ({ actor, params, query }) =>
    (await import('./evidence.ts')).writeCallEvidence(actor, params.id, query),
  matches: async ({ actor, params }) => (await import('./duplicates.ts')).findPossibleDuplicates(actor, params.id),
  join: async ({ actor, params, body }) => (await customer()).joinCustomers(actor, params.id, body.customerId),
  release: async ({ actor, params }) => (await customer()).separateCustomer(actor, params.id),
  close: async ({ actor, body }) => (await numbers()).closeNumberEverywhere(actor, body),
  lift: async ({ actor, body }) => (await numbers()).liftNumberEverywhere(actor, body),
  closings: ({ actor }) => listClosings(actor),
  consentedClosings: async ({ actor }) => (await numbers()).listConsentedClosings(actor),
  judge: async ({ actor, body }) => (await numbers()).judgeClosingsEverywhere(actor, body),
  mayCall: ({ actor, params, query }) => judgeNumber(actor, params.number, query.opens !== undefined),
  gate: () => findGate(),
  setLegalForm: async ({ actor, params, body }) => (await numbers()).setLegalFormEverywhere(actor, params.number, body),
  setLegalForms: async ({ actor, body }) => (await numbers()).setLegalFormsEverywhere(actor, body),
  recordConsents: async ({ actor, body }) => (await numbers()).recordConsentsEverywhere(actor, body),
  closeMany: async ({ actor, body }) => (await numbers()).closeManyEverywhere(actor, body),
  calling: async ({ actor }) => (await numbers()).readCallingSettings(actor),
  changeCalling: async ({ actor, body }) => (await numbers()).changeCallingSettings(actor, body),
  recordConsent: async ({ actor, body }) => (await numbers()).recordConsentEverywhere(actor, body),
  listConsents: async ({ actor, query }) => (await numbers()).listConsents(actor, query.number),
  withdrawConsent: async ({ actor, params, body }) =>
    (await numbers()).withdrawConsentEverywhere(actor, params.id, body),
  confirmConsent: async ({ actor, params }) => (await numbers()).confirmConsentEverywhere(actor, params.id),
})
