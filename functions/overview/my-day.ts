import { can } from '../../shared/access.ts'
import type { WorkKind } from '../../shared/contract/my-day.ts'
import type { Measure } from '../../shared/measures.ts'
import { euros, wholeCents } from '../../shared/money.ts'
import { appointmentsToSettle } from '../appointments/service.ts'
import { listWaitingUploads } from '../contracts/service.ts'
import { leadsToCall } from '../leads/service.ts'
import { authorise, type Caller, covers } from '../platform/actor.ts'
import { countersIn, STANDING, sum } from '../platform/data/counters.ts'
import { countRefused, listApprovals } from '../self-billing/service.ts'

/**
 * Lists the open work of an actor, each part within the reach and with the access flags of its own list. Reads a
 * bounded part of each list; `isWhole` tells whether that was all.
 */
export async function workOf(actor: Caller) {
  authorise(actor, 'day:read')
  const [calls, visits, approvals, waiting] = await Promise.all([
    callsFor(actor),
    visitsFor(actor),
    approvalsFor(actor),
    waitingFor(actor),
  ])
  return {
    work: [...calls.work, ...visits.work, ...approvals.work, ...waiting],
    isWhole: calls.isWhole && visits.isWhole && approvals.isWhole,
  }
}

const NOTHING = { work: [], isWhole: true }

interface About {
  readonly id: string
  readonly customerName: string
  readonly companyName?: string | undefined
  readonly city?: string | undefined
  readonly customerPhone?: string | undefined
}

const about = (kind: WorkKind, { id, customerName, companyName, city, customerPhone: phone }: About) => ({
  ...{ id, kind, at: undefined, customerName, companyName, city, phone, note: undefined, count: undefined },
  amount: undefined,
})

async function callsFor(actor: Caller) {
  if (!can(actor, 'lead:read') || !can(actor, 'lead:edit')) return NOTHING
  const { callBacks, ending, fresh, isWhole } = await leadsToCall(actor)
  const work = [
    ...callBacks.map((row) => ({ ...about('call', row), at: row.callBackAt, note: row.lastCall?.note })),
    ...ending.map((row) => ({ ...about('ending', row), note: row.contractEndDate })),
    ...fresh.map((row) => about('lead', row)),
  ]
  return { work, isWhole }
}

async function visitsFor(actor: Caller) {
  const settles = actor.role === 'agent' || actor.role === 'teamleader'
  if (!settles || !can(actor, 'appointment:read')) return NOTHING
  const { open, unregistered, isWhole } = await appointmentsToSettle(actor)
  const work = [
    ...open.map((row) => ({ ...about('outcome', row), at: row.start })),
    ...(can(actor, 'sale:create') ? unregistered.map((row) => ({ ...about('sale', row), note: row.date })) : []),
  ]
  return { work, isWhole }
}

/** Reads the payment files and changed IBANs that another admin should approve (rulings 51b). */
async function approvalsFor(actor: Caller) {
  if (!can(actor, 'self-billing:manage')) return NOTHING
  const { waiting, isWhole } = await listApprovals(actor)
  const work = waiting.map(({ kind, id, at, name, count, total }) => ({
    ...{ ...listed(kind), id, at, companyName: name, count },
    amount: total === undefined ? undefined : euros(wholeCents(total)),
  }))
  return { work, isWhole }
}

/** Reads the work of admins and team leaders: the number of records in each list that waits for them. */
async function waitingFor(actor: Caller) {
  const overseesMoney = can(actor, 'commission:oversee')
  const isAdmin = can(actor, 'self-billing:manage')
  if (!overseesMoney) return []
  const [counters, refused, uploads] = await Promise.all([
    countersIn(STANDING, covers(actor, 'commission:oversee')),
    isAdmin ? countRefused(actor) : 0,
    isAdmin ? listWaitingUploads(actor) : [],
  ])
  const counted = (...measures: Measure[]) => sum(counters, measures)
  const counts: [WorkKind, number][] = [
    ['check', counted('rows-nieuw')],
    ['question', counted('openQuestions')],
    ['invoice', isAdmin ? counted('invoice-concept') : 0],
    ['refusal', refused],
    ['import', uploads.length],
  ]
  return counts.filter(([, count]) => count > 0).map(([kind, count]) => ({ ...listed(kind), count }))
}

const listed = (kind: WorkKind) => ({
  ...{ id: kind, kind, at: undefined, customerName: undefined, companyName: undefined, city: undefined },
  ...{ phone: undefined, note: undefined, amount: undefined },
})
