import type { Owned } from '../../shared/access.ts'
import type { LeadStatus, Priority } from '../../shared/contract/leads.ts'
import { normalisePhone, normalisePostcode } from '../../shared/identifiers.ts'
import type { measures } from '../../shared/measures.ts'
import { addDays, addMonths, type LocalDate, localDateOf, now, startOfDay } from '../../shared/time.ts'
import { type Contribution, STANDING } from '../platform/counters.ts'
import { fullName } from '../platform/user.ts'
import { storing } from '../records/form.ts'
import type { LeadRow } from './entity.ts'

/** A lead is urgent when its contract ends within so many calendar months (rulings 31). */
const URGENT_MONTHS = 7

/** Who a lead belongs to: its owner, and the owner's team (access.md). */
export const ownedBy = ({ teamId, ownerId }: Pick<LeadRow, 'teamId' | 'ownerId'>): Owned => ({
  teamId,
  owners: [ownerId],
})

/** The fields of the form as they are stored. */
export const details = storing<LeadRow>()(
  ['ownerId', 'doNotCall', 'doNotCallSource', 'doNotCallLiftReason', 'status', 'priority', 'energyType'],
  { customerPhone: normalisePhone, postalCode: normalisePostcode },
)

const places: Record<Priority, string> = { high: '1', medium: '2', low: '3' }

/** The place of a lead in its list: dated ones by end of contract, the others behind them by priority (rulings 31). */
const rankOf = ({ contractEndDate, priority }: Pick<LeadRow, 'contractEndDate' | 'priority'>): string =>
  contractEndDate ? `1#${contractEndDate}` : `2#${places[priority]}`

/** What the indexes are made of. */
export const derived = ['rank', 'teamKey', 'callKey', 'callOwner'] as const

/** A row with what its indexes are made of. */
export const placed = (row: Omit<LeadRow, (typeof derived)[number]>): LeadRow => ({
  ...row,
  rank: rankOf(row),
  teamKey: String(row.teamId ?? 'none'),
  callKey: row.callBackAt && callKeyOf(row.callBackAt, row.id),
  callOwner: row.callBackAt && row.ownerId,
})

/** The place of a lead among those to be called back; without an id, the first place of a moment. */
export const callKeyOf = (callBackAt: string, id = '') => `${callBackAt}#${id}`

/** The first moment that is no longer today. */
export const tomorrow = () => startOfDay(addDays(localDateOf(now()), 1))

/** The call-back of a lead that was spoken to: one of today or before is done. */
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

/** The counters know no absent team. */
const NO_TEAM = 0

/** What a lead adds to the counters: one of its status, to its owner, for as long as it stands. */
export const contributionsOf = (row: LeadRow): Contribution<(typeof measures.leads)[number]>[] => [
  {
    date: STANDING,
    teamId: row.teamId ?? NO_TEAM,
    userId: row.ownerId,
    name: fullName(row.owner),
    measure: `lead-${row.status}`,
  },
]
