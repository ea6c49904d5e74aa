import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { appointments } from '../../../shared/api/appointments.ts'
import { contracts } from '../../../shared/api/contracts.ts'
import { leads } from '../../../shared/api/leads.ts'
import type { AppointmentFilter, AppointmentSort } from '../../../shared/api/schemas/appointments.ts'
import type { Appointment, AppointmentDetails } from '../../../shared/appointments/schemas.ts'
import type { Page } from '../../lib/client.ts'
import { queryClient } from '../../lib/freshness.ts'
import { keyOf, pages, query, useList } from '../../lib/query.ts'

const { list, get } = appointments
type ListQuery = Partial<AppointmentFilter> & { readonly sort?: AppointmentSort | undefined }

/**
 * Fetches the appointments that match a filter, within the user's reach, page by page. Without dates these are from 30
 * days ago to 90 days ahead (rulings 12). Fetches nothing while `enabled` is false.
 */
export const useAppointments = (filter: ListQuery, enabled = true) => useList(list, { query: filter }, { enabled })

/**
 * Fetches appointments sorted by the column `filter.sort`; shows the rows in the previous order until the answer comes.
 * Fetches nothing while `enabled` is false.
 */
export const useSortedAppointments = (filter: ListQuery, enabled: boolean) =>
  useList(list, { query: filter }, { enabled, keepsPreviousData: (other) => isSameBut('sort', filter, other) })

/**
 * Fetches the number of appointments per status; ignores the status in the filter. Shows the previous counts until the
 * answer comes. `statuses` in the answer is null when no stored counter fits the filter. With a search text nothing is
 * fetched.
 */
export function useAppointmentCounts({ status: _, ...filter }: Partial<AppointmentFilter>, enabled = true) {
  const isCounted = enabled && !filter.q
  return useQuery({
    ...query(appointments.counts, { query: filter }),
    enabled: isCounted,
    staleTime: 0,
    placeholderData: (previous) => (isCounted ? previous : undefined),
  })
}

/** Tells whether two filters are equal when the field `name` is left out of both. */
function isSameBut(name: string, one: object, other: object): boolean {
  const text = (asked: object) =>
    JSON.stringify({ ...asked, [name]: undefined }, Object.keys({ ...one, ...other }).sort())
  return text(one) === text(other)
}

/**
 * Fetches the first page of the appointments within the user's reach, from 30 days ago to 90 days ahead. With these, a
 * team leader can also filter by callers who have left the team.
 */
export const useTeamAppointments = (enabled: boolean) =>
  useInfiniteQuery({
    ...pages(list, { query: {} }),
    select: (found) => found.pages.flatMap(({ items }) => items),
    enabled,
  })

/**
 * Fetches one appointment with its mails. Until the answer comes, shows the appointment from a list loaded earlier,
 * without mails.
 */
export function useAppointment(id: string) {
  return useQuery({
    ...query(get, { params: { id } }),
    staleTime: 0,
    placeholderData: (): AppointmentDetails | undefined => {
      const known = knownAppointment(id)
      return known && { ...known, mails: [] }
    },
  })
}

/** Dutch noun for appointments, singular and plural. */
export const appointmentNoun = { one: 'afspraak', many: 'afspraken' }

type Cached = Page<Appointment[]> | { readonly pages: readonly Page<Appointment[]>[] } | undefined

function knownAppointment(id: string): Appointment | undefined {
  const cached = queryClient.getQueriesData<Cached>(keyOf(list)).map(([, data]) => data)
  const pages = cached.flatMap((data) => (data === undefined ? [] : 'pages' in data ? data.pages : [data]))
  return pages.flatMap(({ items }) => items).find((appointment) => appointment.id === id)
}

/** Fetches the settings of the mails to customers about appointments. */
export const useMailSettings = () => useQuery({ ...query(appointments.settings), staleTime: 0 })

/** Fetches a contract by its id, for the form of a new appointment about it. */
export const useContractToPlan = (id: string) => useQuery({ ...query(contracts.get, { params: { id } }), staleTime: 0 })

/** Fetches a lead by its id, for the form of a new appointment about it. */
export const useLeadToPlan = (id: string) => useQuery({ ...query(leads.get, { params: { id } }), staleTime: 0 })
