import { now } from '../../shared/time.ts'
import { asSystem } from '../platform/actor.ts'
import { commitAll, isWritten } from '../platform/data/commit.ts'
import type { OutboxItem } from '../platform/data/outbox.ts'
import { splitIntoBatches, takeRows } from '../platform/data/rows.ts'
import { NO_END } from './cost-entity.ts'
import { type DayRow, TimeDays } from './day-entity.ts'
import { dayRecords, entriesOf, findDay } from './days.ts'
import type { Period } from './periods.ts'
import { rateOn, readRateCalendar, requireSameRates } from './rate-calendar.ts'
import type { RateCalendar } from './rate-entity.ts'

/** Maximum number of days read per step. */
const STEP = 200
/** Maximum number of days written in one transaction. */
const TOGETHER = 20

/** Returns the outbox item that sets the hourly rate on a person's hours in a period, where they lack one. */
export const requestPricing = (userId: string, { from, to = NO_END }: Period): OutboxItem => ({
  kind: 'hours-priced',
  subject: userId,
  facts: { from, to },
})

/**
 * Gives a person's hours without a rate the hourly rate of their day, 200 days at a time. `facts` has the first and
 * last day; requests the next step until all days are done.
 */
export async function priceHours(userId: string, facts: unknown): Promise<void> {
  const { from, to } = facts as { from: string; to: string }
  const { rows, isOver } = await takeRows<DayRow>(
    TimeDays.query.byPerson({ userId }).between({ date: from }, { date: `${to}~` }) as never,
    STEP,
  )
  const calendar = await readRateCalendar(userId)
  const withoutRate = rows.filter((day) => withRate(day, calendar) !== day)
  for (const batch of splitIntoBatches(withoutRate, TOGETHER)) {
    if (await isWritten(storeRates(batch, calendar))) continue
    // A day or the rates changed meanwhile, so each day now gets a transaction of its own.
    for (const { date } of batch) await storeRateOfDay(userId, date)
  }
  const last = rows.at(-1)
  if (!isOver && last) await requestNextStep(userId, { from: last.date, to })
}

/**
 * Returns a day in which entries without a rate have the rate of the calendar; the same object when nothing changes.
 */
function withRate(day: DayRow, calendar: RateCalendar): DayRow {
  const rate = rateOn(calendar, day.date)
  const without = entriesOf(day).filter(({ entry }) => entry.rate === undefined)
  if (rate === undefined || without.length === 0) return day
  const entries = { ...day.entries }
  for (const { projectType, entry } of without) entries[projectType] = { ...entry, rate }
  return { ...day, entries }
}

/** Stores the rate that the calendar has for the hours of these days; fails when it changed meanwhile. */
const storeRates = (days: readonly DayRow[], calendar: RateCalendar) =>
  commitAll(
    asSystem('costs'),
    days.flatMap((day, at) => {
      const conditions = at === 0 ? [requireSameRates(calendar)] : []
      return dayRecords.changed(day, withRate(day, calendar), { verb: 'price', conditions }).changes
    }),
  )

/**
 * Sets the present rate on the hours of one day that have no rate. Tries again when the day or the rates change
 * meanwhile.
 */
async function storeRateOfDay(userId: string, date: string): Promise<void> {
  for (;;) {
    const [day, calendar] = [await findDay(userId, date), await readRateCalendar(userId)]
    if (!day || withRate(day, calendar) === day || (await isWritten(storeRates([day], calendar)))) return
  }
}

/** Requests the next step. A step that is repeated requests it again, which changes nothing more. */
const requestNextStep = (userId: string, period: { from: string; to: string }) =>
  commitAll(asSystem('costs'), [
    {
      action: 'time-entry.price-further',
      entity: { type: 'time-entry', id: userId },
      after: { from: period.from, at: now() },
      write: [],
      outbox: [requestPricing(userId, period)],
    },
  ])
