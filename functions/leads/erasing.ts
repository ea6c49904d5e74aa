import { type Instant, type LocalDate, localDateOf } from '../../shared/time.ts'
import { readAll } from '../platform/data/rows.ts'
import { commitErased, ERASED_NAME, type Erasable, eraseWith, listAuditedCustomers } from '../records/erasing.ts'
import { LeadCalls } from './call-entity.ts'
import { eraseCalls } from './calls.ts'
import type { LeadRow } from './entity.ts'
import { readEveryLead } from './findable.ts'
import { findLead, leadRecords } from './records.ts'

/** Fields of a lead that its lines in the audit log keep. */
const kept = ['status', 'statusBefore', 'priority', 'ownerId', 'owner', 'teamId', 'energyType', 'createdBy']

/** Erases leads with the notes of their calls: a lead is a wish to sell, of which nothing has to stay. */
export const erasableLeads: Erasable = {
  find: async (id) => {
    const row = await findLead(id)
    if (!row) return null
    return {
      name: row.customerName,
      date: row.createdAt.slice(0, 10),
      stays: null,
      usedOn: usedOn(row),
      rows: { lead: [row], calls: await readAll(LeadCalls.query.primary({ leadId: id })) },
      audited: [{ type: 'lead', id, kept, name: ERASED_NAME }, ...listAuditedCustomers(row)],
      erase: async (permit) => {
        await eraseCalls(id)
        await commitErased(permit, leadRecords.removed(row, eraseWith()))
      },
    }
  },
}

/** Returns the last day on which somebody worked on a lead, or may still want to: a call-back, the end of the contract. */
const usedOn = ({ updatedAt, callBackAt, contractEndDate }: LeadRow): LocalDate =>
  [updatedAt, callBackAt ?? '', contractEndDate ?? '']
    .map((day) => (day.includes('T') ? localDateOf(day as Instant) : day))
    .sort()
    .at(-1) as LocalDate

/** Lists the leads that were last used before a day, each with the day of its creation. */
export async function listUnusedLeads(before: LocalDate): Promise<{ id: string; date: string }[]> {
  const found = []
  for await (const row of readEveryLead()) {
    if (usedOn(row) < before) found.push({ id: row.id, date: row.createdAt.slice(0, 10) })
  }
  return found
}
