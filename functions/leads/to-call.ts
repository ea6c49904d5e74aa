import { showCall } from '../../shared/numbers/may-call.ts'
import { callPartOf } from '../../shared/numbers/states.ts'
import { addDays, addMonths, localDateOf, now } from '../../shared/time.ts'
import { findDoNotCalls } from '../known-customers/service.ts'
import type { Caller } from '../platform/actor.ts'
import { takeRows } from '../platform/data/rows.ts'
import { type LeadRow, Leads } from './entity.ts'
import { callKeyOf, closedStatuses, startOfTomorrow } from './rules.ts'

/** Maximum number of leads read that have a due call-back. */
const MOST_CALLS = 30
/** Maximum number of leads read whose contract ends soon or ended recently. */
const MOST_ENDING = 40
/** Maximum number of leads read without an end date. */
const MOST_NEW = 30

/** Number of days after the end of a contract in which its lead is still listed. */
const ENDED_DAYS = 60
/** Number of months before the end of a contract in which its lead is already listed. */
const ENDING_MONTHS = 3

/**
 * Reads the actor's own open leads to call: with a due call-back, with a contract that ends soon or ended recently, and
 * new ones without an end date. Leaves out numbers that must not be called; `isComplete` is false when there may be more.
 */
export async function findLeadsToCall(actor: Caller) {
  const ownerId = actor.id
  const today = localDateOf(now())
  const from = { rank: `1#${addDays(today, -ENDED_DAYS)}`, id: '' }
  const until = { rank: `1#${addMonths(today, ENDING_MONTHS)}~`, id: '' }
  const [due, dated, others] = await Promise.all([
    takeRows<LeadRow>(
      Leads.query.ownCallBacks({ callOwner: ownerId }).lt({ callKey: callKeyOf(startOfTomorrow()) }),
      MOST_CALLS,
    ),
    takeRows<LeadRow>(Leads.query.byOwner({ ownerId }).between(from, until), MOST_ENDING),
    takeRows<LeadRow>(Leads.query.byOwner({ ownerId }).gte({ rank: '2#', id: '' }), MOST_NEW),
  ])
  const rows = [...due.rows, ...dated.rows, ...others.rows]
  const closed = await findDoNotCalls(rows.map(({ customerPhone }) => customerPhone))
  const withCall = (row: LeadRow) => ({ ...row, mayCall: showCall(row, closed.has(row.customerPhone ?? '')) })
  type Shown = ReturnType<typeof withCall>
  const isListed = ({ mayCall, status, ownerId: owner }: Shown) =>
    owner === ownerId && callPartOf(mayCall.state) !== 'closed' && !closedStatuses.includes(status)
  const isUntouched = (row: Shown) => isListed(row) && row.callBackAt === undefined
  return {
    callBacks: due.rows.map(withCall).filter(isListed),
    ending: dated.rows.map(withCall).filter((row) => isUntouched(row) && row.appointmentId === undefined),
    fresh: others.rows.map(withCall).filter((row) => isUntouched(row) && row.status === 'new'),
    isComplete: [due, dated, others].every(({ isOver }) => isOver),
  }
}
