import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Appointment, type AppointmentFilter, appointments } from '../../../shared/contract/appointments.ts'
import { teams } from '../../../shared/contract/teams.ts'
import { users } from '../../../shared/contract/users.ts'
import { CallError, messageOf } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { pages, query, queryClient, useCommand, useList } from '../../lib/query.ts'
import { addDays } from '../../ui/calendar-days.ts'
import type { ListState } from '../../ui/data-table-types.ts'
import { toast } from '../../ui/toast.ts'

const { list } = appointments
const refreshes = [list, appointments.stats, appointments.statsAlias, appointments.scoreboard]

/**
 * Appointments within reach, page by page, as a `DataTable` takes them. A page may hold nothing although more follow
 * (rulings 12): pages are then fetched until one holds something, and until then the list is still loading.
 */
export function useAppointments(filter: Partial<AppointmentFilter>): ListState<Appointment> {
  const found = useList(list, { query: filter })
  const goesOn = found.data?.length === 0 && found.hasNextPage && !found.isError
  const { fetchNextPage, isFetchingNextPage } = found
  useEffect(() => {
    if (goesOn && !isFetchingNextPage) fetchNextPage()
  }, [goesOn, isFetchingNextPage, fetchNextPage])

  const isEmptySoFar = found.data?.length === 0 && (found.hasNextPage || found.isError)
  return {
    data: isEmptySoFar ? undefined : found.data,
    isPending: found.isPending,
    isError: found.isError,
    error: found.error,
    refetch: found.refetch,
    hasNextPage: found.hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
  }
}

export const useBookAppointment = () => useCommand(appointments.create, { refreshes })
export const useChangeAppointment = () => useCommand(appointments.update, { refreshes })
export const useRemoveAppointment = () => useCommand(appointments.remove, { refreshes })

/** The people one may choose from: an admin everybody, others the agents and team leaders of their team (spec §6). */
export const useColleagues = () => useQuery({ ...query(users.list, { query: { limit: '500' } }), select: itemsOf })

/** All teams, for an admin; nothing is asked for others (spec §6). */
export const useTeams = (enabled: boolean) =>
  useQuery({ ...query(teams.list, { query: { limit: '500' } }), select: itemsOf, enabled })

/**
 * Appointments of the team, for the callers they name: a team leader's list of colleagues has no callers in it
 * (access.md). It is the list as it opens, so that it is hardly ever asked for twice.
 */
export const useTeamAppointments = (enabled: boolean) =>
  useInfiniteQuery({
    ...pages(list, { query: {} }),
    select: (found) => found.pages.flatMap(({ items }) => items),
    enabled,
  })

const itemsOf = <Items>({ items }: { items: Items }): Items => items

/** Whether somebody else saved the appointment first, or it is gone. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 409 || error.status === 404)

/** Fetches the lists of appointments anew, after somebody else turned out to have changed one. */
export const refreshAppointments = () => queryClient.invalidateQueries({ queryKey: [list.path] })

/** Tells of a failure in the words of the server, else those of spec §8. */
export const fail = (error: unknown, fallback: string): void =>
  toast({ title: 'Fout', description: messageOf(error, fallback), tone: 'destructive' })

/** How far from its known date a moved appointment is looked for, in days. */
const REACH_DAYS = 180

/**
 * An appointment as it is now, or null when it is gone or out of reach. There is no endpoint for one appointment; whoever
 * booked it never changes, so their appointments around the known date hold it.
 */
export async function newestOf({ id, createdBy, appointmentDate }: Appointment): Promise<Appointment | null> {
  const day = appointmentDate.slice(0, 10)
  const around = { calledBy: createdBy, from: addDays(day, -REACH_DAYS), to: addDays(day, REACH_DAYS), limit: '500' }
  let cursor: string | null | undefined
  while (cursor !== null) {
    const { items, next } = await call(list, { query: { ...around, cursor } })
    const found = items.find((appointment) => appointment.id === id)
    if (found) return found
    cursor = next
  }
  return null
}
