import type { SalesStatus } from '../../shared/api/parts/statuses.ts'
import { callMarks } from '../../shared/numbers/states.ts'
import {
  commitErased,
  ERASED_NAME,
  type Erasable,
  eraseWith,
  isStoredAlike,
  keepOnly,
  listAuditedCustomers,
} from '../records/erasing.ts'
import type { ContractRow } from './entity.ts'
import { contractTraceWrites } from './import/storing.ts'
import { contractRecords, findContract } from './service.ts'

/** Attributes of a contract that say what ended when and who worked on it, and nothing about the customer. */
const kept = [
  ...(['id', 'version', 'uploadId', 'supplier', 'productName', 'signedDate', 'durationValue'] as const),
  ...(['durationUnit', 'expiryDate', 'expiryMonth', 'statedTermParts', 'status', 'salesStatus'] as const),
  ...(['assignedTo', 'assignedTeamId', 'leadId', 'appointmentId', 'sales', 'signed', ...callMarks] as const),
  ...(['statusChangedAt', 'statusChangedBy', 'createdAt', 'updatedAt'] as const),
] as const satisfies readonly (keyof ContractRow)[]

/** Sales statuses of contracts that somebody still works on. */
const open: readonly SalesStatus[] = ['nieuw', 'afspraak_ingepland']

/** Erases contracts, with every cell of their sheets; an open one leaves the board. */
export const erasableContracts: Erasable = {
  find: async (id) => {
    const row = await findContract(id)
    if (!row) return null
    const salesStatus = open.includes(row.salesStatus) ? 'geen_interesse' : row.salesStatus
    const after = keepOnly(row, kept, { customerName: ERASED_NAME, salesStatus })
    return {
      name: row.customerName,
      date: row.expiryDate,
      stays: null,
      rows: { contract: [row] },
      audited: [{ type: 'contract', id, kept, name: ERASED_NAME }, ...listAuditedCustomers(row)],
      erase: async (permit) => {
        if (isStoredAlike(row, after)) return
        const traces = contractTraceWrites(row, after)
        await commitErased(permit, contractRecords.changed(row, after, eraseWith(...traces)).changes)
      },
    }
  },
}
