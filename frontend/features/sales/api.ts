import { useQuery } from '@tanstack/react-query'
import { appointments } from '../../../shared/api/appointments.ts'
import { leads } from '../../../shared/api/leads.ts'
import { sales } from '../../../shared/api/sales.ts'
import type { SaleFilter } from '../../../shared/api/schemas/sales.ts'
import { COUNTED_SALES } from '../../../shared/sales/choices.ts'
import { paths } from '../../domains/paths.ts'
import { call } from '../../lib/client.ts'
import { keyOf, query, useList } from '../../lib/query.ts'
import { useCan, useUser } from '../../lib/session.ts'

/** Fetches the sales that the user may read, page by page. */
export const useSales = (filter: Partial<SaleFilter>) => useList(sales.list, { query: filter }, { fresh: true })

/**
 * Fetches the number and the summed amounts of the sales that match a filter. If more than 5,000 sales match, counts
 * only the first 5,000, and `isComplete` is false.
 */
export const useSaleTotals = (filter: Partial<SaleFilter>) =>
  useQuery({ ...query(sales.totals, { query: filter }), staleTime: 0 })

/**
 * Fetches how many appointments in the period of the filter still need their sale registered, and the page address of
 * their list. The count is 0 without a period, for callers, and for users who may not read appointments. It is also 0
 * if the filter has anything but period, agent, team and the statuses `COUNTED_SALES`.
 */
export function useUnregisteredCount(filter: Partial<SaleFilter>) {
  const { from, to, agentId, teamId, status = COUNTED_SALES, provider, market, office, approved, agreement, q } = filter
  const { role } = useUser()
  const mayRead = useCan('appointment:read')
  const whose = role === 'agent' ? { mine: 'true' as const } : agentId ? { agentId } : {}
  const isCounted =
    status === COUNTED_SALES &&
    (agreement ?? 'counted') === 'counted' &&
    [provider, market, office, approved, q].every((asked) => !asked)
  const counted = useQuery({
    ...query(appointments.counts, { query: { from, to, teamId, ...whose, unregistered: 'true' } }),
    enabled: mayRead && isCounted && from !== undefined && to !== undefined && role !== 'caller',
    staleTime: 0,
  })
  const shown = Object.entries({ from, to, ...(teamId && { teamId }), ...whose, unregistered: 'true' })
  const parameters = shown.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const { data, isError, refetch } = counted
  const address = `${paths.appointments}?${new URLSearchParams(parameters)}`
  return { count: data?.statuses?.sale ?? 0, isError, refetch, address }
}

/** Fetches one sale, with the appointment, lead and contract that it came from. */
export const useSale = (id: string) => useQuery({ ...query(sales.get, { params: { id } }), staleTime: 0 })

/** Fetches the history of a sale. */
export const useSaleHistory = (id: string) => useQuery({ ...query(sales.history, { params: { id } }), staleTime: 0 })

/** Fetches earlier sales that may be the same as the one being typed; fetches nothing for null. */
export const useKnownSales = (asked: SaleCheck | null) =>
  useQuery({
    ...keyOf(sales.check, asked),
    queryFn: ({ signal }) => call(sales.check, { body: asked ?? {} }, { signal }),
    enabled: asked !== null,
    staleTime: 0,
  })

interface NewSaleFacts {
  readonly agentId: string
  readonly callerId?: string | undefined
  readonly saleDate?: string | undefined
  readonly appointmentId?: string | undefined
  readonly leadId?: string | undefined
  readonly contractId?: string | undefined
}

/** Fetches the commission that a new sale will earn by the rates on its day of selling. */
export const useNewSaleCommission = (sold: NewSaleFacts, enabled: boolean) =>
  useQuery({
    ...keyOf(sales.check, 'earns', sold),
    queryFn: async ({ signal }) => (await call(sales.check, { body: sold }, { signal })).earns,
    enabled,
    staleTime: 0,
  })

/** Fields by which a sale is compared with earlier ones. `except` is the id of a sale being edited, to leave it out. */
export interface SaleCheck {
  readonly customerName?: string
  readonly postalCode?: string
  readonly houseNumber?: string
  readonly eanElectricity?: string
  readonly eanGas?: string
  readonly except?: string
}

/** Fetches the appointment that a sale is registered for; fetches nothing without an id. */
export const useSoldAppointment = (id: string | undefined) =>
  useQuery({
    ...query(appointments.get, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    staleTime: 0,
  })

/** Fetches the lead that a sale is registered for; fetches nothing without an id. */
export const useSoldLead = (id: string | undefined) =>
  useQuery({ ...query(leads.get, { params: { id: id ?? '' } }), enabled: id !== undefined, staleTime: 0 })
