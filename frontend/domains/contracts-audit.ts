import { contractColumnLabels } from '../../shared/contract/contract-columns.ts'
import { salesStatusLabels } from '../../shared/contract/contracts.ts'
import { paths } from '../lib/paths.ts'
import { type AuditVocabulary, columns, linked, person, word } from '../records/audit-words.ts'
import { customerWords } from './customer-audit.ts'
import { uploadWords } from './import-audit.ts'

const path = () => paths.expiringContracts

/** What the audit log says of contracts and of the sheets that they came in. */
export const contractsAudit: AuditVocabulary = {
  contract: {
    name: 'Contract',
    verbs: { status: 'Status gewijzigd', assign: 'Contract toegewezen' },
    fields: {
      ...customerWords,
      supplier: 'Leverancier',
      productName: 'Product',
      signedDate: 'Getekend op',
      durationValue: 'Looptijd',
      durationUnit: ['Eenheid', word({ years: 'Jaren', months: 'Maanden' })],
      expiryDate: 'Loopt af op',
      termTold: null,
      rawRow: ['Rij in het bestand', columns],
      metadata: ['Meer uit het bestand', columns],
      status: 'Status in het bestand',
      salesStatus: ['Salesstatus', word(salesStatusLabels)],
      assignedTo: ['Toegewezen aan', person],
      statusChangedAt: 'Status gewijzigd op',
      statusChangedBy: ['Status gewijzigd door', person],
      uploadId: ['Import', linked],
    },
    path,
  },
  contract_upload: { ...uploadWords('Contractupload', 'Contracten'), path },
  contract_layout: {
    name: 'Kolomindeling',
    verbs: { map: 'Kolommen aangewezen' },
    fields: {
      filename: 'Bestand',
      sheet: 'Blad',
      headerRow: 'Rij met koppen',
      fields: ['Kolommen', word(contractColumnLabels)],
      monthFirst: 'Maand voorop',
    },
    path,
  },
}
