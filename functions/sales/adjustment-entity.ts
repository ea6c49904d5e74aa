import type { EntityItem } from 'electrodb'
import type { Whole } from '../../shared/whole.ts'
import { Entity, key, model, must, store, text } from '../platform/table.ts'

const person = { type: 'map', required: true, properties: { id: must, firstName: must, lastName: must } } as const

/**
 * Later losses and gains on a person's pay as they were noted (rulings 39); the book knows whether they are settled.
 * Signed integer cents.
 *
 * | Read                       | Index   | Key              |
 * | one adjustment             | primary | id               |
 * | all, by moment             | gsi1    | · createdAt, id  |
 * | a team's                   | gsi2    | teamKey · createdAt, id |
 * | somebody's                 | gsi3    | userId · createdAt, id  |
 * | a month's                  | gsi4    | month · createdAt, id   |
 */
export const CommissionAdjustments = new Entity(
  {
    model: model('adjustment'),
    attributes: {
      id: must,
      version: { type: 'number', required: true },
      userId: must,
      user: person,
      /** The person's team when it was noted. */
      teamId: { type: 'number' },
      teamKey: must,
      amount: { type: 'number', required: true },
      reason: must,
      commissionId: text,
      customerName: text,
      /** The day of supply of what it corrects; its own day where it is about no commission. */
      supplyDate: text,
      /** The day in Amsterdam on which it was noted, and its month. */
      date: must,
      month: must,
      /** Who noted it; their name is looked up, so that it follows. */
      createdBy: must,
      createdAt: must,
    },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['id'], template: 'adjustment#${id}' },
        sk: { ...key.primary.sk, composite: [], template: 'adjustment' },
      },
      all: {
        index: 'gsi1',
        pk: { ...key.gsi1.pk, composite: [], template: 'adjustments' },
        sk: { ...key.gsi1.sk, composite: ['createdAt', 'id'], template: '${createdAt}#${id}' },
      },
      byTeam: {
        index: 'gsi2',
        pk: { ...key.gsi2.pk, composite: ['teamKey'], template: 'adjustments#team#${teamKey}' },
        sk: { ...key.gsi2.sk, composite: ['createdAt', 'id'], template: '${createdAt}#${id}' },
      },
      byUser: {
        index: 'gsi3',
        pk: { ...key.gsi3.pk, composite: ['userId'], template: 'adjustments#user#${userId}' },
        sk: { ...key.gsi3.sk, composite: ['createdAt', 'id'], template: '${createdAt}#${id}' },
      },
      byMonth: {
        index: 'gsi4',
        pk: { ...key.gsi4.pk, composite: ['month'], template: 'adjustments#month#${month}' },
        sk: { ...key.gsi4.sk, composite: ['createdAt', 'id'], template: '${createdAt}#${id}' },
      },
    },
  },
  store,
)
export type AdjustmentRow = Whole<EntityItem<typeof CommissionAdjustments>>
