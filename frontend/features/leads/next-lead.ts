import type { Lead } from '../../../shared/leads/schemas.ts'

/** Tells whether a lead has a number that may be called, and is neither converted nor not interested. */
const isToCall = ({ customerPhone, doNotCall, status }: Lead): boolean =>
  customerPhone !== null && !doNotCall && status !== 'not-interested' && status !== 'converted'

/**
 * Returns the next lead to call after the lead `id` in the loaded list; undefined if none follows. Starts at the top
 * when the lead `id` is not in the list.
 */
export function findNextToCall(leads: readonly Lead[], id: string): Lead | undefined {
  const at = leads.findIndex((lead) => lead.id === id)
  return leads.slice(at + 1).find((lead) => lead.id !== id && isToCall(lead))
}
