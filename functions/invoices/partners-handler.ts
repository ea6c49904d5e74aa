import { partners } from '../../shared/api/partners.ts'
import { serve } from '../platform/http/serve.ts'
import { readAgreement, setAgreement } from './partners/agreements.ts'
import { approveBankAccount, rejectBankAccount } from './partners/partner-accounts.ts'
import { changePartner, createPartner, findPartner, listPartners, removePartner } from './partners/partners.ts'

/** Lambda function that answers the API requests about partner companies. */
export const handler = serve(partners, {
  list: ({ actor, query }) => listPartners(actor, query),
  get: ({ actor, params }) => findPartner(actor, params.id),
  create: ({ actor, body }) => createPartner(actor, body),
  update: ({ actor, params, body }) => changePartner(actor, params.id, body),
  remove: ({ actor, params }) => removePartner(actor, params.id),
  approveBankAccount: ({ actor, params }) => approveBankAccount(actor, params.id),
  rejectBankAccount: ({ actor, params, body }) => rejectBankAccount(actor, params.id, body),
  setAgreement: ({ actor, params, body, file }) => setAgreement(actor, params.id, body, file),
  agreement: ({ actor, params }) => readAgreement(actor, params.id),
})
