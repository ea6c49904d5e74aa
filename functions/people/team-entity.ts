import { team } from '../../shared/teams/record.ts'
import { defineEntity, gsi1, primary, type RowOf } from '../platform/data/table.ts'

/**
 * Teams of people, each at one office.
 *
 * | Read      | Index   | Key          |
 * | one team  | primary | id           |
 * | all teams | gsi1    | · name, id   |
 */
export const Teams = defineEntity('team', {
  attributes: team.stored,
  indexes: {
    primary: primary('team#${id}', 'team'),
    all: gsi1('teams', '${sortName}#${id}'),
  },
})
export type TeamRow = RowOf<typeof Teams>
