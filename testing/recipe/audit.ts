import { type AuditVocabulary, person, team, word } from '../../frontend/records/audit-words.ts'
import { complaintLabels } from './contract.ts'

/** What the audit log says of complaints. */
export const complaintsAudit: AuditVocabulary = {
  complaint: {
    name: 'Klacht',
    fields: {
      customerName: 'Klant',
      complaint: 'Klacht',
      status: ['Status', word(complaintLabels)],
      ownerId: ['Behandelaar', person],
      owner: 'Behandelaar',
      teamId: ['Team', team],
    },
  },
}
