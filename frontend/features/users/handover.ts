import { useQuery } from '@tanstack/react-query'
import { appointments } from '../../../shared/api/appointments.ts'
import { leads } from '../../../shared/api/leads.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { runAction } from '../../lib/freshness.ts'
import { query } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'

/** Numbers of open appointments and leads of a person, which a colleague can take over. */
export interface Open {
  readonly appointments: number
  readonly leads: number
}

/**
 * Fetches how many open appointments and leads a person has, never from the cache. Counts only those that the user may
 * hand over.
 */
export function useOpenWork(userId: string) {
  const input = { query: { userId } }
  const anew = { staleTime: 0, gcTime: 0 }
  const queries = [
    useQuery({ ...query(appointments.openOf, input), ...anew, enabled: useCan('appointment:handover') }),
    useQuery({ ...query(leads.openOf, input), ...anew, enabled: useCan('lead:handover') }),
  ] as const
  return {
    open: { appointments: queries[0].data?.open ?? 0, leads: queries[1].data?.open ?? 0 } satisfies Open,
    isLoading: queries.some(({ isLoading }) => isLoading),
    isError: queries.some(({ isError }) => isError),
    refetch: () => Promise.all(queries.filter(({ isEnabled }) => isEnabled).map(({ refetch }) => refetch())),
  }
}

/**
 * Hands all open appointments and leads of a person to a colleague, in several requests. Calls `onLeft` after each
 * request. Throws `CallError` when a request fails, or moves nothing although some are left.
 */
export const handOverAll = (
  open: Open,
  body: { readonly fromUserId: string; readonly toUserId: string },
  onLeft: (left: Open) => void,
): Promise<void> =>
  runAction([appointments.handOver, leads.handOver], async (action) => {
    const left = { ...open }
    for (const [kind, endpoint] of [
      ['appointments', appointments.handOver],
      ['leads', leads.handOver],
    ] as const) {
      while (left[kind] > 0) {
        const reply = await call(endpoint, { body }, action)
        left[kind] = reply.left
        onLeft({ ...left })
        if (reply.left > 0 && reply.moved === 0) throw new CallError(0, 'Niet alles kon worden overgedragen.')
      }
    }
  })
