import { randomUUID } from 'node:crypto'
import { type LeadStatus, leadHistoryFields } from '../../shared/contract/leads.ts'
import { now } from '../../shared/time.ts'
import type { Caller } from '../platform/actor.ts'
import { readAll } from '../platform/data/rows.ts'
import { historyOf } from '../records/history.ts'
import { type LeadCallRow, LeadCalls, type LeadRow } from './entity.ts'
import { addIndexKeys, laterCallBack } from './rules.ts'
import { callsOf, inStatus, leadRecords, viewOf } from './service.ts'

/** Calls of a lead that are erased in parallel. */
const BATCH = 25

/** Returns one lead within reach, with the notes of its calls, newest first. */
export const leadDetails = async (actor: Caller, id: string) => detailsOf((await leadRecords.within(actor, id)).row)

/**
 * Returns the history of a lead within reach, newest first, without the notes of calls, which are stored with those.
 * Throws 404 otherwise.
 */
export async function leadHistory(actor: Caller, id: string) {
  await leadRecords.within(actor, id)
  return historyOf({ type: 'lead', fields: leadHistoryFields, verbs: [] }, id)
}

interface CallNote {
  readonly note: string
  readonly callBackAt?: string | null | undefined
  readonly status?: LeadStatus | undefined
}

/**
 * Adds a call to a lead within reach. A new lead becomes contacted, and a call-back of today or before is done; a later
 * call-back stays unless another one is given.
 */
export const noteCall = (actor: Caller, id: string, { note, callBackAt, status }: CallNote) => {
  const at = now()
  const call = { id: randomUUID() as string, at: at as string, by: actor.id, note }
  return leadRecords.edit(
    actor,
    id,
    (before) => {
      const next = callBackAt === undefined ? laterCallBack(before) : (callBackAt ?? undefined)
      return {
        verb: 'call',
        after: addIndexKeys({
          ...inStatus(before, status ?? called(before.status)),
          lastCall: { at, note },
          callBackAt: next,
        }),
        write: [LeadCalls.create({ leadId: id, ...call })],
      }
    },
    (row) => detailsOf(row, [call]),
  )
}

/** Returns the status of a lead after a call. */
const called = (status: LeadStatus): LeadStatus => (status === 'new' ? 'contacted' : status)

/** Erases the calls of a deleted lead. May be repeated any number of times. */
export async function eraseCalls(leadId: string): Promise<void> {
  const calls = await readAll<LeadCallRow>(LeadCalls.query.primary({ leadId }))
  for (let at = 0; at < calls.length; at += BATCH) {
    await Promise.all(
      calls.slice(at, at + BATCH).map((call) => LeadCalls.delete({ leadId, at: call.at, id: call.id }).go()),
    )
  }
}

/** A lead with its calls, those first that are being written. */
async function detailsOf(row: LeadRow, added?: Parameters<typeof callsOf>[1]) {
  const [view, calls] = await Promise.all([viewOf(row), callsOf(row.id, added)])
  return { ...view, calls }
}
