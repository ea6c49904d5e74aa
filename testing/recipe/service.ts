import { assignableTo, notAssignable, stillAssignable } from '../../functions/people/service.ts'
import type { Caller } from '../../functions/platform/actor.ts'
import type { Paging } from '../../functions/platform/http/page.ts'
import { findUser } from '../../functions/platform/identity/user.ts'
import { mapFormFields } from '../../functions/records/form.ts'
import { listWithin } from '../../functions/records/list.ts'
import { fresh, records } from '../../functions/records/record.ts'
import { inOrder, text } from '../../functions/records/source.ts'
import { can } from '../../shared/access.ts'
import { forbidden } from '../../shared/errors.ts'
import type { ComplaintChange, ComplaintForm } from './contract.ts'
import { type ComplaintRow, Complaints } from './entity.ts'

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
const order = { createdAt: text, id: text }
const same = (row: ComplaintRow) => row

/** Complaints within reach, oldest first. */
export const listComplaints = (actor: Caller, paging: Paging) =>
  listWithin(actor, 'appointment:read', paging, {
    all: () => inOrder<ComplaintRow>(order, [Complaints.query.all({})]),
    team: (teamId) => inOrder<ComplaintRow>(order, [Complaints.query.byTeam({ teamId })]),
    own: (ownerId) => inOrder<ComplaintRow>(order, [Complaints.query.byOwner({ ownerId })]),
    ownersOf,
    show: (rows) => rows,
  })

/** Reads one complaint within reach; 404 otherwise. */
export const readComplaint = async (actor: Caller, id: string) => (await complaintRecords.within(actor, id)).row

/** Notes a complaint; its author owns it, unless they may assign it to somebody else. */
export async function noteComplaint(actor: Caller, form: ComplaintForm) {
  const { owned, conditions } = await ownerFor(actor, form.ownerId ?? actor.id)
  const row: ComplaintRow = { ...stored.created(form), ...fresh(), ...owned, status: 'open' }
  return complaintRecords.create(actor, row, same, { conditions })
}

/** Changes a complaint within reach; 409 when somebody else saved it since `If-Match`. */
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

/**
 * Returns the chosen owner and the conditions of the write. Throws 403 for an actor who may not assign, 422 for an
 * owner they may not choose.
 */
async function ownerFor(actor: Caller, ownerId: string) {
  if (ownerId !== actor.id && !can(actor, 'appointment:handover')) throw forbidden()
  const person = ownerId === actor.id ? await findUser(ownerId) : await assignableTo(actor, ownerId)
  if (!person) throw notAssignable('ownerId')
  const { id, firstName, lastName, teamId } = person
  const owned = { ownerId: id, teamId, owner: { id, firstName, lastName } }
  return { owned, conditions: stillAssignable(actor, person, 'ownerId') }
}
