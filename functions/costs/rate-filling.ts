import { now } from '../../shared/time.ts'
import { asSystem } from '../platform/actor.ts'
import { commitAll, isWritten } from '../platform/data/commit.ts'
import type { OutboxItem } from '../platform/data/outbox.ts'
import { inBatches, take } from '../platform/data/rows.ts'
import { NO_END } from './cost-entity.ts'
import { type DayRow, TimeDays } from './day-entity.ts'
import { dayRecords, entriesOf, findDay } from './days.ts'
import type { Period } from './periods.ts'
import { calendarOf, rateOn, ratesStand } from './rate-calendar.ts'
import type { RateCalendar } from './rate-entity.ts'

declare module '../platform/data/outbox.ts' {
  interface OutboxKinds {
    'hours-priced': true
  }
}

/** Days per step, and per transaction. */
const STEP = 200
const TOGETHER = 20

/** Returns the outbox item that sets the rate on hours without one. */
export const pricing = (userId: string, { from, to = NO_END }: Period): OutboxItem => ({
  kind: 'hours-priced',
  subject: userId,
  facts: { from, to },
})

/** Sets the rate of their day on a person's hours without one, some days at a time, and requests the next step. */
export async function priceHours(userId: string, facts: unknown): Promise<void> {
  const { from, to } = facts as { from: string; to: string }
  const { rows, isOver } = await take<DayRow>(
    TimeDays.query.byPerson({ userId }).between({ date: from }, { date: `${to}~` }) as never,
    STEP,
  )
  const calendar = await calendarOf(userId)
  const unpriced = rows.filter((day) => priced(day, calendar) !== day)
  for (const batch of inBatches(unpriced, TOGETHER)) {
    if (await isWritten(price(batch, calendar))) continue
    // A day or the rates changed meanwhile, so each day is handled by itself.
    for (const { date } of batch) await priceDay(userId, date)
  }
  const last = rows.at(-1)
  if (!isOver && last) await askFurther(userId, { from: last.date, to })
}

/** Returns a day with the rate of its calendar on entries without one; the same object when nothing changes. */
function priced(day: DayRow, calendar: RateCalendar): DayRow {
  const rate = rateOn(calendar, day.date)
  const without = entriesOf(day).filter(({ entry }) => entry.rate === undefined)
  if (rate === undefined || without.length === 0) return day
  const entries = { ...day.entries }
  for (const { projectType, entry } of without) entries[projectType] = { ...entry, rate }
  return { ...day, entries }
}

const price = (days: readonly DayRow[], calendar: RateCalendar) =>
  commitAll(
    asSystem('costs'),
    days.flatMap((day, at) => {
      const conditions = at === 0 ? [ratesStand(calendar)] : []
      return dayRecords.changed(day, priced(day, calendar), { verb: 'price', conditions }).changes
    }),
    undefined,
  )

/** Sets the rate on one day in its current state. */
async function priceDay(userId: string, date: string): Promise<void> {
  for (;;) {
    const [day, calendar] = [await findDay(userId, date), await calendarOf(userId)]
    if (!day || priced(day, calendar) === day || (await isWritten(price([day], calendar)))) return
  }
}

/** Requests the next step, once however often this one runs. */
const askFurther = (userId: string, period: { from: string; to: string }) =>
  commitAll(
    asSystem('costs'),
    [
      {
        action: 'time-entry.price-further',
        entity: { type: 'time-entry', id: userId },
        after: { from: period.from, at: now() },
        write: [],
        outbox: [pricing(userId, period)],
      },
    ],
    undefined,
  )
