import { CHART_MONTHS, type Earnings } from '../../shared/api/reports.ts'
import { notFound } from '../../shared/errors.ts'
import { inEuros } from '../../shared/money.ts'
import { addToMonth, localDateOf, monthOf, now } from '../../shared/time.ts'
import { ownersOfPerson } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { type Counter, readReportMonths, reportPeriod, teamSumId, teamSumsPeriod } from '../platform/data/counters.ts'
import { findUser } from '../platform/identity/user.ts'

/**
 * Returns the last twelve months of a person, by default the actor: paid and open commissions in euros, and numbers of
 * sales and appointments beside those of their team. A caller's own numbers count what the caller booked. Throws 403
 * without access to commissions, 404 out of reach.
 */
export async function readEarnings(
  actor: Caller,
  { userId = actor.id }: { userId?: string | undefined },
): Promise<Earnings> {
  const user = await findUser(userId)
  if (!user) throw notFound()
  authorise(actor, 'commission:read', ownersOfPerson(user))
  const last = monthOf(localDateOf(now()))
  const months = Array.from({ length: CHART_MONTHS }, (_, at) => addToMonth(last, at + 1 - CHART_MONTHS))
  const span = { first: months[0] ?? last, last }
  const [own, team] = await Promise.all([
    readReportMonths(user.id, span),
    user.teamId === undefined ? [] : readReportMonths(teamSumId(user.teamId), span),
  ])
  const [appointments, sales] =
    user.role === 'caller'
      ? (['reportBooked', 'reportBookedSales'] as const)
      : (['reportAppointments', 'reportSales'] as const)
  const shown = months.map((month) => {
    const sum = (measure: string) => countOf(own, reportPeriod(month), measure)
    const ofTeam = (measure: string) => countOf(team, teamSumsPeriod(reportPeriod(month)), measure)
    const paid = sum('reportSettled')
    return {
      ...{ month, paid, open: sum('reportEarned') - paid },
      ...{ sales: sum(sales), appointments: sum(appointments) },
      ...{ teamSales: ofTeam('reportSales'), teamAppointments: ofTeam('reportAppointments') },
    }
  })
  const total = (of: 'paid' | 'open') => inEuros(shown.reduce((sum, one) => sum + one[of], 0))
  return {
    ...{ userId: user.id, role: user.role },
    months: shown.map((one) => ({ ...one, paid: inEuros(one.paid), open: inEuros(one.open) })),
    ...{ paid: total('paid'), open: total('open') },
  }
}

const countOf = (rows: readonly Counter[], period: string, measure: string) =>
  rows.reduce((sum, row) => (row.period === period ? sum + (row.counts[measure] ?? 0) : sum), 0)
