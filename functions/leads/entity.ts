import { lead } from '../../shared/leads/record.ts'
import { defineEntity, gsi1, gsi2, gsi3, gsi4, gsi5, primary, type RowOf } from '../platform/data/table.ts'

/**
 * Leads. A change writes the whole row, provided that the stored version is still the one that was read. `rank` is the
 * order of the list (rulings 31), which does not change as days pass: the lead whose contract ends first comes first.
 *
 * | Read                              | Index   | Key                          |
 * | one lead                          | primary | id                           |
 * | all, by rank                      | gsi1    | · rank, id                   |
 * | a team's                          | gsi2    | teamKey · rank, id           |
 * | somebody's                        | gsi3    | ownerId · rank, id           |
 * | to be called back, by moment      | gsi4    | · callKey (sparse)           |
 * | to be called back by somebody     | gsi5    | callOwner · callKey (sparse) |
 */
export const Leads = defineEntity('lead', {
  attributes: lead.stored,
  indexes: {
    primary: primary('lead#${id}', 'lead'),
    all: gsi1('leads', '${rank}#${id}'),
    byTeam: gsi2('leads#team#${teamKey}', '${rank}#${id}'),
    byOwner: gsi3('leads#owner#${ownerId}', '${rank}#${id}'),
    callBacks: gsi4('leads#call', '${callKey}'),
    ownCallBacks: gsi5('leads#call#${callOwner}', '${callKey}'),
  },
})
export type LeadRow = RowOf<typeof Leads>
