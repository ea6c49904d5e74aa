import type { VatRate } from '../../shared/contract/invoices.ts'
import type { VatScheme } from '../../shared/contract/partners.ts'
import { invoiceAmounts, wholeCents } from '../../shared/money.ts'
import type { LocalDate } from '../../shared/time.ts'
import { rateUnder, schemeOn } from '../../shared/vat-schemes.ts'
import { nameOf } from '../people/service.ts'
import { readAll } from '../platform/rows.ts'
import { findUser, type User } from '../platform/user.ts'
import { type Earned, earnedIn, type InvoicedRow, invoicedOf } from '../sales/service.ts'
import { invoicesById } from './invoice-views.ts'
import { type PartnerRow, Partners } from './partner-entity.ts'

/** Lines of one invoice at most: each is a write and a condition in the invoice's transaction, which holds 100. */
const LINES = 40

export interface Choice {
  readonly partnerIds: readonly string[]
  readonly from: string
  readonly to: string
}

/** Something earned, with the VAT of its line. */
export interface Planned extends Earned {
  readonly vatScheme: VatScheme
  readonly vatRate: VatRate
}

/** What the invoices of a partner come from, by invoice, and what is in none of them. */
export interface Plan {
  readonly payee: User | null
  readonly invoices: readonly (readonly Planned[])[]
  readonly leftOut: readonly { readonly text: string; readonly reason: string }[]
}

/**
 * What a run invoices of a partner: commissions of the person whose partner it is, as they stand now, and corrections that
 * invoices net, also those of before that are on none yet. Of what an earlier step of the same run did (`runId`) nothing is
 * told again.
 */
export async function planFor(partner: PartnerRow, choice: Choice, rate: VatRate, runId?: string): Promise<Plan> {
  const none = (reason: string): Plan => ({ payee: null, invoices: [], leftOut: [{ text: partner.name, reason }] })
  if (!partner.isActive) return none('Deze partner is niet meer actief')
  if (!partner.agreement) return none('Met deze partner is geen overeenkomst tot self-billing')
  const payee = partner.assignedAgentId === undefined ? null : await findUser(partner.assignedAgentId)
  if (!payee) return none('Aan deze partner is geen medewerker toegewezen')
  const theirs = await readAll<PartnerRow>(Partners.query.byAgent({ agentKey: payee.id }))
  const rival = theirs.find(({ id }) => id !== partner.id && choice.partnerIds.includes(id))
  if (rival) {
    const { firstName, lastName } = nameOf(payee)
    return none(`${firstName} ${lastName} is ook aan ${rival.name} toegewezen: kies een van beide`)
  }
  const period = { from: choice.from as LocalDate, to: choice.to as LocalDate }
  const all = await earnedIn(payee.id, period)
  const taken = await invoicedOf(
    payee.id,
    all.map(({ id }) => id),
  )
  const earned = all.filter(({ id, isOutside }) => !isOutside || !taken.has(id) || taken.get(id)?.runId === runId)
  const against = (one: Earned) => reasonAgainst(one, taken.get(one.id))
  const isOurs = ({ id }: Earned) => runId !== undefined && taken.get(id)?.runId === runId
  const rest = earned.flatMap((one) => {
    const reason = against(one)
    return reason === null || isOurs(one) ? [] : [{ text: one.text, reason }]
  })
  const free = earned.filter((one) => against(one) === null)
  const lines = await withVat(partner, payee.id, free, rate)
  if (lines.length > 0 && !isAboveNothing(lines)) {
    const reason = 'De correcties zijn niet lager dan de commissies'
    return { payee, invoices: [], leftOut: [...rest, ...lines.map(({ text }) => ({ text, reason }))] }
  }
  if (lines.length === 0 && rest.length === 0 && !earned.some(isOurs)) {
    return none('In deze periode is niets klaar voor uitbetaling')
  }
  const { invoices, over } = dealt(lines)
  const reason = 'Deze correctie is hoger dan wat op één factuur staat'
  return { payee, invoices, leftOut: [...rest, ...over.map(({ text }) => ({ text, reason }))] }
}

function reasonAgainst({ amount, against }: Earned, taken: InvoicedRow | undefined): string | null {
  if (taken) return `Staat al op factuur ${taken.invoiceNumber}`
  return against ?? (amount === 0 ? 'Het bedrag is € 0,00' : null)
}

/** What somebody earned as a line: what lowers an invoice has a negative quantity, since no price may be negative. */
export const lineOf = ({ amount, supplyDate, vatScheme, vatRate }: Planned) => ({
  quantity: amount < 0 ? -1 : 1,
  unitPrice: wholeCents(Math.abs(amount)),
  ...{ supplyDate, vatScheme, vatRate },
})

/** Whether lines come to something, without VAT and with it: a correction may have VAT where the rest has none. */
function isAboveNothing(lines: readonly Planned[]): boolean {
  const { amount, totalAmount } = invoiceAmounts(lines.map(lineOf), null)
  return amount > 0 && totalAmount > 0
}

/**
 * Adds the VAT of each line: that of its day of supply. A correction has the scheme and rate of the line that it
 * corrects, where an invoice of this partner holds that.
 */
async function withVat(
  { id, vatSchemes }: PartnerRow,
  userId: string,
  earned: readonly Earned[],
  rate: VatRate,
): Promise<Planned[]> {
  const parts = await invoicedOf(userId, [...new Set(earned.flatMap(({ corrects }) => corrects ?? []))])
  const invoices = await invoicesById([...parts.values()].map(({ invoiceId }) => invoiceId))
  return earned.map((one) => {
    const invoice = invoices.get(parts.get(one.corrects ?? '')?.invoiceId ?? '')
    const corrected = invoice?.lines[invoice.commissions?.ids.indexOf(one.corrects ?? '') ?? -1]
    if (corrected && invoice?.partnerCompanyId === id) {
      return { ...one, vatScheme: corrected.vatScheme, vatRate: corrected.vatRate }
    }
    const vatScheme = schemeOn(vatSchemes, one.supplyDate)
    return { ...one, vatScheme, vatRate: rateUnder(vatScheme, rate) }
  })
}

/**
 * Lines as invoices, each above nothing: commissions are dealt out over as few as hold all, and each correction, the
 * largest first, goes to the invoice with most on it that has room. What is larger than that is left over.
 */
export function dealt(lines: readonly Planned[]): { invoices: Planned[][]; over: Planned[] } {
  if (lines.length <= LINES) return { invoices: lines.length === 0 ? [] : [[...lines]], over: [] }
  const parts = Array.from({ length: Math.ceil(lines.length / LINES) }, () => ({ lines: [] as Planned[], total: 0 }))
  const over: Planned[] = []
  const give = (line: Planned, part: (typeof parts)[number]) => {
    part.lines.push(line)
    part.total += line.amount
  }
  const byAmount = lines.toSorted((one, other) => other.amount - one.amount)
  const commissions = byAmount.filter(({ amount }) => amount > 0)
  for (const [at, line] of commissions.entries()) give(line, parts[at % parts.length] as (typeof parts)[number])
  for (const line of byAmount.filter(({ amount }) => amount < 0).reverse()) {
    const [most] = parts.filter((part) => part.lines.length < LINES).sort((one, other) => other.total - one.total)
    if (most && isAboveNothing([...most.lines, line])) give(line, most)
    else over.push(line)
  }
  return { invoices: parts.map((part) => part.lines).filter(({ length }) => length > 0), over }
}
