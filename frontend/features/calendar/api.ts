import { useQuery } from '@tanstack/react-query'
import { appointments } from '../../../shared/api/appointments.ts'
import { calendarFeed } from '../../../shared/api/calendar-feed.ts'
import { query, useCommand, useList } from '../../lib/query.ts'

const { list, update } = appointments

/** Maximum page size of the API (rulings 12). */
const LIMIT = '500'

/** Fetches all appointments that the user may read between two days, both included. */
export const useAppointmentsBetween = (from: string, to: string) =>
  useList(list, { query: { from, to, limit: LIMIT } }, { whole: true })

/** Returns the command that changes one appointment. */
export const useChangeAppointment = () => useCommand(update)

/** Fetches whether the user has a calendar subscription, since when, and when it was last read. */
export const useFeed = () => useQuery({ ...query(calendarFeed.status), staleTime: 0 })
