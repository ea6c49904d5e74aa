import { seesPersonalData } from '../../shared/access.ts'
import { contractFields } from '../../shared/contracts/record.ts'
import { maskIban } from '../../shared/identifiers.ts'
import { showCall } from '../../shared/numbers/may-call.ts'
import { streetOf } from '../../shared/street.ts'
import { hideUnseenFields } from '../../shared/values/field.ts'
import { findDoNotCalls } from '../known-customers/service.ts'
import { findLeadsById } from '../leads/service.ts'
import { nameOf } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import { withoutIbans } from '../platform/data/account-numbers.ts'
import { findUser } from '../platform/identity/user.ts'
import type { ContractMetadata, ContractRow } from './entity.ts'
import { readGivenTerm } from './reading/term.ts'

/**
 * Returns what the sheets say of a contract beyond its own fields, such as usages, EANs, IBAN, market, team and agent.
 */
export function sheetDetailsOf({ metadata }: Pick<ContractRow, 'metadata'>) {
  const { kvkNumber, electricityUsage, gasUsage, isBusiness, team, agent, ...personal } = (metadata ??
    {}) as ContractMetadata
  const { eanElectricity, eanGas, iban, accountHolder } = personal
  return {
    ...{ kvkNumber, electricityUsage, gasUsage, eanElectricity, eanGas, iban, accountHolder },
    market: isBusiness === undefined ? undefined : isBusiness ? ('zakelijk' as const) : ('particulier' as const),
    teamName: team,
    agentName: agent,
  }
}

/**
 * Returns contracts for the API. Leaves out the EANs for an actor without the right to personal data (rulings 62);
 * masks the IBAN for everybody.
 */
export async function viewsOf(actor: Caller, rows: readonly ContractRow[]) {
  const ids = [
    ...new Set(rows.flatMap(({ assignedTo, statusChangedBy }) => [assignedTo ?? [], statusChangedBy ?? []].flat())),
  ]
  const leadIds = rows.flatMap(({ leadId }) => (leadId === undefined ? [] : [leadId]))
  const [users, closed, leads] = await Promise.all([
    Promise.all(ids.map(findUser)),
    findDoNotCalls(rows.map(({ customerPhone }) => customerPhone)),
    findLeadsById(leadIds),
  ])
  const personOf = (id: string) => {
    const user = users.find((one) => one?.id === id)
    return user ? nameOf(user) : { id, firstName: 'Onbekend', lastName: '' }
  }
  const unseen = hideUnseenFields(actor, contractFields)
  return rows.map((row) => {
    const lead = row.leadId === undefined ? undefined : leads.get(row.leadId)
    const { accountHolder: _, iban, ...details } = sheetDetailsOf(row)
    return {
      ...row,
      ...details,
      ...readGivenTerm(row),
      // Older imports also stored the house number in the field of the street; `streetOf` removes it.
      address: streetOf(row),
      saleId: row.signed?.by.at(-1) ?? row.sales?.at(-1),
      ...unseen,
      iban: iban && maskIban(iban),
      assignedTo: row.assignedTo === undefined ? undefined : personOf(row.assignedTo),
      statusChangedBy: row.statusChangedBy === undefined ? undefined : personOf(row.statusChangedBy),
      lead: lead && { id: lead.id, status: lead.status, lastContactAt: lead.lastCall?.at },
      doNotCallSince: (row.customerPhone && closed.get(row.customerPhone)) || null,
      mayCall: showCall(row, closed.has(row.customerPhone ?? '')),
    }
  })
}

/**
 * Returns the account holder and sheet columns of a contract, with masked account numbers; undefined for actors without
 * the right to personal data.
 */
export function personalDetailsOf(actor: Caller, row: ContractRow) {
  if (!seesPersonalData(actor)) return { accountHolder: undefined, rawRow: undefined }
  const cells = Object.entries((row.rawRow ?? {}) as Record<string, string>)
  cells.sort(([one], [other]) => one.localeCompare(other, 'nl'))
  return {
    accountHolder: sheetDetailsOf(row).accountHolder,
    rawRow: cells.map(([column, text]) => ({ column, text: withoutIbans(text) })),
  }
}
