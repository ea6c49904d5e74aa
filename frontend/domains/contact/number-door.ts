import { useQuery, useQueryClient } from '@tanstack/react-query'
import { customers } from '../../../shared/api/customers.ts'
import type { NumberState } from '../../../shared/api/parts/calling.ts'
import type { OpenBasis } from '../../../shared/api/parts/contact-basis.ts'
import { phonesInPath } from '../../../shared/identifiers.ts'
import { type CallState, callPartOf } from '../../../shared/numbers/states.ts'
import { now } from '../../../shared/time.ts'
import { call } from '../../lib/client.ts'
import { query } from '../../lib/query.ts'
import { toast } from '../../ui/messages/toast.ts'

/** Lead whose conversations say why it may be called for a while. */
export interface CalledLead {
  readonly id: string
  readonly openBasis: OpenBasis | null
}

// A text without a valid number is asked too, as the answer says so.
const inputOf = (phone: string, opens: boolean) => ({
  params: { number: phonesInPath(phone) || phone },
  query: opens ? ({ opens: 'true' } as const) : {},
})

/**
 * Asks the server whether and how a number is offered to call; always anew, as the answer may have changed. With `opens`
 * the user has the number open to call, which colleagues see.
 */
export function useNumberDoor(phone: string | null, opens = false) {
  const client = useQueryClient()
  const asked = (isOpened: boolean) => query(customers.mayCall, inputOf(phone ?? '', isOpened))
  return useQuery({
    ...asked(opens),
    // The other question has the same answer but for who calls, so nothing moves while this one loads.
    placeholderData: () => client.getQueryData<NumberState>(asked(!opens).queryKey),
    staleTime: 0,
    enabled: phone !== null,
  })
}

/** Notes that the user calls a number, which colleagues see; a toast names the colleague who has it open already. */
export function openNumber(phone: string): void {
  call(customers.mayCall, inputOf(phone, true)).then(
    ({ calledBy }) => calledBy && toast({ title: describeCaller(calledBy), tone: 'info' }),
    // The call itself needs no answer.
    () => {},
  )
}

/** Says in words who has a number open to call. */
export const describeCaller = ({ firstName }: NonNullable<NumberState['calledBy']>): string =>
  `${firstName ?? 'Een collega'} belt deze klant nu`

/**
 * Returns the reason to call a lead that holds now, where its number is in a state. Null without one, and for a closed
 * number or one with a withdrawn consent, which get no offer (market 67e).
 */
export function openBasisOf(lead: CalledLead | undefined, state: CallState): OpenBasis | null {
  const open = callPartOf(state) === 'closed' ? null : (lead?.openBasis ?? null)
  return open && open.from <= now() && now() <= open.until ? open : null
}
