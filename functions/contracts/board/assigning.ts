import { unprocessable } from '../../../shared/errors.ts'
import type { NewLead } from '../../../shared/leads/schemas.ts'
import { streetOf } from '../../../shared/street.ts'
import { changesToAssignLead, countCallableLeads, findLead, type LeadRow, planOwnership } from '../../leads/service.ts'
import { findLeadAgents } from '../../people/service.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { commitNothing } from '../../platform/data/commit.ts'
import type { Notice } from '../../platform/data/notifications.ts'
import { fullName } from '../../platform/identity/user.ts'
import type { Edit } from '../../records/record.ts'
import { catchRefusal } from '../../records/refusal.ts'
import type { ContractRow } from '../entity.ts'
import { contractRecords } from '../service.ts'

interface Assignment {
  readonly ids: readonly string[]
  readonly agentId?: string | null | undefined
  readonly teamId?: number | null | undefined
  readonly offset?: number | undefined
}

/**
 * Assigns contracts to a person, or to the agents of a team in turn; creates or moves the lead of each (rulings 58). A
 * contract of somebody in the team stays with them. `offset` is the number of contracts in earlier calls for the same
 * selection, so that the turns continue. Returns the numbers of assigned and unchanged contracts, and the failed ones
 * with the reason. Throws 422 for a person who may not have leads, and for a team without agents who may.
 */
export async function assignContracts(actor: Caller, { ids, agentId, teamId, offset = 0 }: Assignment) {
  const permit = authorise(actor, 'contract:manage')
  const people = agentId ? [agentId] : await agentIdsOf(teamId ?? 0)
  const owners = await Promise.all(people.map((id) => planOwnership(actor, id, agentId ? 'agentId' : 'teamId')))
  const failed: { id: string; message: string }[] = []
  const chosen = [...new Set(ids)]
  let assigned = 0
  for (const [index, id] of chosen.entries()) {
    let isChanged = false
    const change = contractRecords.edit(
      actor,
      id,
      () => undefined,
      async (row) => {
        const lead = row.leadId === undefined ? null : await findLead(row.leadId)
        const turn = owners[(offset + index) % owners.length]
        isChanged = turn !== undefined && !(lead && people.includes(lead.ownerId) && row.assignedTo === lead.ownerId)
        if (!turn || !isChanged) return null
        return planContractAssignment(row, lead, turn, actor.id).edit
      },
    )
    const message = await catchRefusal(change)
    if (message !== null) failed.push({ id, message })
    else if (isChanged) assigned += 1
  }
  return commitNothing(permit, { assigned, unchanged: chosen.length - assigned - failed.length, failed })
}

/** Person to whom leads may be assigned, with conditions that refuse the assignment if that is no longer so. */
export type Owner = Awaited<ReturnType<typeof planOwnership>>

/**
 * Returns the edit that assigns a contract and its lead to a person; creates a lead when `lead` is null. `by` is the id
 * of the person who assigns. Also returns the version of the lead after the edit.
 */
export function planContractAssignment(
  row: ContractRow,
  lead: LeadRow | null,
  { owner, conditions }: Owner,
  by: string,
) {
  const made = changesToAssignLead(lead, { owner, by, contractId: row.id, form: leadFrom(row) })
  const { ownerId: assignedTo, teamId: team } = owner
  const after = { ...row, assignedTo, assignedTeamId: team ?? undefined, leadId: made.id }
  const isOthers = assignedTo !== row.assignedTo
  const notify: Notice[] = isOthers ? [{ kind: 'contract-assigned', to: assignedTo, subject: made.id, facts: {} }] : []
  const edit: Edit<ContractRow> = { verb: 'assign', conditions, after, notify, also: made.changes }
  return { edit, leadVersion: made.version }
}

/**
 * Returns the agents of a team to whom contracts can be assigned, each with the number of their open leads that may be
 * called.
 */
export async function listAgentLoads(actor: Caller, teamId: number) {
  authorise(actor, 'contract:manage')
  const agents = await findLeadAgents(teamId)
  const open = await countCallableLeads(agents.map(({ id }) => id))
  const loads = agents.map(({ id, firstName, lastName }) => ({ id, firstName, lastName, openLeads: open.get(id) ?? 0 }))
  return { agents: loads.sort((one, other) => fullName(one).localeCompare(fullName(other), 'nl')) }
}

/** Returns the ids of a team's active agents who may have leads. Throws 422 when there are none. */
async function agentIdsOf(teamId: number): Promise<string[]> {
  const agents = await findLeadAgents(teamId)
  if (agents.length === 0) throw unprocessable('Dit team heeft geen actieve agents met toegang tot leads', 'teamId')
  return agents.map(({ id }) => id)
}

/** Returns the fields that a lead copies from a contract. */
const leadFrom = (row: ContractRow): NewLead => ({
  customerName: row.customerName,
  companyName: row.companyName,
  customerEmail: row.customerEmail,
  customerPhone: row.customerPhone,
  address: streetOf(row),
  houseNumber: row.houseNumber,
  postalCode: row.postalCode,
  city: row.city,
  currentSupplier: row.supplier,
  contractEndDate: row.expiryDate,
  notes: row.notes,
  source: 'Aflopend contract',
})
