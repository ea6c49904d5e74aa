import { foldText } from '../../shared/folded.ts'
import { findLeadHolders } from '../people/service.ts'
import { fullName } from '../platform/identity/user.ts'
import type { ImportedLead } from './import-rows.ts'
import { type Ownership, ownershipOf } from './service.ts'

/** Owners of leads by their folded full names. */
export type OwnersByName = ReadonlyMap<string, Ownership>

/** Returns the people who may have leads by name, without names of several people; nobody when no row names an owner. */
export async function readOwnersByName(leads: readonly ImportedLead[]): Promise<OwnersByName> {
  if (leads.every(({ ownerName }) => ownerName === undefined)) return new Map()
  const named = Map.groupBy(await findLeadHolders(), (person) => foldText(fullName(person)))
  return new Map(
    [...named].flatMap(([name, [one, ...others]]) => (one && others.length === 0 ? [[name, ownershipOf(one)]] : [])),
  )
}

/** Returns the owner whom a row names; undefined without a name, and for a name of nobody. */
export const ownerNamedIn = (owners: OwnersByName, { ownerName }: ImportedLead): Ownership | undefined =>
  ownerName === undefined ? undefined : owners.get(foldText(ownerName.replaceAll(/\s+/g, ' ')))
