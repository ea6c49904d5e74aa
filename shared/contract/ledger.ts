import * as z from 'zod'
import { roles } from '../access.ts'
import { month, payees } from './commissions.ts'
import { domain, ok, page, paging } from './endpoint.ts'
import { employmentType, orNull, person } from './fields.ts'

/** How somebody is paid: with their pay, by invoices of their partner, or by invoices of their own. */
export const roads = ['payroll', 'invoice', 'own-invoice'] as const
export type Road = (typeof roads)[number]

/** The people of a road as one group (Aansluiting). */
export const roadLabels: Record<Road, string> = {
  payroll: 'Loondienst',
  invoice: 'Partners',
  'own-invoice': 'Zzp zonder partner',
}

/** What a line of somebody's account tells. */
export const postingKinds = [
  'earned',
  'correction',
  'payroll',
  'invoice',
  'credit',
  'own-invoice',
  'payment',
  'return',
] as const
export type PostingKind = (typeof postingKinds)[number]

export const postingLabels: Record<PostingKind, string> = {
  earned: 'Verdiend',
  correction: 'Correctie',
  payroll: 'Via salaris',
  invoice: 'Op factuur',
  credit: 'Gecrediteerd',
  'own-invoice': 'Eigen factuur',
  payment: 'Betaald',
  return: 'Teruggedraaid',
}

/** Postings of one month that a statement shows; older ones are counted in `omitted`. */
export const MOST_POSTINGS = 1_000

/** A partner; the id for who may see partners alone. */
const partnerOf = z.object({ id: orNull(z.string()), name: z.string() })

/** What somebody is owed as it stands, before VAT, and by which road they are paid. Amounts in euros. */
export const Balance = z.object({
  userId: z.string(),
  user: person,
  role: z.enum(roles),
  teamName: orNull(z.string()),
  employmentType,
  road: z.enum(roads),
  /** Whose person they are; also while there is no agreement with that partner. */
  partner: orNull(partnerOf),
  hasAgreement: z.boolean(),
  /** Below 0 they owe us. */
  open: z.number(),
  /** What was open at the end of each of the last twelve months, newest first; of this month as it stands. */
  months: z.array(z.object({ month, open: z.number() })),
})
export type Balance = z.output<typeof Balance>

/** What a commission or correction leaves to be settled, and no document holds yet. */
export const OpenItem = z.object({
  id: z.string(),
  kind: z.enum(['due', 'correction']),
  /** The day on which it was posted, and the day of supply. */
  date: z.iso.date(),
  supplyDate: z.iso.date(),
  /** The customer, in another team 'Klant van een ander team'; of a correction its reason. */
  text: z.string(),
  commissionId: orNull(z.string()),
  amount: z.number(),
})
export type OpenItem = z.output<typeof OpenItem>

/** A line of somebody's account. */
export const Posting = z.object({
  id: z.string(),
  date: z.iso.date(),
  kind: z.enum(postingKinds),
  /** Null where it is about several commissions, or none. */
  customerName: orNull(z.string()),
  /** For who may open the commission. */
  commissionId: orNull(z.string()),
  salesDockId: orNull(z.string()),
  /** As what they earned it: for a sale, or for an appointment that was held. */
  as: orNull(z.enum(payees)),
  isFee: z.boolean(),
  /** The reason of a correction, or what the book says of it. */
  text: orNull(z.string()),
  /** An invoice or credit note; its id for who may open it. */
  document: orNull(z.object({ id: orNull(z.string()), number: z.string() })),
  /** How many items it settles. */
  items: z.int(),
  /** By how much it changes what is open; null where an invoice is paid, which leaves that as it is. */
  amount: orNull(z.number()),
  /** What was paid, with VAT; for who may open the invoice. */
  paid: orNull(z.number()),
  /** What was open after it. */
  balance: z.number(),
})
export type Posting = z.output<typeof Posting>

/** One equation: openBefore + earned + corrected = payroll + invoiced − credited + ownInvoices + openAfter. */
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

/** Somebody's month as the book has it, before VAT, in euros. */
export const LedgerStatement = z.object({
  userId: z.string(),
  user: person,
  month,
  ...payableSums,
  /** Newest first. */
  postings: z.array(Posting),
  /** Older postings of the month, beyond those that are shown. */
  omitted: z.int(),
})
export type LedgerStatement = z.output<typeof LedgerStatement>

/** A person's month; `difference` is what the equation lacks. */
const PersonRow = z.object({
  user: person,
  road: z.enum(roads),
  partner: orNull(partnerOf),
  ...payableSums,
  difference: z.number(),
})
export type PersonRow = z.output<typeof PersonRow>

/** One equation, with VAT: openBefore + invoiced − credited = paid + discount + openAfter. */
const owedSums = {
  openBefore: z.number(),
  invoiced: z.number(),
  credited: z.number(),
  /** Less what came back. */
  paid: z.number(),
  discount: z.number(),
  openAfter: z.number(),
  difference: z.number(),
}
const PartnerRow = z.object({ partner: z.object({ id: z.string(), name: z.string() }), ...owedSums })
export type PartnerRow = z.output<typeof PartnerRow>

/** Something that two keepings tell otherwise. */
const Difference = z.object({
  /** What it is about, and how it differs. */
  title: z.string(),
  text: z.string(),
  amount: z.number(),
  /** Of whom: a person, or a partner with the document where it is one. */
  userId: orNull(z.string()),
  partnerId: orNull(z.string()),
  documentId: orNull(z.string()),
  /** The month whose postings tell of it. */
  month,
})
export type Difference = z.output<typeof Difference>

export const waitingReasons = ['no-agreement', 'question', 'below-zero'] as const
export const waitingLabels: Record<(typeof waitingReasons)[number], string> = {
  'no-agreement': 'Geen overeenkomst',
  question: 'Vraag open',
  'below-zero': 'Onder nul',
}

/** What is open now and is not simply paid with the next run. */
const Waiting = z.object({
  reason: z.enum(waitingReasons),
  amount: z.number(),
  people: z.array(z.object({ user: person, amount: z.number() })),
})

/** A month of the book, held against the keepings that stand apart from it; amounts in euros. */
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

export const ledger = domain({
  balance: {
    summary: "What is open of somebody and by which road it is paid; without userId one's own",
    method: 'GET',
    path: '/api/ledger/balance',
    allow: 'commission:read',
    query: z.object({ userId }),
    result: ok(Balance),
  },
  openItems: {
    summary: "Somebody's open items by day of supply, those that no document holds; without userId one's own",
    method: 'GET',
    path: '/api/ledger/balance/items',
    allow: 'commission:read',
    query: z.object({ userId, ...paging }),
    result: page(OpenItem),
  },
  statement: {
    summary: "Somebody's month in the book with each posting, newest first; without userId one's own",
    method: 'GET',
    path: '/api/ledger/statement',
    allow: 'commission:read',
    query: z.object({ userId, month }),
    result: ok(LedgerStatement),
  },
  reconciliation: {
    summary: 'A month by person and partner: balances against postings, open items and documents; what differs by name',
    method: 'GET',
    path: '/api/ledger/reconciliation',
    allow: 'self-billing:manage',
    query: z.object({ month }),
    result: ok(Reconciliation),
  },
})
