import { can } from '../../shared/access.ts'
import { type LeadChange, type LeadStatus, leadStatuses, type NewLead } from '../../shared/contract/leads.ts'
import type { DoNotCall } from '../../shared/contract/parts/fields.ts'
import { forbidden, unprocessable } from '../../shared/errors.ts'
import { isPhone } from '../../shared/identifiers.ts'
import { localDateOf, now } from '../../shared/time.ts'
import {
  doNotCallOf,
  doNotCallsOf,
  numberClosedBy,
  numberOpened,
  recognisable,
  recordsNotToCall,
} from '../customers/service.ts'
import { assignableTo, namesOf, notAssignable, stillAssignable } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { type Change, commitNothing } from '../platform/data/commit.ts'
import { countersIn, STANDING, sum } from '../platform/data/counters.ts'
import { getRows, take, whole } from '../platform/data/rows.ts'
import { findUser, type User } from '../platform/identity/user.ts'
import { refusalOf } from '../records/bulk.ts'
import { findListed } from '../records/listed.ts'
import { type Edit, fresh, records } from '../records/record.ts'
import { only } from '../records/view.ts'
import { type LeadCallRow, LeadCalls, type LeadRow, Leads } from './entity.ts'
import {
  addIndexKeys,
  closedStatuses,
  contributionsOf,
  derived,
  details,
  isUrgent,
  laterCallBack,
  ownersOf,
} from './rules.ts'

declare module '../platform/data/outbox.ts' {
  interface OutboxKinds {
    'lead-removed': true
    'contract-lead': true
  }
}

export { leadsToCall } from './work.ts'
export type { LeadRow }

/** Fields of a lead whose changes its contract follows. */
export const toldToContract = ['ownerId', 'appointmentId', 'saleId'] as const

export const leadRecords = records<LeadRow>({
  type: 'lead',
  entity: Leads,
  called: 'deze lead',
  ownersOf,
  actions: { read: 'lead:read', create: 'lead:create', edit: 'lead:edit', remove: 'lead:edit' },
  marks: ['owner'],
  derived,
  contributions: contributionsOf,
  alongside: recognisable<LeadRow>('lead', { ownersOf, dateOf: ({ createdAt }) => createdAt.slice(0, 10) }),
  notifies: (before, after) =>
    after && before?.ownerId !== after.ownerId
      ? [{ kind: 'lead-assigned', to: after.ownerId, subject: after.id, facts: {} }]
      : [],
  follows: (before, after) => {
    const changed = toldToContract.filter((name) => before?.[name] !== after?.[name])
    return before?.contractId && changed.length > 0
      ? [{ kind: 'contract-lead', subject: before.contractId, facts: { changed } }]
      : []
  },
})

/**
 * Adds a lead for its owner: the actor, unless an admin assigns it (rulings 30). Throws 422 for a do-not-call mark
 * without a number.
 */
export async function noteLead(actor: Caller, form: NewLead) {
  const { owner, conditions } = await ownerFor(actor, form.ownerId ?? actor.id)
  const row = newLead(form, owner, actor.id)
  const closed = await closedFor(actor, row, form.doNotCall || undefined, form)
  return leadRecords.create(actor, row, (made) => viewOf(made, closed.since), { conditions, also: closed.changes })
}

/** Returns the row of a new lead; its creator is the owner by default. */
export const newLead = (form: NewLead, owner: Ownership, createdBy: string = owner.ownerId): LeadRow =>
  addIndexKeys({
    ...details.created(form),
    ...fresh(),
    ...owner,
    status: form.status ?? 'new',
    priority: form.priority ?? 'medium',
    energyType: form.energyType ?? 'gas_stroom',
    createdBy,
    lastCall: undefined,
    appointmentId: undefined,
    sales: undefined,
    saleId: undefined,
    statusBefore: undefined,
    contractId: undefined,
    uploadId: undefined,
  })

/**
 * Changes any part of a lead within reach; an emptied field is erased (rulings 30a). Throws 409 when somebody else
 * saved it since `If-Match`. Throws 403 when anybody but an admin assigns it to another person, or takes its number off
 * the do-not-call list (rulings 32).
 */
export const changeLead = (actor: Caller, id: string, change: LeadChange) => {
  let since: DoNotCall | null | undefined
  return leadRecords.edit(
    actor,
    id,
    async (before) => {
      const isReassigned = change.ownerId && change.ownerId !== before.ownerId
      const given = isReassigned ? await ownerFor(actor, change.ownerId as string) : null
      const after = addIndexKeys({
        ...inStatus(before, change.status),
        ...details.changed(change),
        priority: change.priority ?? before.priority,
        energyType: change.energyType ?? before.energyType,
        ...given?.owner,
      })
      const closed = await closedFor(actor, after, change.doNotCall, change)
      since = closed.since
      return { after, conditions: given?.conditions ?? [], also: closed.changes }
    },
    (row) => viewOf(row, since),
  )
}

/** Deletes a lead within reach, and then the notes of its calls; its number stays on the do-not-call list. */
export const removeLead = (actor: Caller, id: string) =>
  leadRecords.remove(actor, id, () => ({ outbox: [{ kind: 'lead-removed', subject: id }] }))

/** Assigns leads to a person, each in its own change. Returns for each null, or the reason why not. */
export async function assignLeads(actor: Caller, { ids, ownerId }: { ids: readonly string[]; ownerId: string }) {
  const permit = authorise(actor, 'lead:assign')
  const { owner, conditions } = await ownerFor(actor, ownerId)
  const results: { id: string; message: string | null }[] = []
  for (const id of new Set(ids)) results.push({ id, message: await refusalOf(assigned(id)) })
  return commitNothing(permit, { results })

  function assigned(id: string) {
    return leadRecords.edit(
      actor,
      id,
      (before) =>
        before.ownerId === ownerId
          ? null
          : { verb: 'assign', conditions, after: addIndexKeys({ ...before, ...owner }) },
      () => undefined,
      'lead:assign',
    )
  }
}

/** Returns a lead for the API; `since` overrides the do-not-call date when the running transaction changes it. */
export async function viewOf(row: LeadRow, since?: DoNotCall | null) {
  const view = only(await viewsOf([row]))
  if (since === undefined) return view
  const doNotCall = since !== null
  return { ...view, isUrgent: !doNotCall && isUrgent(row, localDateOf(now())), doNotCall, doNotCallSince: since }
}

/** Returns leads for the API. */
export async function viewsOf(rows: readonly LeadRow[]) {
  const closed = await doNotCallsOf(rows.map(({ customerPhone }) => customerPhone))
  const today = localDateOf(now())
  return rows.map((row) => {
    const doNotCallSince = (row.customerPhone && closed.get(row.customerPhone)) || null
    const doNotCall = doNotCallSince !== null
    return { ...row, isUrgent: !doNotCall && isUrgent(row, today), doNotCall, doNotCallSince }
  })
}

/** Returns a lead with a status; the same object when it has that, or none is given. */
export const inStatus = (row: LeadRow, status: LeadStatus = row.status): LeadRow =>
  status === row.status ? row : { ...row, status, statusBefore: undefined }

/** Returns the status of a lead after booking an appointment (rulings 32); a converted lead stays converted. */
const planned = (status: LeadStatus): LeadStatus => (status === 'converted' ? status : 'contacted')

/** Finds a lead, strongly consistent, or null. For callers that authorise in another way. */
export async function findLead(id: string): Promise<LeadRow | null> {
  const { data } = await Leads.get({ id }).go({ consistent: true })
  return data as LeadRow | null
}

/** Reads existing leads by their ids. For callers that authorise in another way. */
export async function leadsById(ids: readonly string[]): Promise<Map<string, LeadRow>> {
  if (ids.length === 0) return new Map()
  const { data } = await Leads.get([...new Set(ids)].map((id) => ({ id }))).go()
  return new Map(whole<LeadRow[]>(data as LeadRow[]).map((row) => [row.id, row]))
}

/**
 * Returns the changes that assign an expiring contract's lead to a person, for the contract's transaction (rulings 58):
 * a new lead, or the existing one. Also returns the lead's id and its version afterwards. The contract notifies the owner.
 */
export function leadOfContract(
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
export const leadTakenAway = (row: LeadRow): Change[] =>
  leadRecords.removed(row, { outbox: [{ kind: 'lead-removed', subject: row.id }] })

/** Reads all leads with a do-not-call number, within anybody's reach; null when there are too many such numbers. */
export async function leadsWithClosedNumbers(): Promise<LeadRow[] | null> {
  const ids = await recordsNotToCall('lead')
  return (
    ids &&
    whole(
      await getRows(
        Leads,
        ids.map((id) => ({ id })),
      ),
    )
  )
}

/**
 * Counts the open leads of people that may be called, from the counters; 0 for people without any. Where there are too
 * many do-not-call numbers to look up, their leads count too.
 */
export async function openLeadsOf(people: readonly string[]): Promise<Map<string, number>> {
  const [counters, closed] = await Promise.all([countersIn(STANDING, { scope: 'all' }), leadsWithClosedNumbers()])
  const statuses = leadStatuses.filter((status) => !closedStatuses.includes(status))
  const open = statuses.map((status) => `lead-${status}` as const)
  const openOf = (id: string) => {
    const own = counters.filter(({ userId }) => userId === id)
    const notToCall = closed?.filter(({ ownerId, status }) => ownerId === id && statuses.includes(status)) ?? []
    return sum(own, open) - notToCall.length
  }
  return new Map(people.map((id) => [id, openOf(id)]))
}

/**
 * Returns the edit of a lead for a booked appointment, for the booking's transaction: contacted, called back, and
 * linked.
 */
export const leadPlanned = (row: LeadRow, appointmentId: string): Edit<LeadRow> => ({
  verb: 'plan',
  after: addIndexKeys({ ...row, status: planned(row.status), appointmentId, callBackAt: laterCallBack(row) }),
})

/**
 * Returns the change that converts a sale's lead, for the sale's transaction. The lead names the sale; only a later
 * call-back stays.
 */
export function leadConverted(row: LeadRow, saleId: string): Change[] {
  const { sales = [], statusBefore = row.status } = row
  const after = addIndexKeys({
    ...row,
    ...{ status: 'converted', sales: [...sales, saleId], saleId, statusBefore },
    callBackAt: laterCallBack(row),
  })
  return leadRecords.changed(row, after, { verb: 'convert' }).changes
}

/**
 * Returns the changes of a lead for a rejected sale, for the sale's transaction. Without other sales it gets its former
 * status back, unless somebody set another one.
 */
export async function leadReopened(id: string, saleId: string): Promise<Change[]> {
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
 * Returns the owner of a lead, with their team. Throws 403 when anybody but an admin chooses another person (rulings
 * 30).
 */
async function ownerFor(actor: Caller, ownerId: string) {
  if (ownerId !== actor.id && !can(actor, 'lead:assign')) {
    throw forbidden('Alleen een beheerder kan een lead aan een ander toewijzen')
  }
  return ownership(actor, ownerId, 'ownerId')
}

/**
 * Returns a person as the owner of leads, with the conditions for that. Throws 422 at the field for a person who may
 * not have leads.
 */
export async function ownership(actor: Caller, userId: string, field: string) {
  const person = userId === actor.id ? await findUser(userId) : await assignableTo(actor, userId)
  if (!person) throw notAssignable(field)
  if (person.role !== 'admin' && !person.hasLeadsAccess) throw unprocessable(NO_ACCESS, field)
  return { owner: ownershipOf(person), conditions: stillAssignable(actor, person, field) }
}

/** Owner of a lead, with their team. */
export type Ownership = Pick<LeadRow, 'ownerId' | 'teamId' | 'owner'>

/** Returns a person as the owner of leads. */
export const ownershipOf = ({
  id,
  firstName,
  lastName,
  teamId,
}: Pick<User, 'id' | 'firstName' | 'lastName' | 'teamId'>): Ownership => ({
  ownerId: id,
  teamId,
  owner: { id, firstName, lastName },
})

const NO_ACCESS = 'Deze collega heeft geen toegang tot leads'

interface Told {
  readonly doNotCallSource?: string | null | undefined
  readonly doNotCallLiftReason?: string | null | undefined
}

/** Returns the changes of a lead's number on the do-not-call list, and the date since when it is on it afterwards. */
async function closedFor(actor: Caller, row: LeadRow, wish: boolean | undefined, told: Told) {
  const { customerPhone: phone } = row
  if (wish === undefined) return { changes: [] as Change[] }
  if (!phone || !isPhone(phone)) {
    if (wish) throw unprocessable('Vul eerst het telefoonnummer in dat niet gebeld wil worden', 'customerPhone')
    return { changes: [] as Change[] }
  }
  const before = await doNotCallOf(phone)
  if (wish === (before !== null)) return { since: before, changes: [] as Change[] }
  if (wish) {
    const since = { date: localDateOf(now()), source: told.doNotCallSource ?? null }
    // Adding a lead with somebody's number does not make them the actor's customer; being assigned the lead does.
    const except = row.createdBy === actor.id ? row.id : null
    const closed = await numberClosedBy(actor, phone, since, except)
    return { since, changes: [closed, numberTold(row.id, { isClosed: true })] }
  }
  if (!can(actor, 'customer:lift')) throw forbidden('Alleen een beheerder kan een nummer weer vrijgeven')
  const reason = told.doNotCallLiftReason
  if (!reason) throw unprocessable('Vul in waarom dit nummer weer gebeld mag worden', 'doNotCallLiftReason')
  const opened = numberOpened(phone, before as NonNullable<typeof before>, reason)
  return { since: null, changes: [opened, numberTold(row.id, { isClosed: false })] }
}

/**
 * Returns the change that adds to a lead's history that its number was closed or opened; the number has its own row.
 */
export const numberTold = (leadId: string, { isClosed }: { readonly isClosed: boolean }): Change => ({
  action: 'lead.do-not-call',
  entity: { type: 'lead', id: leadId },
  before: { doNotCall: !isClosed },
  after: { doNotCall: isClosed },
  write: [],
})

/** Calls shown of one lead. */
const MAX_CALLS = 50

/** Reads what was said in the calls of a lead, newest first; those first that are being written. */
export async function callsOf(leadId: string, added: readonly Call[] = []) {
  const { rows } = await take<LeadCallRow>(LeadCalls.query.primary({ leadId }), MAX_CALLS, { order: 'desc' })
  const calls = [...added, ...rows].slice(0, MAX_CALLS)
  const callerOf = await namesOf(calls.map(({ by }) => by))
  return calls.map(({ id, at, by, note }) => ({ id, at, by: callerOf(by), note }))
}

type Call = Pick<LeadCallRow, 'id' | 'at' | 'by' | 'note'>

/** Reads leads by their ids within the reach of their list, as it shows them; with their calls and who noted them. */
export const leadsListed = (actor: Caller, ids: readonly string[]) =>
  findListed(actor, 'lead:read', ids, {
    read: async (keys) => whole(await getRows(Leads, keys)),
    ownersOf,
    show: async (rows) => {
      const [views, calls, personOf] = await Promise.all([
        viewsOf(rows),
        Promise.all(rows.map(({ id }) => callsOf(id))),
        namesOf(rows.map(({ createdBy }) => createdBy)),
      ])
      return views.map((view, index) => ({ ...view, calls: calls[index] ?? [], notedBy: personOf(view.createdBy) }))
    },
  })
