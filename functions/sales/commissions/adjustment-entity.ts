import { defineEntity, gsi1, gsi2, gsi3, gsi4, must, primary, type RowOf, text } from '../../platform/data/table.ts'

const person = { type: 'map', required: true, properties: { id: must, firstName: must, lastName: must } } as const

/**
 * Corrections of people's pay as an admin or the system entered them (rulings 39), in signed integer cents. The book
 * knows whether they are settled.
 *
 * | Read                       | Index   | Key              |
 * | one adjustment             | primary | id               |
 * | all, by moment             | gsi1    | · createdAt, id  |
 * | a team's                   | gsi2    | teamKey · createdAt, id |
 * | a person's                 | gsi3    | userId · createdAt, id  |
 * | a month's                  | gsi4    | month · createdAt, id   |
 */
export const CommissionAdjustments = defineEntity('adjustment', {
  attributes: {
    id: must,
    version: { type: 'number', required: true },
    userId: must,
    user: person,
    /** Team of the person when the correction was entered. */
    teamId: { type: 'number' },
    teamKey: must,
    amount: { type: 'number', required: true },
    reason: must,
    commissionId: text,
    customerName: text,
    /** Day of supply of the corrected commission; absent without one. */
    supplyDate: text,
    /** Day in Amsterdam on which the correction was entered. */
    date: must,
    /** Month of `date`. */
    month: must,
    /** Id of the author of the correction. Lists look up the author's current name. */
    createdBy: must,
    createdAt: must,
  },
  indexes: {
    primary: primary('adjustment#${id}', 'adjustment'),
    all: gsi1('adjustments', '${createdAt}#${id}'),
    byTeam: gsi2('adjustments#team#${teamKey}', '${createdAt}#${id}'),
    byUser: gsi3('adjustments#user#${userId}', '${createdAt}#${id}'),
    byMonth: gsi4('adjustments#month#${month}', '${createdAt}#${id}'),
  },
})
export type AdjustmentRow = RowOf<typeof CommissionAdjustments>
