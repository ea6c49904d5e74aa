export {
  confirmConsent,
  formOf,
  listConsents,
  planCall,
  planFormConsent,
  recordConsent,
  withdrawConsent,
} from './consents.ts'
export { completeBasis, findNumber, judge, numberOf } from './facts.ts'
export { filterByCall, partsWanted } from './filter.ts'
export { setLegalForm } from './forms.ts'

export { planImportedUndo, recordImported } from './importing.ts'

/** Loads the changes of many numbers at once on demand, as admins make these rarely. */
export const manyNumbers = () => import('./many.ts')

export { buildMarker, findCallMarks, markRecordsWith } from './marks.ts'
export { changeCallingSettings, findGate, readCallingSettings } from './settings.ts'
