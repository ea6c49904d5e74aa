import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  type Appointment,
  type AppointmentDetails,
  type AppointmentFilter,
  type AppointmentSort,
  appointments,
} from '../../../shared/contract/appointments.ts'
import { contracts } from '../../../shared/contract/contracts.ts'
import { leads } from '../../../shared/contract/leads.ts'
import { appointmentRefreshes, refreshAppointments } from '../../domains/appointments.ts'
import { refreshContracts } from '../../domains/contracts.ts'
import { refreshLeads } from '../../domains/leads.ts'
import { call, type Page } from '../../lib/client.ts'
import { pages, query, queryClient, refresh, useCommand, useList } from '../../lib/query.ts'
import { nullIfGone } from '../../records/unknown-record.tsx'

const { list, get } = appointments
const refreshes = appointmentRefreshes

type Asked = Partial<AppointmentFilter> & { readonly sort?: AppointmentSort | undefined }

/** Appointments within reach, page by page; not asked for while `enabled` is false. */
export const useAppointments = (filter: Asked, enabled = true) => useList(list, { query: filter }, { enabled })

/** The same appointments by a column, which until they come stand in the order of another. */
export const useSortedAppointments = (filter: Asked, enabled: boolean) =>
  useList(list, { query: filter }, { enabled, keeps: (other) => isSameBut('sort', filter, other) })

/** How many the list holds of each status; those of another filter until they come. A text is not counted. */
export function useAppointmentCounts({ status: _, ...filter }: Partial<AppointmentFilter>, enabled = true) {
  const isCounted = enabled && !filter.q
  return useQuery({
    ...query(appointments.counts, { query: filter }),
    enabled: isCounted,
    staleTime: 0,
    placeholderData: (previous) => (isCounted ? previous : undefined),
  })
}

function isSameBut(name: string, one: object, other: object): boolean {
  const text = (asked: object) =>
    JSON.stringify({ ...asked, [name]: undefined }, Object.keys({ ...one, ...other }).sort())
  return text(one) === text(other)
}

export const useBookAppointment = () => useCommand(appointments.create, { refreshes })
/** Books for a lead, which then is contacted (rulings 32). */
export const usePlanForLead = () => useCommand(leads.plan, { refreshes, onSuccess: refreshLeads })
/** Books for an expiring contract, which then is afspraak_ingepland (rulings 58). */
export const usePlanForContract = () => useCommand(contracts.plan, { refreshes, onSuccess: refreshPlanned })
export const useChangeAppointment = () => useCommand(appointments.update, { refreshes })
export const useRestoreAppointment = () => useCommand(appointments.restore, { refreshes })
// One that is gone is not asked for again.
export const useRemoveAppointment = () =>
  useCommand(appointments.remove, { refreshes: refreshes.filter((endpoint) => endpoint !== get) })

/**
 * Appointments of the team, for the callers they name: a team leader's list of colleagues has no callers in it
 * (access.md). Of the past month too, of which the list shows nothing at first.
 */
export const useTeamAppointments = (enabled: boolean) =>
  useInfiniteQuery({
    ...pages(list, { query: {} }),
    select: (found) => found.pages.flatMap(({ items }) => items),
    enabled,
  })

/** An appointment as it is now, or null when it is gone or out of reach. */
export const newestOf = ({ id }: Pick<Appointment, 'id'>): Promise<Appointment | null> =>
  call(get, { params: { id } }).catch(nullIfGone)

/**
 * One appointment with its mails. What a loaded list knows of it is there at once, without mails and as a placeholder,
 * until the answer comes.
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

/** Names of rows of the list, for one and for several. */
export const appointmentNoun = { one: 'afspraak', many: 'afspraken' }

export const useChangeMany = () => useCommand(appointments.changeMany, {})

/** What became of an appointment. */
export const useHistory = (id: string) => useQuery({ ...query(appointments.history, { params: { id } }), staleTime: 0 })

type Cached = Page<Appointment[]> | { readonly pages: readonly Page<Appointment[]>[] } | undefined

function knownAppointment(id: string): Appointment | undefined {
  const cached = queryClient.getQueriesData<Cached>({ queryKey: [list.path] }).map(([, data]) => data)
  const pages = cached.flatMap((data) => (data === undefined ? [] : 'pages' in data ? data.pages : [data]))
  return pages.flatMap(({ items }) => items).find((appointment) => appointment.id === id)
}

export const useResendMail = () => useCommand(appointments.resendMail, { onSuccess: refreshAppointments })

export const useMailSettings = () => useQuery({ ...query(appointments.settings), staleTime: 0 })
export const useChangeMailSettings = () =>
  useCommand(appointments.changeSettings, { refreshes: [appointments.settings] })

/** The settings as they are now. */
export const newestMailSettings = () => call(appointments.settings)

/** Fetches the settings anew, after somebody else turned out to have changed them. */
export function refreshMailSettings(): void {
  refresh([appointments.settings])
}

/** The contract an appointment is planned for, as it is now. */
export const usePlannedContract = (id: string) =>
  useQuery({ ...query(contracts.get, { params: { id } }), staleTime: 0 })

function refreshPlanned(): void {
  refreshContracts()
  refreshLeads()
}

/** The lead an appointment is planned for, as it is now. */
export const usePlannedLead = (id: string) => useQuery({ ...query(leads.get, { params: { id } }), staleTime: 0 })
