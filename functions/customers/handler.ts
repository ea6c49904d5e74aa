import { customers } from '../../shared/api/customers.ts'
import { listClosings } from '../leads/service.ts'
import { changeCallingSettings, findGate, listConsents, readCallingSettings } from '../numbers/service.ts'
import { serve } from '../platform/http/serve.ts'
import { findPossibleDuplicates, joinCustomers, readCustomer, separateCustomer } from './customer.ts'
import { judgeNumber } from './may-call.ts'
import {
  closeManyEverywhere,
  closeNumberEverywhere,
  confirmConsentEverywhere,
  judgeClosingsEverywhere,
  liftNumberEverywhere,
  recordConsentEverywhere,
  recordConsentsEverywhere,
  setLegalFormEverywhere,
  setLegalFormsEverywhere,
  withdrawConsentEverywhere,
} from './numbers.ts'

/** Lambda function that answers the API requests about customers and their numbers. */
export const handler = serve(customers, {
  get: ({ actor, params }) => readCustomer(actor, params.id),
  callEvidence: async ({ actor, params, query }) =>
    (await import('./evidence.ts')).writeCallEvidence(actor, params.id, query),
  matches: ({ actor, params }) => findPossibleDuplicates(actor, params.id),
  join: ({ actor, params, body }) => joinCustomers(actor, params.id, body.customerId),
  release: ({ actor, params }) => separateCustomer(actor, params.id),
  close: ({ actor, body }) => closeNumberEverywhere(actor, body),
  lift: ({ actor, body }) => liftNumberEverywhere(actor, body),
  closings: ({ actor }) => listClosings(actor),
  judge: ({ actor, body }) => judgeClosingsEverywhere(actor, body),
  mayCall: ({ actor, params }) => judgeNumber(actor, params.number),
  gate: () => findGate(),
  setLegalForm: ({ actor, params, body }) => setLegalFormEverywhere(actor, params.number, body),
  setLegalForms: ({ actor, body }) => setLegalFormsEverywhere(actor, body),
  recordConsents: ({ actor, body }) => recordConsentsEverywhere(actor, body),
  closeMany: ({ actor, body }) => closeManyEverywhere(actor, body),
  calling: ({ actor }) => readCallingSettings(actor),
  changeCalling: ({ actor, body }) => changeCallingSettings(actor, body),
  recordConsent: ({ actor, body }) => recordConsentEverywhere(actor, body),
  listConsents: ({ actor, query }) => listConsents(actor, query.number),
  withdrawConsent: ({ actor, params, body }) => withdrawConsentEverywhere(actor, params.id, body),
  confirmConsent: ({ actor, params }) => confirmConsentEverywhere(actor, params.id),
})
