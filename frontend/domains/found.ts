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

/** Fewer letters find too much. */
const LEAST = 2

const SHOWN = 5
/** Short, so that an answer is there at once; an overtaken question is called off. */
const PAUSE_MS = 60
/** Of what people look for most. */
const SHOWN_CUSTOMERS = '8'

/** A list that is looked through may answer with pages that hold nothing (rulings 12); so many are asked for. */
const MOST_PAGES = 4

/** The appointments that hold a text, asked for once typing pauses; none for who may not read them. */
export const useFoundAppointments = (text: string) =>
  useFoundIn(appointments.list, 'appointment:read', text, (q, signal) =>
    call(appointments.list, { query: { q, limit: SHOWN_CUSTOMERS } }, { signal }),
  )

/** The leads that hold a text; none for who may not read them. */
export const useFoundLeads = (text: string) =>
  useFoundIn(leads.list, 'lead:read', text, (q, signal) =>
    call(leads.list, { query: { q, limit: SHOWN_CUSTOMERS } }, { signal }),
  )

/** The sales of the past year that hold a text; none for who may not list them. */
export const useFoundSales = (text: string) =>
  useFoundIn(sales.list, 'sale:list', text, (q, signal) =>
    call(sales.list, { query: { q, limit: String(SHOWN) } }, { signal }),
  )

/** The invoices of the past year that hold a text; none for who may not list them. */
export const useFoundInvoices = (text: string) =>
  useFoundIn(selfBilling.invoices, 'self-billing:manage', text, (q, signal) =>
    call(selfBilling.invoices, { query: { q, limit: String(SHOWN) } }, { signal }),
  )

/** The partner companies that hold a text; none for who may not list them. */
export const useFoundPartners = (text: string) =>
  useFoundIn(selfBilling.partners, 'self-billing:manage', text, (q, signal) =>
    call(selfBilling.partners, { query: { q, limit: String(SHOWN) } }, { signal }),
  )

/** The contracts that hold a text, whatever their status; none for who may not manage them. */
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
 * What `ask` finds of a list for the typed text, once typing pauses; nothing while it is too short or not allowed. While
 * more of it is typed, what less of it found stays, so that nothing moves away under a click.
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
