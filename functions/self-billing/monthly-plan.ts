import type { VatRate } from '../../shared/contract/invoices.ts'
import { wholeCents } from '../../shared/money.ts'
import type { LocalDate } from '../../shared/time.ts'
import { nameOf } from '../people/service.ts'
import { readAll } from '../platform/rows.ts'
import { findUser, type User } from '../platform/user.ts'
import { type Earned, earnedIn, type InvoicedRow, invoicedOf } from '../sales/service.ts'
import { type PartnerRow, Partners } from './partner-entity.ts'

/** Lines of one invoice at most: each is a write and a condition in the invoice's transaction, which holds 100. */
const LINES = 40

export interface Choice {
  readonly partnerIds: readonly string[]
  readonly from: string
  readonly to: string
}

/** What the invoices of a partner come from, by invoice, and what is in none of them. */
export interface Plan {
  readonly payee: User | null
  readonly invoices: readonly (readonly Earned[])[]
  readonly leftOut: readonly { readonly text: string; readonly reason: string }[]
}

/**
 * What a run invoices of a partner: commissions of the person whose partner it is, as they stand now, and corrections that
 * invoices net, also those of before that are on none yet. Of what an earlier step of the same run did (`runId`) nothing is
 * told again.
 */
export async function planFor(partner: PartnerRow, choice: Choice, runId?: string): Promise<Plan> {
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
  const lines = earned.filter((one) => against(one) === null)
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  if (lines.length > 0 && total <= 0) {
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
export const lineOf = ({ amount }: Earned, vatRate: VatRate) => ({
  quantity: amount < 0 ? -1 : 1,
  unitPrice: wholeCents(Math.abs(amount)),
  vatRate,
})

/** The rate of a partner's lines: none where it charges no VAT. */
export const vatRateOf = ({ vatScheme }: PartnerRow, rate: VatRate): VatRate => (vatScheme === 'normaal' ? rate : 0)

/**
 * Lines as invoices, each above nothing: commissions are dealt out over as few as hold all, and each correction, the
 * largest first, goes to the invoice with most on it that has room. What is larger than that is left over.
 */
export function dealt(lines: readonly Earned[]): { invoices: Earned[][]; over: Earned[] } {
  if (lines.length <= LINES) return { invoices: lines.length === 0 ? [] : [[...lines]], over: [] }
  const parts = Array.from({ length: Math.ceil(lines.length / LINES) }, () => ({ lines: [] as Earned[], total: 0 }))
  const over: Earned[] = []
  const give = (line: Earned, part: (typeof parts)[number]) => {
    part.lines.push(line)
    part.total += line.amount
  }
  const byAmount = lines.toSorted((one, other) => other.amount - one.amount)
  const commissions = byAmount.filter(({ amount }) => amount > 0)
  for (const [at, line] of commissions.entries()) give(line, parts[at % parts.length] as (typeof parts)[number])
  for (const line of byAmount.filter(({ amount }) => amount < 0).reverse()) {
    const [most] = parts.filter((part) => part.lines.length < LINES).sort((one, other) => other.total - one.total)
    if (most && most.total + line.amount > 0) give(line, most)
    else over.push(line)
  }
  return { invoices: parts.map((part) => part.lines).filter(({ length }) => length > 0), over }
}
