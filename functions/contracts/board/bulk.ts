import type { ContractChange } from '../../../shared/contracts/schemas.ts'
import { conflict, unprocessable } from '../../../shared/errors.ts'
import { changesToAssignLead, changesToDeleteLead, findLead, planOwnership } from '../../leads/service.ts'
import { namesOf } from '../../people/service.ts'
import type { Caller } from '../../platform/actor.ts'
import { bulkOf, type Placed, type Planned } from '../../records/bulk-runs.ts'
import type { ContractRow } from '../entity.ts'
import { contractRecords, editStatusAndNotes } from '../service.ts'
import { planContractAssignment } from './assigning.ts'

/** Fields that a run sets. */
interface Change extends ContractChange {
  /** Ids of the agents who get the contracts in turn; absent when the run sets a status. */
  readonly agentIds?: readonly string[] | undefined
}

/**
 * Fields that a run sets. For an undo, the values from before the run: `worked` after a change of status, `given` after
 * an assignment.
 */
interface Wish extends Change {
  readonly worked?: Pick<ContractRow, 'salesStatus' | 'notes' | 'signed' | 'statusChangedAt' | 'statusChangedBy'>
  readonly given?: Pick<ContractRow, 'assignedTo' | 'assignedTeamId' | 'leadId'> & {
    /** Former owner of the lead; absent for a lead that the run created. */
    readonly ownerId?: string | undefined
    readonly leadVersion: number
  }
}

/**
 * Functions of bulk runs that set the sales status and notes of contracts, or assign contracts to agents as leads
 * (rulings 58). A run can be undone.
 */
export const contractBulk = bulkOf({
  ...{ type: 'contract-run', action: 'contract:manage', step: 'contract-bulk', by: 'contracts' },
  namesOf,
  shown: ({ salesStatus, notes, agentIds }: Wish) => ({
    ...{ salesStatus, notes: notes ?? undefined, agentIds: agentIds && [...agentIds] },
  }),
  records: contractRecords,
  nameOf: ({ customerName }) => customerName,
  plan: (actor, row, wish, turn) => (turn.isUndo ? undoChange(actor, row, wish) : makeChange(actor, row, wish, turn)),
})

/**
 * Returns the change that sets a contract's status and notes, or assigns it to the agent whose turn it is. Throws 422
 * when nothing would change, and for an agent who may not have leads.
 */
async function makeChange(
  actor: Caller,
  row: ContractRow,
  { agentIds, ...change }: Change,
  { place }: Placed,
): Promise<Planned<ContractRow, Wish>> {
  if (!agentIds) {
    const edit = editStatusAndNotes(row, change, actor.id)
    if (!edit) throw unprocessable('Heeft deze status al')
    const { salesStatus, notes, signed, statusChangedAt, statusChangedBy } = row
    return { edit, before: { worked: { salesStatus, notes, signed, statusChangedAt, statusChangedBy } } }
  }
  const agentId = agentIds[place % agentIds.length] as string
  const [lead, owner] = await Promise.all([leadOf(row), planOwnership(actor, agentId, 'agentIds')])
  if (lead?.ownerId === agentId && row.assignedTo === agentId) throw unprocessable('Heeft deze agent al')
  const { edit, leadVersion } = planContractAssignment(row, lead, owner, actor.id)
  const { assignedTo, assignedTeamId, leadId } = row
  return { edit, before: { given: { assignedTo, assignedTeamId, leadId, ownerId: lead?.ownerId, leadVersion } } }
}

/**
 * Returns the change that restores a contract and its lead to their values from before a run; a lead that the run
 * created is deleted. Throws 409 when somebody changed the lead since, or its former owner may not have leads any more.
 */
async function undoChange(actor: Caller, row: ContractRow, wish: Wish): Promise<Planned<ContractRow, Wish>> {
  if (wish.worked) return { edit: { verb: 'status', after: { ...row, ...UNWORKED, ...wish.worked } }, before: {} }
  const { ownerId, leadVersion, ...given } = wish.given as NonNullable<Wish['given']>
  const edit = { verb: 'assign', after: { ...row, ...NOBODYS, ...given } }
  const lead = await leadOf(row)
  if (!lead) return { edit, before: {} }
  if (lead.version !== leadVersion) throw conflict('Er is daarna aan de lead gewerkt')
  if (ownerId === undefined) return { edit: { ...edit, also: changesToDeleteLead(lead) }, before: {} }
  const { owner, conditions } = await planOwnership(actor, ownerId, 'agentIds')
  const { changes } = changesToAssignLead(lead, { owner, by: actor.id, contractId: row.id, form: lead })
  return { edit: { ...edit, conditions, also: changes }, before: {} }
}

const UNWORKED = { notes: undefined, signed: undefined, statusChangedAt: undefined, statusChangedBy: undefined }
const NOBODYS = { assignedTo: undefined, assignedTeamId: undefined, leadId: undefined }

const leadOf = ({ leadId }: ContractRow) => (leadId === undefined ? null : findLead(leadId))
