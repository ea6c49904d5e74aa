import type { costs } from '../../shared/api/costs.ts'
import type { Input } from '../../shared/api/parts/endpoint.ts'
import { unprocessable } from '../../shared/errors.ts'
import { type Cents, cents, euros } from '../../shared/money.ts'
import { addDays, type LocalDate } from '../../shared/time.ts'
import { nameOf } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { planAndCommit } from '../platform/data/commit.ts'
import type { Paging } from '../platform/http/page.ts'
import { fullName } from '../platform/identity/user.ts'
import { listWithin } from '../records/list.ts'
import { manageWith, newRecordFields, records } from '../records/record.ts'
import { inOrder, isText } from '../records/source.ts'
import { requireFormPerson } from './people.ts'
import { overlaps, type Period, periodText, refuseBackwards } from './periods.ts'
import { planRateReplacement, type RatePeriod, readRateCalendar } from './rate-calendar.ts'
import { type UserRateRow, UserRates } from './rate-entity.ts'
import { requestPricing } from './rate-filling.ts'

const action = 'cost:manage'

/** Functions that find, create, change and delete hourly rates, with rights and audit. */
const rateRecords = records<UserRateRow>({
  type: 'user-rate',
  entity: UserRates,
  called: 'dit tarief',
  ...manageWith(action),
  marks: ['user'],
})

type NewRate = Input<(typeof costs)['createRate']>['body']
type RateChange = Input<(typeof costs)['updateRate']>['body']

const viewOf = (row: UserRateRow) => ({ ...row, hourlyRate: euros(row.hourlyRate as Cents) })

/**
 * Lists a page of the hourly rates of people, the latest start first; those of one person where `userId` is given.
 * Throws 403 for non-admins.
 */
export const listHourlyRates = (actor: Caller, { userId, ...paging }: Paging & { userId?: string | undefined }) =>
  listWithin(actor, action, paging, {
    all: () =>
      inOrder<UserRateRow>(
        { effectiveFrom: isText, id: isText },
        [(userId ? UserRates.query.byPerson({ userId }) : UserRates.query.all({})) as never],
        'desc',
      ),
    show: (rows) => rows.map(viewOf),
  })

const periodOf = ({ id, effectiveFrom, effectiveTo, hourlyRate }: UserRateRow): RatePeriod => ({
  ...{ id, from: effectiveFrom, to: effectiveTo, rate: hourlyRate },
})

/** Refuses a period that overlaps another rate of the person with 422 at `effectiveFrom`. */
function refuseOverlap(others: readonly RatePeriod[], period: Period, name: string): void {
  const overlapping = others.find((one) => overlaps(one, period))
  if (overlapping) throw unprocessable(`${name} heeft al een tarief ${periodText(overlapping)}`, 'effectiveFrom')
}

/**
 * Adds an hourly rate of a person; `endsPrevious` ends their earlier rate without an end on the day before. Afterwards
 * the outbox gives this rate to hours in its period that have none. Throws 403 for non-admins, 400 for an end before
 * its begin, 422 for an unknown person or an overlap.
 */
export async function createHourlyRate(actor: Caller, form: NewRate) {
  const permit = authorise(actor, action)
  const person = await requireFormPerson(form.userId)
  const period = { from: form.effectiveFrom as LocalDate, to: form.effectiveTo ?? undefined }
  refuseBackwards(period)
  return planAndCommit(permit, async () => {
    const calendar = await readRateCalendar(person.id)
    const running = form.endsPrevious
      ? calendar.periods.find(({ from, to }) => to === undefined && from < period.from)
      : undefined
    const ended = running && { ...running, to: addDays(period.from, -1) as string }
    const others = calendar.periods.map((one) => (one === running && ended ? ended : one))
    refuseOverlap(others, period, fullName(person))
    const row: UserRateRow = {
      ...newRecordFields(),
      userId: person.id,
      user: nameOf(person),
      hourlyRate: cents(form.hourlyRate),
      effectiveFrom: period.from,
      effectiveTo: period.to,
    }
    const changes = rateRecords.created(row, {
      conditions: [planRateReplacement(calendar, [...others, periodOf(row)])],
      outbox: [requestPricing(person.id, period)],
    })
    if (ended) {
      const before = await rateRecords.find(ended.id)
      changes.push(...rateRecords.changed(before, { ...before, effectiveTo: ended.to }, { verb: 'end' }).changes)
    }
    return { changes, result: viewOf(row) }
  })
}

/**
 * Changes an hourly rate. Hours that have a rate keep it; afterwards the outbox gives this rate to hours in its period
 * that have none. Throws 403 for non-admins, 404 for an unknown id, 400 for an end before its begin. Throws 409 when
 * somebody else changed this rate, 422 when the period overlaps another rate of the person.
 */
export const changeHourlyRate = (actor: Caller, id: string, change: RateChange) =>
  rateRecords.edit(actor, id, viewOf, async (before) => {
    const after: UserRateRow = {
      ...before,
      hourlyRate: change.hourlyRate === undefined ? before.hourlyRate : cents(change.hourlyRate),
      effectiveFrom: change.effectiveFrom ?? before.effectiveFrom,
      effectiveTo: change.effectiveTo === undefined ? before.effectiveTo : (change.effectiveTo ?? undefined),
    }
    const period = { from: after.effectiveFrom, to: after.effectiveTo }
    refuseBackwards(period)
    const calendar = await readRateCalendar(before.userId)
    const others = calendar.periods.filter((one) => one.id !== id)
    refuseOverlap(others, period, fullName(before.user))
    return {
      after,
      conditions: [planRateReplacement(calendar, [...others, periodOf(after)])],
      outbox: [requestPricing(before.userId, period)],
    }
  })

/**
 * Deletes an hourly rate of a person; hours that use it keep it. Throws 403 for non-admins, 404 for an unknown id, 409
 * when somebody else changed this rate meanwhile.
 */
export const removeHourlyRate = (actor: Caller, id: string) =>
  rateRecords.remove(actor, id, async (before) => {
    const calendar = await readRateCalendar(before.userId)
    return {
      conditions: [
        planRateReplacement(
          calendar,
          calendar.periods.filter((one) => one.id !== id),
        ),
      ],
    }
  })
