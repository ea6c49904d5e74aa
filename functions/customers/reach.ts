import { type Action, can } from '../../shared/access.ts'
import type { KnownRecord } from '../../shared/contract/leads.ts'
import type { Caller } from '../platform/actor.ts'
import type { KnownCustomerRow } from './entity.ts'

export type Type = KnownRecord['type']

/** Action that lets a reader see hints of each kind of record. */
export const readers: Record<Type, Action> = {
  lead: 'lead:read',
  appointment: 'appointment:read',
  contract: 'contract:manage',
  sale: 'sale:read',
}
export const MAX_READ = 100

export const isWithin = (actor: Caller, { type, teamId, owners }: KnownCustomerRow) =>
  can(actor, readers[type], { teamId, owners })
