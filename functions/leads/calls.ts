import { randomUUID } from 'node:crypto'
import { UNDO_MINUTES } from '../../shared/api/parts/bulk.ts'
import type { ContactBasis } from '../../shared/api/parts/contact-basis.ts'
import type { LeadStatus } from '../../shared/api/parts/statuses.ts'
import { conflict } from '../../shared/errors.ts'
import { addSeconds, type Instant, now } from '../../shared/time.ts'
import { completeBasis, planCall } from '../numbers/service.ts'
import type { Caller } from '../platform/actor.ts'
import { readAll, takeRows } from '../platform/data/rows.ts'
import { type LeadCallRow, LeadCalls } from './call-entity.ts'
import type { LeadRow } from './entity.ts'
import { basisFor, openBasisAfter } from './open-basis.ts'
import { addIndexKeys, laterCallBackOf } from './rules.ts'
import { inStatus, leadRecords, readCallNotes, viewOf } from './service.ts'

/** Number of calls erased in parallel. */
const BATCH = 25

/** Returns a lead with the notes of its calls, at most 50, newest first. Throws 404 when the lead is out of reach. */
export const readLeadDetails = async (actor: Caller, id: string) => detailsOf((await leadRecords.within(actor, id)).row)

interface CallNote {
  readonly note: string
  readonly callBackAt?: string | null | undefined
  readonly status?: LeadStatus | undefined
  readonly contactBasis?: ContactBasis | undefined
}

/**
 * Adds the note of a call to a lead within reach, and returns the lead with its calls. Without `status` a new lead
 * becomes contacted. Without `callBackAt` a call-back of today or earlier is removed and a later one stays; null
 * removes any. Without `contactBasis` the open one of the lead is noted, or that of its number. Throws 404 for a lead out of reach, 409 when somebody else changed it meanwhile.
 */
export const noteCall = (actor: Caller, id: string, { note, callBackAt, status, contactBasis: sent }: CallNote) => {
  const at = now()
  const call = { id: randomUUID() as string, at: at as string, by: actor.id, note }
  let contactBasis: ReturnType<typeof basisFor> | undefined
  return leadRecords.edit(
    actor,
    id,
    (row) => detailsOf(row, [{ ...call, contactBasis }]),
    async (before) => {
      contactBasis = await completeBasis(basisFor(before, sent), before.customerPhone)
      const next = callBackAt === undefined ? laterCallBackOf(before) : (callBackAt ?? undefined)
      return {
        verb: 'call',
        after: addIndexKeys({
          ...inStatus(before, status ?? statusAfterCall(before.status)),
          lastCall: { at, note },
          openBasis: openBasisAfter(before, sent, callBackAt),
          callBackAt: next,
        }),
        write: [
          LeadCalls.create({ leadId: id, ...call, contactBasis, former: formerOf(before) }),
          ...(await planCall(before.customerPhone)),
        ],
      }
    },
  )
}

const formerOf = ({ version, status, statusBefore, callBackAt, openBasis }: LeadRow) =>
  ({ version, status, statusBefore, callBackAt, openBasis }) as const

/**
 * Removes the last call of a lead within reach, by its author within ten minutes: the lead becomes what it was, the
 * time in which it may be called included. Throws 409 for another call, later, and once the lead was changed since.
 */
export const undoCall = (actor: Caller, id: string) => {
  let undone: LeadCallRow
  return leadRecords.edit(
    actor,
    id,
    async (row) => {
      const { calls, ...view } = await detailsOf(row)
      return { ...view, calls: calls.filter((one) => one.id !== undone.id) }
    },
    async (before) => {
      const query = LeadCalls.query.primary({ leadId: id })
      const [last, previous] = (await takeRows<LeadCallRow>(query, 2, { order: 'desc', consistent: true })).rows
      if (!last || last.by !== actor.id) throw conflict('Het laatste gesprek is niet van jou')
      if (addSeconds(last.at as Instant, UNDO_MINUTES * 60) < now()) {
        throw conflict(`Ongedaan maken kan tot ${UNDO_MINUTES} minuten na het gesprek`)
      }
      if (last.former?.version !== before.version - 1) throw leadRecords.lost()
      undone = last
      const { status, statusBefore, callBackAt, openBasis } = last.former
      const lastCall = previous && { at: previous.at, note: previous.note }
      return {
        verb: 'undo-call',
        after: addIndexKeys({ ...before, status, statusBefore, callBackAt, openBasis, lastCall }),
        write: [LeadCalls.delete({ leadId: id, at: last.at, id: last.id })],
      }
    },
  )
}

/** Returns the status of a lead after a call: a new lead becomes contacted. */
const statusAfterCall = (status: LeadStatus): LeadStatus => (status === 'new' ? 'contacted' : status)

/** Deletes the notes of all calls of a deleted lead. May be repeated. */
export async function eraseCalls(leadId: string): Promise<void> {
  const calls = await readAll<LeadCallRow>(LeadCalls.query.primary({ leadId }))
  for (let at = 0; at < calls.length; at += BATCH) {
    await Promise.all(
      calls.slice(at, at + BATCH).map((call) => LeadCalls.delete({ leadId, at: call.at, id: call.id }).go()),
    )
  }
}

/** Returns a lead with its calls; `added` are calls that the running transaction stores. */
async function detailsOf(row: LeadRow, added?: Parameters<typeof readCallNotes>[1]) {
  const [view, calls] = await Promise.all([viewOf(row), readCallNotes(row.id, added)])
  return { ...view, calls }
}
