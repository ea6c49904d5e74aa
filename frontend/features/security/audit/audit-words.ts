import { appointmentsAudit } from '../../../domains/audit/appointments.ts'
import { bookAudit } from '../../../domains/audit/book.ts'
import { contractsAudit } from '../../../domains/audit/contracts.ts'
import { costsAudit } from '../../../domains/audit/costs.ts'
import { invoicesAudit } from '../../../domains/audit/invoices.ts'
import { leadsAudit } from '../../../domains/audit/leads.ts'
import { ledgerAudit } from '../../../domains/audit/ledger.ts'
import { notificationsAudit } from '../../../domains/audit/notifications.ts'
import { peopleAudit } from '../../../domains/audit/people.ts'
import { salesAudit } from '../../../domains/audit/sales.ts'
import {
  type AuditVocabulary,
  type FieldsWords,
  formatColumns,
  formatPerson,
  formatRecordLink,
  formatTeam,
} from '../../../records/audit-words.ts'

const ownAudit: AuditVocabulary = {
  counter: {
    name: 'Teller',
    verbs: { repair: 'Teller hersteld' },
    otherField: (key) => [`Telling ${key}`, formatColumns],
  },
}

/** Dutch words of the audit log per type of record, grouped by part of the product. */
export const auditGroups = [
  { group: 'Afspraken', words: appointmentsAudit },
  { group: 'Leads', words: leadsAudit },
  { group: 'Aflopende contracten', words: contractsAudit },
  { group: 'Sales en commissies', words: salesAudit },
  { group: 'Self-billing', words: invoicesAudit },
  { group: 'Boekhouding', words: { ...bookAudit, ...ledgerAudit } },
  { group: 'Uren en kosten', words: costsAudit },
  { group: 'Meldingen', words: notificationsAudit },
  { group: 'Mensen en toegang', words: peopleAudit },
  { group: 'Systeem', words: ownAudit },
] as const satisfies readonly { readonly group: string; readonly words: AuditVocabulary }[]

/** Dutch words of the audit log per type of record: its name, actions and fields. */
export const auditWords: AuditVocabulary = Object.assign({}, ...auditGroups.map(({ words }) => words))

/** Dutch labels of fields that any record may have; null for a field that is not shown. */
export const anyFields: FieldsWords = {
  id: null,
  month: null,
  version: 'Versie',
  createdAt: 'Aangemaakt op',
  createdBy: ['Aangemaakt door', formatPerson],
  updatedAt: 'Gewijzigd op',
  teamId: ['Team', formatTeam],
  appointmentId: ['Afspraak', formatRecordLink],
  contractId: ['Contract', formatRecordLink],
  leadId: ['Lead', formatRecordLink],
  saleId: ['Sale', formatRecordLink],
  uploadId: ['Import', formatRecordLink],
  error: 'Fout',
}
