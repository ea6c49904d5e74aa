import { appointmentsAudit } from '../../domains/appointments-audit.ts'
import { contractsAudit } from '../../domains/contracts-audit.ts'
import { costsAudit } from '../../domains/costs-audit.ts'
import { leadsAudit } from '../../domains/leads-audit.ts'
import { peopleAudit } from '../../domains/people-audit.ts'
import { salesAudit } from '../../domains/sales-audit.ts'
import { selfBillingAudit } from '../../domains/self-billing-audit.ts'
import { type AuditVocabulary, columns, type FieldsWords, person } from '../../records/audit-words.ts'

/** What the log says of every kind of record, as the domains give it. */
export const auditWords: AuditVocabulary = {
  ...appointmentsAudit,
  ...leadsAudit,
  ...salesAudit,
  ...selfBillingAudit,
  ...contractsAudit,
  ...costsAudit,
  ...peopleAudit,
  counter: {
    name: 'Teller',
    verbs: { repair: 'Teller hersteld' },
    otherField: (key) => [`Telling ${key}`, columns],
  },
}

/** Fields that any record may have. */
export const anyFields: FieldsWords = {
  id: null,
  month: null,
  version: 'Versie',
  createdAt: 'Aangemaakt op',
  createdBy: ['Aangemaakt door', person],
  updatedAt: 'Gewijzigd op',
  error: 'Fout',
}
