import { dispatchOutcomeLabels } from '../../shared/contract/dispatches.ts'
import {
  acceptanceLabels,
  invoiceMailLabels,
  invoiceStatusLabels,
  invoiceTypeLabels,
} from '../../shared/contract/invoices.ts'
import { paymentTermsLabels, vatSchemeLabels } from '../../shared/contract/partners.ts'
import { matchedByLabels, paymentFileStateLabels } from '../../shared/contract/settlement.ts'
import {
  type AuditVocabulary,
  type AuditWords,
  count,
  linked,
  money,
  parts,
  per,
  percent,
  person,
  word,
} from '../records/audit-words.ts'
import { invoicePage, partnerAddress, paymentFilePage } from './addresses.ts'
import { addressWords } from './customer-audit.ts'
import { exportWords } from './export-audit.ts'
import { mailWords } from './mail-audit.ts'
import { paths } from './paths.ts'

const invoiceMails = mailWords(invoiceMailLabels)
const reportMails = mailWords({ report: 'Mail met verslag' })
const status = word(invoiceStatusLabels)
const state = word({ running: 'Loopt', done: 'Klaar' })

/** A company on an invoice, and where a partner is kept. */
const company = {
  ...addressWords,
  name: 'Naam',
  email: 'E-mail',
  kvkNumber: 'KvK-nummer',
  vatNumber: 'BTW-nummer',
  bankAccount: 'Rekening',
  vatScheme: ['BTW-regeling', word(vatSchemeLabels)],
  contactPerson: 'Contactpersoon',
  phone: 'Telefoon',
} as const

const file = { path: null, hash: null, filename: 'Bestand', size: ['Grootte', per(1024, 'kB')] } as const
const leftOut = parts({ text: 'Wat', reason: 'Reden', invoiceId: null, invoiceNumber: 'Factuur' })

const invoice: AuditWords = {
  name: 'Factuur',
  verbs: {
    ...invoiceMails.verbs,
    send: 'Mail over factuur gevraagd',
    link: 'Link naar factuur gemaakt',
    credit: 'Factuur gecrediteerd',
    accept: 'Factuur geaccepteerd',
    refuse: 'Factuur geweigerd',
    order: 'Factuur in een betaalbestand gezet',
    withdraw: 'Factuur uit een betaalbestand gehaald',
    release: 'Betaling van factuur vrijgegeven',
  },
  fields: {
    ...invoiceMails.fields,
    mail: ['Mail', word(invoiceMailLabels)],
    until: 'Link geldig tot',
    type: ['Soort', word(invoiceTypeLabels)],
    invoiceNumber: 'Factuurnummer',
    creditedInvoice: ['Crediteert', parts({ id: null, invoiceNumber: 'Factuur' })],
    creditNoteIds: ['Creditfacturen', count],
    partnerCompanyId: ['Partner', linked],
    assignedUserId: ['Toegewezen aan', person],
    description: 'Omschrijving',
    lines: [
      'Factuurregels',
      parts({
        description: 'Omschrijving',
        quantity: 'Aantal',
        unitPrice: ['Prijs', money],
        vatRate: ['BTW', percent],
        totalPrice: ['Bedrag', money],
        vatAmount: ['BTW-bedrag', money],
        lineOrder: null,
        credited: [
          'Gecrediteerd',
          parts({ quantity: 'Aantal', totalPrice: ['Bedrag', money], vatAmount: ['BTW-bedrag', money] }),
        ],
      }),
    ],
    amount: ['Bedrag excl. BTW', money],
    vatAmount: ['BTW-bedrag', money],
    totalAmount: ['Totaal incl. BTW', money],
    vatRate: ['BTW', percent],
    invoiceDate: 'Factuurdatum',
    dueDate: 'Vervaldatum',
    supplyFrom: 'Geleverd van',
    supplyTo: 'Geleverd tot en met',
    status: ['Status', status],
    paymentTerms: ['Betaaltermijn', word(paymentTermsLabels)],
    has48HourDiscount: '48-uur Betalingskorting',
    discountPercentage: ['Korting', percent],
    discountAmount: ['Kortingsbedrag', money],
    creditRestrictionPercentage: ['Kredietbeperking', percent],
    creditRestrictionAmount: ['Bedrag kredietbeperking', money],
    finalAmount: ['Te betalen', money],
    paymentDate: 'Betaald op',
    creditsWhenPaid: null,
    notes: 'Interne notities',
    attachments: ['Bijlagen', parts(file)],
    sentAt: 'Verstuurd op',
    supplier: ['Leverancier', parts(company)],
    customer: ['Afnemer', parts(company)],
    documents: null,
    acceptanceDays: ['Termijn om te antwoorden', per(1, 'dagen')],
    presentedAt: 'Aangeboden op',
    answer: ['Antwoord', parts({ state: ['Antwoord', word(acceptanceLabels)], at: 'Op', reason: 'Reden' })],
    commissions: ['Commissies', parts({ runId: null, userId: ['Van', person], ids: ['Aantal', count] })],
    paymentFileId: ['Betaalbestand', linked],
    paymentFileIds: ['Betaalbestanden', count],
    sentToPartner: 'Verstuurd aan partner',
    sentToAccounting: 'Verstuurd aan boekhouding',
    autoSendEnabled: 'Automatisch naar de boekhouding',
    createdBy: ['Aangemaakt door', person],
  },
  path: invoicePage,
}

/** What the audit log says of partner companies, their invoices, and how those are paid and handed on. */
export const selfBillingAudit: AuditVocabulary = {
  partner: {
    name: 'Partner',
    verbs: { agree: 'Overeenkomst vastgelegd' },
    fields: {
      ...company,
      paymentTerms: ['Betaaltermijn', word(paymentTermsLabels)],
      allows48HourDiscount: '48-uur Betalingskorting',
      acceptanceDays: ['Termijn om te antwoorden', per(1, 'dagen')],
      assignedAgentId: ['Toegewezen aan', person],
      assignedOn: 'Toegewezen op',
      isActive: 'Actief',
      agreement: ['Overeenkomst', parts({ ...file, date: 'Getekend op' })],
      invoiceCount: 'Facturen',
      createdBy: ['Aangemaakt door', person],
    },
    path: partnerAddress,
  },
  invoice,
  credit_note: { ...invoice, name: 'Creditfactuur' },
  'invoice-export': exportWords('Facturen', {
    status: ['Status', word({ ...invoiceStatusLabels, overdue: 'Te laat' })],
    type: ['Soort', word(invoiceTypeLabels)],
    partnerCompanyId: ['Partner', linked],
    assignedUserId: ['Toegewezen aan', person],
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
      defaultVatRate: ['Standaard BTW', percent],
      defaultPaymentTerms: ['Standaard betaaltermijn', word(paymentTermsLabels)],
      defaultDiscountPercentage: ['Standaard korting', percent],
      emailTemplate: 'Tekst van de mail',
      accountingEmail: 'E-mail boekhouding',
      autoSendToAccounting: 'Automatisch naar de boekhouding',
      invoicePrefix: 'Voorvoegsel factuurnummer',
      updatedBy: ['Gewijzigd door', person],
    },
    path: () => `${paths.selfBilling}?instellingen=1`,
  },
  'payment-file': {
    name: 'Betaalbestand',
    verbs: { download: 'Betaalbestand opgehaald', withdraw: 'Betaalbestand ingetrokken' },
    fields: {
      state: ['Status', word(paymentFileStateLabels)],
      requestedDate: 'Gevraagde datum',
      executionDate: 'Uitvoerdatum',
      total: ['Totaal', money],
      count: 'Betalingen',
      payments: [
        'Betaald wordt',
        parts({
          invoiceId: null,
          invoiceNumber: 'Factuur',
          partnerName: 'Partner',
          bankAccount: 'Rekening',
          amount: ['Bedrag', money],
        }),
      ],
      leftOut: ['Weggelaten', leftOut],
      hash: null,
      createdBy: ['Aangemaakt door', person],
    },
    path: paymentFilePage,
  },
  'bank-statement': {
    name: 'Bankafschrift',
    verbs: { upload: 'Bankafschrift opnieuw gelezen', confirm: 'Betalingen bevestigd' },
    fields: {
      filename: 'Bestand',
      bookings: 'Boekingen',
      isSettled: 'Afgehandeld',
      proposals: [
        'Voorstellen',
        parts({
          at: null,
          invoiceId: null,
          date: 'Datum',
          amount: ['Bedrag', money],
          by: ['Herkend aan', word(matchedByLabels)],
          confirmedAt: 'Bevestigd op',
        }),
      ],
      doubts: ['Niet herkend', parts({ date: 'Datum', amount: ['Bedrag', money], text: 'Tekst', reason: 'Reden' })],
      uploadedBy: ['Geüpload door', person],
      uploadedAt: 'Geüpload op',
      paid: ['Bevestigd', parts({ invoiceId: null, invoiceNumber: 'Factuur' })],
      failed: ['Niet bevestigd', leftOut],
    },
    path: (id) => `${paths.payments}?afschrift=${encodeURIComponent(id)}`,
  },
  'monthly-run': {
    name: 'Maandrun',
    verbs: {
      start: 'Maandrun gestart',
      step: 'Maandrun een stap verder',
      continue: 'Maandrun hervat',
      leftOut: 'Commissies weggelaten',
      failed: 'Factuur maken mislukt',
    },
    fields: {
      startedById: ['Gestart door', person],
      from: 'Van',
      to: 'Tot en met',
      invoiceDate: 'Factuurdatum',
      partnerIds: ['Partners', count],
      partnerId: ['Partner', linked],
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
  'invoiced-commission': {
    name: 'Commissie op factuur',
    verbs: {
      open: 'Commissie op factuur wacht op betaling',
      paid: 'Commissie op factuur betaald',
      skipped: 'Commissie volgde haar factuur niet',
    },
    fields: {
      commissionId: ['Commissie', linked],
      userId: ['Van', person],
      invoiceId: ['Factuur', linked],
      invoiceNumber: 'Factuurnummer',
      runId: null,
      amount: ['Bedrag', money],
      state: ['Status', word({ open: 'Open', paid: 'Betaald', skipped: 'Niet gevolgd' })],
      message: 'Melding',
    },
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
      invoiceId: ['Factuur', linked],
      invoiceNumber: 'Factuurnummer',
      outcome: ['Uitkomst', word(dispatchOutcomeLabels)],
      message: 'Melding',
      position: null,
      state: ['Status', state],
      movedAt: 'Verder op',
      endedAt: 'Klaar op',
    },
    path: (id) => `${paths.dispatches}?run=${encodeURIComponent(id)}`,
  },
}
