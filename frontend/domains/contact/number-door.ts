import { useQuery } from '@tanstack/react-query'
import { customers } from '../../../shared/api/customers.ts'
import type { OpenBasis } from '../../../shared/api/parts/contact-basis.ts'
import { phonesInPath } from '../../../shared/identifiers.ts'
import { type CallState, callPartOf } from '../../../shared/numbers/states.ts'
import { now } from '../../../shared/time.ts'
import { query } from '../../lib/query.ts'

/** Lead whose conversations say why it may be called for a while. */
export interface CalledLead {
  readonly id: string
  readonly openBasis: OpenBasis | null
}

/** Opens a number to call: asks the server whether and how it is offered; always anew, as the answer may have changed. */
export const useNumberDoor = (phone: string | null) =>
  useQuery({
    // A text without a valid number is asked too, as the answer says so.
    ...query(customers.mayCall, {
      ...{ params: { number: phonesInPath(phone ?? '') || (phone ?? '') }, query: { opens: 'true' } },
    }),
    staleTime: 0,
    enabled: phone !== null,
  })

/**
 * Returns the reason to call a lead that holds now, where its number is in a state. Null without one, and for a closed
 * number or one with a withdrawn consent, which get no offer (market 67e).
 */
export function openBasisOf(lead: CalledLead | undefined, state: CallState): OpenBasis | null {
  const open = callPartOf(state) === 'closed' ? null : (lead?.openBasis ?? null)
  return open && open.from <= now() && now() <= open.until ? open : null
}
