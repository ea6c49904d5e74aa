import type { EntityItem } from 'electrodb'
import type { Whole } from '../../shared/whole.ts'
import { Entity, key, model, must, number, store, text } from '../platform/table.ts'

/**
 * Hourly rates of people, in cents.
 *
 * | Read                    | Index   | Key                        |
 * | one rate                | primary | id                         |
 * | all rates, newest first | gsi1    | · effectiveFrom, id        |
 * | a person's              | gsi2    | userId · effectiveFrom, id |
 */
export const UserRates = new Entity(
  {
    model: model('userrate'),
    attributes: {
      id: must,
      version: number,
      userId: must,
      user: { type: 'map', required: true, properties: { id: must, firstName: must, lastName: must } },
      hourlyRate: number,
      effectiveFrom: must,
      effectiveTo: text,
      createdAt: must,
      updatedAt: must,
    },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['id'], template: 'userrate#${id}' },
        sk: { ...key.primary.sk, composite: [], template: 'userrate' },
      },
      all: {
        index: 'gsi1',
        pk: { ...key.gsi1.pk, composite: [], template: 'userrates' },
        sk: { ...key.gsi1.sk, composite: ['effectiveFrom', 'id'], template: '${effectiveFrom}#${id}' },
      },
      byPerson: {
        index: 'gsi2',
        pk: { ...key.gsi2.pk, composite: ['userId'], template: 'userrates#${userId}' },
        sk: { ...key.gsi2.sk, composite: ['effectiveFrom', 'id'], template: '${effectiveFrom}#${id}' },
      },
    },
  },
  store,
)
export type UserRateRow = Whole<EntityItem<typeof UserRates>>

/**
 * All rates of a person in one row, written with each of them: overlap is a condition of this row, and the rate of a day
 * one read.
 *
 * | Read               | Index   | Key    |
 * | a person's periods | primary | userId |
 */
export const RateCalendars = new Entity(
  {
    model: model('ratecalendar'),
    attributes: {
      userId: must,
      version: number,
      periods: {
        type: 'list',
        required: true,
        items: { type: 'map', properties: { id: must, from: must, to: text, rate: number } },
      },
    },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['userId'], template: 'ratecalendar#${userId}' },
        sk: { ...key.primary.sk, composite: [], template: 'ratecalendar' },
      },
    },
  },
  store,
)
export type RateCalendar = Whole<EntityItem<typeof RateCalendars>>
