import { callMarks } from '../../shared/numbers/states.ts'
import { traceWritesFor } from '../known-customers/service.ts'
import { buildMarker, markRecordsWith } from '../numbers/service.ts'
import { records } from '../records/record.ts'
import { type LeadRow, Leads } from './entity.ts'
import { contributionsOf, derived, ownersOf } from './rules.ts'

/** Fields of a lead. When one of them changes, the contract that the lead was made from is updated too. */
export const fieldsForContract = ['ownerId', 'appointmentId', 'saleId'] as const

/** Functions that find, create, change and delete leads, with audit, counters, notifications and index rows. */
export const leadRecords = records<LeadRow>({
  type: 'lead',
  entity: Leads,
  called: 'deze lead',
  ownersOf,
  actions: { read: 'lead:read', create: 'lead:create', edit: 'lead:edit', remove: 'lead:edit' },
  marks: ['owner', ...callMarks],
  derived: [...derived, 'phoneBy', ...callMarks, 'madeBy', 'touched', 'former'],
  contributions: contributionsOf,
  alongside: traceWritesFor<LeadRow>('lead', { ownersOf, dateOf: ({ createdAt }) => createdAt.slice(0, 10) }),
  notifies: (before, after) =>
    after && before?.ownerId !== after.ownerId
      ? [{ kind: 'lead-assigned', to: after.ownerId, subject: after.id, facts: {} }]
      : [],
  follows: (before, after) => {
    const changed = fieldsForContract.filter((name) => before?.[name] !== after?.[name])
    return before?.contractId && changed.length > 0
      ? [{ kind: 'contract-lead', subject: before.contractId, facts: { changed } }]
      : []
  },
})

/** Finds a lead, strongly consistent, or null. For callers that check rights themselves. */
export async function findLead(id: string): Promise<LeadRow | null> {
  const { data } = await Leads.get({ id }).go({ consistent: true })
  return data as LeadRow | null
}

/**
 * Corrects the mark of a lead whether it may be called, with its counters; returns false when the lead keeps changing.
 */
export const markLead = buildMarker<LeadRow>(findLead, leadRecords.marking)

/** Corrects the marks of the leads with a number of these phone fields; see `markRecordsWith`. */
export const markLeadsWith = (phones: readonly (string | null | undefined)[]): Promise<void> =>
  markRecordsWith('lead', phones, markLead)
