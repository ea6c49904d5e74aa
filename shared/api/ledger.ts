import { roles } from '../access.ts'
import { payoutMethods } from '../ledger/payout-methods.ts'
import { periodPattern } from '../ledger/periods.ts'
import { payees } from '../sales/commission-steps.ts'
import * as z from '../zod.ts'
import { domain, file, get, ok, page, paging, post, put } from './parts/endpoint.ts'
import { exportFormat } from './parts/export.ts'
import { employmentType, localDate, orNull, person } from './parts/fields.ts'
import { month } from './schemas/commissions.ts'
import { CutOff } from './schemas/cut-off.ts'
import { Journal, journalLayouts } from './schemas/journal.ts'
import { OpenDocuments } from './schemas/open-documents.ts'
import { Period, PeriodChange, PeriodDetails, Periods } from './schemas/periods.ts'
import { Vat } from './schemas/vat.ts'
import { MailYearly, PartnersYear, Yearly, yearOf } from './schemas/yearly.ts'

/** Kinds of lines of a person's account, in Dutch. */
export const postingLabels = {
  earned: 'Verdiend',
  correction: 'Correctie',
  payroll: 'Via salaris',
  invoice: 'Op factuur',
  credit: 'Gecrediteerd',
  'own-invoice': 'Eigen factuur',
  payment: 'Betaald',
  return: 'Teruggedraaid',
} as const
export type PostingKind = keyof typeof postingLabels
export const postingKinds = Object.keys(postingLabels) as PostingKind[]

/** Maximum number of postings of one month that a statement shows; older ones are only counted, in `omitted`. */
export const MOST_POSTINGS = 1_000

/** A partner; its id only for readers who may see partners. */
const partnerOf = z.object({ id: orNull(z.string()), name: z.string() })

/** Amount owed to a person now, before VAT, and the payout method by which they get it. Amounts in euros. */
export const Balance = z.object({
  userId: z.string(),
  user: person,
  role: z.enum(roles),
  teamName: orNull(z.string()),
  employmentType,
  payoutMethod: z.enum(payoutMethods),
  /** Partner to whom the person is assigned, even without an agreement. */
  partner: orNull(partnerOf),
  hasAgreement: z.boolean(),
  /** Open amount; below 0 the person owes us. */
  open: z.number(),
  /**
   * Open amount at the end of each of the last twelve months, newest first. For the current month, the amount of today.
   */
  months: z.array(z.object({ month, open: z.number() })),
})
export type Balance = z.output<typeof Balance>

/** Amount of a commission or correction that is still to be settled and that no document claims. */
export const OpenItem = z.object({
  id: z.string(),
  kind: z.enum(['due', 'correction']),
  /** Day of posting. */
  date: z.iso.date(),
  supplyDate: z.iso.date(),
  /** Customer, or 'Klant van een ander team'; for a correction its reason. */
  text: z.string(),
  commissionId: orNull(z.string()),
  amount: z.number(),
})
export type OpenItem = z.output<typeof OpenItem>

/** A line of a person's account. */
export const Posting = z.object({
  id: z.string(),
  date: z.iso.date(),
  /** Day of the document or the bank, where its month was closed and the posting is dated later; else null. */
  valueDate: orNull(z.iso.date()),
  kind: z.enum(postingKinds),
  /** Customer of the commission; null when the posting is about several commissions, or none. */
  customerName: orNull(z.string()),
  /** Id of the commission; null also for readers who may not open the commission. */
  commissionId: orNull(z.string()),
  salesDockId: orNull(z.string()),
  /** Role in which the person earned the amount, for a sale or a held appointment. */
  as: orNull(z.enum(payees)),
  isFee: z.boolean(),
  /** Reason of a correction, or the text of the posting; null for an earned amount. */
  text: orNull(z.string()),
  /** An invoice or credit note; its id only for readers who may open it. */
  document: orNull(z.object({ id: orNull(z.string()), number: z.string() })),
  /** Number of items that the posting is about. */
  items: z.int(),
  /** Change of the open amount. Null for a payment of an invoice, which does not change the open amount. */
  amount: orNull(z.number()),
  /** Amount paid, with VAT; only for readers who may open the invoice. */
  paid: orNull(z.number()),
  /** Open amount of the person after the posting. */
  balance: z.number(),
})
export type Posting = z.output<typeof Posting>

/** Terms of the equation openBefore + earned + corrected = payroll + invoiced − credited + ownInvoices + openAfter. */
const payableSums = {
  openBefore: z.number(),
  earned: z.number(),
  corrected: z.number(),
  payroll: z.number(),
  invoiced: z.number(),
  credited: z.number(),
  ownInvoices: z.number(),
  openAfter: z.number(),
}

/** A person's month in the book, before VAT, in euros. */
export const LedgerStatement = z.object({
  userId: z.string(),
  user: person,
  month,
  ...payableSums,
  /** Newest first. */
  postings: z.array(Posting),
  /** Number of older postings of the month beyond those that are shown. */
  omitted: z.int(),
})
export type LedgerStatement = z.output<typeof LedgerStatement>

/** A person's month; `difference` is the amount by which the two sides of the equation differ. */
const PersonRow = z.object({
  user: person,
  payoutMethod: z.enum(payoutMethods),
  partner: orNull(partnerOf),
  ...payableSums,
  difference: z.number(),
})
export type PersonRow = z.output<typeof PersonRow>

/**
 * Terms of the equation openBefore + invoiced − credited = paid + discount + openAfter, with VAT. `difference` is the
 * amount by which its two sides differ.
 */
const owedSums = {
  openBefore: z.number(),
  invoiced: z.number(),
  credited: z.number(),
  /** Amount paid, less payments that were returned. */
  paid: z.number(),
  discount: z.number(),
  openAfter: z.number(),
  difference: z.number(),
}
const PartnerRow = z.object({ partner: z.object({ id: z.string(), name: z.string() }), ...owedSums })
export type PartnerRow = z.output<typeof PartnerRow>

/** A difference between the book and records that are stored separately, or between a balance and its postings. */
const Difference = z.object({
  /** Subject of the difference; `text` explains it. */
  title: z.string(),
  text: z.string(),
  amount: z.number(),
  /** Owner of the difference: a person, or a partner with the document where there is one. */
  userId: orNull(z.string()),
  partnerId: orNull(z.string()),
  documentId: orNull(z.string()),
  /** Month from which the difference counts. */
  month,
})
export type Difference = z.output<typeof Difference>

/** Reasons why the next run does not pay an open amount automatically. */
export const waitingReasons = ['no-agreement', 'question', 'below-zero'] as const
export const waitingLabels: Record<(typeof waitingReasons)[number], string> = {
  'no-agreement': 'Geen overeenkomst',
  question: 'Vraag open',
  'below-zero': 'Onder nul',
}

/** Open amounts that the next run does not pay automatically, with the reason. */
const Waiting = z.object({
  reason: z.enum(waitingReasons),
  amount: z.number(),
  people: z.array(z.object({ user: person, amount: z.number() })),
})

/** A month of the book, compared with the records that are stored separately; amounts in euros. */
export const Reconciliation = z.object({
  month,
  people: z.array(PersonRow),
  totals: z.object({ ...payableSums, difference: z.number() }),
  partners: z.array(PartnerRow),
  partnerTotals: z.object(owedSums),
  differences: z.array(Difference),
  waiting: z.array(Waiting),
})
export type Reconciliation = z.output<typeof Reconciliation>

const userId = z.string().max(128).optional()

const period = z
  .string()
  .regex(periodPattern, 'Kies een maand, kwartaal of jaar')
  .meta({ examples: ['2026-11', '2026-Q4', '2026'] })
/** The examples are of long ago, so that trying the calls closes no month in use. */
const periodParams = z.object({ month: month.meta({ examples: ['2022-01'] }) })

export const ledger = domain({
  balance: get('/api/ledger/balance', {
    summary: "A person's open amount and how it is paid; without userId one's own",
    allow: 'commission:read',
    shows: ['book', 'partner', 'team'],
    query: z.object({ userId }),
    result: ok(Balance),
  }),
  openItems: get('/api/ledger/balance/items', {
    summary: "A person's open items that no document claims, by day of supply; without userId one's own",
    allow: 'commission:read',
    shows: ['book', 'commission'],
    query: z.object({ userId, ...paging }),
    result: page(OpenItem),
  }),
  statement: get('/api/ledger/statement', {
    summary: "A person's month in the book with each posting, newest first; without userId one's own",
    allow: 'commission:read',
    shows: ['book', 'commission', 'invoice', 'partner'],
    query: z.object({ userId, month }),
    result: ok(LedgerStatement),
  }),
  reconciliation: get('/api/ledger/reconciliation', {
    summary:
      'A month by person and partner: balances compared with postings, open items and documents, and each difference',
    allow: 'self-billing:manage',
    shows: ['book', 'commission', 'invoice', 'partner', 'question', 'user'],
    query: z.object({ month }),
    result: ok(Reconciliation),
  }),
  openDocuments: get('/api/ledger/open-documents', {
    summary:
      'Open invoices and credit notes of partners at the end of a day, by age since the due date; today by default',
    allow: 'self-billing:manage',
    shows: ['book', 'invoice', 'partner', 'payment'],
    query: z.object({ date: localDate('Kies een dag').optional() }),
    result: ok(OpenDocuments),
  }),
  cutOff: get('/api/ledger/cut-off', {
    summary:
      'Amounts that are supplied up to a day and on no document up to that day, and those that are on one before their supply',
    allow: 'self-billing:manage',
    shows: ['book', 'invoice', 'partner', 'user'],
    query: z.object({ date: localDate('Kies een dag').optional() }),
    result: ok(CutOff),
  }),
  vat: get('/api/ledger/vat', {
    summary: 'VAT of a month, quarter or year by category, with the documents behind each number',
    allow: 'self-billing:manage',
    shows: ['book', 'invoice'],
    query: z.object({ period }),
    result: ok(Vat),
  }),
  exportOpenDocuments: get('/api/ledger/open-documents/export', {
    summary: 'The open documents of a day as a spreadsheet, audited',
    allow: 'self-billing:manage',
    shows: ['book', 'invoice', 'partner', 'payment'],
    query: z.object({ date: localDate('Kies een dag').optional(), format: exportFormat }),
    result: file('text/csv; charset=utf-8'),
  }),
  exportVat: get('/api/ledger/vat/export', {
    summary: 'The VAT of a period as a spreadsheet, audited, with a row for each document of each category',
    allow: 'self-billing:manage',
    shows: ['book', 'invoice'],
    query: z.object({ period, format: exportFormat }),
    result: file('text/csv; charset=utf-8'),
  }),
  journal: get('/api/ledger/journal', {
    summary: 'The journal of a month, quarter or year by account, with opening and closing balances',
    allow: 'self-billing:manage',
    shows: ['book', 'settings'],
    query: z.object({ period }),
    result: ok(Journal),
  }),
  exportJournal: get('/api/ledger/journal/export', {
    summary: 'The postings of a period as Exact, AFAS or Moneybird imports them, as csv or xlsx, audited',
    allow: 'self-billing:manage',
    shows: ['book', 'invoice', 'partner', 'settings', 'team', 'user'],
    query: z.object({ period, layout: z.enum(journalLayouts).optional(), format: exportFormat }),
    result: file('text/csv; charset=utf-8'),
  }),
  exportAuditFile: get('/api/ledger/journal/audit-file', {
    summary: 'The journal of a period as an XML Auditfile Financieel 4.0, audited: the subledger of commissions',
    allow: 'self-billing:manage',
    shows: ['book', 'invoice', 'partner', 'settings', 'team', 'user'],
    query: z.object({ period }),
    result: file('application/xml'),
  }),
  exportRegister: get('/api/ledger/register', {
    summary: 'All numbers of invoices and credit notes of a year, audited, without gaps, with what became of each',
    allow: 'self-billing:manage',
    shows: ['invoice', 'partner', 'settings'],
    query: z.object({ year: yearOf, format: exportFormat }),
    result: file('text/csv; charset=utf-8'),
  }),
  yearly: get('/api/ledger/yearly', {
    summary: 'What the bank paid in a year by partner',
    allow: 'self-billing:manage',
    shows: ['book', 'invoice', 'partner', 'user'],
    query: z.object({ year: yearOf }),
    result: ok(Yearly),
  }),
  exportYearly: get('/api/ledger/yearly/export', {
    summary: 'The same as a spreadsheet, audited',
    allow: 'self-billing:manage',
    shows: ['book', 'invoice', 'partner'],
    query: z.object({ year: yearOf, format: exportFormat }),
    result: file('text/csv; charset=utf-8'),
  }),
  exportThirdParties: get('/api/ledger/yearly/third-parties', {
    summary: 'Natural persons paid without VAT in a year as a spreadsheet, without BSN, audited',
    allow: 'self-billing:manage',
    shows: ['book', 'invoice', 'partner', 'user'],
    query: z.object({ year: yearOf, format: exportFormat }),
    result: file('text/csv; charset=utf-8'),
  }),
  yearlyStatement: get('/api/ledger/yearly/statement', {
    summary: 'What the bank paid to a partner in a year as a PDF, audited',
    allow: 'self-billing:manage',
    shows: ['book', 'invoice', 'partner', 'settings'],
    query: PartnersYear,
    result: file('application/pdf'),
  }),
  mailYearly: post('/api/ledger/yearly/mail', {
    summary: 'Mail the statement of a past year to the partners without one, or to one partner, also again',
    allow: 'self-billing:manage',
    changes: ['partner'],
    later: ['partner'],
    body: MailYearly,
    result: ok(z.object({ mailed: z.int() })),
  }),
  periods: get('/api/ledger/periods', {
    summary: 'Months that were closed, newest first, each with its seal, and the first open day',
    allow: 'self-billing:manage',
    shows: ['book', 'user'],
    result: ok(Periods),
  }),
  period: get('/api/ledger/periods/{month}', {
    summary: 'A month of the book: open or closed, and the work that is left before it is closed',
    allow: 'self-billing:manage',
    shows: ['book', 'commission', 'invoice', 'partner', 'payment', 'question', 'user'],
    params: periodParams,
    result: ok(PeriodDetails),
  }),
  changePeriod: put('/api/ledger/periods/{month}', {
    summary:
      'Close a month, open it again with a reason (all admins are told), or file it; two admins open what was filed (rulings 51b)',
    allow: 'self-billing:manage',
    changes: ['book'],
    ifMatch: true,
    params: periodParams,
    body: PeriodChange,
    result: ok(Period),
  }),
})
