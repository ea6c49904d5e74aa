import { userRate } from '../../shared/costs/record.ts'
import { defineEntity, gsi1, gsi2, must, number, primary, type RowOf, text } from '../platform/data/table.ts'

/**
 * Hourly rates of people, in cents.
 *
 * | Read                    | Index   | Key                        |
 * | one rate                | primary | id                         |
 * | all rates, newest first | gsi1    | · effectiveFrom, id        |
 * | a person's              | gsi2    | userId · effectiveFrom, id |
 */
export const UserRates = defineEntity('userrate', {
  attributes: userRate.stored,
  indexes: {
    primary: primary('userrate#${id}', 'userrate'),
    all: gsi1('userrates', '${effectiveFrom}#${id}'),
    byPerson: gsi2('userrates#${userId}', '${effectiveFrom}#${id}'),
  },
})
export type UserRateRow = RowOf<typeof UserRates>

/**
 * All rates of a person in one row, which each change of a rate also writes. A condition on this row prevents overlaps,
 * and the rate of a day costs one read.
 *
 * | Read               | Index   | Key    |
 * | a person's periods | primary | userId |
 */
export const RateCalendars = defineEntity('ratecalendar', {
  attributes: {
    userId: must,
    version: number,
    periods: {
      type: 'list',
      required: true,
      items: { type: 'map', properties: { id: must, from: must, to: text, rate: number } },
    },
  },
  indexes: { primary: primary('ratecalendar#${userId}', 'ratecalendar') },
})
export type RateCalendar = RowOf<typeof RateCalendars>
