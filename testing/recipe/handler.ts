import { columnsFor } from '../../functions/export/columns.ts'
import { exportList } from '../../functions/export/export-list.ts'
import { planOwner } from '../../functions/people/service.ts'
import type { Caller } from '../../functions/platform/actor.ts'
import { serve } from '../../functions/platform/http/serve.ts'
import { mapFormFields } from '../../functions/records/form.ts'
import { readHistoryWithin } from '../../functions/records/history.ts'
import { listWithin, readAllWithin } from '../../functions/records/list.ts'
import { newRecordFields, records } from '../../functions/records/record.ts'
import { inOrder, isText } from '../../functions/records/source.ts'
import { can } from '../../shared/access.ts'
import { forbidden } from '../../shared/errors.ts'
import { type ComplaintFilter, complaints } from './api.ts'
import { type ComplaintRow, Complaints } from './entity.ts'
import { complaint, complaintFields } from './record.ts'

const action = 'appointment:read'
const ownersOf = ({ teamId, ownerId }: ComplaintRow) => ({ teamId, owners: [ownerId] })

const complaintRecords = records<ComplaintRow>({
  type: 'complaint',
  entity: Complaints,
  called: 'deze klacht',
  ownersOf,
  actions: { read: action, create: 'appointment:create', edit: 'appointment:edit', remove: 'appointment:edit' },
  marks: ['owner'],
})

const stored = mapFormFields<ComplaintRow>()(['ownerId'])
const order = { createdAt: isText, id: isText }
const same = (row: ComplaintRow) => row

/** Returns the queries of the list for each reach, and its filter. */
const sourcesFor = ({ status }: ComplaintFilter) => ({
  all: () => inOrder<ComplaintRow>(order, [Complaints.query.all({})]),
  team: (teamId: number) => inOrder<ComplaintRow>(order, [Complaints.query.byTeam({ teamId })]),
  own: (ownerId: string) => inOrder<ComplaintRow>(order, [Complaints.query.byOwner({ ownerId })]),
  ownersOf,
  matches: (row: ComplaintRow) => status === undefined || row.status === status,
})

/** Returns the owner's fields and write conditions. Throws 403 without the right to assign, 422 if unassignable. */
async function ownerFor(actor: Caller, ownerId: string) {
  if (ownerId !== actor.id && !can(actor, 'appointment:handover')) throw forbidden()
  return planOwner(actor, ownerId, 'ownerId')
}

export const handler = serve(complaints, {
  list: ({ actor, query }) => listWithin(actor, action, query, { ...sourcesFor(query), show: (rows) => rows }),
  export: ({ actor, query }) =>
    exportList(actor, query, {
      ...{ action, entity: 'complaint', plural: 'klachten' },
      columns: columnsFor<ComplaintRow, typeof complaintFields>(actor, complaintFields, []),
      rows: (bounds) => readAllWithin(actor, action, bounds, sourcesFor(query)),
    }),
  get: async ({ actor, params }) => (await complaintRecords.within(actor, params.id)).row,
  history: ({ actor, params }) => readHistoryWithin(complaintRecords, complaint.logged, [actor, params.id]),
  create: async ({ actor, body }) => {
    const { owner, conditions } = await ownerFor(actor, body.ownerId ?? actor.id)
    const row: ComplaintRow = { ...stored.created(body), ...newRecordFields(), ...owner, status: body.status ?? 'open' }
    return complaintRecords.create(actor, row, same, { conditions })
  },
  update: ({ actor, params, body }) =>
    complaintRecords.edit(actor, params.id, same, async (before) => {
      const isGiven = body.ownerId && body.ownerId !== before.ownerId
      const { owner, conditions = [] } = isGiven ? await ownerFor(actor, body.ownerId as string) : {}
      return { after: { ...before, ...stored.changed(body), ...owner }, conditions }
    }),
  remove: ({ actor, params }) => complaintRecords.remove(actor, params.id),
})
