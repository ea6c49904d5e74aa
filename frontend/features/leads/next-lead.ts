import type { Lead } from '../../../shared/contract/leads.ts'

/** Tells whether a lead is still to be called. */
const isToCall = ({ customerPhone, doNotCall, status }: Lead): boolean =>
  customerPhone !== null && !doNotCall && status !== 'not-interested' && status !== 'converted'

/** The next lead of a list to call, after one of them; the first where that is not in it. Undefined at the end. */
export function nextToCall(leads: readonly Lead[], id: string): Lead | undefined {
  const at = leads.findIndex((lead) => lead.id === id)
  return leads.slice(at + 1).find((lead) => lead.id !== id && isToCall(lead))
}
