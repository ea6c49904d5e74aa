import type { EntityItem } from 'electrodb'
import { offices } from '../../shared/api/parts/fields.ts'
import { costScopes } from '../../shared/api/schemas/costs.ts'
import type { Whole } from '../../shared/whole.ts'
import { defineEntity, flag, gsi1, gsi2, gsi3, must, number, primary, text } from '../platform/data/table.ts'

/**
 * Categories of fixed costs; they are few.
 *
 * | Read         | Index   | Key            |
 * | one category | primary | id             |
 * | all, by name | gsi1    | · sortName, id |
 */
export const CostCategories = defineEntity('costcategory', {
  attributes: {
    id: must,
    version: number,
    name: must,
    sortName: must,
    description: text,
    isActive: flag,
    /** Number of fixed costs in this category, written in the transactions of those costs. */
    used: number,
    createdAt: must,
    updatedAt: must,
  },
  indexes: {
    primary: primary('costcategory#${id}', 'costcategory'),
    all: gsi1('costcategories', '${sortName}#${id}'),
  },
})
export type CategoryRow = Whole<EntityItem<typeof CostCategories>>

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
  attributes: {
    id: must,
    version: number,
    categoryId: must,
    scope: { type: costScopes, required: true },
    userId: text,
    user: { type: 'map', properties: { id: must, firstName: must, lastName: must } },
    teamId: { type: 'number' },
    team: { type: 'map', properties: { id: number, name: must, office: { type: offices, required: true } } },
    monthlyAmount: number,
    description: text,
    effectiveFrom: must,
    effectiveTo: text,
    /** Last day, or `NO_END`. */
    endsOn: must,
    /** Id of the person, or `NOBODY` without a person. */
    personKey: must,
    /** Id of the team, or `NOBODY` without a team. */
    teamKey: must,
    isActive: flag,
    isLicence: flag,
    createdAt: must,
    updatedAt: must,
  },
  indexes: {
    primary: primary('fixedcost#${id}', 'fixedcost'),
    all: gsi1('fixedcosts', '${endsOn}#${id}'),
    byPerson: {
      ...gsi2('fixedcosts#person#${personKey}', '${endsOn}#${id}'),
      condition: ({ personKey }) => personKey !== NOBODY,
    },
    byTeam: {
      ...gsi3('fixedcosts#team#${teamKey}', '${endsOn}#${id}'),
      condition: ({ teamKey }) => teamKey !== NOBODY,
    },
  },
})
export type FixedCostRow = Whole<EntityItem<typeof FixedCosts>>

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
