import { unprocessable } from '../../shared/errors.ts'
import { namesOf } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { bulkOf } from '../records/bulk-runs.ts'
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
  records: leadRecords,
  actionFor: () => 'lead:assign',
  nameOf: ({ customerName }) => customerName,
  plan: async (actor, row, { ownerId }) => {
    if (row.ownerId === ownerId) throw unprocessable('Heeft deze eigenaar al')
    const { owner, conditions } = await planOwnership(actor, ownerId, 'ownerId')
    const edit = { verb: 'assign', conditions, after: addIndexKeys({ ...row, ...owner }) }
    return { edit, before: { ownerId: row.ownerId } }
  },
})

/** Starts a run that assigns leads to a person. Throws 422 for a person who may not have leads. */
export async function assignLeads(actor: Caller, { ids, ownerId }: Wish & { readonly ids: readonly string[] }) {
  authorise(actor, 'lead:assign')
  await planOwnership(actor, ownerId, 'ownerId')
  return leadBulk.start(actor, { rows: ids.map((id) => ({ id })), change: { ownerId } })
}
