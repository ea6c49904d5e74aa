import { can } from '../../shared/access.ts'
import type { WorkKind } from '../../shared/api/my-day.ts'
import type { Measure } from '../../shared/measures.ts'
import { euros, wholeCents } from '../../shared/money.ts'
import type { showCall } from '../../shared/numbers/may-call.ts'
import { readUnfinishedAppointments } from '../appointments/service.ts'
import { countClosings, findLeadsToCall } from '../leads/service.ts'
import { countProposedStandIns } from '../people/service.ts'
import { authorise, type Caller, requireReach } from '../platform/actor.ts'
import { readCountersWithin, STANDING, sumMeasures } from '../platform/data/counters.ts'
import { countFirstPayments } from '../sales/service.ts'

/**
 * Lists an actor's open tasks for 'Mijn dag', each kind within the reach of its own list. `isComplete` is false when
 * only a part of a list was read.
 */
export async function listWork(actor: Caller) {
  authorise(actor, 'day:read')
  const [calls, visits, approvals, waiting] = await Promise.all([
    callsFor(actor),
    visitsFor(actor),
    approvalsFor(actor),
    waitingFor(actor),
  ])
  return {
    work: [...calls.work, ...visits.work, ...approvals.work, ...waiting],
    isComplete: calls.isComplete && visits.isComplete && approvals.isComplete,
  }
}

const NOTHING = { work: [], isComplete: true }

interface About {
  readonly id: string
  readonly customerName: string
  readonly companyName?: string | undefined
  readonly city?: string | undefined
  readonly customerPhone?: string | undefined
  readonly mayCall?: ReturnType<typeof showCall> | undefined
}

/** Returns a task about one record. */
const about = (kind: WorkKind, { id, customerName, companyName, city, customerPhone: phone, mayCall }: About) => ({
  ...{ id, kind, at: undefined, customerName, companyName, city, phone, note: undefined, count: undefined },
  ...{ amount: undefined, mayCall },
})

/** Loads invoices on demand, in which only admins and stand-ins have work. */
const invoices = () => import('../invoices/service.ts')
/** Loads contracts on demand, in which only admins have work. */
const contracts = () => import('../contracts/service.ts')

/** Reads the leads that the actor has to call. */
async function callsFor(actor: Caller) {
  if (!can(actor, 'lead:read') || !can(actor, 'lead:edit')) return NOTHING
  const { callBacks, ending, fresh, isComplete } = await findLeadsToCall(actor)
  const work = [
    ...callBacks.map((row) => ({ ...about('call', row), at: row.callBackAt, note: row.lastCall?.note })),
    ...ending.map((row) => ({ ...about('ending', row), note: row.contractEndDate })),
    ...fresh.map((row) => about('lead', row)),
  ]
  return { work, isComplete }
}

/** Reads the appointments for which the actor has to enter an outcome or a sale. */
async function visitsFor(actor: Caller) {
  const settles = actor.role === 'agent' || actor.role === 'teamleader'
  if (!settles || !can(actor, 'appointment:read')) return NOTHING
  const { open, unregistered, isComplete } = await readUnfinishedAppointments(actor)
  const work = [
    ...open.map((row) => ({ ...about('outcome', row), at: row.start })),
    ...(can(actor, 'sale:create') ? unregistered.map((row) => ({ ...about('sale', row), note: row.date })) : []),
  ]
  return { work, isComplete }
}

/** Reads the payment files, changed IBANs and payments that the actor may approve (rulings 51b). */
async function approvalsFor(actor: Caller) {
  if (!can(actor, 'payment:approve')) return NOTHING
  const { waiting, isComplete } = await (await invoices()).listApprovals(actor)
  const work = waiting.map(({ kind, id, at, name, count, total }) => ({
    ...{ ...describeKind(kind), id, at, companyName: name, count },
    amount: total === undefined ? undefined : euros(wholeCents(total)),
  }))
  return { work, isComplete }
}

/**
 * Returns a task for each list in which records wait for an admin or team leader, with the number of those records, and
 * one for each upload that waits for an answer.
 */
async function waitingFor(actor: Caller) {
  const isAdmin = can(actor, 'self-billing:manage')
  const [counters, refused, uploads, first, standIns, closings] = await Promise.all([
    can(actor, 'commission:oversee') ? readCountersWithin(STANDING, requireReach(actor, 'commission:oversee')) : [],
    isAdmin ? invoices().then(({ countRefused }) => countRefused(actor)) : 0,
    isAdmin ? contracts().then(({ listWaitingUploads }) => listWaitingUploads(actor)) : [],
    isAdmin ? countFirstPayments(actor) : { count: 0, cents: 0 },
    can(actor, 'user:admin') ? countProposedStandIns(actor) : 0,
    can(actor, 'customer:judge') ? countClosings(actor) : 0,
  ])
  const counted = (...measures: Measure[]) => sumMeasures(counters, measures)
  const counts: [WorkKind, number][] = [
    ['check', counted('rows-nieuw')],
    ['question', isAdmin ? counted('openQuestions') : 0],
    ['correction', isAdmin ? counted('salesToCorrect') : 0],
    ['standIn', standIns],
    ['closing', closings],
    ['invoice', isAdmin ? counted('invoice-concept') : 0],
    ['refusal', refused],
  ]
  const tasks = [
    ...counts.filter(([, count]) => count > 0).map(([kind, count]) => ({ ...describeKind(kind), count })),
    ...uploads.map(({ id, filename }) => ({ ...describeKind('import'), id, companyName: filename, count: undefined })),
  ]
  if (first.count === 0) return tasks
  return [...tasks, { ...describeKind('firstPayment'), count: first.count, amount: euros(wholeCents(first.cents)) }]
}

/** Returns a task about several records of a list, without details. */
const describeKind = (kind: WorkKind) => ({
  ...{ id: kind, kind, at: undefined, customerName: undefined, companyName: undefined, city: undefined },
  ...{ phone: undefined, note: undefined, amount: undefined, mayCall: undefined },
})
