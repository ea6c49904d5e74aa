import type { EntityItem } from 'electrodb'
import { costScopes } from '../../shared/contract/costs.ts'
import { offices } from '../../shared/contract/fields.ts'
import type { Whole } from '../../shared/whole.ts'
import { Entity, flag, key, model, must, number, store, text } from '../platform/table.ts'

/**
 * Categories of fixed costs; they are few.
 *
 * | Read         | Index   | Key            |
 * | one category | primary | id             |
 * | all, by name | gsi1    | · sortName, id |
 */
export const CostCategories = new Entity(
  {
    model: model('costcategory'),
    attributes: {
      id: must,
      version: number,
      name: must,
      sortName: must,
      description: text,
      isActive: flag,
      /** Fixed costs that have it; moves in their transactions. */
      used: number,
      createdAt: must,
      updatedAt: must,
    },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['id'], template: 'costcategory#${id}' },
        sk: { ...key.primary.sk, composite: [], template: 'costcategory' },
      },
      all: {
        index: 'gsi1',
        pk: { ...key.gsi1.pk, composite: [], template: 'costcategories' },
        sk: { ...key.gsi1.sk, composite: ['sortName', 'id'], template: '${sortName}#${id}' },
      },
    },
  },
  store,
)
export type CategoryRow = Whole<EntityItem<typeof CostCategories>>

/**
 * Names of categories, so that each is given once.
 *
 * | Read                 | Index   | Key  |
 * | the category with it | primary | name |
 */
export const CategoryNames = new Entity(
  {
    model: model('costname'),
    attributes: { name: must, categoryId: must },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['name'], template: 'costname#${name}' },
        sk: { ...key.primary.sk, composite: [], template: 'costname' },
      },
    },
  },
  store,
)

/**
 * Fixed costs: rules that count whole in each month they touch. Amounts in integer cents.
 *
 * | Read                                  | Index   | Key                  |
 * | one rule                              | primary | id                   |
 * | all, those that end first before others | gsi1  | · endsOn, id         |
 * | a person's                            | gsi2    | personKey · endsOn, id |
 * | those that count in a team            | gsi3    | teamKey · endsOn, id |
 */
export const FixedCosts = new Entity(
  {
    model: model('fixedcost'),
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
      /** Of a person and a team the ids, else `NOBODY`. */
      personKey: must,
      teamKey: must,
      isActive: flag,
      isLicence: flag,
      createdAt: must,
      updatedAt: must,
    },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['id'], template: 'fixedcost#${id}' },
        sk: { ...key.primary.sk, composite: [], template: 'fixedcost' },
      },
      all: {
        index: 'gsi1',
        pk: { ...key.gsi1.pk, composite: [], template: 'fixedcosts' },
        sk: { ...key.gsi1.sk, composite: ['endsOn', 'id'], template: '${endsOn}#${id}' },
      },
      byPerson: {
        index: 'gsi2',
        pk: { ...key.gsi2.pk, composite: ['personKey'], template: 'fixedcosts#person#${personKey}' },
        sk: { ...key.gsi2.sk, composite: ['endsOn', 'id'], template: '${endsOn}#${id}' },
        condition: ({ personKey }) => personKey !== NOBODY,
      },
      byTeam: {
        index: 'gsi3',
        pk: { ...key.gsi3.pk, composite: ['teamKey'], template: 'fixedcosts#team#${teamKey}' },
        sk: { ...key.gsi3.sk, composite: ['endsOn', 'id'], template: '${endsOn}#${id}' },
        condition: ({ teamKey }) => teamKey !== NOBODY,
      },
    },
  },
  store,
)
export type FixedCostRow = Whole<EntityItem<typeof FixedCosts>>

/** Stands for the last day of what runs on. */
export const NO_END = '9999-12-31'

const NOBODY = 'none'

/** Returns a rule with the attributes that its lists are in order of. */
export const placed = (row: Omit<FixedCostRow, 'endsOn' | 'personKey' | 'teamKey'>): FixedCostRow => ({
  ...row,
  endsOn: row.effectiveTo ?? NO_END,
  personKey: row.userId ?? NOBODY,
  teamKey: row.teamId === undefined ? NOBODY : String(row.teamId),
})
