import type { VatScheme } from '../../shared/api/parts/billing.ts'
import type { LeftOutKind } from '../../shared/api/schemas/monthly-runs.ts'
import type { VatRate } from '../../shared/invoices/choices.ts'
import { type DatedRate, rateOn, rateUnder, schemeOn } from '../../shared/invoicing/vat-schemes.ts'
import { computeLineAmounts, euros, moneyText, wholeCents } from '../../shared/money.ts'
import { dateText, type LocalDate } from '../../shared/time.ts'
import {
  causeOf,
  divideOverDocuments,
  invoiceIdOf,
  type LedgerItem,
  MOST_LINES,
  partsOf,
  readCurrentItems,
  readOpenItems,
  type Settlement,
  settlementLines,
  settlementOf,
} from '../book/service.ts'
import { findFirstAgreement, invoicesById, type PartnerRow, Partners } from '../invoices/runs.ts'
import { nameOf } from '../people/service.ts'
import { readAll } from '../platform/data/rows.ts'
import { findUser, type User } from '../platform/identity/user.ts'
import { listWaitingCommissions, type Waiting } from '../sales/service.ts'

/** Partners and supply period of a monthly run, with the items that it includes only on request. */
export interface Choice {
  readonly partnerIds: readonly string[]
  readonly from: string
  readonly to: string
  /** Set when supplies before the partner's agreement are invoiced too. */
  readonly withEarlier?: boolean | undefined
  /** Commissions that are invoiced in spite of an open question about them. */
  readonly withQuestions?: readonly string[] | undefined
}

/** An open item as a line of an invoice, with its VAT. */
export interface PlannedLine {
  readonly kind: LedgerItem['kind']
  readonly commissionId: string | undefined
  readonly text: string
  /** Cents before VAT. */
  readonly amount: number
  readonly supplyDate: string
  readonly vatScheme: VatScheme
  readonly vatRate: VatRate
}

/** An invoice to be made: its settlement (the ledger items that it claims), and a line for each item, in that order. */
export interface PlannedInvoice {
  readonly settlement: Settlement
  readonly lines: readonly PlannedLine[]
}

/** An item or partner on no invoice, with the reason; `amount` in cents. */
interface LeftOut {
  readonly kind: LeftOutKind
  readonly text: string
  readonly reason: string
  readonly date?: string
  readonly amount?: number
}

/** Reason why a partner gets no invoice at all. */
type Hold = 'inactive' | 'noAgreement' | 'noPerson' | 'rival' | 'nothing'

/** Planned invoices of a partner, and the open items that are on none of these invoices. */
export interface Plan {
  /** Reason why the partner gets no invoice; null when invoices can be made. */
  readonly hold: Hold | null
  readonly payee: User | null
  readonly invoices: readonly PlannedInvoice[]
  readonly leftOut: readonly LeftOut[]
  /** Commissions with an open question, whether the choice includes them or not. */
  readonly asked: readonly Waiting[]
}

/**
 * Returns the invoices that a monthly run makes for a partner, and what it leaves out with the reason; stores nothing.
 * The invoices have the payee's open items with a day of supply in the period, and open corrections of any day.
 * Corrections against the payee do not lower a total below 0. `rates` are the VAT rates under the normal scheme by
 * day of supply. Items that the run `runId` invoiced itself are not reported as left out; a preview has no `runId`.
 */
export async function planInvoices(
  partner: PartnerRow,
  choice: Choice,
  rates: readonly DatedRate[],
  runId?: string,
): Promise<Plan> {
  const none = (hold: Hold, reason: string): Plan => ({
    ...{ hold, payee: null, invoices: [], asked: [] },
    leftOut: [{ kind: hold, text: partner.name, reason }],
  })
  if (!partner.isActive) return none('inactive', 'Deze partner is niet meer actief')
  if (!partner.agreement) return none('noAgreement', 'Met deze partner is geen overeenkomst tot self-billing')
  const payee = await readPayee(partner)
  if (!payee) return none('noPerson', 'Aan deze partner is geen medewerker toegewezen')
  const theirs = await readAll<PartnerRow>(Partners.query.byAgent({ agentKey: payee.id }))
  const rival = theirs.find(({ id }) => id !== partner.id && choice.partnerIds.includes(id))
  if (rival) {
    const { firstName, lastName } = nameOf(payee)
    return none('rival', `${firstName} ${lastName} is ook aan ${rival.name} toegewezen: kies een van beide`)
  }
  const [open, waiting] = await Promise.all([readOpenItems(payee.id), waitingFor(payee.id, choice, runId)])
  const waits = new Set(waiting.leftOut.flatMap(({ kind, commissionId }) => (kind === 'question' ? commissionId : [])))
  const dues = duesIn(open, choice).filter(({ commissionId = '' }) => !waits.has(commissionId))
  const agreedOn = findFirstAgreement(partner)?.date ?? ''
  const early = choice.withEarlier ? [] : dues.filter(({ supplyDate }) => supplyDate < agreedOn)
  const chosen = new Set(dues.filter((item) => !early.includes(item)).map(({ id }) => id))
  const vatOf = await vatFor(partner, open, rates)
  const grossOf = (item: LedgerItem, amount: number) => grossOfLine(amount, vatOf(item).vatRate)
  const documents = documentsOf(open, chosen, grossOf)
  const leftOut = [
    ...waiting.leftOut,
    ...early.map(({ text, amount, supplyDate: date }) => ({
      ...{ kind: 'beforeAgreement' as const, text, amount, date },
      reason: `Van vóór de overeenkomst van ${dateText(agreedOn)}`,
    })),
    ...leftOpen(open, documents.flatMap(settlementLines)),
  ]
  const invoices = documents.map(
    (settlement): PlannedInvoice => ({
      settlement,
      lines: settlementLines(settlement).map((item) => ({
        ...{ kind: item.kind, commissionId: item.commissionId },
        ...{ text: textOf(item), amount: item.amount, supplyDate: item.supplyDate },
        ...vatOf(item),
      })),
    }),
  )
  if (invoices.length === 0 && leftOut.length === 0 && !waiting.hasOurs) {
    return none('nothing', 'In deze periode is niets klaar voor uitbetaling')
  }
  return { hold: null, payee, invoices, leftOut, asked: waiting.asked }
}

/** Reads the person whose commissions a partner invoices; null where the partner has none. */
export const readPayee = async ({ assignedAgentId }: PartnerRow) =>
  assignedAgentId === undefined ? null : findUser(assignedAgentId)

/** Returns a person's open items for commissions supplied in a period; leaves out corrections. */
export const duesIn = (open: readonly LedgerItem[], { from, to }: Pick<Choice, 'from' | 'to'>) =>
  open.filter(({ kind, supplyDate: day }) => kind === 'due' && from <= day && day <= to)

type GrossOf = (item: LedgerItem, amount: number) => number

/** Maximum number of lines above 0 on an invoice, where corrections at another VAT rate must fit beside them. */
const OWED_BESIDE_CORRECTIONS = 25

/**
 * Divides open items over invoices; returns the settlement (items to claim) of each invoice. Where an invoice would
 * fall below 0 with its VAT, every invoice gets the corrections that fit, oldest first. Other corrections stay open.
 */
function documentsOf(open: readonly LedgerItem[], chosen: ReadonlySet<string>, grossOf: GrossOf): Settlement[] {
  const settlement = settlementOf(open, chosen, { grossOf })
  const dealt = divideOverDocuments(settlement)
  const isAboveZero = (one: Settlement) =>
    settlementLines(one).reduce((sum, item) => sum + grossOf(item, item.amount), 0) >= 0
  if (dealt.every(isAboveZero)) return dealt
  let against = open.filter(({ amount }) => amount < 0)
  const owed = { items: settlement.items.filter(({ amount }) => amount > 0) }
  return divideOverDocuments(owed, OWED_BESIDE_CORRECTIONS).map(({ items }) => {
    const ids = new Set(items.map(({ id }) => id))
    const one = settlementOf([...items, ...against], ids, { grossOf, most: MOST_LINES })
    const { split } = one
    against = [
      ...(split ? [partsOf(split)[1]] : []),
      ...against.filter((item) => !one.items.includes(item) && item !== split?.item),
    ]
    return one
  })
}

const grossOfLine = (amount: number, vatRate: VatRate) => {
  const { totalPrice, vatAmount } = computeLineAmounts({
    ...{ quantity: amount < 0 ? -1 : 1, unitPrice: wholeCents(Math.abs(amount)), vatRate },
  })
  return totalPrice + vatAmount
}

/** Returns the text of a line; a correction says so, with its date. */
const textOf = ({ kind, text, date }: LedgerItem) =>
  kind === 'correction' ? `Correctie: ${text} (${dateText(date)})` : text

/**
 * Lists a person's commissions that cannot be paid now (`leftOut`), and all with an open question (`asked`). `leftOut`
 * has no commissions that the choice includes in spite of a question, and none that this run invoiced. `hasOurs` tells
 * whether this run invoiced any.
 */
async function waitingFor(userId: string, { from, to, withQuestions = [] }: Choice, runId: string | undefined) {
  const waiting = await listWaitingCommissions(userId, { from: from as LocalDate, to: to as LocalDate })
  const invoices = await invoicesById(waiting.flatMap(({ invoiceId }) => invoiceId ?? []))
  const isOurs = ({ invoiceId }: (typeof waiting)[number]) =>
    runId !== undefined && invoices.get(invoiceId ?? '')?.commissions?.runId === runId
  const isChosen = ({ kind, commissionId }: Waiting) => kind === 'question' && withQuestions.includes(commissionId)
  return {
    leftOut: waiting.filter((one) => !isOurs(one) && !isChosen(one)),
    asked: waiting.filter(({ kind }) => kind === 'question'),
    hasOurs: waiting.some(isOurs),
  }
}

/** Lists the corrections that the lines of invoices leave open, wholly or in part. */
function leftOpen(open: readonly LedgerItem[], lines: readonly LedgerItem[]): LeftOut[] {
  return open.flatMap((item): LeftOut[] => {
    const isPart = ({ id }: LedgerItem) => id === item.id || id.startsWith(`${item.id}/`)
    const left = lines.filter(isPart).reduce((rest, { amount }) => rest - amount, item.amount)
    if (left >= 0) return []
    return [
      {
        ...{ kind: 'carried', text: textOf(item), amount: left, date: item.supplyDate },
        reason: `${moneyText(wholeCents(-left))} blijft open en gaat mee met de volgende uitbetaling`,
      },
    ]
  })
}

/** Returns a planned item as an invoice line; a deduction has a negative quantity, since no price may be negative. */
export const lineOf = ({ amount, supplyDate, vatScheme, vatRate }: PlannedLine) => ({
  quantity: amount < 0 ? -1 : 1,
  unitPrice: wholeCents(Math.abs(amount)),
  ...{ supplyDate, vatScheme, vatRate },
})

/** Returns the form of an invoice that a run of a period makes for a partner. */
export const buildInvoiceForm = (
  { id: partnerCompanyId }: Pick<PartnerRow, 'id'>,
  { from, to, invoiceDate }: Pick<Choice, 'from' | 'to'> & { readonly invoiceDate: string },
  lines: readonly PlannedLine[],
) => ({
  ...{ partnerCompanyId, invoiceDate, supplyFrom: from, supplyTo: to },
  description: `Commissies ${dateText(from)} tot en met ${dateText(to)}`,
  lines: lines.map((one) => {
    const { unitPrice, ...line } = lineOf(one)
    return { ...line, unitPrice: euros(unitPrice), description: one.text.slice(0, 200) }
  }),
})

/**
 * Returns a function that gives an item's VAT, by its day of supply. If an invoice of this partner settled the item
 * that a correction corrects, the correction takes the VAT of that invoice line.
 */
async function vatFor({ id, vatSchemes }: PartnerRow, open: readonly LedgerItem[], rates: readonly DatedRate[]) {
  const corrected = await readCurrentItems([...new Set(open.flatMap(({ correctsId }) => correctsId ?? []))])
  const invoices = await invoicesById(corrected.flatMap((item) => invoiceIdOf(item) ?? []))
  return ({ correctsId, supplyDate }: LedgerItem): Pick<PlannedLine, 'vatScheme' | 'vatRate'> => {
    const item = corrected.find((one) => one.id === correctsId || causeOf(one) === correctsId)
    const invoice = item && invoices.get(invoiceIdOf(item) ?? '')
    const line = invoice?.lines[invoice.commissions?.itemIds.indexOf(item?.id ?? '') ?? -1]
    if (line && invoice?.partnerCompanyId === id) return { vatScheme: line.vatScheme, vatRate: line.vatRate }
    const vatScheme = schemeOn(vatSchemes, supplyDate)
    return { vatScheme, vatRate: rateUnder(vatScheme, rateOn(rates, supplyDate)) }
  }
}
