import { type CustomerTrace, customerIdOfTrace, traceOfCustomerId } from '../../shared/customer-id.ts'
import { notFound, unprocessable } from '../../shared/errors.ts'
import { showCall } from '../../shared/numbers/may-call.ts'
import { findListedAppointments, listMailsAbout } from '../appointments/service.ts'
import { findListedContracts } from '../contracts/service.ts'
import { findDoNotCalls, type KnownRow, listTracedRecords } from '../known-customers/service.ts'
import { findListedLeads } from '../leads/service.ts'
import { findCallMarks } from '../numbers/service.ts'
import { namesOf } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { planAndCommit } from '../platform/data/commit.ts'
import { findListedSales } from '../sales/service.ts'
import { findJoin, type Member } from './joins.ts'

/** Loads the joining of customers on demand: most calls only read one. */
const loadJoining = () => import('./joining.ts')

/** Maximum number of records shown of a customer. */
const MAX_SHOWN = 60
/** Maximum number of appointments of a customer whose mails are shown. */
const MAX_MAILED = 20

/**
 * Returns a customer with those records that the actor also sees in the lists of leads, appointments, contracts and
 * sales. Throws 404 when no record under this id is within reach.
 */
export async function readCustomer(actor: Caller, id: string) {
  authorise(actor, 'customer:read')
  return shownTo(actor, id, (await findJoin(id))?.members ?? [])
}

/**
 * Joins two customers within reach into one, and returns the joined customer. Throws 404 when the first (`id`) is out
 * of reach. Throws 422 when the other is out of reach, or when the actor joined more than ten ids to it.
 */
export async function joinCustomers(actor: Caller, id: string, otherId: string) {
  const permit = authorise(actor, 'customer:join')
  const isOther = (await tracedOf(actor, [otherId])).rows.length > 0
  if ((await tracedOf(actor, [id])).rows.length === 0) throw notFound()
  if (!isOther) throw unprocessable('Deze klant is niet gevonden', 'customerId')
  return planAndCommit(permit, async () => {
    const { changes, members } = await (await loadJoining()).prepareJoin(permit, id, otherId)
    return { changes, result: await shownTo(actor, id, members) }
  })
}

/**
 * Separates a phone number, e-mail address or address (`id`) from the customer that it was joined to. Throws 404 when
 * the actor may read no record under `id`, or no record under the customer's other ids.
 */
export async function separateCustomer(actor: Caller, id: string) {
  const permit = authorise(actor, 'customer:join')
  return planAndCommit(permit, async () => {
    const row = await findJoin(id)
    const seen = new Set((await tracedOf(actor, row?.members.map((member) => member.id) ?? [])).rows.map(idOf))
    if (!row || !seen.has(id) || seen.size < 2) throw notFound()
    return { changes: [(await loadJoining()).prepareRelease(row, id)], result: undefined }
  })
}

const idOf = ({ trace }: KnownRow) => customerIdOfTrace(trace)

/** Finds the records within reach under some ids of a customer. */
function tracedOf(actor: Caller, ids: readonly string[]) {
  const traces = ids.map(traceOfCustomerId).filter((trace) => trace !== null)
  return listTracedRecords(actor, traces)
}

/**
 * Returns a customer under an id, with the records that the actor may see under all ids of its group (`members`).
 * Throws 404 when none of these is under `id`.
 */
async function shownTo(actor: Caller, id: string, members: readonly Member[]) {
  const others = members.filter((member) => member.id !== id)
  const traced = await tracedOf(actor, [id, ...others.map((member) => member.id)])
  const records = [...new Map(traced.rows.map((row) => [row.recordId, row])).values()]
  const shown = records.slice(0, MAX_SHOWN)
  const of = (type: KnownRow['type']) => shown.filter((row) => row.type === type).map(({ recordId }) => recordId)
  const [appointments, leads, contracts, sales, mails] = await Promise.all([
    findListedAppointments(actor, of('appointment')),
    findListedLeads(actor, of('lead')),
    findListedContracts(actor, of('contract')),
    findListedSales(actor, of('sale')),
    listMailsAbout(of('appointment').slice(0, MAX_MAILED)),
  ])
  const found = [...appointments, ...leads, ...contracts, ...sales]
  const ids = new Set(found.map((record) => record.id))
  const rows = traced.rows.filter(
    ({ recordId }) => ids.has(recordId) || !shown.some((row) => row.recordId === recordId),
  )
  const seen = new Set(rows.map(idOf))
  const latest = rows.find((row) => ids.has(row.recordId))
  if (!seen.has(id) || !latest) throw notFound()
  const knownUnder = [members.find((member) => member.id === id) ?? { id }, ...others].filter((one) => seen.has(one.id))
  const isJoined = knownUnder.length > 1
  const phones = [...knownUnder.map(phoneOf), ...found.map(({ customerPhone }) => customerPhone ?? undefined)]
  const [personOf, closed, marksOf] = await Promise.all([
    namesOf(members.map(({ by }) => by)),
    findDoNotCalls(phones),
    findCallMarks([{ customerPhone: phones.find((one) => one) }]),
  ])
  const isReadable = new Set(appointments.map((one) => one.id))
  return {
    id,
    customerName: latest.customerName,
    companyName: latest.companyName,
    knownUnder: knownUnder.map((one) => ({
      ...{ id: one.id, ...(traceOfCustomerId(one.id) as CustomerTrace) },
      joinedAt: isJoined && 'at' in one ? one.at : undefined,
      joinedBy: isJoined && 'by' in one ? personOf(one.by) : undefined,
    })),
    doNotCallSince: [...closed.values()][0],
    mayCall: showCall(marksOf({ customerPhone: phones.find((one) => one) }), closed.size > 0),
    appointments: latestFirst(appointments, (one) => one.appointmentDate),
    leads: latestFirst(leads, (one) => one.createdAt),
    contracts: latestFirst(contracts, (one) => one.expiryDate),
    sales: latestFirst(sales, (one) => one.saleDate),
    mails: latestFirst(
      mails.filter(({ appointmentId }) => isReadable.has(appointmentId)),
      (one) => one.createdAt,
    ),
    isComplete: traced.isComplete && records.length === shown.length,
  }
}

const phoneOf = ({ id }: { readonly id: string }) => {
  const trace = traceOfCustomerId(id)
  return trace?.by === 'phone' ? trace.value : undefined
}

const latestFirst = <Record>(records: readonly Record[], momentOf: (record: Record) => string): Record[] =>
  [...records].sort((one, other) => momentOf(other).localeCompare(momentOf(one)))
