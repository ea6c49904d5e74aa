import type { EntityItem } from 'electrodb'
import { offices } from '../../shared/api/parts/fields.ts'
import type { Whole } from '../../shared/whole.ts'
import { Entity, entityModel, gsi1, primary, store } from '../platform/data/table.ts'

/**
 * Teams of people, each at one office.
 *
 * | Read      | Index   | Key          |
 * | one team  | primary | id           |
 * | all teams | gsi1    | · name, id   |
 */
export const Teams = new Entity(
  {
    model: entityModel('team'),
    attributes: {
      id: { type: 'number', required: true },
      version: { type: 'number', required: true },
      name: { type: 'string', required: true },
      sortName: { type: 'string', required: true },
      office: { type: offices, required: true },
      createdAt: { type: 'string', required: true },
      updatedAt: { type: 'string', required: true },
    },
    indexes: {
      primary: primary('team#${id}', 'team'),
      all: gsi1('teams', '${sortName}#${id}'),
    },
  },
  store,
)
export type TeamRow = Whole<EntityItem<typeof Teams>>
