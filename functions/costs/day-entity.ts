import type { EntityItem } from 'electrodb'
import type { Whole } from '../../shared/whole.ts'
import { Entity, key, model, must, number, store, text } from '../platform/table.ts'

const entry = {
  type: 'map',
  properties: {
    /** Hundredths of hours. */
    hours: number,
    description: text,
    /** Cents an hour as of this day, from when the entry was made; absent where the person had no rate. */
    rate: { type: 'number' },
    version: number,
  },
} as const

/**
 * Hours of a person on one day, by kind of work: one row, so that the limit of a day is a condition of one row.
 *
 * | Read                        | Index   | Key                                |
 * | one day                     | primary | id                                 |
 * | everybody's month           | gsi1    | month · date, id                   |
 * | a person's days             | gsi2    | userId · date, id                  |
 * | a team's month              | gsi3    | teamId, month · date, id           |
 */
export const TimeDays = new Entity(
  {
    model: model('timeday'),
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
      primary: {
        pk: { ...key.primary.pk, composite: ['id'], template: 'hours#${id}' },
        sk: { ...key.primary.sk, composite: [], template: 'hours' },
      },
      byMonth: {
        index: 'gsi1',
        pk: { ...key.gsi1.pk, composite: ['month'], template: 'hours#${month}' },
        sk: { ...key.gsi1.sk, composite: ['date', 'id'], template: '${date}#${id}' },
      },
      byPerson: {
        index: 'gsi2',
        pk: { ...key.gsi2.pk, composite: ['userId'], template: 'hours#person#${userId}' },
        sk: { ...key.gsi2.sk, composite: ['date', 'id'], template: '${date}#${id}' },
      },
      byTeam: {
        index: 'gsi3',
        pk: { ...key.gsi3.pk, composite: ['teamId', 'month'], template: 'hours#team#${teamId}#${month}' },
        sk: { ...key.gsi3.sk, composite: ['date', 'id'], template: '${date}#${id}' },
      },
    },
  },
  store,
)
export type DayRow = Whole<EntityItem<typeof TimeDays>>

/** Team of hours of a person who has none. */
export const NO_TEAM = 0
