import { defineEntity, gsi1, gsi2, gsi3, must, number, primary, type RowOf, text } from '../platform/data/table.ts'

const entry = {
  type: 'map',
  properties: {
    /** Hours in hundredths. */
    hours: number,
    description: text,
    /** Rate of this day in cents per hour, which stays once it is stored; absent while none is known. */
    rate: { type: 'number' },
    version: number,
  },
} as const

/**
 * Hours of a person on one day, for all kinds of work. They are in one row, so that two changes at the same moment
 * cannot exceed the limit of 24 hours on the day.
 *
 * | Read                        | Index   | Key                                |
 * | one day                     | primary | id                                 |
 * | everybody's month           | gsi1    | month · date, id                   |
 * | a person's days             | gsi2    | userId · date, id                  |
 * | a team's month              | gsi3    | teamId, month · date, id           |
 */
export const TimeDays = defineEntity('timeday', {
  attributes: {
    id: must,
    version: number,
    userId: must,
    user: { type: 'map', required: true, properties: { id: must, firstName: must, lastName: must } },
    /** Team of the person when the day's first hours were entered; `NO_TEAM` without one. */
    teamId: number,
    date: must,
    month: must,
    entries: {
      type: 'map',
      required: true,
      properties: { general: entry, sales: entry, admin: entry, training: entry },
    },
    createdAt: must,
    updatedAt: must,
  },
  indexes: {
    primary: primary('hours#${id}', 'hours'),
    byMonth: gsi1('hours#${month}', '${date}#${id}'),
    byPerson: gsi2('hours#person#${userId}', '${date}#${id}'),
    byTeam: gsi3('hours#team#${teamId}#${month}', '${date}#${id}'),
  },
})
export type DayRow = RowOf<typeof TimeDays>

/** Team id for the hours of a person without a team. */
export const NO_TEAM = 0
