import { buildExportWords } from '../../frontend/domains/audit/export.ts'
import {
  type AuditVocabulary,
  fieldWordsOf,
  formatLabel,
  formatPerson,
  formatTeam,
} from '../../frontend/records/audit-words.ts'
import { complaintFields, complaintLabels } from './record.ts'

/** Dutch words of the audit log for the example complaints (docs/growing.md, not in the product). */
export const complaintsAudit: AuditVocabulary = {
  complaint: {
    name: 'Klacht',
    fields: { ...fieldWordsOf(complaintFields), ownerId: ['Behandelaar', formatPerson], teamId: ['Team', formatTeam] },
  },
  'complaint-export': buildExportWords('Klachten', { status: ['Status', formatLabel(complaintLabels)] }),
}
