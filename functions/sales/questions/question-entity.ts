import type { EntityItem } from 'electrodb'
import type { Whole } from '../../../shared/whole.ts'
import { defineEntity, gsi1, gsi2, gsi3, gsi4, gsi5, must, primary, text } from '../../platform/data/table.ts'

/**
 * Questions about commissions and their answers.
 *
 * | Read                      | Index   | Key                      |
 * | one question              | primary | id                       |
 * | all, by moment            | gsi1    | · askedAt, id            |
 * | a team's                  | gsi2    | teamId · askedAt, id     |
 * | a person's                | gsi3    | askedById · askedAt, id  |
 * | of one commission         | gsi4    | commissionId · askedAt, id |
 * | those without an answer   | gsi5    | state · askedAt, id (sparse) |
 */
export const CommissionQuestions = defineEntity('question', {
  attributes: {
    id: must,
    version: { type: 'number', required: true },
    commissionId: must,
    customerName: must,
    teamId: { type: 'number', required: true },
    question: must,
    askedById: must,
    askedBy: { type: 'map', required: true, properties: { id: must, firstName: must, lastName: must } },
    askedAt: must,
    state: { type: ['open', 'answered'] as const, required: true },
    answer: text,
    /** Id of the person who answered; their current name is looked up. */
    answeredBy: text,
    answeredAt: text,
  },
  indexes: {
    primary: primary('question#${id}', 'question'),
    all: gsi1('questions', '${askedAt}#${id}'),
    byTeam: gsi2('questions#team#${teamId}', '${askedAt}#${id}'),
    byAsker: gsi3('questions#user#${askedById}', '${askedAt}#${id}'),
    byCommission: gsi4('questions#of#${commissionId}', '${askedAt}#${id}'),
    byState: gsi5('questions#${state}', '${askedAt}#${id}', ({ state }) => state === 'open'),
  },
})
export type QuestionRow = Whole<EntityItem<typeof CommissionQuestions>>
