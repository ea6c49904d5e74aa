import type { Lead } from '../../../shared/contract/leads.ts'

/** Tells whether a lead can still be called: its number may be called, and it is neither converted nor uninterested. */
const isToCall = ({ customerPhone, doNotCall, status }: Lead): boolean =>
  customerPhone !== null && !doNotCall && status !== 'not-interested' && status !== 'converted'

/**
 * Returns the next lead to call in the list after the lead `id`; undefined if none follows. Starts at the top when that
 * lead is not listed.
 */
export function nextToCall(leads: readonly Lead[], id: string): Lead | undefined {
  const at = leads.findIndex((lead) => lead.id === id)
  return leads.slice(at + 1).find((lead) => lead.id !== id && isToCall(lead))
}
