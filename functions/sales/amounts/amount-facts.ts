import { moneyText, wholeCents } from '../../../shared/money.ts'
import { dateText, type Instant, type LocalDate, localDateOf } from '../../../shared/time.ts'
import { fullName } from '../../platform/identity/user.ts'
import type { AmountFact, CommissionRow } from '../commission-entity.ts'
import { type CommissionRateRow, rateFor } from './rates.ts'

type Facts = readonly AmountFact[]
type As = AmountFact['as']

/** Function that gives the name of a person by id. */
export type Names = (id: string) => { readonly id: string; readonly firstName: string; readonly lastName: string }

/** Maximum number of entries in the history of amounts: the first two and the latest others. */
const MOST_KEPT = 40

interface Rated {
  readonly as: As
  readonly userId: string
  readonly teamId: number
  readonly teamName: string
  readonly day: LocalDate
  readonly at: string
}

/**
 * Returns an entry for a commission's history of amounts: what the agent or caller gets by the rates of a day. The
 * amount is 0 without a rate.
 */
export function buildRatedFact(rates: readonly CommissionRateRow[], { teamId, teamName, ...rated }: Rated): AmountFact {
  const rate = rateFor(rates, { role: rated.as, teamId, date: rated.day })
  const { id, defaultRate: amount = 0, validFrom: from } = rate ?? {}
  const scope = rate?.teamId === undefined ? {} : { team: teamName }
  return {
    ...rated,
    amount,
    rate: id === undefined || from === undefined ? undefined : { id, amount, from, ...scope },
    by: undefined,
    reason: undefined,
  }
}

/**
 * Returns an entry for a commission's history of amounts: 0 without a rate, because the person named as caller does not
 * have that role.
 */
export const buildUnratedFact = ({ as, userId, day, at }: Omit<Rated, 'teamId' | 'teamName'>): AmountFact => ({
  ...{ as, userId, day, at, amount: 0, rate: undefined, by: undefined },
  reason: 'alleen een beller krijgt een vergoeding',
})

/** Tells whether the caller of a commission gets no rate, as the person named as caller does not have that role. */
export const isUnrated = ({ amountFacts, callerPayee }: Pick<CommissionRow, 'amountFacts' | 'callerPayee'>): boolean =>
  (amountFacts ?? []).some(({ as, userId, by, reason }) => as === 'caller' && userId === callerPayee && !by && reason)

/**
 * Adds an entry to the history of a commission's amounts. Above 40 entries it drops the oldest one after the first two.
 */
export const withFact = (facts: Facts | undefined, fact: AmountFact): Facts => {
  const all = [...(facts ?? []), fact]
  return all.length > MOST_KEPT ? [...all.slice(0, 2), ...all.slice(3)] : all
}

/**
 * Returns the latest entry about the agent's or caller's amount in the history, with `until` up to that moment;
 * undefined without one.
 */
export const lastFact = (facts: Facts | undefined, as: As, until?: string): AmountFact | undefined =>
  facts?.findLast((fact) => fact.as === as && (until === undefined || fact.at <= until))

/**
 * Returns the history of a commission's amounts after `userId` became its agent or caller (`as`) at the same amount.
 */
export function handOverFacts(facts: Facts | undefined, as: As, userId: string): Facts | undefined {
  const last = lastFact(facts, as)
  return last && last.userId !== userId ? withFact(facts, { ...last, userId }) : facts
}

/**
 * Returns the history of a commission's amounts with an entry for each new amount, in cents, which `by` set. An
 * unchanged amount adds no entry.
 */
export function addAmountFacts(
  row: Pick<
    CommissionRow,
    'amountFacts' | 'agentPayee' | 'callerPayee' | 'date' | 'agentCommission' | 'callerCommission'
  >,
  {
    at,
    by,
    reason,
    ...amounts
  }: { at: string; by: string; reason: string | undefined } & Record<'agentCommission' | 'callerCommission', number>,
): Facts | undefined {
  const each = [
    ['agent', row.agentPayee, row.agentCommission, amounts.agentCommission],
    ['caller', row.callerPayee, row.callerCommission, amounts.callerCommission],
  ] as const
  return each.reduce((facts: Facts | undefined, [as, userId, before, amount]) => {
    if (before === amount) return facts
    const last = lastFact(facts, as)
    return withFact(facts, { as, userId, at, amount, by, reason, day: last?.day ?? row.date, rate: last?.rate })
  }, row.amountFacts)
}

/** Returns the ids of the people who set amounts of a commission by hand. */
export const settersOf = ({ amountFacts, commissionOverride }: Explained): string[] => [
  ...(amountFacts ?? []).flatMap(({ by }) => by ?? []),
  ...(commissionOverride ? [commissionOverride.by] : []),
]

type Explained = Pick<CommissionRow, 'amountFacts' | 'commissionOverride'>

/**
 * Explains in Dutch where an amount in cents comes from, by the latest entry of its history (decision 78). With `until`
 * by the latest entry up to that moment, if there is one.
 */
export function explanationOf(row: Explained, as: As, amount: number, names: Names, until?: string): string {
  const fact = lastFact(row.amountFacts, as, until) ?? lastFact(row.amountFacts, as)
  return `${moneyText(wholeCents(amount))}: ${fact ? reasonOf(fact, names) : unknownReason(row, names)}`
}

/** Explains an amount whose history was not stored. */
const unknownReason = ({ commissionOverride }: Explained, names: Names) =>
  commissionOverride ? describeAdjustment(commissionOverride, names) : 'het tarief van toen is niet bewaard'

function reasonOf({ as, day, rate, by, at, reason }: AmountFact, names: Names): string {
  if (!by && reason) return reason
  const basis = rate
    ? `tarief ${moneyText(wholeCents(rate.amount))} (${[labels[as], teamText(rate.team), `sinds ${dateText(rate.from)}`].join(', ')})`
    : `geen tarief op ${dateText(day)}`
  return by ? `${basis}, ${describeAdjustment({ by, at, reason }, names)}` : basis
}

const labels: Record<As, string> = { agent: 'Agent', caller: 'Beller' }

function teamText(team: string | undefined): string {
  if (team === undefined) return 'alle teams'
  return /^team\b/i.test(team) ? team : `team ${team}`
}

const describeAdjustment = (
  { by, at, reason }: { by: string; at: string; reason?: string | undefined },
  names: Names,
) => `op ${dateText(localDateOf(at as Instant))} aangepast door ${fullName(names(by))}${reason ? `: ${reason}` : ''}`

/** One amount in the history of a commission, in cents. */
interface Step {
  readonly at: string
  readonly as: As
  readonly by: string | undefined
  readonly text: string
  readonly amount: number
}

/**
 * Returns the history of a commission's amounts in cents, oldest first; with `userId` only that person's. Shows an
 * amount once, also when it passed to another person.
 */
export function amountHistoryOf(facts: Facts | undefined, userId?: string): Step[] {
  const seen = (facts ?? []).filter((fact) => userId === undefined || fact.userId === userId)
  const isRepeated = (fact: AmountFact, index: number) =>
    seen.findIndex(({ as, at, amount }) => as === fact.as && at === fact.at && amount === fact.amount) < index
  return seen
    .filter((fact, index) => !isRepeated(fact, index))
    .map(({ at, as, by, reason, amount }) => ({ at, as, by, amount, text: stepText(by, reason) }))
}

function stepText(by: string | undefined, reason: string | undefined): string {
  if (by === undefined) return 'Tarief bij registratie'
  return reason ? `Aangepast: ${reason}` : 'Aangepast'
}
