import { findRecordOfCustomer } from '../../known-customers/service.ts'
import { findLead, type LeadRow, planOwnership } from '../../leads/service.ts'
import { readLeadHolders } from '../../people/service.ts'
import { log } from '../../platform/log.ts'
import { catchRefusal } from '../../records/refusal.ts'
import { findStarter } from '../../records/run.ts'
import type { ContractRow } from '../entity.ts'
import { contractRecords } from '../service.ts'
import { planContractAssignment } from './assigning.ts'

/** A contract that an upload created, and the name of the colleague in its row. */
interface Named {
  readonly id: string
  readonly name: string
}

/**
 * Assigns contracts that an upload created to the colleagues whom its rows name, each with a lead; may be repeated.
 * Leaves a contract as it is when somebody assigned it meanwhile, and when the name is not that of one person who may
 * have leads. `by` is the id of the person who uploaded the file.
 */
export async function assignCreated(uploadId: string, by: string, named: readonly Named[]): Promise<void> {
  const actor = await findStarter({ id: uploadId, startedById: by })
  if (!actor) return
  const find = await readLeadHolders()
  for (const { id, name } of named) {
    const person = find(name)
    if (!person) continue
    const change = contractRecords.edit(
      actor,
      id,
      () => undefined,
      async (row) => {
        if (row.assignedTo !== undefined || row.leadId !== undefined) return null
        const [owner, lead] = await Promise.all([planOwnership(actor, person.id, 'agentId'), leadFor(row, person.id)])
        return planContractAssignment(row, lead, owner, actor.id).edit
      },
    )
    const message = await catchRefusal(change)
    if (message !== null) log.warn('contract of a sheet not assigned', { contract: id, message })
  }
}

/** Returns the lead that a person already has of a contract's customer, unless it is of another contract. */
async function leadFor(row: ContractRow, ownerId: string): Promise<LeadRow | null> {
  const known = await findRecordOfCustomer('lead', row)
  const lead = known === null ? null : await findLead(known)
  const isOwn = lead?.ownerId === ownerId && (lead.contractId === undefined || lead.contractId === row.id)
  return isOwn ? lead : null
}
