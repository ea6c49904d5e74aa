import { leadStatusLabels, priorityLabels } from '../../../shared/contract/leads.ts'
import { leadFields } from '../../../shared/fields/lead.ts'
import {
  type AuditVocabulary,
  fieldWordsOf,
  formatCount,
  formatNested,
  formatRecordLink,
  person,
  team,
  word,
} from '../../records/audit-words.ts'
import { customerPageAddress, leadAddress } from '../addresses.ts'
import { paths } from '../paths.ts'
import { consent, customerWords } from './customer.ts'
import { exportWords } from './export.ts'
import { previewWords, uploadWords } from './import.ts'

const choice = {
  status: ['Status', word(leadStatusLabels)],
  priority: ['Prioriteit', word(priorityLabels)],
  ownerId: ['Eigenaar', person],
} as const

/** Words of the audit log for leads and for numbers that may not be called. */
export const leadsAudit: AuditVocabulary = {
  lead: {
    name: 'Lead',
    verbs: {
      call: 'Belnotitie bij lead',
      assign: 'Lead toegewezen',
      plan: 'Afspraak gepland voor lead',
      convert: 'Lead werd een sale',
      'do-not-call': 'Niet bellen gewijzigd bij lead',
    },
    fields: {
      ...fieldWordsOf(leadFields),
      ...customerWords,
      ownerId: choice.ownerId,
      teamId: ['Team', team],
      createdBy: ['Aangemaakt door', person],
      lastCall: ['Laatst gebeld', formatNested({ at: 'Op', note: 'Notitie' })],
      consent: ['Toestemming', consent],
      appointmentId: ['Afspraak', formatRecordLink],
      sales: ['Sales', formatCount],
      saleId: ['Sale', formatRecordLink],
      statusBefore: ['Status voor de sale', word(leadStatusLabels)],
      contractId: ['Contract', formatRecordLink],
      uploadId: ['Import', formatRecordLink],
      rank: null,
    },
    path: leadAddress,
  },
  lead_upload: { ...uploadWords('Leadupload', 'Leads'), path: () => paths.leads },
  lead_preview: { ...previewWords, path: () => paths.leads },
  'lead-export': exportWords('Leads', {
    ...choice,
    callToday: ['Vandaag bellen', word({ true: 'Ja' })],
    callBacks: ['Terugbellen', word({ true: 'Ja' })],
    doNotCall: ['Wil niet gebeld worden', word({ true: 'Ja', false: 'Nee' })],
  }),
  customer: {
    name: 'Klant',
    verbs: { join: 'Klanten samengevoegd', release: 'Klant losgemaakt' },
    fields: { knownUnder: 'Bekend onder' },
    path: customerPageAddress,
  },
  'do-not-call': {
    name: 'Niet bellen',
    verbs: {
      set: 'Nummer wil niet gebeld worden',
      'set-for-others': 'Klant van anderen wil niet gebeld worden',
      lift: 'Nummer mag weer gebeld worden',
    },
    fields: {
      phone: 'Telefoon',
      date: 'Datum',
      source: 'Bron',
      setBy: ['Gezet door', person],
      reason: 'Reden',
    },
  },
}
