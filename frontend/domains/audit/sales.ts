import { officeLabels } from '../../../shared/api/parts/fields.ts'
import { saleStatusLabels } from '../../../shared/api/parts/statuses.ts'
import { contractLengthLabels, marketLabels, providerLabels } from '../../../shared/api/parts/trade.ts'
import { reportGroupLabels } from '../../../shared/api/reports.ts'
import { agreementFilterLabels } from '../../../shared/api/schemas/sales.ts'
import { statusLabels } from '../../../shared/appointments/choices.ts'
import { confirmationLabels, earningDayLabels } from '../../../shared/cooling-off/cooling-off.ts'
import { approvedFieldLabels, withdrawalLabels } from '../../../shared/sales/choices.ts'
import { commissionRate, revenueRate } from '../../../shared/sales/rates.ts'
import { saleFields } from '../../../shared/sales/record.ts'
import {
  type AuditVocabulary,
  fieldWordsOf,
  formatCents,
  formatLabel,
  formatNested,
  formatPerson,
  formatRecordLink,
} from '../../records/audit-words.ts'
import { saleAddress } from '../addresses.ts'
import { paths } from '../paths.ts'
import { addressWords, customerWords, marketWord } from './customer.ts'
import { buildExportWords, fileWords } from './export.ts'
import { buildMailWords } from './mail.ts'
import { buildRunWords } from './run.ts'

const eans = { eanElectricity: 'EAN stroom', eanGas: 'EAN gas' }
const steps = formatLabel(saleStatusLabels)
const rowKind = formatLabel({ sale: 'Sale', lead: 'Lead' })

/** Label for a change by the only active admin to their own commission (decision 78). */
const OWN = 'Eigen commissie, als enige beheerder'
const approvedFields = (value: unknown) => (Array.isArray(value) ? textsOf(value.join(','), approvedFieldLabels) : null)
const changed = formatNested({ by: ['Door', formatPerson], at: 'Op', fields: ['Gewijzigd', approvedFields] })

const releaseWords = {
  earlyRelease: ['Vrijgegeven in bedenktijd', formatNested({ by: ['Door', formatPerson], at: 'Op', reason: 'Reden' })],
} as const
const proof = formatLabel(confirmationLabels)
/** Words of the fields about the customer's agreement that no description has. */
const agreementWords = {
  confirmation: [
    'Bewijs van akkoord',
    formatNested({ kind: ['Soort', proof], reference: 'Kenmerk', fileKey: null, filename: fileWords.filename }),
  ],
  isHomeUse: 'Adres is (vooral) een woning',
} as const
const withdrawal = formatNested({
  ...{ how: ['Hoe', formatLabel(withdrawalLabels)], note: 'Notitie', reason: 'Reden', by: ['Door', formatPerson] },
  ...{ at: 'Op', isCorrected: 'Correctie genoteerd', countsIn: 'Rapport van', former: null },
})

const due = { userId: ['Aan', formatPerson], itemId: null } as const

/** Labels in the audit log for the people of a sale or commission, and for their amounts. */
const shares = {
  agent: 'Agent',
  agentId: ['Agent', formatPerson],
  caller: 'Gebeld door',
  callerId: ['Gebeld door', formatPerson],
  team: 'Team',
  agentCommission: ['Agent commissie', formatCents],
  callerCommission: ['Beller commissie', formatCents],
  commissionOverride: ['Commissie aangepast', formatNested({ by: ['Door', formatPerson], at: 'Op', reason: 'Reden' })],
  openQuestions: 'Open vragen',
  paidAt: 'Uitbetaald op',
  dues: ['Te betalen', formatNested(due)],
  paidTo: ['Uitbetaald aan', formatPerson],
} as const

const commissionMails = buildMailWords({ asked: 'Mail over een vraag', answered: 'Mail over een antwoord' })
const saleMails = buildMailWords({ unapproved: 'Mail over een vervallen goedkeuring' })
const saleExport = {
  status: ['Status', (value: unknown) => textsOf(String(value), saleStatusLabels)],
  provider: ['Leverancier', formatLabel(providerLabels)],
  market: ['Markt', marketWord],
  approved: 'Alleen goedgekeurd',
  agreement: ['Bedenktijd', formatLabel(agreementFilterLabels)],
  office: ['Kantoor', formatLabel(officeLabels)],
} as const

/** Returns the labels of stored values, both separated by commas; a value without a label stays as it is. */
const textsOf = (choice: string, labels: Readonly<Record<string, string>>) =>
  choice
    .split(',')
    .map((one) => labels[one] ?? one)
    .join(', ')

/** Words of the audit log for sales and commissions. */
export const salesAudit: AuditVocabulary = {
  sale: {
    name: 'Sale',
    verbs: {
      reveal: 'IBAN bekeken',
      'open-proof': 'Bewijs van akkoord geopend',
      advance: 'Commissie verder gezet',
      'take-back': 'Uitbetaling teruggedraaid',
      withdraw: 'Sale herroepen',
      'undo-withdrawal': 'Herroepen ongedaan gemaakt',
      'correct-withdrawal': 'Correctie na herroepen genoteerd',
      own: OWN,
      ...saleMails.verbs,
    },
    fields: {
      ...saleMails.fields,
      ...fieldWordsOf(saleFields),
      ...customerWords,
      ...shares,
      additionalAddresses: ['Extra adressen', formatNested({ ...addressWords, ...eans })],
      contractStartDate: 'Ingang contract',
      contractEndDate: 'Einde contract',
      gasUsage: 'Verbruik gas',
      electricityUsage: 'Verbruik stroom',
      expectedRevenue: ['Verwachte omzet', formatCents],
      approvedBy: ['Goedgekeurd door', formatPerson],
      approvedAt: 'Goedgekeurd op',
      changedAfterApproval: ['Gewijzigd na goedkeuring', changed],
      ...releaseWords,
      ...agreementWords,
      withdrawal: ['Herroepen', withdrawal],
      reason: 'Reden',
      rejectionReason: 'Reden van afwijzing',
      field: ['Bekeken', formatLabel({ iban: 'IBAN' })],
      reveal: null,
    },
    path: saleAddress,
  },
  'sale-export': buildExportWords('Sales', saleExport),
  'report-export': buildExportWords('Rapport', {
    month: 'Maand',
    by: ['Per', formatLabel(reportGroupLabels)],
    compare: ['Vergeleken met', formatLabel({ previous: 'Maand ervoor', year: 'Jaar ervoor' })],
    office: ['Kantoor', formatLabel(officeLabels)],
    userId: ['Medewerker', formatPerson],
    provider: ['Leverancier', formatLabel(providerLabels)],
  }),
  commission: {
    name: 'Commissie',
    verbs: {
      ...commissionMails.verbs,
      advance: 'Commissie verder gezet',
      'take-back': 'Uitbetaling teruggedraaid',
      replace: 'Leadvergoeding werd sale',
      restore: 'Leadvergoeding geldt weer',
      own: OWN,
    },
    fields: {
      ...customerWords,
      ...commissionMails.fields,
      ...shares,
      originalId: null,
      type: ['Soort', rowKind],
      agentPayee: ['Agent krijgt', formatPerson],
      callerPayee: ['Beller krijgt', formatPerson],
      salesDockId: 'SalesDock ID',
      energyProvider: ['Leverancier', formatLabel(providerLabels)],
      contractLength: ['Looptijd', formatLabel(contractLengthLabels)],
      status: ['Status', steps],
      step: null,
      ...releaseWords,
      reason: 'Reden',
      toConfirm: 'Te bevestigen',
      heldById: ['Doorgegaan volgens', formatPerson],
      appointmentStatus: ['Status afspraak', formatLabel(statusLabels)],
      isMarked: 'Gemarkeerd',
      replacedBy: [
        'Vervangen door',
        formatNested({ saleId: ['Sale', formatRecordLink], correctionId: ['Correctie', formatRecordLink] }),
      ],
      date: 'Datum',
    },
  },
  'commission-export': buildExportWords('Commissies', {
    status: ['Status', steps],
    type: ['Soort', rowKind],
    toConfirm: 'Te bevestigen',
  }),
  'commission-statement-export': {
    name: 'Export commissieoverzicht',
    verbs: { export: 'Commissieoverzicht opgehaald' },
    fields: {
      ...buildExportWords('Commissieoverzichten', {}).fields,
      userId: ['Van', formatPerson],
      month: 'Maand',
    },
  },
  'commission-adjustment': {
    name: 'Correctie',
    verbs: { own: OWN },
    fields: {
      userId: ['Van', formatPerson],
      user: 'Van',
      amount: ['Bedrag', formatCents],
      reason: 'Reden',
      commissionId: ['Commissie', formatRecordLink],
      customerName: 'Klantnaam',
      supplyDate: 'Geleverd op',
      date: 'Datum',
    },
    path: () => paths.commissionWorkflow,
  },
  'commission-repayment': {
    name: 'Saldo',
    verbs: { create: 'Saldo afgerekend', own: OWN },
    fields: {
      userId: ['Van', formatPerson],
      amount: ['Bedrag', formatCents],
      reason: 'Reden',
      date: 'Datum',
      text: 'Boeking',
    },
  },
  'commission-question': {
    name: 'Vraag over commissie',
    verbs: { answer: 'Vraag beantwoord', own: OWN },
    fields: {
      commissionId: ['Commissie', formatRecordLink],
      customerName: 'Klantnaam',
      question: 'Vraag',
      askedById: ['Gesteld door', formatPerson],
      askedBy: 'Gesteld door',
      askedAt: 'Gesteld op',
      state: ['Status', formatLabel({ open: 'Open', answered: 'Beantwoord' })],
      answer: 'Antwoord',
      answeredBy: ['Beantwoord door', formatPerson],
      answeredAt: 'Beantwoord op',
    },
    path: () => `${paths.commissions}?vragen=1`,
  },
  'commission-rate': {
    name: 'Tarief',
    fields: fieldWordsOf(commissionRate.fields),
    path: () => `${paths.commissions}?tarieven=1`,
  },
  'revenue-rate': {
    name: 'Tarief omzet',
    verbs: { apply: 'Omzet van sales bijgewerkt', 'apply-further': 'Omzet van sales verder bijgewerkt' },
    fields: {
      ...fieldWordsOf(revenueRate.fields),
      from: 'Vanaf',
      month: 'Maand',
      sales: 'Sales',
    },
  },
  'commission-settings': {
    name: 'Commissie-instellingen',
    fields: {
      commissionCeiling: 'Hoogste bedrag zonder beheerder (× het tarief)',
      coolingOffFrom: 'Bedenktijd houdt uitbetaling tegen vanaf',
      earnedAt: ['Commissie telt vanaf', formatLabel(earningDayLabels)],
      coolingOffDays: [
        'Dagen bedenktijd',
        formatNested({
          ...{ market: ['Markt', formatLabel(marketLabels)], provider: ['Leverancier', formatLabel(providerLabels)] },
          days: 'Dagen',
        }),
      ],
      legalHolidays: 'Feestdagen',
    },
    path: () => `${paths.commissions}?tarieven=1`,
  },
  'sale-run': buildRunWords('sales', 'Sale', {
    status: ['Status', formatLabel(saleStatusLabels)],
    agreement: ['Akkoord', formatNested({ ...fieldWordsOf(saleFields), ...agreementWords })],
  }),
  'commission-run': {
    name: 'Reeks commissies',
    verbs: {
      start: 'Reeks commissies gestart',
      step: 'Reeks commissies een stap verder',
      stop: 'Reeks commissies gestopt',
      continue: 'Reeks commissies hervat',
      advanced: 'Commissie verder gezet',
      skipped: 'Commissie overgeslagen',
      failed: 'Commissie verder zetten mislukt',
    },
    fields: {
      expectedStatus: ['Van status', steps],
      nextStatus: ['Naar status', steps],
      named: 'Gekozen',
      filter: [
        'Gekozen op',
        formatNested({
          from: 'Van',
          to: 'Tot en met',
          search: 'Zoektekst',
          status: ['Status', steps],
          type: ['Soort', rowKind],
          agentId: ['Agent', formatPerson],
          toConfirm: 'Te bevestigen',
        }),
      ],
      commissionId: ['Commissie', formatRecordLink],
      message: 'Melding',
      position: null,
      state: ['Status', formatLabel({ running: 'Loopt', stopped: 'Gestopt', done: 'Klaar' })],
      movedAt: 'Verder op',
      endedAt: 'Klaar op',
    },
  },
}
