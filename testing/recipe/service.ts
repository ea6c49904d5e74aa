import { columnsFor } from '../../functions/export/columns.ts'
import { exportList } from '../../functions/export/export-list.ts'
import { findAssignable, notAssignable, requireStillAssignable } from '../../functions/people/service.ts'
import type { Caller } from '../../functions/platform/actor.ts'
import type { Paging } from '../../functions/platform/http/page.ts'
import { findUser } from '../../functions/platform/identity/user.ts'
import { mapFormFields } from '../../functions/records/form.ts'
import { readHistory } from '../../functions/records/history.ts'
import { listWithin, readAllWithin } from '../../functions/records/list.ts'
import { newRecordFields, records } from '../../functions/records/record.ts'
import { inOrder, isText } from '../../functions/records/source.ts'
import { can } from '../../shared/access.ts'
import type { ExportFormat } from '../../shared/api/parts/export.ts'
import { forbidden } from '../../shared/errors.ts'
import type { ComplaintChange, ComplaintFilter, ComplaintForm } from './api.ts'
import { type ComplaintRow, Complaints } from './entity.ts'
import { complaint, complaintFields } from './record.ts'

const ownersOf = ({ teamId, ownerId }: ComplaintRow) => ({ teamId, owners: [ownerId] })

const complaintRecords = records<ComplaintRow>({
  type: 'complaint',
  entity: Complaints,
  called: 'deze klacht',
  ownersOf,
  actions: {
    read: 'appointment:read',
    create: 'appointment:create',
    edit: 'appointment:edit',
    remove: 'appointment:edit',
  },
  marks: ['owner'],
})

const stored = mapFormFields<ComplaintRow>()(['ownerId', 'status'])
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

/** Lists the example complaints (docs/growing.md, not in the product) within reach, oldest first, page by page. */
export const listComplaints = (actor: Caller, query: ComplaintFilter & Paging) =>
  listWithin(actor, 'appointment:read', query, { ...sourcesFor(query), show: (rows) => rows })

/** Exports complaints (docs/growing.md, not in the product). Throws 422 for too much data, 429 for too many files. */
export const exportComplaints = (actor: Caller, filter: ComplaintFilter, format?: ExportFormat) =>
  exportList(
    actor,
    {
      ...{ action: 'appointment:read', entity: 'complaint', plural: 'klachten', sheet: 'Klachten' },
      columns: columnsFor<ComplaintRow, typeof complaintFields>(actor, complaintFields, []),
      rows: (bounds) => readAllWithin(actor, 'appointment:read', bounds, sourcesFor(filter)),
    },
    { format, filter },
  )

/** Returns an example complaint (docs/growing.md, not in the product); 404 when the actor may not read it. */
export const readComplaint = async (actor: Caller, id: string) => (await complaintRecords.within(actor, id)).row

/** Returns an example complaint's history (docs/growing.md, not in the product); 404 when the actor may not read it. */
export async function readComplaintHistory(actor: Caller, id: string) {
  await complaintRecords.within(actor, id)
  return readHistory({ type: 'complaint', fields: complaint.logged, verbs: [] }, id)
}

/** Creates a complaint (docs/growing.md, not in the product). Throws what `ownerFor` throws about the owner. */
export async function createComplaint(actor: Caller, form: ComplaintForm) {
  const { owned, conditions } = await ownerFor(actor, form.ownerId ?? actor.id)
  const row: ComplaintRow = { ...stored.created(form), ...newRecordFields(), ...owned, status: form.status ?? 'open' }
  return complaintRecords.create(actor, row, same, { conditions })
}

/**
 * Changes an example complaint (docs/growing.md, not in the product). Throws 404 out of reach, 409 after a lost update,
 * and what `ownerFor` throws about a new owner.
 */
export const changeComplaint = (actor: Caller, id: string, change: ComplaintChange) =>
  complaintRecords.edit(
    actor,
    id,
    async (before) => {
      const owner = change.ownerId && change.ownerId !== before.ownerId ? await ownerFor(actor, change.ownerId) : null
      const status = change.status ?? before.status
      const after = { ...before, ...stored.changed(change), ...owner?.owned, status }
      return { after, conditions: owner?.conditions ?? [] }
    },
    same,
  )

/** Deletes an example complaint (docs/growing.md, not in the product); 404 out of reach, 409 after a lost update. */
export const removeComplaint = (actor: Caller, id: string) => complaintRecords.remove(actor, id)

/** Returns the owner's fields and write conditions. Throws 403 without the right to assign, 422 if unassignable. */
async function ownerFor(actor: Caller, ownerId: string) {
  if (ownerId !== actor.id && !can(actor, 'appointment:handover')) throw forbidden()
  const person = ownerId === actor.id ? await findUser(ownerId) : await findAssignable(actor, ownerId)
  if (!person) throw notAssignable('ownerId')
  const { id, firstName, lastName, teamId } = person
  const owned = { ownerId: id, teamId, owner: { id, firstName, lastName } }
  return { owned, conditions: requireStillAssignable(actor, person, 'ownerId') }
}
