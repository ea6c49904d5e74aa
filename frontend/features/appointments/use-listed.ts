import { useMemo } from 'react'
import * as z from 'zod'
import { type AppointmentStatus, appointmentStatuses } from '../../../shared/api/parts/statuses.ts'
import { type AppointmentFilter, type AppointmentSort, statusesIn } from '../../../shared/api/schemas/appointments.ts'
import { messageOf } from '../../lib/call-error.ts'
import { formatNumber } from '../../lib/format.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import type { ListAddress } from '../../records/list/list-address.ts'
import type { EarlierRows } from '../../ui/table/data-table-types.ts'
import { useAppointmentCounts, useAppointments, useSortedAppointments } from './api.ts'
import { makeComingPeriod, makePastPeriod } from './filters/period.ts'

const Earlier = z.object({ earlier: z.literal('true') })

/**
 * Tells whether a list starts with the appointments of today: it is sorted by date, oldest first, without filter on
 * days, text or status.
 */
function opensToday({ filter, sort = 'date' }: Pick<Address, 'filter' | 'sort'>): boolean {
  const { date, from, to, q, status } = filter
  return sort === 'date' && [date, from, to, q, status].every((value) => value === undefined)
}

type Address = ListAddress<AppointmentFilter>

/**
 * Fetches the appointments for the filter and sort order in the page address. When the server cannot sort by a column,
 * the rows are sorted by date and `refusal` has the reason. Without such a failure `refusal` is null.
 */
export function useListedAppointments(address: Address) {
  const { filter, sort = 'date', setSort } = address
  const isColumn = sort !== 'date' && sort !== '-date'
  const sorted = useSortedAppointments({ ...filter, sort: sort as AppointmentSort }, isColumn)
  const isRefused = isColumn && sorted.isError && sorted.data === undefined
  const byDate = useByDate({ filter, sort: sort === '-date' ? sort : undefined }, !isColumn || isRefused)
  if (isColumn && !isRefused) {
    const data = sorted.data ?? byDate.list.data
    return { list: { ...sorted, data, earlier: undefined }, isByDate: false, refusal: null, address }
  }
  const again = (next: string) => (isRefused && next === sort ? sorted.refetch() : setSort(next))
  return {
    ...byDate,
    isByDate: true,
    refusal: isRefused ? messageOf(sorted.error, 'Sorteren is niet gelukt. Probeer het opnieuw.') : null,
    address: { ...address, sort: isColumn ? undefined : address.sort, setSort: again },
  }
}

/** Returns the number of appointments that match a filter; undefined where unknown. */
export function useListedTotal({ status, ...others }: Partial<AppointmentFilter>): number | undefined {
  const { data } = useAppointmentCounts(others)
  return sumOf(data?.statuses, status === undefined ? appointmentStatuses : statusesIn(status))
}

type Counts = Readonly<Record<AppointmentStatus, number>> | null | undefined

const sumOf = (counts: Counts, statuses: readonly AppointmentStatus[]): number | undefined =>
  counts ? statuses.reduce((sum, one) => sum + counts[one], 0) : undefined

/**
 * Returns the text of the button for earlier appointments: `12 eerdere afspraken tonen`. Without known numbers
 * (`statuses`), or if they are all 0, it is `Eerdere afspraken tonen`.
 */
function earlierText(statuses: Readonly<Record<string, number>> | null | undefined): string {
  const count = statuses && Object.values(statuses).reduce((sum, one) => sum + one, 0)
  if (!count) return 'Eerdere afspraken tonen'
  return count === 1 ? '1 eerdere afspraak tonen' : `${formatNumber(count)} eerdere afspraken tonen`
}

/**
 * Fetches the list sorted by date. In ascending order, without filter on days, status or text, it begins today. Earlier
 * appointments are then added on request, or when there are no later ones.
 */
function useByDate(address: Pick<Address, 'filter' | 'sort'>, enabled: boolean) {
  const { filter, sort } = address
  const place = useUrlFilter(Earlier)
  const isOpening = opensToday(address)
  const list = useAppointments({ ...filter, ...(isOpening ? makeComingPeriod() : {}), sort: sort as never }, enabled)
  const isAsked = enabled && isOpening && (place.filter.earlier === 'true' || list.data?.length === 0)
  const past = useAppointments({ ...filter, ...makePastPeriod(), sort: '-date' }, isAsked)

  const behind = useAppointmentCounts({ ...filter, ...makePastPeriod() }, enabled && isOpening && !isAsked)

  const before = isAsked ? past.data : undefined
  const data = useMemo(() => (before ? [...before].reverse().concat(list.data ?? []) : list.data), [before, list.data])
  const isPast = isAsked && list.data?.length === 0
  const earlier: EarlierRows = {
    text: earlierText(isAsked ? null : behind.data?.statuses),
    hasMore: !isAsked || past.hasNextPage,
    isFetching: isAsked && past.isFetching && (past.isPending || past.isFetchingNextPage),
    isError: isAsked && past.isError,
    fetch: () => {
      if (!isAsked) place.setFilter({ earlier: 'true' })
      else if (past.data) past.fetchNextPage()
      else past.refetch()
    },
  }
  return {
    list: {
      ...list,
      data: isPast && !before ? undefined : data,
      isError: list.isError || (isPast && past.isError),
      error: list.error ?? past.error,
      refetch: () => Promise.all([list.refetch(), ...(isAsked ? [past.refetch()] : [])]),
      earlier: isOpening ? earlier : undefined,
    },
  }
}
