import { boardStatusLabels, salesStatusLabels } from '../../../shared/api/parts/statuses.ts'
import { contractColumnLabels } from '../../../shared/api/schemas/contract-columns.ts'
import { urgencyLabels } from '../../../shared/api/schemas/contracts.ts'
import { contractFields } from '../../../shared/contracts/record.ts'
import { contractSettings } from '../../../shared/contracts/settings.ts'
import { callPartLabels, callStateLabels } from '../../../shared/numbers/states.ts'
import {
  type AuditVocabulary,
  fieldWordsOf,
  formatCount,
  formatLabel,
  formatNested,
  formatPerson,
  formatRecordLink,
  formatTeam,
} from '../../records/audit-words.ts'
import { paths } from '../paths.ts'
import { customerWords, marketWord } from './customer.ts'
import { buildExportWords } from './export.ts'
import { buildLayoutWords, buildPreviewWords, buildUploadWords } from './import.ts'
import { buildMailWords } from './mail.ts'
import { buildRunWords } from './run.ts'

const retentionMails = buildMailWords({ announced: 'Aankondiging' })

const path = () => paths.expiringContracts

/** Words of the audit log for contracts and uploaded spreadsheets. */
export const contractsAudit: AuditVocabulary = {
  contract: {
    name: 'Contract',
    verbs: {
      status: 'Status gewijzigd',
      assign: 'Contract toegewezen',
      plan: 'Afspraak gepland',
      reveal: 'IBAN bekeken',
    },
    fields: {
      ...fieldWordsOf(contractFields),
      ...customerWords,
      statedTermParts: null,
      rawRow: null,
      metadata: null,
      expiryMonth: null,
      madeBy: null,
      touched: null,
      former: null,
      sales: ['Sales', formatCount],
      signed: [
        'Getekend door een sale',
        formatNested({
          before: ['Verkoopstatus daarvoor', formatLabel(salesStatusLabels)],
          by: ['Sales', formatCount],
        }),
      ],
      field: ['Bekeken', formatLabel({ iban: 'IBAN' })],
      reveal: null,
      status: 'Status in het bestand',
      assignedTo: ['Toegewezen aan', formatPerson],
      assignedTeamId: ['Team', formatTeam],
      statusChangedAt: 'Status gewijzigd op',
      statusChangedBy: ['Status gewijzigd door', formatPerson],
    },
    path,
  },
  'contract-run': buildRunWords('contracten', 'Contract', {
    salesStatus: ['Verkoopstatus', formatLabel(salesStatusLabels)],
    notes: 'Notities',
    agentIds: ['Agenten', formatPerson],
  }),
  'contract-settings': {
    name: 'Contractinstellingen',
    fields: fieldWordsOf(contractSettings.fields),
    path,
  },
  'contract-reminder': { name: 'Herinnering aan contracten', ...buildMailWords({ due: 'Herinnering' }), path },
  'contract-retention': {
    name: 'Opruiming van contracten',
    verbs: {
      ...retentionMails.verbs,
      start: 'Tellen begonnen',
      step: 'Een stap verder',
      counted: 'Geteld en aangekondigd',
      clear: 'Opruimen begonnen',
      cleared: 'Opgeruimd',
      continue: 'Hervat',
    },
    fields: {
      ...retentionMails.fields,
      until: 'Afgelopen voor',
      counted: 'Geteld',
      cleared: 'Opgeruimd',
      movedAt: 'Verder op',
    },
    path,
  },
  'contract-export': buildExportWords('Contracten', {
    wrongRowsOf: 'Foute rijen van',
    status: ['Status', formatLabel(boardStatusLabels)],
    agentId: ['Toegewezen aan', formatPerson],
    provider: 'Leverancier',
    market: ['Markt', marketWord],
    doNotCall: ['Wil niet gebeld worden', formatLabel({ true: 'Ja', false: 'Nee' })],
    call: ['Bellen', formatLabel(callPartLabels)],
    callState: ['Stand', formatLabel(callStateLabels)],
    letters: ['Brievenlijst', formatLabel({ true: 'Ja' })],
    uploadId: ['Import', formatRecordLink],
    urgency: ['Urgentie', formatLabel(urgencyLabels)],
  }),
  contract_upload: { ...buildUploadWords('Contractupload', 'Contracten'), path },
  contract_preview: { ...buildPreviewWords(contractColumnLabels), path },
  contract_layout: { ...buildLayoutWords(contractColumnLabels), path },
}
