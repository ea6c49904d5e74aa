import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Action } from '../../shared/access.ts'
import { invoices } from '../../shared/api/invoices.ts'
import type { Endpoint } from '../../shared/api/parts/endpoint.ts'
import { type SearchResult, search } from '../../shared/api/search.ts'
import { LONGEST_QUERY, SHORTEST_WORD } from '../../shared/search-fields.ts'
import { call } from '../lib/client.ts'
import { keyOf } from '../lib/query.ts'
import { useCan } from '../lib/session.ts'
import { useDebounced } from '../lib/use-debounced.ts'

/** Pause in typing before a search, in milliseconds. Further typing cancels the request under way. */
const PAUSE_MS = 60
const SHOWN_INVOICES = '5'

const NOTHING: SearchResult = { groups: [], corrected: null }

/**
 * Searches records and customers that the user may see, once typing pauses. Returns what was found and the state of the
 * search.
 */
export const useSearch = (text: string) =>
  useFound(search.find, 'search:use', text, NOTHING, (q, signal) => call(search.find, { query: { q } }, { signal }))

/**
 * Searches the invoices of the past year, once typing pauses; returns the first five. Finds nothing for a user who may
 * not list them.
 */
export const useFoundInvoices = (text: string) =>
  useFound(invoices.list, 'self-billing:manage', text, [], async (q, signal) => {
    const { items } = await call(invoices.list, { query: { q, limit: SHOWN_INVOICES } }, { signal })
    return items
  })

/**
 * Returns the result of `ask` once typing pauses; `nothing` for a short text or without permission. Results of a
 * shorter text stay while typing continues, so that no item moves away under a click.
 */
function useFound<Found>(
  endpoint: Endpoint,
  action: Action,
  text: string,
  nothing: Found,
  ask: (q: string, signal: AbortSignal) => Promise<Found>,
) {
  const typed = text.trim().slice(0, LONGEST_QUERY).trim()
  const paused = useDebounced(typed, PAUSE_MS)
  const isSearched = useCan(action) && typed.length >= SHORTEST_WORD
  const isContinued = typed.startsWith(paused) || paused.startsWith(typed)
  const searched = isSearched && isContinued && paused.length >= SHORTEST_WORD ? paused : ''
  const { data, isFetching, isError, refetch } = useQuery({
    ...keyOf(endpoint, 'found', searched),
    queryFn: ({ signal }) => ask(searched, signal),
    enabled: searched !== '',
    staleTime: 0,
  })
  const isLoading = (isSearched && paused !== typed) || isFetching
  return { found: useLastFound(searched, data) ?? nothing, isLoading, isError: isError && !isLoading, refetch }
}

/** Returns the result of a search. Until that arrives, returns the result for the beginning of the same text. */
function useLastFound<Found>(searched: string, found: Found | undefined): Found | undefined {
  const [known, setKnown] = useState<{ readonly searched: string; readonly found: Found }>()
  if (found !== undefined && (found !== known?.found || searched !== known.searched)) setKnown({ searched, found })
  if (searched === '') return undefined
  return found ?? (known && known.searched !== '' && searched.startsWith(known.searched) ? known.found : undefined)
}
