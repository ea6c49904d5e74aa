import { useQuery } from '@tanstack/react-query'
import { appointments } from '../../../shared/contract/appointments.ts'
import { teams } from '../../../shared/contract/teams.ts'
import { type UserDetails, users } from '../../../shared/contract/users.ts'
import { WHOLE_PAGE } from '../../domains/people.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { query, queryClient, useCommand, useList } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'

const refreshes = [users.active, users.deactivated, users.list, users.agents, teams.list]

// People are searched, sorted and counted on the screen, so all are fetched.
export const useActiveUsers = () => useList(users.active, { query: WHOLE_PAGE }, { whole: true })
export const useDeactivatedUsers = () => useList(users.deactivated, { query: WHOLE_PAGE }, { whole: true })

export const useCreateUser = () => useCommand(users.create, { refreshes })
export const useUpdateUser = () => useCommand(users.update, { refreshes })
export const useDeactivateUser = () => useCommand(users.deactivate, { refreshes })
export const useReactivateUser = () => useCommand(users.reactivate, { refreshes })
export const useChangePassword = () => useCommand(users.changePassword, { refreshes })
export const useResetTwoFactor = () => useCommand(users.resetTwoFactor, { refreshes })

/** How many open appointments a person has from today on; asked anew each time, by those who may hand over. */
export function useOpenAppointments(userId: string) {
  const enabled = useCan('appointment:handover')
  return useQuery({ ...query(appointments.openOf, { query: { userId } }), staleTime: 0, gcTime: 0, enabled })
}

/**
 * Hands all open appointments of a person to a colleague, request after request. Tells after each how many are left;
 * throws a Dutch error when a request moves none although some are left.
 */
export async function handOverAll(fromUserId: string, toUserId: string, onLeft: (left: number) => void): Promise<void> {
  let left = Number.POSITIVE_INFINITY
  while (left > 0) {
    const reply = await call(appointments.handOver, { body: { fromUserId, toUserId } })
    left = reply.left
    onLeft(left)
    if (left > 0 && reply.moved === 0) throw new CallError(0, 'Niet alle afspraken konden worden overgedragen.')
  }
}

/** A person as they are now, or null when they are gone, deactivated or out of reach. */
export async function newestOf({ id }: Pick<UserDetails, 'id'>): Promise<UserDetails | null> {
  let cursor: string | null | undefined
  while (cursor !== null) {
    const { items, next } = await call(users.active, { query: { ...WHOLE_PAGE, cursor } })
    const found = items.find((user) => user.id === id)
    if (found) return found
    cursor = next
  }
  return null
}

/** Fetches the lists of people anew, after somebody else turned out to have changed one. */
export const refreshUsers = () =>
  Promise.all(refreshes.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))
