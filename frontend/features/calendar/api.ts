import { queryOptions, useQuery } from '@tanstack/react-query'
import { appointments } from '../../../shared/contract/appointments.ts'
import { feed } from '../../../shared/contract/feed.ts'
import type { Appointment } from '../../../shared/contract/schemas/appointments.ts'
import { appointmentRefreshes } from '../../domains/appointments.ts'
import { call, type Page } from '../../lib/client.ts'
import { query, useCommand } from '../../lib/query.ts'

const { list, update } = appointments

/** Maximum page size of the API (rulings 12). */
const LIMIT = '500'

/** Fetches all appointments within reach between two days, both included. */
export const useSpan = (from: string, to: string) => useQuery(span(from, to))

const span = (from: string, to: string) =>
  queryOptions({
    queryKey: [list.path, { query: { from, to } }, 'all'],
    queryFn: ({ signal }) => allOf(from, to, signal),
    select: ({ items }) => items,
  })

/** Fetches all pages as one page without a next one; a command finds the list in the cache in that form. */
async function allOf(from: string, to: string, signal: AbortSignal): Promise<Page<Appointment[]>> {
  const items: Appointment[] = []
  let cursor: string | undefined
  do {
    const page = await call(list, { query: { from, to, limit: LIMIT, cursor } }, { signal })
    items.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return { items, next: null }
}

export const useChangeAppointment = () => useCommand(update, { refreshes: appointmentRefreshes })

export const useFeed = () => useQuery({ ...query(feed.status), staleTime: 0 })
export const useCreateFeed = () => useCommand(feed.create, { refreshes: [feed.status] })
export const useRevokeFeed = () => useCommand(feed.revoke, { refreshes: [feed.status] })
