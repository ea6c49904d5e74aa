import { readAll } from '../platform/data/rows.ts'
import { commitErased, ERASED_NAME, type Erasable, eraseWith, listAuditedCustomers } from '../records/erasing.ts'
import { LeadCalls } from './call-entity.ts'
import { eraseCalls } from './calls.ts'
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
      rows: { lead: [row], calls: await readAll(LeadCalls.query.primary({ leadId: id })) },
      audited: [{ type: 'lead', id, kept, name: ERASED_NAME }, ...listAuditedCustomers(row)],
      erase: async (permit) => {
        await eraseCalls(id)
        await commitErased(permit, leadRecords.removed(row, eraseWith()))
      },
    }
  },
}
