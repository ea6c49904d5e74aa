import { type FindByName, type Ownership, ownershipOf, readLeadHolders } from '../../people/service.ts'
import type { ImportedLead } from './rows.ts'

/** Reads the people who may have leads; nobody when no row names an owner. */
export const readOwners = async (leads: readonly ImportedLead[]): Promise<FindByName> =>
  leads.every(({ ownerName }) => ownerName === undefined) ? () => undefined : readLeadHolders()

/** Returns the owner whom a row names; undefined without a name, and for a name of nobody. */
export function ownerNamedIn(find: FindByName, { ownerName }: ImportedLead): Ownership | undefined {
  const person = ownerName === undefined ? undefined : find(ownerName)
  return person && ownershipOf(person)
}
