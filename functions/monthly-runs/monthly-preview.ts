import { MAX_PARTNERS, type PartnerHold, type PreviewChoice } from '../../shared/api/schemas/monthly-runs.ts'
import { unprocessable } from '../../shared/errors.ts'
import { cents, computeInvoiceAmounts, euros, sumOf, wholeCents } from '../../shared/money.ts'
import { localDateOf, now } from '../../shared/time.ts'
import { readOpenItems } from '../book/service.ts'
import { type PartnerRow, Partners, readKorTurnovers, settingsInForce, vatRatesOf } from '../invoices/runs.ts'
import { nameOf } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { commitNothing } from '../platform/data/commit.ts'
import { readAll } from '../platform/data/rows.ts'
import { readOpenQuestions } from '../sales/service.ts'
import { type Choice, duesIn, lineOf, type Plan, planInvoices, readPayee } from './monthly-plan.ts'
import { findChosenPartners, refusePeriod } from './monthly-runs.ts'

/** Maximum number of lines and left-out items in one preview, as one reply has to hold them. */
const MOST_PREVIEWED = 10_000

/** Maximum number of partners that are planned at the same time. */
const AT_ONCE = 10

/**
 * Returns the invoices that a monthly run would make, and what it would leave out with the reasons; stores nothing.
 * Throws 422 for an invalid period or partner, and for more lines than fit one reply.
 */
export async function previewRun(actor: Caller, { partnerIds, ...choice }: PreviewChoice) {
  const permit = authorise(actor, 'self-billing:manage')
  const [{ partners, beyond }, settings] = await Promise.all([partnersOf(partnerIds, choice), settingsInForce()])
  const rates = vatRatesOf(settings)
  const whole = { ...choice, partnerIds: partners.map(({ id }) => id) }
  const shown: Awaited<ReturnType<typeof previewOf>>[] = []
  for (let at = 0; at < partners.length; at += AT_ONCE) {
    const some = partners.slice(at, at + AT_ONCE)
    const plan = async (one: PartnerRow) => previewOf(one, await planInvoices(one, whole, rates), whole)
    shown.push(...(await Promise.all(some.map(plan))))
    const size = shown.reduce((sum, { items, leftOut }) => sum + items + leftOut.length, 0)
    if (size > MOST_PREVIEWED) throw unprocessable('Kies een kortere periode of minder partners', 'to')
  }
  const totals = shown.flatMap(({ invoices }) => invoices.map(({ totalAmount }) => cents(totalAmount)))
  return commitNothing(permit, { partners: shown, count: totals.length, totalAmount: euros(sumOf(totals)), beyond })
}

/** Returns the named partners, otherwise the first active ones by name, and how many partners are left out. */
async function partnersOf(partnerIds: readonly string[] | undefined, choice: Pick<Choice, 'from' | 'to'>) {
  if (partnerIds) return { partners: await findChosenPartners({ ...choice, partnerIds: [...partnerIds] }), beyond: 0 }
  refusePeriod(choice)
  const active = (await readAll<PartnerRow>(Partners.query.byName({}) as never)).filter(({ isActive }) => isActive)
  return { partners: active.slice(0, MAX_PARTNERS), beyond: Math.max(0, active.length - MAX_PARTNERS) }
}

/** Returns what a monthly run would invoice for a partner, and what it leaves out with the reasons. */
async function previewOf(partner: PartnerRow, plan: Plan, choice: Choice) {
  const { leftOut } = plan
  const payee = plan.payee ?? (await readPayee(partner))
  const invoices = invoicesOf(plan)
  const lines = invoices.flatMap((invoice) => invoice.lines)
  const hold = holdOf(plan)
  const sum = (parts: readonly number[]) => euros(sumOf(parts.map(cents)))
  const held = hold === null ? null : await heldBy(hold, plan, payee?.id, choice)
  return {
    ...{ partnerId: partner.id, partnerName: partner.name, person: payee && nameOf(payee), hold, invoices },
    korTurnovers: hold === null ? await readKorTurnovers(partner, thisYearAndLast()) : [],
    items: held?.count ?? lines.length,
    amount: held?.amount ?? sum(invoices.map(({ amount }) => amount)),
    vatAmount: sum(invoices.map(({ vatAmount }) => vatAmount)),
    totalAmount: sum(invoices.map(({ totalAmount }) => totalAmount)),
    waiting: countOf(leftOut.filter(({ kind }) => kind === 'waiting')),
    earlier: countOf(leftOut.filter(({ kind }) => kind === 'beforeAgreement')),
    questions: countOf(leftOut.filter(({ kind }) => kind === 'question')),
    asked: await askedOf(plan, choice),
    leftOut: leftOut.map(({ kind, text, reason, amount, date = null }) => ({
      ...{ kind, text, reason, date },
      amount: amount === undefined ? null : euros(wholeCents(amount)),
    })),
  }
}

/** Returns the years in which the invoices of a run may be dated, with turnover that counts before them. */
function thisYearAndLast(): string[] {
  const year = Number(localDateOf(now()).slice(0, 4))
  return [String(year - 1), String(year)]
}

/** Returns the commissions of a plan with an open question, each with its questions. */
async function askedOf({ asked }: Plan, { withQuestions = [] }: Choice) {
  const open = await readOpenQuestions(asked.map(({ commissionId }) => commissionId))
  return asked.map(({ commissionId, text, date, amount }) => ({
    ...{ commissionId, text, date, amount: euros(wholeCents(amount)), isTaken: withQuestions.includes(commissionId) },
    questions: open
      .filter((one) => one.commissionId === commissionId)
      .map(({ id: questionId, name, question }) => ({ questionId, name, question })),
  }))
}

function invoicesOf({ invoices, asked }: Plan) {
  const askedIds = new Set(asked.map(({ commissionId }) => commissionId))
  return invoices.map((planned) => {
    const { amount, vatAmount, totalAmount } = computeInvoiceAmounts(planned.lines.map(lineOf), null)
    const lines = planned.lines.map(({ kind, text, supplyDate, vatScheme, vatRate, commissionId = '', ...line }) => ({
      ...{
        kind,
        supplyDate,
        vatScheme,
        vatRate,
        description: text,
        isAsked: kind === 'due' && askedIds.has(commissionId),
      },
      amount: euros(wholeCents(line.amount)),
    }))
    return { lines, amount: euros(amount), vatAmount: euros(vatAmount), totalAmount: euros(totalAmount) }
  })
}

/** Returns the reason why a partner gets no invoice now; null where it gets one. */
function holdOf({ hold, invoices, leftOut }: Plan): PartnerHold | null {
  if (hold !== null) return hold
  if (invoices.length > 0) return null
  const kinds = leftOut.map(({ kind }) => kind)
  if (kinds.includes('beforeAgreement')) return 'beforeAgreement'
  if (kinds.includes('question')) return 'question'
  if (kinds.includes('carried')) return 'negative'
  return kinds.includes('waiting') ? 'waiting' : 'nothing'
}

/**
 * Counts and sums the items that wait because their partner gets no invoice, for the reason `hold`. For `negative`
 * these are the corrections below 0. For `noPerson`, `nothing` and `waiting` both numbers are 0.
 */
async function heldBy(hold: PartnerHold, { leftOut }: Plan, userId: string | undefined, choice: Choice) {
  if (hold === 'negative') return countOf(leftOut.filter(({ kind }) => kind === 'carried'))
  if (hold === 'beforeAgreement' || hold === 'question') return countOf(leftOut.filter(({ kind }) => kind === hold))
  const isBlocked = hold === 'noAgreement' || hold === 'rival' || hold === 'inactive'
  return countOf(isBlocked && userId !== undefined ? duesIn(await readOpenItems(userId), choice) : [])
}

const countOf = (parts: readonly { readonly amount?: number }[]) => ({
  count: parts.length,
  amount: euros(wholeCents(parts.reduce((sum, { amount = 0 }) => sum + amount, 0))),
})
