import type { EntityItem } from 'electrodb'
import { defineEntity, gsi1, gsi2, gsi3, primary } from '../../functions/platform/data/table.ts'
import type { Named } from '../../functions/records/names.ts'
import type { Whole } from '../../shared/whole.ts'
import { complaint } from './record.ts'

/**
 * | Read                | Index   | Key                    |
 * | one complaint       | primary | id                     |
 * | all, oldest first   | gsi1    | · createdAt, id        |
 * | a team's            | gsi2    | teamId · createdAt, id |
 * | one person's        | gsi3    | ownerId · createdAt, id |
 */
export const Complaints = defineEntity('complaint', {
  attributes: complaint.stored,
  indexes: {
    primary: primary('complaint#${id}', 'complaint'),
    all: gsi1('complaints', '${createdAt}#${id}'),
    byTeam: gsi2('complaints#team#${teamId}', '${createdAt}#${id}'),
    byOwner: gsi3('complaints#owner#${ownerId}', '${createdAt}#${id}'),
  },
})
export type ComplaintRow = Whole<EntityItem<typeof Complaints>>

/** Rows with the name of an owner (docs/growing.md, not in the product). */
export const complaintNames: Named<ComplaintRow> = {
  entity: Complaints,
  people: { owner: { all: (ownerId) => Complaints.query.byOwner({ ownerId }) } },
}
