import type { EntityItem } from 'electrodb'
import type { Whole } from '../../shared/whole.ts'
import { Entity, key, model, must, store, text } from '../platform/table.ts'

/**
 * Questions about commissions and their answers.
 *
 * | Read                      | Index   | Key                      |
 * | one question              | primary | id                       |
 * | all, by moment            | gsi1    | · askedAt, id            |
 * | a team's                  | gsi2    | teamId · askedAt, id     |
 * | somebody's                | gsi3    | askedById · askedAt, id  |
 * | of one commission         | gsi4    | commissionId · askedAt, id |
 * | those without an answer   | gsi5    | state · askedAt, id (sparse) |
 */
export const CommissionQuestions = new Entity(
  {
    model: model('question'),
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
      /** The id of whoever answered; their name is looked up, so that it follows. */
      answeredBy: text,
      answeredAt: text,
    },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['id'], template: 'question#${id}' },
        sk: { ...key.primary.sk, composite: [], template: 'question' },
      },
      all: {
        index: 'gsi1',
        pk: { ...key.gsi1.pk, composite: [], template: 'questions' },
        sk: { ...key.gsi1.sk, composite: ['askedAt', 'id'], template: '${askedAt}#${id}' },
      },
      byTeam: {
        index: 'gsi2',
        pk: { ...key.gsi2.pk, composite: ['teamId'], template: 'questions#team#${teamId}' },
        sk: { ...key.gsi2.sk, composite: ['askedAt', 'id'], template: '${askedAt}#${id}' },
      },
      byAsker: {
        index: 'gsi3',
        pk: { ...key.gsi3.pk, composite: ['askedById'], template: 'questions#user#${askedById}' },
        sk: { ...key.gsi3.sk, composite: ['askedAt', 'id'], template: '${askedAt}#${id}' },
      },
      byCommission: {
        index: 'gsi4',
        pk: { ...key.gsi4.pk, composite: ['commissionId'], template: 'questions#of#${commissionId}' },
        sk: { ...key.gsi4.sk, composite: ['askedAt', 'id'], template: '${askedAt}#${id}' },
      },
      byState: {
        index: 'gsi5',
        pk: { ...key.gsi5.pk, composite: ['state'], template: 'questions#${state}' },
        sk: { ...key.gsi5.sk, composite: ['askedAt', 'id'], template: '${askedAt}#${id}' },
        condition: ({ state }) => state === 'open',
      },
    },
  },
  store,
)
export type QuestionRow = Whole<EntityItem<typeof CommissionQuestions>>
