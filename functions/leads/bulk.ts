import { unprocessable } from '../../shared/errors.ts'
import { namesOf } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { bulkOf, refuseChanged } from '../records/bulk-runs.ts'
import { addIndexKeys } from './rules.ts'
import { leadRecords, planOwnership } from './service.ts'

/** Owner that a run gives to leads, or that its undo gives back. */
interface Wish {
  readonly ownerId: string
}

/** Bulk runs that assign leads to a person (rulings 31). */
export const leadBulk = bulkOf({
  ...{ type: 'lead-run', action: 'lead:assign', step: 'lead-bulk', by: 'leads' },
  namesOf,
  shown: ({ ownerId }: Wish) => ({ ownerId }),
  nameOf: async (actor, id) => (await leadRecords.within(actor, id)).row.customerName,
  change: (actor, turn, { ownerId }, noted) =>
    leadRecords.edit(
      actor,
      turn.id,
      async (before) => {
        refuseChanged(turn, before, 'deze lead')
        if (before.ownerId === ownerId) throw unprocessable('Heeft deze eigenaar al')
        const { owner, conditions } = await planOwnership(actor, ownerId, 'ownerId')
        const { customerName: name, version } = before
        return {
          ...{ verb: 'assign', conditions, after: addIndexKeys({ ...before, ...owner }) },
          write: noted({ name, before: { ownerId: before.ownerId }, version: version + 1 }),
        }
      },
      () => undefined,
      'lead:assign',
    ),
})

/** Starts a run that assigns leads to a person. Throws 422 for a person who may not have leads. */
export async function assignLeads(actor: Caller, { ids, ownerId }: Wish & { readonly ids: readonly string[] }) {
  authorise(actor, 'lead:assign')
  await planOwnership(actor, ownerId, 'ownerId')
  return leadBulk.start(actor, { rows: ids.map((id) => ({ id })), change: { ownerId } })
}
