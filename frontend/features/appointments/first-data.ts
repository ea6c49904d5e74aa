import { appointments } from '../../../shared/contract/appointments.ts'
import { queryClient } from '../../lib/freshness.ts'
import { pages } from '../../lib/query.ts'
import { makeComingPeriod } from './filters/period.ts'

/** Fetches the coming appointments, with which the list opens, while its code is loaded. */
export function fetchAppointments(search: string): void {
  if (search === '') queryClient.prefetchInfiniteQuery(pages(appointments.list, { query: makeComingPeriod() }))
}
