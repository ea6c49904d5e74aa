import type { EntityItem } from 'electrodb'
import { Entity, key, model, store } from '../../functions/platform/table.ts'
import type { Whole } from '../../shared/whole.ts'
import { complaintStatuses } from './contract.ts'

const must = { type: 'string', required: true } as const

/**
 * | Read                | Index   | Key                    |
 * | one complaint       | primary | id                     |
 * | all, oldest first   | gsi1    | · createdAt, id        |
 * | a team's            | gsi2    | teamId · createdAt, id |
 * | one person's        | gsi3    | ownerId · createdAt, id |
 */
export const Complaints = new Entity(
  {
    model: model('complaint'),
    attributes: {
      id: must,
      version: { type: 'number', required: true },
      customerName: must,
      complaint: must,
      status: { type: complaintStatuses, required: true },
      ownerId: must,
      teamId: { type: 'number' },
      owner: { type: 'map', required: true, properties: { id: must, firstName: must, lastName: must } },
      createdAt: must,
      updatedAt: must,
    },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['id'], template: 'complaint#${id}' },
        sk: { ...key.primary.sk, composite: [], template: 'complaint' },
      },
      all: {
        index: 'gsi1',
        pk: { ...key.gsi1.pk, composite: [], template: 'complaints' },
        sk: { ...key.gsi1.sk, composite: ['createdAt', 'id'], template: '${createdAt}#${id}' },
      },
      byTeam: {
        index: 'gsi2',
        pk: { ...key.gsi2.pk, composite: ['teamId'], template: 'complaints#team#${teamId}' },
        sk: { ...key.gsi2.sk, composite: ['createdAt', 'id'], template: '${createdAt}#${id}' },
      },
      byOwner: {
        index: 'gsi3',
        pk: { ...key.gsi3.pk, composite: ['ownerId'], template: 'complaints#owner#${ownerId}' },
        sk: { ...key.gsi3.sk, composite: ['createdAt', 'id'], template: '${createdAt}#${id}' },
      },
    },
  },
  store,
)
export type ComplaintRow = Whole<EntityItem<typeof Complaints>>
