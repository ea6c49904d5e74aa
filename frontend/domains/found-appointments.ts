import { useQuery } from '@tanstack/react-query'
import { appointments } from '../../shared/contract/appointments.ts'
import { query } from '../lib/query.ts'
import { useCan } from '../lib/session.ts'
import { useFound, useSought } from './sought.ts'

const SHOWN = '8'

/** The appointments that hold a text, asked for once typing pauses; none for who may not read them. */
export function useFoundAppointments(text: string) {
  const { sought, isTyping } = useSought(text, useCan('appointment:read'))
  const { data, isFetching } = useQuery({
    ...query(appointments.list, { query: { q: sought, limit: SHOWN } }),
    select: ({ items }) => items,
    enabled: sought !== '',
    staleTime: 0,
  })
  return { appointments: useFound(sought, data), isLoading: isTyping || isFetching }
}
