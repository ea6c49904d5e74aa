import { dispatchOutcomeLabels } from '../../../shared/api/dispatches.ts'
import {
  invoiceStatusLabels,
  invoiceTypeLabels,
  paymentTermsLabels,
  vatSchemeLabels,
} from '../../../shared/api/parts/billing.ts'
import { matchedByLabels, proposalKindLabels } from '../../../shared/api/schemas/bank.ts'
import { invoiceMailLabels } from '../../../shared/api/schemas/invoices.ts'
import { paymentFileStateLabels } from '../../../shared/api/schemas/payment-files.ts'
import { acceptanceLabels } from '../../../shared/invoices/choices.ts'
import { invoiceFields } from '../../../shared/invoices/record.ts'
import { partnerFields } from '../../../shared/partners/record.ts'
import {
  type AuditVocabulary,
  type AuditWords,
  fieldWordsOf,
  formatCents,
  formatCount,
  formatLabel,
  formatNested,
  formatPercentage,
  formatPerson,
  formatRecordLink,
  formatWithUnit,
} from '../../records/audit-words.ts'
import { invoiceAddress, partnerAddress, paymentFileAddress } from '../addresses.ts'
import { paths } from '../paths.ts'
import { addressWords } from './customer.ts'
import { buildExportWords, fileWords } from './export.ts'
import { formatLedgerAccounts } from './ledger.ts'
import { buildMailWords } from './mail.ts'
import { buildRunWords } from './run.ts'
import { formatVatShares } from './vat.ts'

const invoiceMails = buildMailWords(invoiceMailLabels)
const refusalMails = buildMailWords({ refused: 'Mail over weigering' })
const reportMails = buildMailWords({ report: 'Mail met verslag' })
const runWork = formatLabel({ send: 'Versturen', credit: 'Crediteren' })
const state = formatLabel({ running: 'Loopt', stopped: 'Gestopt', done: 'Klaar' })

/** Labels in the audit log for the answer of VIES. */
const vatCheck = { vatNumber: null, isValid: 'Geldig', name: 'Naam', at: null, requestId: 'Aanvraag' } as const

/** Labels in the audit log for the parts of an account. */
const account = { bankAccount: 'Rekening', accountHolder: partnerFields.accountHolder.label } as const

/** Labels in the audit log for the fields of a company on an invoice. */
const company = {
  ...addressWords,
  ...{ name: 'Naam', email: 'E-mail', contactPerson: 'Contactpersoon', phone: 'Telefoon' },
  ...{ kvkNumber: 'KvK-nummer', vatNumber: 'Btw-nummer', bankAccount: 'Rekening' },
} as const

const file = { path: null, hash: null, ...fileWords } as const
const leftOut = formatNested({ text: 'Wat', reason: 'Reden', invoiceId: null, invoiceNumber: 'Factuur' })

const invoice: AuditWords = {
  name: 'Factuur',
  verbs: {
    ...invoiceMails.verbs,
    ...refusalMails.verbs,
    send: 'Mail over factuur gevraagd',
    link: 'Link naar factuur gemaakt',
    'revoke-links': 'Links naar factuur ingetrokken',
    credit: 'Factuur gecrediteerd',
    accept: 'Factuur geaccepteerd',
    refuse: 'Factuur geweigerd',
    order: 'Factuur in een betaalbestand gezet',
    withdraw: 'Factuur uit een betaalbestand gehaald',
    release: 'Betaling van factuur vrijgegeven',
    'set-off': 'Factuur verrekend',
    return: 'Betaling van factuur teruggekomen',
    'ask-payment': 'Betaling ingevoerd, wacht op goedkeuring',
    'approve-payment': 'Betaling goedgekeurd',
    'reject-payment': 'Betaling afgekeurd',
    'withdraw-payment': 'Betaling ingetrokken',
    own: 'Betaling zonder tweede beheerder',
  },
  fields: {
    ...refusalMails.fields,
    ...invoiceMails.fields,
    ...fieldWordsOf(invoiceFields),
    mail: ['Mail', formatLabel(invoiceMailLabels)],
    until: 'Link geldig tot',
    type: ['Soort', formatLabel(invoiceTypeLabels)],
    invoiceNumber: 'Factuurnummer',
    creditedInvoice: ['Crediteert', formatNested({ id: null, invoiceNumber: 'Factuur' })],
    creditNoteIds: ['Creditfacturen', formatCount],
    partnerCompanyId: [invoiceFields.partnerCompanyId.label, formatRecordLink],
    assignedUserId: [invoiceFields.assignedUserId.label, formatPerson],
    lines: [
      invoiceFields.lines.label,
      formatNested({
        description: 'Omschrijving',
        quantity: 'Aantal',
        unitPrice: ['Prijs', formatCents],
        vatRate: ['Btw', formatPercentage],
        totalPrice: ['Bedrag', formatCents],
        vatAmount: ['Btw-bedrag', formatCents],
        supplyDate: 'Geleverd op',
        vatScheme: ['Btw-regeling', formatLabel(vatSchemeLabels)],
        lineOrder: null,
        stillEarned: 'Nog verdiend',
        credited: [
          'Gecrediteerd',
          formatNested({
            quantity: 'Aantal',
            totalPrice: ['Bedrag', formatCents],
            vatAmount: ['Btw-bedrag', formatCents],
          }),
        ],
      }),
    ],
    amount: ['Bedrag excl. btw', formatCents],
    vatAmount: ['Btw-bedrag', formatCents],
    totalAmount: ['Totaal incl. btw', formatCents],
    vatRate: ['Btw', formatPercentage],
    paymentTerms: ['Betaaltermijn', formatLabel(paymentTermsLabels)],
    discountPercentage: [invoiceFields.discountPercentage.label, formatPercentage],
    discountAmount: ['Kortingsbedrag', formatCents],
    creditRestrictionPercentage: ['Kredietbeperking', formatPercentage],
    creditRestrictionAmount: ['Bedrag kredietbeperking', formatCents],
    finalAmount: ['Te betalen', formatCents],
    paymentDate: 'Betaald op',
    inTransit: ['Onderweg naar de bank', formatCents],
    creditedVat: ['Gecrediteerd', formatVatShares],
    payments: [
      'Betalingen',
      formatNested({
        id: null,
        date: 'Betaald op',
        amount: ['Bedrag', formatCents],
        discount: ['Korting', formatVatShares],
        discountOf: null,
        ...{ paymentFileId: null, orderedFor: null, sharedBooking: null },
        bookedOn: 'Geboekt door de bank op',
      }),
    ],
    pendingPayment: [
      'Betaling wacht',
      formatNested({
        by: ['Ingevoerd door', formatPerson],
        ...{ at: null, isPart: null, booking: null },
        date: 'Betaald op',
        amount: ['Bedrag', formatCents],
        reason: 'Reden',
      }),
    ],
    discountReturned: ['Korting teruggenomen', formatVatShares],
    lastReturn: ['Betaling teruggedraaid', formatNested({ paidOn: 'Betaald op', sentBackOn: 'Teruggekomen op' })],
    dateReason: invoiceFields.dateReason.label,
    attachments: [invoiceFields.attachments.label, formatNested(file)],
    sentAt: 'Verstuurd op',
    supplier: ['Leverancier', formatNested(company)],
    customer: ['Afnemer', formatNested(company)],
    documents: null,
    acceptanceDays: ['Termijn om te antwoorden', formatWithUnit(1, 'dagen')],
    presentedAt: 'Aangeboden op',
    linkGeneration: ['Links ingetrokken', formatWithUnit(1, 'keer')],
    answer: [
      'Antwoord',
      formatNested({
        ...{ state: ['Antwoord', formatLabel(acceptanceLabels)], at: 'Op', reason: 'Reden' },
        disputedLines: ['Regels die niet kloppen', formatNested({ lineOrder: 'Regel', remark: 'Toelichting' })],
      }),
    ],
    commissions: [
      'Commissies',
      formatNested({ runId: null, userId: ['Van', formatPerson], itemIds: ['Aantal', formatCount] }),
    ],
    paymentFileId: ['Betaalbestand', formatRecordLink],
  },
  path: invoiceAddress,
}

/** Words of the audit log for partner companies, their invoices and payments. */
export const invoicesAudit: AuditVocabulary = {
  partner: {
    name: 'Partner',
    verbs: {
      agree: 'Overeenkomst vastgelegd',
      'approve-bank-account': 'Nieuwe rekening goedgekeurd',
      'reject-bank-account': 'Nieuwe rekening afgekeurd',
      'vat-check': 'Btw-nummer gecontroleerd bij VIES',
      'withdraw-bank-account': 'Nieuwe rekening ingetrokken',
      own: 'Nieuwe rekening zonder tweede beheerder',
    },
    fields: {
      ...fieldWordsOf(partnerFields),
      accountSince: null,
      pendingAccount: ['Nieuwe rekening', formatNested({ ...account, by: ['Ingevoerd door', formatPerson], at: null })],
      rejectedAccount: [
        'Afgekeurde rekening',
        formatNested({ ...account, by: ['Afgekeurd door', formatPerson], at: null, reason: 'Reden' }),
      ],
      reason: 'Reden',
      vatCheck: ['VIES', formatNested(vatCheck)],
      vatSchemes: [
        partnerFields.vatSchemes.label,
        formatNested({ from: 'Vanaf', scheme: ['Regeling', formatLabel(vatSchemeLabels)] }),
      ],
      assignedAgentId: [partnerFields.assignedAgentId.label, formatPerson],
      agreement: ['Overeenkomst', formatNested({ ...file, date: 'Getekend op' })],
      agreedSince: 'Eerste overeenkomst',
      linkGeneration: ['Links ingetrokken', formatWithUnit(1, 'keer')],
      invoiceCount: 'Facturen',
      lastInvoiceOn: 'Laatste factuur',
      korInvoiceCount: 'Facturen onder de KOR',
    },
    path: partnerAddress,
  },
  invoice,
  credit_note: { ...invoice, name: 'Creditfactuur' },
  'invoice-run': buildRunWords('facturen', 'Factuur', { work: ['Werk', runWork], stillEarned: 'Nog verdiend' }),
  'invoice-export': buildExportWords('Facturen', {
    status: ['Status', formatLabel({ ...invoiceStatusLabels, overdue: 'Te laat' })],
    type: ['Soort', formatLabel(invoiceTypeLabels)],
    partnerCompanyId: ['Partner', formatRecordLink],
    assignedUserId: ['Toegewezen aan', formatPerson],
  }),
  attachment: {
    name: 'Bijlage',
    verbs: { create: 'Bijlage geüpload' },
    fields: { ...file, contentType: 'Soort bestand', expires: null },
  },
  'self-billing-settings': {
    name: 'Factuurinstellingen',
    fields: {
      ...company,
      companyName: 'Bedrijf',
      defaultVatRate: ['Standaard btw', formatPercentage],
      defaultVatRates: ['Standaard btw per dag', formatNested({ from: 'Vanaf', rate: ['Tarief', formatPercentage] })],
      defaultPaymentTerms: ['Standaard betaaltermijn', formatLabel(paymentTermsLabels)],
      defaultDiscountPercentage: ['Standaard korting', formatPercentage],
      emailTemplate: 'Tekst van de mail',
      accountingEmail: 'E-mail boekhouding',
      autoSendToAccounting: 'Automatisch naar de boekhouding',
      checkVatNumbers: 'Btw-nummers controleren bij VIES',
      invoicePrefix: 'Voorvoegsel factuurnummer',
      earlierPrefixes: 'Eerdere voorvoegsels',
      ledgerAccounts: ['Rekeningen van het journaal', formatLedgerAccounts],
      updatedBy: ['Gewijzigd door', formatPerson],
    },
    path: () => `${paths.selfBilling}?instellingen=1`,
  },
  'payment-file': {
    name: 'Betaalbestand',
    verbs: {
      download: 'Betaalbestand opgehaald',
      approve: 'Betaalbestand goedgekeurd',
      reject: 'Betaalbestand afgekeurd',
      withdraw: 'Betaalbestand ingetrokken',
      own: 'Betaalbestand zonder tweede beheerder',
    },
    fields: {
      state: ['Status', formatLabel(paymentFileStateLabels)],
      requestedDate: 'Gevraagde datum',
      executionDate: 'Uitvoerdatum',
      total: ['Totaal', formatCents],
      count: 'Betalingen',
      payments: [
        'Betaald wordt',
        formatNested({
          invoiceId: null,
          invoiceNumber: 'Factuur',
          partnerName: 'Partner',
          ...account,
          amount: ['Bedrag', formatCents],
        }),
      ],
      leftOut: ['Weggelaten', leftOut],
      netted: [
        'Verrekend',
        formatNested({ creditNoteNumber: 'Creditfactuur', invoiceNumber: 'Factuur', amount: ['Bedrag', formatCents] }),
      ],
      hash: null,
      approvedBy: ['Goedgekeurd door', formatPerson],
      approvedAt: 'Goedgekeurd op',
      withdrawnBy: ['Ingetrokken of afgekeurd door', formatPerson],
      withdrawnAt: 'Ingetrokken of afgekeurd op',
      reason: 'Reden',
    },
    path: paymentFileAddress,
  },
  'bank-statement': {
    name: 'Bankafschrift',
    verbs: {
      upload: 'Bankafschrift opnieuw gelezen',
      confirm: 'Betalingen bevestigd',
      choose: 'Andere factuur gekozen',
      mark: 'Boeking gemarkeerd',
    },
    fields: {
      filename: 'Bestand',
      account: 'Rekening',
      bookings: 'Boekingen',
      firstDay: 'Eerste boeking',
      proposals: [
        'Voorstellen',
        formatNested({
          kind: ['Soort', formatLabel(proposalKindLabels)],
          at: null,
          invoiceId: null,
          date: 'Datum',
          amount: ['Bedrag', formatCents],
          by: ['Herkend aan', formatLabel(matchedByLabels)],
          paymentFileId: null,
          orderedFor: 'Uitvoerdatum',
          isPart: 'Deel',
          confirmedAt: 'Bevestigd op',
        }),
      ],
      findings: ['Niet voorgesteld', formatNested({ booking: null, code: null, invoiceId: null, reason: 'Reden' })],
      beyond: null,
      left: 'Blijft zo staan',
      notes: ['Notities', formatNested({ booking: null, note: 'Notitie' })],
      booking: 'Boeking',
      invoiceId: null,
      invoiceNumber: 'Factuur',
      uploadedBy: ['Geüpload door', formatPerson],
      uploadedAt: 'Geüpload op',
      confirmed: [
        'Bevestigd',
        formatNested({
          booking: null,
          invoiceId: null,
          invoiceNumber: 'Factuur',
          kind: ['Soort', formatLabel(proposalKindLabels)],
        }),
      ],
      failed: [
        'Niet bevestigd',
        formatNested({ booking: null, invoiceId: null, invoiceNumber: 'Factuur', reason: 'Reden' }),
      ],
    },
    path: (id) => `${paths.payments}?afschrift=${encodeURIComponent(id)}`,
  },
  'monthly-run': {
    name: 'Maandrun',
    verbs: {
      start: 'Maandrun gestart',
      step: 'Maandrun een stap verder',
      continue: 'Maandrun hervat',
      stop: 'Maandrun gestopt',
      leftOut: 'Commissies weggelaten',
      failed: 'Factuur maken mislukt',
    },
    fields: {
      startedById: ['Gestart door', formatPerson],
      from: 'Van',
      to: 'Tot en met',
      invoiceDate: 'Factuurdatum',
      withEarlier: 'Ook van vóór de overeenkomst',
      withQuestions: ['Met open vraag', formatCount],
      partnerIds: ['Partners', formatCount],
      partnerId: ['Partner', formatRecordLink],
      state: ['Status', state],
      position: null,
      created: 'Facturen gemaakt',
      leftOut: ['Weggelaten', leftOut],
      failed: 'Mislukt',
      message: 'Melding',
      startedAt: 'Gestart op',
      movedAt: 'Verder op',
      endedAt: 'Klaar op',
    },
    path: (id) => `${paths.monthlyRuns}?run=${encodeURIComponent(id)}`,
  },
  dispatch: {
    name: 'Verzending',
    verbs: {
      ...reportMails.verbs,
      start: 'Verzending gestart',
      step: 'Verzending een stap verder',
      continue: 'Verzending hervat',
      asked: 'Factuur aangeboden',
      sent: 'Factuur verzonden',
      skipped: 'Factuur overgeslagen',
      failed: 'Factuur verzenden mislukt',
      unknown: 'Factuur verzenden onbekend',
    },
    fields: {
      ...reportMails.fields,
      to: 'Aan',
      invoiceId: ['Factuur', formatRecordLink],
      invoiceNumber: 'Factuurnummer',
      outcome: ['Uitkomst', formatLabel(dispatchOutcomeLabels)],
      message: 'Melding',
      position: null,
      state: ['Status', state],
      movedAt: 'Verder op',
      endedAt: 'Klaar op',
    },
    path: (id) => `${paths.bookkeeping}?run=${encodeURIComponent(id)}`,
  },
}
