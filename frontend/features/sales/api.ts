import { useQuery } from '@tanstack/react-query'
import { appointments } from '../../../shared/contract/appointments.ts'
import { leads } from '../../../shared/contract/leads.ts'
import { reports } from '../../../shared/contract/reports.ts'
import { COUNTED_SALES, type Sale, type SaleFilter, sales } from '../../../shared/contract/sales.ts'
import { appointmentRefreshes, refreshAppointments } from '../../domains/appointments.ts'
import { refreshContracts } from '../../domains/contracts.ts'
import { refreshLeads } from '../../domains/leads.ts'
import { paths } from '../../domains/paths.ts'
import { refreshSales, saleRefreshes } from '../../domains/sales.ts'
import { call } from '../../lib/client.ts'
import { query, refresh, useCommand, useList } from '../../lib/query.ts'
import { useCan, useUser } from '../../lib/session.ts'
import { nullIfGone } from '../../records/unknown-record.tsx'

const refreshes = saleRefreshes

/** Sales within reach, page by page. */
export const useSales = (filter: Partial<SaleFilter>) => useList(sales.list, { query: filter }, { fresh: true })

/** What the filter shows, added up. */
export const useSaleTotals = (filter: Partial<SaleFilter>) =>
  useQuery({ ...query(sales.totals, { query: filter }), staleTime: 0 })

/**
 * How many appointments over the days of a filter ended in a sale that nobody registered yet, and their list: the dashboard
 * counts them among the sales. None where the filter names no days or asks for what no appointment has.
 */
export function useUnregistered(filter: Partial<SaleFilter>) {
  const { from, to, agentId, teamId, status = COUNTED_SALES, provider, market, q } = filter
  const { role } = useUser()
  const mayRead = useCan('appointment:read')
  const whose = role === 'agent' ? { mine: 'true' as const } : agentId ? { agentId } : {}
  const isCounted = status === COUNTED_SALES && !provider && !market && !q
  const counted = useQuery({
    ...query(appointments.counts, { query: { from, to, teamId, ...whose, unregistered: 'true' } }),
    enabled: mayRead && isCounted && from !== undefined && to !== undefined && role !== 'caller',
    staleTime: 0,
  })
  const shown = Object.entries({ from, to, ...(teamId && { teamId }), ...whose, unregistered: 'true' })
  const told = shown.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const { data, isError, refetch } = counted
  const address = `${paths.appointments}?${new URLSearchParams(told)}`
  return { count: data?.statuses?.sale ?? 0, isError, refetch, address }
}

/** One sale with what it came from, as it is now. */
export const useSale = (id: string) => useQuery({ ...query(sales.get, { params: { id } }), staleTime: 0 })

/** What became of a sale. */
export const useSaleHistory = (id: string) => useQuery({ ...query(sales.history, { params: { id } }), staleTime: 0 })

/** What may be the same sale as the one whose fields these are; asked once there is enough to compare. */
export const useKnownSales = (asked: SaleCheck | null) =>
  useQuery({
    queryKey: [sales.check.path, asked],
    queryFn: ({ signal }) => call(sales.check, { body: asked ?? {} }, { signal }),
    enabled: asked !== null,
    staleTime: 0,
  })

interface Sold {
  readonly agentId: string
  readonly callerId?: string | undefined
  readonly saleDate?: string | undefined
  readonly appointmentId?: string | undefined
  readonly leadId?: string | undefined
  readonly contractId?: string | undefined
}

/** Fetches the commission that a new sale will earn. */
export const useEarnings = (sold: Sold, enabled: boolean) =>
  useQuery({
    queryKey: [sales.check.path, 'earns', sold],
    queryFn: async ({ signal }) => (await call(sales.check, { body: sold }, { signal })).earns,
    enabled,
    staleTime: 0,
  })

/** What is sent to be compared. */
export interface SaleCheck {
  readonly customerName?: string
  readonly postalCode?: string
  readonly houseNumber?: string
  readonly eanElectricity?: string
  readonly eanGas?: string
  readonly except?: string
}

// The appointment, the lead and the contract that it came from change with it and with its rejection, and the figures of who sold.
const refreshOthers = () => {
  refreshAppointments()
  refreshLeads()
  refreshContracts()
}

export const useRegisterSale = () => useCommand(sales.create, { refreshes, onSuccess: refreshOthers })
export const useChangeSale = () => useCommand(sales.update, { refreshes, onSuccess: refreshFigures })
export const useSetStatus = () => useCommand(sales.status, { refreshes, onSuccess: refreshOthers })
export const useSetCommission = () => useCommand(sales.commission, { refreshes, onSuccess: refreshFigures })
export const useSetRevenue = () => useCommand(sales.revenue, { refreshes, onSuccess: () => refresh([reports.report]) })
export const useReveal = () => useCommand(sales.reveal, { onSuccess: refreshSales })

function refreshFigures(): void {
  refresh(appointmentRefreshes)
}

/** A sale as it is now, or null when it is out of reach. */
export const newestOf = ({ id }: Pick<Sale, 'id'>): Promise<Sale | null> =>
  call(sales.get, { params: { id } }).catch(nullIfGone)

/** The appointment that a sale is registered for, as it is now; not asked for without one. */
export const useSoldAppointment = (id: string | undefined) =>
  useQuery({
    ...query(appointments.get, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    staleTime: 0,
  })

/** The lead that a sale is registered for. */
export const useSoldLead = (id: string | undefined) =>
  useQuery({ ...query(leads.get, { params: { id: id ?? '' } }), enabled: id !== undefined, staleTime: 0 })
