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
export { setLegalForm, setLegalForms } from './forms.ts'
export { buildMarker, findCallMarks, markRecordsWith } from './marks.ts'
export { changeCallingSettings, findGate, readCallingSettings } from './settings.ts'
