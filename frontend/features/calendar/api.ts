import { queryOptions, useQuery } from '@tanstack/react-query'
import { appointments } from '../../../shared/contract/appointments.ts'
import { feed } from '../../../shared/contract/feed.ts'
import type { Appointment } from '../../../shared/contract/schemas/appointments.ts'
import { call, type Page } from '../../lib/client.ts'
import { keyOf, query, useCommand } from '../../lib/query.ts'

const { list, update } = appointments

/** Maximum page size of the API (rulings 12). */
const LIMIT = '500'

/** Fetches all appointments that the user may read between two days, both included. */
export const useAppointmentsBetween = (from: string, to: string) => useQuery(span(from, to))

const span = (from: string, to: string) =>
  queryOptions({
    ...keyOf(list, { query: { from, to } }, 'all'),
    queryFn: ({ signal }) => allOf(from, to, signal),
    select: ({ items }) => items,
  })

/** Fetches all pages and returns them as a single page, the form in which commands update the cached list. */
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

/** Returns the command that changes one appointment. */
export const useChangeAppointment = () => useCommand(update)

/** Fetches whether the user has a calendar subscription, since when, and when it was last read. */
export const useFeed = () => useQuery({ ...query(feed.status), staleTime: 0 })
/**
 * Returns the command that creates a secret address for the user's calendar subscription; an earlier address stops
 * working.
 */
export const useCreateFeed = () => useCommand(feed.create)
/** Returns the command that ends the user's calendar subscription; its address stops working. */
export const useRevokeFeed = () => useCommand(feed.revoke)
