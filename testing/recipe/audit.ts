import { type AuditVocabulary, person, team, word } from '../../frontend/records/audit-words.ts'
import { complaintLabels } from './contract.ts'

/** Words of the audit log about complaints. */
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
