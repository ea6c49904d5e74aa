import { lead } from '../../shared/leads/record.ts'
import type { Caller } from '../platform/actor.ts'
import { readHistory } from '../records/history.ts'
import { leadRecords } from './records.ts'

/**
 * Returns the changes of a lead, at most 50, newest first, without notes of calls; `isComplete` tells whether these are
 * all. Throws 404 when the lead is out of reach.
 */
export async function readLeadHistory(actor: Caller, id: string) {
  await leadRecords.within(actor, id)
  return readHistory({ type: 'lead', fields: lead.logged, verbs: [] }, id)
}
