import type { Owned } from '../../shared/access.ts'
import type { LeadStatus, Priority } from '../../shared/api/parts/statuses.ts'
import { lead } from '../../shared/leads/record.ts'
import { countedParts, type measures } from '../../shared/measures.ts'
import { callPartOf } from '../../shared/numbers/states.ts'
import { addDays, addMonths, type LocalDate, localDateOf, now, startOfDay } from '../../shared/time.ts'
import { type Contribution, STANDING } from '../platform/data/counters.ts'
import { fullName } from '../platform/identity/user.ts'
import { mapFormFields } from '../records/form.ts'
import type { LeadRow } from './entity.ts'

/** Months before the end of its contract in which a lead is urgent (rulings 31). */
const URGENT_MONTHS = 7

/** Returns the owners of a lead: its owner, and the owner's team (access.md). */
export const ownersOf = ({ teamId, ownerId }: Pick<LeadRow, 'teamId' | 'ownerId'>): Owned => ({
  teamId,
  owners: [ownerId],
})

/**
 * Turns form fields into attributes of a lead, in their normal forms. `created` makes those of a new row,
 * `changed` those of a change.
 */
export const details = mapFormFields<LeadRow>()(
  ['ownerId', 'doNotCall', 'doNotCallSource', 'doNotCallLiftReason', 'status', 'priority', 'energyType'],
  lead.normal,
)

/** Sort keys of priorities. */
const places: Record<Priority, string> = { high: '1', medium: '2', low: '3' }

/**
 * Returns the rank of a lead, a text that sorts by end of contract, then by priority for leads without one (rulings
 * 31).
 */
const rankOf = ({ contractEndDate, priority }: Pick<LeadRow, 'contractEndDate' | 'priority'>): string =>
  contractEndDate ? `1#${contractEndDate}` : `2#${places[priority]}`

/** Attributes that only the keys of indexes use. */
export const derived = ['rank', 'teamKey', 'callKey', 'callOwner'] as const

/** Returns a lead with the attributes that the keys of its indexes use. */
export const addIndexKeys = (row: Omit<LeadRow, (typeof derived)[number]>): LeadRow => ({
  ...row,
  rank: rankOf(row),
  teamKey: String(row.teamId ?? 'none'),
  callKey: row.callBackAt && callKeyOf(row.callBackAt, row.id),
  callOwner: row.callBackAt && row.ownerId,
})

/** Returns the sort key of a call-back; without an id, a key before all call-backs of that moment. */
export const callKeyOf = (callBackAt: string, id = '') => `${callBackAt}#${id}`

/** Returns the moment of 00:00 tomorrow in Amsterdam. */
export const startOfTomorrow = () => startOfDay(addDays(localDateOf(now()), 1))

/**
 * Returns the call-back of a lead when it is planned after today; undefined otherwise. A call, an appointment or a sale
 * ends a call-back of today or earlier, and keeps a later one.
 */
export const laterCallBackOf = ({ callBackAt }: Pick<LeadRow, 'callBackAt'>) =>
  callBackAt !== undefined && callBackAt >= startOfTomorrow() ? callBackAt : undefined

/** Statuses that end a lead. */
export const closedStatuses: readonly LeadStatus[] = ['converted', 'not-interested']

/**
 * Tells whether a lead is urgent: open, with a contract that ended or ends within seven calendar months (rulings 31).
 */
export const isUrgent = (
  { status, contractEndDate }: Pick<LeadRow, 'status' | 'contractEndDate'>,
  today: LocalDate,
): boolean =>
  !closedStatuses.includes(status) &&
  contractEndDate !== undefined &&
  contractEndDate <= addMonths(today, URGENT_MONTHS)

/** Team id in counters and filters for leads without a team. */
export const NO_TEAM = 0

/**
 * Returns what a lead adds to the counters of its owner. Every lead counts once by its status and whether it may be
 * called, and once by the state of its number. A lead with a call-back counts once more, by that state.
 */
export function contributionsOf(row: LeadRow): Contribution<(typeof measures.leads)[number]>[] {
  const { teamId = NO_TEAM, ownerId: userId, callState = 'none', callBackAt } = row
  const counted = [
    `lead${countedParts[callPartOf(callState)]}-${row.status}`,
    `leadState-${callState}`,
    ...(callBackAt ? [`callBackState-${callState}` as const] : []),
  ] as const
  return counted.map((measure) => ({ date: STANDING, teamId, userId, name: fullName(row.owner), measure }))
}
