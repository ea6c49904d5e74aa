import { isDeepStrictEqual } from 'node:util'
import { can } from '../../shared/access.ts'
import type { ContactBasis } from '../../shared/api/parts/contact-basis.ts'
import type { DoNotCall } from '../../shared/api/parts/fields.ts'
import { type LeadStatus, leadStatuses } from '../../shared/api/parts/statuses.ts'
import { forbidden } from '../../shared/errors.ts'
import type { LeadChange, NewLead } from '../../shared/leads/schemas.ts'
import { showCall } from '../../shared/numbers/may-call.ts'
import { localDateOf, now } from '../../shared/time.ts'
import { findDoNotCalls, findPhoneAuthor } from '../known-customers/service.ts'
import { findCallMarks, planFormConsent } from '../numbers/service.ts'
import { namesOf, type Ownership, planOwner } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { type Change, planAndCommit } from '../platform/data/commit.ts'
import { readCountersWithin, STANDING, sumMeasures } from '../platform/data/counters.ts'
import { asWhole, getRows, readAll, takeRows } from '../platform/data/rows.ts'
import { findListed } from '../records/listed.ts'
import { onlyItem } from '../records/only-item.ts'
import { type Edit, newRecordFields } from '../records/record.ts'
import { type LeadCallRow, LeadCalls } from './call-entity.ts'
import { planDoNotCallChanges } from './do-not-call.ts'
import { type LeadRow, Leads } from './entity.ts'
import { openBasisAfter } from './open-basis.ts'
import { findLead, leadRecords, markLeadsWith } from './records.ts'
import { addIndexKeys, closedStatuses, details, isUrgent, laterCallBackOf, ownersOf } from './rules.ts'

export { closeNumber, countClosings, judgeClosings, liftNumber, listClosings } from './closings.ts'
export { basisFor } from './open-basis.ts'
export { fieldsForContract, findLead, leadRecords, markLead, markLeadsWith } from './records.ts'
export { findLeadsToCall } from './to-call.ts'
export type { LeadRow }

/**
 * Adds a lead, and returns it; its owner is the actor, unless an admin chooses another (rulings 30). Throws 403 when
 * anybody else does, 422 for an owner who may not have leads, and the errors of `planDoNotCallChanges`.
 */
export async function createLead(actor: Caller, form: NewLead) {
  const { owner, conditions } = await ownerFor(actor, form.ownerId ?? actor.id)
  const unmarked = newLead(form, owner, actor.id)
  const permit = authorise(actor, 'lead:create', ownersOf(unmarked))
  const created = await planAndCommit(permit, async () => {
    const closed = await planDoNotCallChanges(actor, unmarked, form.doNotCall || undefined, form)
    const consented = await consentedBy(actor, unmarked, form.consent)
    const row = await markedAs(unmarked, closed.since, consented)
    const result = { ...(await viewOf(row, closed.since)), mayBeJudged: closed.mayBeJudged ?? false }
    return {
      changes: leadRecords.created(row, { conditions, also: [...closed.changes, ...consented.changes] }),
      result,
    }
  })
  if (created.result.doNotCall || form.consent) await markLeadsWith([unmarked.customerPhone])
  return created
}

/** Returns the changes that record the consent of a form for a lead's number, and the number that they leave. */
const consentedBy = async (actor: Caller, row: LeadRow, consent: NewLead['consent']) =>
  consent ? planFormConsent(actor, row.customerPhone, consent) : { changes: [] }

/** Returns a lead with the marks that the running transaction leaves; `since` is the do-not-call entry if it changes. */
async function markedAs(
  row: LeadRow,
  since: DoNotCall | null | undefined,
  { number }: Awaited<ReturnType<typeof planFormConsent>>,
): Promise<LeadRow> {
  const isClosed = since === undefined ? undefined : since !== null
  return { ...row, ...(await findCallMarks([row], { number, isClosed }))(row) }
}

/** Returns the row of a new lead from its form; by default the owner is also its creator. */
export const newLead = (form: NewLead, owner: Ownership, createdBy: string = owner.ownerId): LeadRow =>
  addIndexKeys({
    ...details.created(form),
    ...newRecordFields(),
    ...owner,
    status: form.status ?? 'new',
    priority: form.priority ?? 'medium',
    energyType: form.energyType ?? 'gas_stroom',
    createdBy,
    phoneBy: undefined,
    lastCall: undefined,
    openBasis: undefined,
    callState: undefined,
    callUntil: undefined,
    callSource: undefined,
    appointmentId: undefined,
    sales: undefined,
    saleId: undefined,
    statusBefore: undefined,
    contractId: undefined,
    uploadId: undefined,
    madeBy: undefined,
    touched: undefined,
    former: undefined,
  })

/**
 * Changes fields of a lead within reach, and returns it; null empties a field (rulings 30a). Throws 404 for a lead out
 * of reach, 409 when somebody else changed it since `If-Match`. Throws 403 when anybody but an admin assigns it to
 * somebody else, 422 for an owner who may not have leads, and the errors of `planDoNotCallChanges`.
 */
export async function changeLead(actor: Caller, id: string, change: LeadChange) {
  let closed: Awaited<ReturnType<typeof planDoNotCallChanges>> = { changes: [] }
  const changed = await leadRecords.edit(
    actor,
    id,
    async (row) => ({ ...(await viewOf(row, closed.since)), mayBeJudged: closed.mayBeJudged ?? false }),
    async (before) => {
      const isReassigned = change.ownerId && change.ownerId !== before.ownerId
      const given = isReassigned ? await ownerFor(actor, change.ownerId as string) : null
      const changed = { ...inStatus(before, change.status), ...details.changed(change) }
      const after = addIndexKeys({
        ...changed,
        phoneBy: findPhoneAuthor(actor, before, changed),
        priority: change.priority ?? before.priority,
        energyType: change.energyType ?? before.energyType,
        ...given?.owner,
      })
      closed = await planDoNotCallChanges(actor, after, change.doNotCall, change)
      const isOther = !isDeepStrictEqual(change.consent, before.consent)
      const consented = await consentedBy(actor, after, isOther ? change.consent : undefined)
      return {
        after: await markedAs(after, closed.since, consented),
        conditions: given?.conditions ?? [],
        also: [...closed.changes, ...consented.changes],
      }
    },
  )
  if (change.doNotCall !== undefined || change.consent) await markLeadsWith([changed.result.customerPhone])
  return changed
}

/**
 * Deletes a lead within reach, and afterwards the notes of its calls. A number on the do-not-call list stays on it.
 * Throws 404 for a lead out of reach, 409 when somebody else changed it since `If-Match`.
 */
export const removeLead = (actor: Caller, id: string) =>
  leadRecords.remove(actor, id, () => ({ outbox: [{ kind: 'lead-removed', subject: id }] }))

/**
 * Returns a lead as the API shows it. `since` is the do-not-call entry that the running transaction leaves, null for
 * none; without `since` the stored entry is read.
 */
export async function viewOf(row: LeadRow, since?: DoNotCall | null) {
  const view = onlyItem(await viewsOf([row]))
  if (since === undefined) return view
  const doNotCall = since !== null
  return {
    ...view,
    ...{ isUrgent: !doNotCall && isUrgent(row, localDateOf(now())), doNotCall, doNotCallSince: since },
    mayCall: showCall(row, doNotCall),
  }
}

/** Returns leads as the API shows them, each with its urgency and its do-not-call entry. */
export async function viewsOf(rows: readonly LeadRow[]) {
  const closed = await findDoNotCalls(rows.map(({ customerPhone }) => customerPhone))
  const today = localDateOf(now())
  return rows.map((row) => {
    const doNotCallSince = (row.customerPhone && closed.get(row.customerPhone)) || null
    const doNotCall = doNotCallSince !== null
    const mayCall = showCall(row, doNotCall)
    return { ...row, isUrgent: !doNotCall && isUrgent(row, today), doNotCall, doNotCallSince, mayCall }
  })
}

/**
 * Returns a lead with another status, and without the remembered status before its sales (`statusBefore`). Returns the
 * same object when the status is equal or absent.
 */
export const inStatus = (row: LeadRow, status: LeadStatus = row.status): LeadRow =>
  status === row.status ? row : { ...row, status, statusBefore: undefined }

/** Returns the status of a lead after booking an appointment (rulings 32); a converted lead stays converted. */
const statusAfterBooking = (status: LeadStatus): LeadStatus => (status === 'converted' ? status : 'contacted')

/** Reads leads by their ids, as a map; leaves out unknown ids. For callers that check rights themselves. */
export async function findLeadsById(ids: readonly string[]): Promise<Map<string, LeadRow>> {
  if (ids.length === 0) return new Map()
  const { data } = await Leads.get([...new Set(ids)].map((id) => ({ id }))).go()
  return new Map(asWhole<LeadRow[]>(data as LeadRow[]).map((row) => [row.id, row]))
}

/**
 * Returns the changes that give an expiring contract's lead to an owner, for the contract's transaction (rulings 58).
 * `row` is the present lead, or null to create one. Also returns the id and the new version of the lead.
 */
export function changesToAssignLead(
  row: LeadRow | null,
  { owner, by, contractId, form }: { owner: Ownership; by: string; contractId: string; form: NewLead },
): { id: string; version: number; changes: Change[] } {
  if (row) {
    const moved = leadRecords.changed(row, addIndexKeys({ ...row, ...owner }), { verb: 'assign', notify: [] })
    const isOwners = row.ownerId === owner.ownerId
    return { id: row.id, version: isOwners ? row.version : moved.row.version, changes: isOwners ? [] : moved.changes }
  }
  const made = { ...newLead(form, owner, by), contractId }
  return { id: made.id, version: made.version, changes: leadRecords.created(made, { notify: [] }) }
}

/** Returns the changes that delete the lead of a contract, for the contract's transaction. */
export const changesToDeleteLead = (row: LeadRow): Change[] =>
  leadRecords.removed(row, { outbox: [{ kind: 'lead-removed', subject: row.id }] })

/** Counts for each of these people their open leads that may be called; 0 for people without any. */
export async function countCallableLeads(people: readonly string[]): Promise<Map<string, number>> {
  const counters = await readCountersWithin(STANDING, { scope: 'all' })
  const statuses = leadStatuses.filter((status) => !closedStatuses.includes(status))
  const open = statuses.flatMap((status) => [`lead-${status}` as const, `leadMayCall-${status}` as const])
  const openOf = (id: string) =>
    sumMeasures(
      counters.filter(({ userId }) => userId === id),
      open,
    )
  return new Map(people.map((id) => [id, openOf(id)]))
}

/**
 * Returns the edit of a lead for which an appointment was booked: it becomes contacted unless converted, stores the
 * appointment's id, and loses a call-back of today or earlier.
 */
export const editLeadForBooking = (row: LeadRow, appointmentId: string, sent?: ContactBasis): Edit<LeadRow> => ({
  verb: 'plan',
  after: addIndexKeys({
    ...row,
    status: statusAfterBooking(row.status),
    appointmentId,
    openBasis: openBasisAfter(row, sent, null),
    callBackAt: laterCallBackOf(row),
  }),
})

/**
 * Returns the changes that convert a lead into a sale, for the sale's transaction. The lead then names the sale and
 * loses a due call-back.
 */
export function convertLead(row: LeadRow, saleId: string): Change[] {
  const { sales = [], statusBefore = row.status } = row
  const after = addIndexKeys({
    ...row,
    ...{ status: 'converted', sales: [...sales, saleId], saleId, statusBefore },
    callBackAt: laterCallBackOf(row),
  })
  return leadRecords.changed(row, after, { verb: 'convert' }).changes
}

/**
 * Returns the changes of a lead whose sale is rejected, for the sale's transaction; none for a lead without that sale.
 * A lead without another sale gets its former status back, unless somebody has set a status since.
 */
export async function reopenLead(id: string, saleId: string): Promise<Change[]> {
  const row = await findLead(id)
  if (!row?.sales?.includes(saleId)) return []
  const sales = row.sales.filter((one) => one !== saleId)
  const { status, statusBefore = status } = row
  const after =
    sales.length > 0
      ? { ...row, sales, saleId: sales.at(-1) }
      : { ...row, status: statusBefore, sales: undefined, saleId: undefined, statusBefore: undefined }
  return leadRecords.changed(row, after).changes
}

/**
 * Returns the attributes that make a person the owner of a lead, and the conditions for that. Throws 403 when anybody
 * but an admin chooses another person (rulings 30), 422 as `planOwnership` does.
 */
async function ownerFor(actor: Caller, ownerId: string) {
  if (ownerId !== actor.id && !can(actor, 'lead:assign')) {
    throw forbidden('Alleen een beheerder kan een lead aan een ander toewijzen')
  }
  return planOwnership(actor, ownerId, 'ownerId')
}

/**
 * Returns the attributes that make a person the owner of leads, and the conditions for that. Throws 422 at `field` for
 * a person whom the actor may not choose, or who may not have leads.
 */
export const planOwnership = (actor: Caller, userId: string, field: string) =>
  planOwner(actor, userId, field, ({ role, hasLeadsAccess }) => (role === 'admin' || hasLeadsAccess ? null : NO_ACCESS))

const NO_ACCESS = 'Deze collega heeft geen toegang tot leads'

/** Calls shown of one lead. */
const MAX_CALLS = 50

/**
 * Returns the notes of a lead's calls, at most 50, newest first, with the callers' names. `added` are calls that the
 * running transaction stores.
 */
export async function readCallNotes(leadId: string, added: readonly Call[] = []) {
  const { rows } = await takeRows<LeadCallRow>(LeadCalls.query.primary({ leadId }), MAX_CALLS, { order: 'desc' })
  return showCalls([...added, ...rows].slice(0, MAX_CALLS))
}

/** Returns the notes of all calls of a lead, oldest first, with the callers' names. */
export const readEveryCallNote = async (leadId: string) =>
  showCalls(await readAll<LeadCallRow>(LeadCalls.query.primary({ leadId })))

async function showCalls(calls: readonly Call[]) {
  const callerOf = await namesOf(calls.map(({ by }) => by))
  return calls.map(({ id, at, by, note, contactBasis }) => ({ id, at, by: callerOf(by), note, contactBasis }))
}

type Call = Pick<LeadCallRow, 'id' | 'at' | 'by' | 'note' | 'contactBasis'>

/** Returns the leads with these ids that the actor may read, as their list shows them, with calls and creator. */
export const findListedLeads = (actor: Caller, ids: readonly string[]) =>
  findListed(actor, 'lead:read', ids, {
    read: async (keys) => asWhole(await getRows(Leads, keys)),
    ownersOf,
    show: async (rows) => {
      const [views, calls, personOf] = await Promise.all([
        viewsOf(rows),
        Promise.all(rows.map(({ id }) => readCallNotes(id))),
        namesOf(rows.map(({ createdBy }) => createdBy)),
      ])
      return views.map((view, index) => ({ ...view, calls: calls[index] ?? [], notedBy: personOf(view.createdBy) }))
    },
  })
