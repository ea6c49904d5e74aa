import { type Action, can } from '../../shared/access.ts'
import type { KnownRecord } from '../../shared/api/leads.ts'
import type { Caller } from '../platform/actor.ts'
import type { KnownCustomerRow } from './entity.ts'

export type Type = KnownRecord['type']

/** For each kind of record, the action that lets an actor see it in a hint that its customer is known. */
export const readers: Record<Type, Action> = {
  lead: 'lead:read',
  appointment: 'appointment:read',
  contract: 'contract:manage',
  sale: 'sale:read',
}
/** Maximum number of index rows read of one phone number or address. */
export const MAX_READ = 100

/**
 * Tells whether an actor may see the record, such as a lead, that a row of the index of known customers belongs to. The
 * row has the record's team and owners.
 */
export const canSeeKnownRecord = (actor: Caller, { type, teamId, owners }: KnownCustomerRow) =>
  can(actor, readers[type], { teamId, owners })
