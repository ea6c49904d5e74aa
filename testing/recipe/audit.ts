import { buildExportWords } from '../../frontend/domains/audit/export.ts'
import { type AuditVocabulary, fieldWordsOf } from '../../frontend/records/audit-words.ts'
import { complaintFields } from './record.ts'

const fields = fieldWordsOf(complaintFields)

/** Dutch words of the audit log for the example complaints (docs/growing.md, not in the product). */
export const complaintsAudit: AuditVocabulary = {
  complaint: { name: 'Klacht', fields },
  'complaint-export': buildExportWords('Klachten', fields),
}
