import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Action } from '../../shared/access.ts'
import { appointments } from '../../shared/contract/appointments.ts'
import { type Contract, contracts, type SalesStatus, salesStatuses } from '../../shared/contract/contracts.ts'
import type { Endpoint } from '../../shared/contract/endpoint.ts'
import { leads } from '../../shared/contract/leads.ts'
import { sales } from '../../shared/contract/sales.ts'
import { selfBilling } from '../../shared/contract/self-billing.ts'
import { call } from '../lib/client.ts'
import { useCan } from '../lib/session.ts'
import { usePaused } from '../lib/use-paused.ts'

/** Minimum number of letters; fewer find too much. */
const LEAST = 2

const SHOWN = 5
/** Pause in milliseconds; short, as an outdated search is aborted. */
const PAUSE_MS = 60
/** Number of results for appointments and leads, which users look for most. */
const SHOWN_CUSTOMERS = '8'

/** Maximum number of pages to fetch, since a filtered list may answer with empty pages (rulings 12). */
const MOST_PAGES = 4

/** Searches appointments once typing pauses; finds none for users who may not read them. */
export const useFoundAppointments = (text: string) =>
  useFoundIn(appointments.list, 'appointment:read', text, (q, signal) =>
    call(appointments.list, { query: { q, limit: SHOWN_CUSTOMERS } }, { signal }),
  )

/** Searches leads; finds none for users who may not read them. */
export const useFoundLeads = (text: string) =>
  useFoundIn(leads.list, 'lead:read', text, (q, signal) =>
    call(leads.list, { query: { q, limit: SHOWN_CUSTOMERS } }, { signal }),
  )

/** Searches the sales of the past year; finds none for users who may not list them. */
export const useFoundSales = (text: string) =>
  useFoundIn(sales.list, 'sale:list', text, (q, signal) =>
    call(sales.list, { query: { q, limit: String(SHOWN) } }, { signal }),
  )

/** Searches the invoices of the past year; finds none for users who may not list them. */
export const useFoundInvoices = (text: string) =>
  useFoundIn(selfBilling.invoices, 'self-billing:manage', text, (q, signal) =>
    call(selfBilling.invoices, { query: { q, limit: String(SHOWN) } }, { signal }),
  )

/** Searches partner companies; finds none for users who may not list them. */
export const useFoundPartners = (text: string) =>
  useFoundIn(selfBilling.partners, 'self-billing:manage', text, (q, signal) =>
    call(selfBilling.partners, { query: { q, limit: String(SHOWN) } }, { signal }),
  )

/** Searches contracts of any status; finds none for users who may not manage them. */
export const useFoundContracts = (text: string) =>
  useFoundIn(contracts.bySalesStatus, 'contract:manage', text, async (q, signal) => {
    const found = await Promise.all(salesStatuses.map((status) => foundIn(status, q, signal)))
    return { items: found.flat().slice(0, SHOWN) }
  })

async function foundIn(status: SalesStatus, q: string, signal: AbortSignal): Promise<Contract[]> {
  const found: Contract[] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES && found.length < SHOWN; page++) {
    const query = { q, limit: String(SHOWN), cursor }
    const { items, next } = await call(contracts.bySalesStatus, { params: { status }, query }, { signal })
    found.push(...items)
    if (next === null) break
    cursor = next
  }
  return found
}

/**
 * Searches a list with `ask` once typing pauses; finds nothing for a short text or without permission. Keeps the
 * earlier results while the text is extended, so that nothing moves under a click.
 */
function useFoundIn<Row>(
  list: Pick<Endpoint, 'path'>,
  action: Action,
  text: string,
  ask: (q: string, signal: AbortSignal) => Promise<{ readonly items: readonly Row[] }>,
) {
  const typed = text.trim()
  const paused = usePaused(typed, PAUSE_MS)
  const isSought = useCan(action) && typed.length >= LEAST
  const sought = isSought && paused.length >= LEAST ? paused : ''
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: [list.path, 'found', sought],
    queryFn: ({ signal }) => ask(sought, signal),
    enabled: sought !== '',
    staleTime: 0,
  })
  const isLoading = (isSought && paused !== typed) || isFetching
  return { found: useKept(sought, data?.items), isLoading, isError: isError && !isLoading, refetch }
}

function useKept<T>(sought: string, found: readonly T[] | undefined): readonly T[] {
  const [known, setKnown] = useState<{ readonly sought: string; readonly found: readonly T[] }>()
  if (found && (found !== known?.found || sought !== known.sought)) setKnown({ sought, found })
  if (sought === '') return []
  return found ?? (known && known.sought !== '' && sought.startsWith(known.sought) ? known.found : [])
}
