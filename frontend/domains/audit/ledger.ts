import { journalLayoutLabels } from '../../../shared/api/schemas/journal.ts'
import { accountLabels } from '../../../shared/ledger/accounts.ts'
import type { LedgerAccount } from '../../../shared/ledger/general-ledger.ts'
import { periodText } from '../../../shared/ledger/periods.ts'
import { type AuditVocabulary, formatLabel } from '../../records/audit-words.ts'
import { paths } from '../paths.ts'
import { buildExportWords } from './export.ts'
import { buildMailWords } from './mail.ts'

const yearlyMails = buildMailWords({ mail: 'Mail met jaaroverzicht' })

/** Formats the accounts of the journal: `Bank 1100 (BLimBanRba)`, one after the other. */
export const formatLedgerAccounts = (value: unknown): string =>
  (value as readonly LedgerAccount[])
    .map(({ account, number, rgs }) => `${accountLabels[account]} ${number} (${rgs})`)
    .join(', ')

const period = { period: ['Periode', (value: unknown) => periodText(String(value))] } as const

/** Words of the audit log for the files of the bookkeeping. */
export const ledgerAudit: AuditVocabulary = {
  'open-document-export': buildExportWords('Openstaand', {}),
  'vat-export': buildExportWords('Btw', period),
  'journal-export': buildExportWords('Journaal', {
    ...period,
    layout: ['Programma', formatLabel(journalLayoutLabels)],
  }),
  'auditfile-export': buildExportWords('Auditfile', period),
  'register-export': buildExportWords('Register', { year: 'Jaar' }),
  yearly: {
    name: 'Jaaroverzicht',
    ...yearlyMails,
    verbs: { ...yearlyMails.verbs, send: 'Mail gevraagd' },
    path: () => `${paths.bookkeeping}?tab=jaaropgaven`,
  },
  'yearly-export': buildExportWords('Jaaroverzicht', { year: 'Jaar' }),
  'third-party-export': buildExportWords('Opgaaf derden', { year: 'Jaar' }),
}
