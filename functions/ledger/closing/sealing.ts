import { cents, moneyText } from '../../../shared/money.ts'
import { addSeconds, type Instant, monthText, now } from '../../../shared/time.ts'
import {
  BOOK,
  computeSeal,
  firstSealedMonth,
  isCountedRight,
  listSealedMonths,
  MonthSeals,
  readSeals,
} from '../../book/service.ts'
import { asSystem } from '../../platform/actor.ts'
import { commitAll, isWritten } from '../../platform/data/commit.ts'
import { readBookRecords } from '../book-records.ts'
import { findDifferences } from '../differences.ts'
import { findLock, lockRecords } from './period-lock.ts'

/**
 * Seconds between the moment from which a month takes no postings and its seal: longer than any function runs. So what
 * asked before that moment whether the month was open has been posted by then, or never will be.
 */
export const CLOSING_SECONDS = 1_200

/**
 * Seals the month that is being closed, when its time has come: counts it again, computes the hash over its postings,
 * and closes it. A difference ends the closing without a seal. Returns the sealed month.
 */
export async function sealClosingMonth(): Promise<{ sealed?: string }> {
  const before = await findLock()
  const { closing } = before
  if (!closing || now() < addSeconds(closing.at as Instant, CLOSING_SECONDS)) return {}
  const { month } = closing
  const seals = await readSeals()
  const previous = seals.find((one) => one.month === before.closedThrough)
  const covered = { month, from: firstSealedMonth(month, previous) }
  const reason = await explainDifference(covered)
  const permit = asSystem('month-closing')
  if (reason !== null) {
    const { changes } = lockRecords.changed(
      before,
      { ...before, closing: undefined, refusal: { month, at: now(), reason } },
      { verb: 'refuse' },
    )
    await isWritten(commitAll(permit, changes))
    return {}
  }
  const seal = await computeSeal(covered, previous?.hash)
  const { by: closedBy } = closing
  const { changes } = lockRecords.changed(
    before,
    { ...before, closing: undefined, closedThrough: month },
    {
      verb: 'seal',
      write: [
        {
          write: MonthSeals.put({
            ...covered,
            ...seal,
            id: BOOK,
            previousMonth: previous?.month,
            closedBy,
            closedAt: now(),
          }),
          onFailure: lockRecords.lost,
        },
      ],
    },
  )
  return (await isWritten(commitAll(permit, changes))) ? { sealed: month } : {}
}

/** Returns in Dutch why the months of a seal do not add up; null where they do. */
async function explainDifference(covered: { readonly month: string; readonly from: string }): Promise<string | null> {
  const differences = await findDifferences(await readBookRecords(covered.month))
  if (differences.length > 0) {
    const sum = moneyText(cents(differences.reduce((total, { shown }) => total + shown.amount, 0)))
    return `De Aansluiting heeft ${differences.length === 1 ? '1 verschil' : `${differences.length} verschillen`}, samen ${sum}.`
  }
  for (const month of listSealedMonths(covered)) {
    if (!(await isCountedRight(month))) return `De saldo’s van ${monthText(month)} wijken af van de boekingen.`
  }
  return null
}
