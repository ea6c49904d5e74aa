import { selfBilling } from '../../shared/contract/self-billing.ts'
import { serve } from '../platform/serve.ts'
import { readAgreement, setAgreement } from './agreements.ts'
import { changePartner, createPartner, findPartner, listPartners, removePartner } from './partners.ts'
import { changeSettings, readSettings } from './settings.ts'

export const handler = serve(selfBilling, {
  partners: ({ actor, query }) => listPartners(actor, query),
  partner: ({ actor, params }) => findPartner(actor, params.id),
  createPartner: ({ actor, body }) => createPartner(actor, body),
  updatePartner: ({ actor, params, body }) => changePartner(actor, params.id, body),
  removePartner: ({ actor, params }) => removePartner(actor, params.id),
  setAgreement: ({ actor, params, body, file }) => setAgreement(actor, params.id, body, file),
  agreement: ({ actor, params }) => readAgreement(actor, params.id),
  settings: ({ actor }) => readSettings(actor),
  changeSettings: ({ actor, body }) => changeSettings(actor, body),
})
