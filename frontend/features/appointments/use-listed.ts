import { useMemo } from 'react'
import * as z from 'zod'
import type { AppointmentFilter } from '../../../shared/contract/appointments.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import type { ListAddress } from '../../records/list-address.ts'
import { addDays, today } from '../../ui/calendar-days.ts'
import type { EarlierRows } from '../../ui/data-table-types.ts'
import { useAppointments } from './api.ts'
import { type Period, periodAhead } from './period.ts'

const Earlier = z.object({ earlier: z.literal('true') })

/** Whether a list begins today: by date, over no days of its own, and nothing is looked for in it. */
function opensToday({ filter, sort = 'date' }: Pick<ListAddress<AppointmentFilter>, 'filter' | 'sort'>): boolean {
  const { date, from, to, q, status } = filter
  return sort === 'date' && [date, from, to, q, status].every((value) => value === undefined)
}

/**
 * The appointments that an address asks for. Unless it names days or looks for something, the list begins today; what is
 * past comes above it when it is asked for, or when nothing lies ahead. `period` is what of it is shown.
 */
export function useListedAppointments(address: Pick<ListAddress<AppointmentFilter>, 'filter' | 'sort'>) {
  const { filter, sort } = address
  const place = useUrlFilter(Earlier)
  const isOpening = opensToday(address)
  const list = useAppointments({ ...filter, ...(isOpening ? periodAhead() : {}), sort: sort as never })
  const isAsked = isOpening && (place.filter.earlier === 'true' || list.data?.length === 0)
  const past = useAppointments({ ...filter, to: addDays(today(), -1), sort: '-date' }, isAsked)

  const before = isAsked ? past.data : undefined
  const data = useMemo(() => (before ? [...before].reverse().concat(list.data ?? []) : list.data), [before, list.data])
  const isPast = isAsked && list.data?.length === 0
  const earlier: EarlierRows = {
    text: 'Eerdere afspraken tonen',
    hasMore: !isAsked || past.hasNextPage,
    isFetching: isAsked && past.isFetching && (past.isPending || past.isFetchingNextPage),
    isError: isAsked && past.isError,
    fetch: () => {
      if (!isAsked) place.setFilter({ earlier: 'true' })
      else if (past.data) past.fetchNextPage()
      else past.refetch()
    },
  }
  const period: Period = isOpening && !isAsked ? periodAhead() : filter
  return {
    period,
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
