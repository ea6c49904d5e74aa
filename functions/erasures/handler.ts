import { erasures } from '../../shared/api/erasures.ts'
import { serve } from '../platform/http/serve.ts'
import { findPersonalData, listErasures, requestErasure, withdrawErasure } from './erasures.ts'
import { changeRetentionSettings, readRetentionSettings } from './retention-settings.ts'

/** Lambda function that answers the API requests about personal data and its erasure. */
export const handler = serve(erasures, {
  find: ({ actor, query }) => findPersonalData(actor, query.about),
  file: async ({ actor, query }) => (await import('./personal-file.ts')).writePersonalDataFile(actor, query.about),
  list: ({ actor, query }) => listErasures(actor, query),
  create: ({ actor, body }) => requestErasure(actor, body),
  settings: ({ actor }) => readRetentionSettings(actor),
  changeSettings: ({ actor, body }) => changeRetentionSettings(actor, body),
  withdraw: ({ actor, params }) => withdrawErasure(actor, params.id),
})
