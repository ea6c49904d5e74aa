import type { Owned } from '../../shared/access.ts'
import type { LeadStatus, Priority } from '../../shared/contract/leads.ts'
import { normalisePhone, normalisePostcode } from '../../shared/identifiers.ts'
import type { measures } from '../../shared/measures.ts'
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

/** Turns the fields of the form into their stored form. */
export const details = mapFormFields<LeadRow>()(
  ['ownerId', 'doNotCall', 'doNotCallSource', 'doNotCallLiftReason', 'status', 'priority', 'energyType'],
  { customerPhone: normalisePhone, postalCode: normalisePostcode },
)

const places: Record<Priority, string> = { high: '1', medium: '2', low: '3' }

/**
 * Returns the rank of a lead: leads with an end of contract by that date, followed by the others by priority (rulings
 * 31).
 */
const rankOf = ({ contractEndDate, priority }: Pick<LeadRow, 'contractEndDate' | 'priority'>): string =>
  contractEndDate ? `1#${contractEndDate}` : `2#${places[priority]}`

/** Attributes of the indexes. */
export const derived = ['rank', 'teamKey', 'callKey', 'callOwner'] as const

/** Returns a row with the attributes of its indexes. */
export const addIndexKeys = (row: Omit<LeadRow, (typeof derived)[number]>): LeadRow => ({
  ...row,
  rank: rankOf(row),
  teamKey: String(row.teamId ?? 'none'),
  callKey: row.callBackAt && callKeyOf(row.callBackAt, row.id),
  callOwner: row.callBackAt && row.ownerId,
})

/** Returns the sort key of a call-back; without an id, the first one of a moment. */
export const callKeyOf = (callBackAt: string, id = '') => `${callBackAt}#${id}`

/** Returns the first moment of tomorrow. */
export const tomorrow = () => startOfDay(addDays(localDateOf(now()), 1))

/** Returns the call-back of a lead after contact: one of today or before is done. */
export const laterCallBack = ({ callBackAt }: Pick<LeadRow, 'callBackAt'>) =>
  callBackAt !== undefined && callBackAt >= tomorrow() ? callBackAt : undefined

/** Statuses that end a lead. */
export const closedStatuses: readonly LeadStatus[] = ['converted', 'not-interested']

/** Tells whether an open lead's contract has ended or ends within seven calendar months of a day (rulings 31). */
export const isUrgent = (
  { status, contractEndDate }: Pick<LeadRow, 'status' | 'contractEndDate'>,
  today: LocalDate,
): boolean =>
  !closedStatuses.includes(status) &&
  contractEndDate !== undefined &&
  contractEndDate <= addMonths(today, URGENT_MONTHS)

/** Team id in the counters for leads without a team. */
const NO_TEAM = 0

/** Returns the contribution of a lead to its owner's count of its status. */
export const contributionsOf = (row: LeadRow): Contribution<(typeof measures.leads)[number]>[] => [
  {
    date: STANDING,
    teamId: row.teamId ?? NO_TEAM,
    userId: row.ownerId,
    name: fullName(row.owner),
    measure: `lead-${row.status}`,
  },
]
