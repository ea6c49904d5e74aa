import { addDays, epochOf, type LocalDate, startOfDay } from '../../shared/time.ts'
import { takeRows } from '../platform/data/rows.ts'
import { defineEntity, must, number, type Operation, primary, ttlSeconds } from '../platform/data/table.ts'
import { findClosed } from './do-not-call-list.ts'

/**
 * Closed numbers for which somebody recorded a consent, until the consent ends (market 67b). A number that was reopened
 * meanwhile has its row too.
 *
 * | Read | Index   | Key   |
 * | all  | primary | phone |
 */
const ConsentedClosings = defineEntity('consentedclosing', {
  attributes: {
    phone: must,
    expires: number,
  },
  indexes: { primary: primary('donotcall#consented', '${phone}') },
})

/** Maximum number of closed numbers that are listed. */
const MOST_LISTED = 500

/** Returns the write that lists a closed number with a new consent, which ends on a day; none for a number that is open. */
export async function noteConsent(phone: string, until: LocalDate): Promise<Operation[]> {
  const closed = await findClosed([phone])
  const expires = ttlSeconds(epochOf(startOfDay(addDays(until, 1))))
  return closed.map(() => ConsentedClosings.put({ phone, expires }))
}

/**
 * Finds closed numbers for which somebody recorded a consent, at most 500, with the day of the closing and the moment of
 * the last objection. `isComplete` is false when there are more.
 */
export async function findConsentedClosings() {
  const { rows, isOver } = await takeRows<{ phone: string }>(ConsentedClosings.query.primary({}), MOST_LISTED)
  const closed = await findClosed(rows.map(({ phone }) => phone))
  const closings = closed.map(({ phone, date, source, createdAt, repeatedAt }) => ({
    ...{ phone, date, source, objectedAt: repeatedAt ?? createdAt },
  }))
  return { closings, isComplete: isOver }
}
