import { fieldsForContract, findLead } from '../leads/service.ts'
import { asSystem } from '../platform/actor.ts'
import { commitAll, isWritten } from '../platform/data/commit.ts'
import type { ContractRow } from './entity.ts'
import { contractRecords, findContract, withAppointment, withSale } from './service.ts'

/**
 * Maximum number of attempts when others change the contract meanwhile. After the last, an error makes the event come
 * again.
 */
const TRIES = 8

const BY = 'leads'

/**
 * Updates a contract after its lead changed; may be repeated. Copies the owner, or clears it when the lead was deleted;
 * copies appointment and sale only when `changed` names them. Throws when others keep changing the contract, so that
 * the event is delivered again.
 */
export async function followLead(
  contractId: string,
  changed: readonly CopiedField[] = fieldsForContract,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const before = await findContract(contractId)
    if (!before?.leadId) return
    const lead = await findLead(before.leadId)
    const after = lead ? copyFromLead(before, lead, changed) : withoutLead(before)
    if (after === before) return
    const verb =
      after.salesStatus === before.salesStatus && after.assignedTo !== before.assignedTo ? 'assign' : 'status'
    const { changes } = contractRecords.changed(before, after, { verb })
    if (await isWritten(commitAll(asSystem(BY), changes))) return
    if (attempt === TRIES) throw new Error(`The contract ${before.id} is changed all the while`)
  }
}

const withoutLead = (row: ContractRow): ContractRow => ({
  ...row,
  leadId: undefined,
  assignedTo: undefined,
  assignedTeamId: undefined,
})

interface Followed {
  readonly ownerId: string
  readonly teamId?: number | undefined
  readonly appointmentId?: string | undefined
  readonly saleId?: string | undefined
}

type CopiedField = (typeof fieldsForContract)[number]

function copyFromLead(row: ContractRow, lead: Followed, changed: readonly CopiedField[]): ContractRow {
  const copied = (name: 'appointmentId' | 'saleId') => (changed.includes(name) ? lead[name] : undefined)
  const { ownerId, teamId } = lead
  const before = row.assignedTo === ownerId ? row : { ...row, assignedTo: ownerId, assignedTeamId: teamId }
  const saleId = copied('saleId')
  const sold = saleId === undefined ? before : withSale(before, saleId, `system:${BY}`)
  const appointmentId = copied('appointmentId')
  const isPlanned = sold === before && appointmentId !== undefined && appointmentId !== row.appointmentId
  return isPlanned ? withAppointment(before, appointmentId, `system:${BY}`) : sold
}
