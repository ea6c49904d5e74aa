import { costCategory, fixedCost } from '../../shared/costs/record.ts'
import { defineEntity, gsi1, gsi2, gsi3, must, primary, type RowOf } from '../platform/data/table.ts'

/**
 * Categories of fixed costs; they are few.
 *
 * | Read         | Index   | Key            |
 * | one category | primary | id             |
 * | all, by name | gsi1    | · sortName, id |
 */
export const CostCategories = defineEntity('costcategory', {
  attributes: costCategory.stored,
  indexes: {
    primary: primary('costcategory#${id}', 'costcategory'),
    all: gsi1('costcategories', '${sortName}#${id}'),
  },
})
export type CategoryRow = RowOf<typeof CostCategories>

/**
 * Names of categories, in lower case and without accents, so that each name is used once.
 *
 * | Read                 | Index   | Key  |
 * | category of a name   | primary | name |
 */
export const CategoryNames = defineEntity('costname', {
  attributes: { name: must, categoryId: must },
  indexes: { primary: primary('costname#${name}', 'costname') },
})

/**
 * Fixed monthly costs. Each active one counts in full in every month in which it runs, even for one day. Amounts in
 * integer cents.
 *
 * | Read                        | Index   | Key                    |
 * | one rule                    | primary | id                     |
 * | all, the earliest end first | gsi1    | · endsOn, id           |
 * | a person's                  | gsi2    | personKey · endsOn, id |
 * | those that count in a team  | gsi3    | teamKey · endsOn, id   |
 */
export const FixedCosts = defineEntity('fixedcost', {
  attributes: fixedCost.stored,
  indexes: {
    primary: primary('fixedcost#${id}', 'fixedcost'),
    all: gsi1('fixedcosts', '${endsOn}#${id}'),
    byPerson: gsi2('fixedcosts#person#${personKey}', '${endsOn}#${id}', ({ personKey }) => personKey !== NOBODY),
    byTeam: gsi3('fixedcosts#team#${teamKey}', '${endsOn}#${id}', ({ teamKey }) => teamKey !== NOBODY),
  },
})
export type FixedCostRow = RowOf<typeof FixedCosts>

/** Stored last day where there is no end: of a fixed cost, or of a period of hours to price. */
export const NO_END = '9999-12-31'

const NOBODY = 'none'

/** Returns a fixed cost with the attributes that its indexes need: `endsOn`, `personKey` and `teamKey`. */
export const addIndexKeys = (row: Omit<FixedCostRow, 'endsOn' | 'personKey' | 'teamKey'>): FixedCostRow => ({
  ...row,
  endsOn: row.effectiveTo ?? NO_END,
  personKey: row.userId ?? NOBODY,
  teamKey: row.teamId === undefined ? NOBODY : String(row.teamId),
})
