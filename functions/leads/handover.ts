import { readAll } from '../platform/data/rows.ts'
import { handoverOf } from '../records/handover.ts'
import { type LeadRow, Leads } from './entity.ts'
import { addIndexKeys, ownersOf } from './rules.ts'
import { leadRecords, planOwnership } from './service.ts'

/** Tells whether a lead can be handed over; a converted one stays with its seller. */
const isOpen = ({ status }: Pick<LeadRow, 'status'>) => status !== 'converted'

/** Hands over leads, except converted ones, to a colleague who may have leads; each lead in its own transaction. */
export const leadHandover = handoverOf<LeadRow>({
  action: 'lead:handover',
  ownersOf,
  openOf: async (ownerId) => (await readAll<LeadRow>(Leads.query.byOwner({ ownerId }))).filter(isOpen),
  movingTo: async (actor, { fromUserId, toUserId }) => {
    const { owner, conditions } = await planOwnership(actor, toUserId, 'toUserId')
    return (id) =>
      leadRecords.edit(
        actor,
        { id, action: 'lead:handover' },
        () => undefined,
        (before) =>
          isOpen(before) && before.ownerId === fromUserId
            ? { verb: 'assign', conditions, after: addIndexKeys({ ...before, ...owner }) }
            : null,
      )
  },
})
