import { type Action, can } from '../../shared/access.ts'
import type { KnownRecord } from '../../shared/contract/leads.ts'
import type { Caller } from '../platform/actor.ts'
import type { KnownCustomerRow } from './entity.ts'

export type Type = KnownRecord['type']

/** For each kind of record, the action that lets a reader see hints about it. */
export const readers: Record<Type, Action> = {
  lead: 'lead:read',
  appointment: 'appointment:read',
  contract: 'contract:manage',
  sale: 'sale:read',
}
/** Maximum number of index rows read of one phone number or address. */
export const MAX_READ = 100

/** Tells whether an actor may see hints about the record, such as a lead, behind a customer index row. */
export const isWithin = (actor: Caller, { type, teamId, owners }: KnownCustomerRow) =>
  can(actor, readers[type], { teamId, owners })
