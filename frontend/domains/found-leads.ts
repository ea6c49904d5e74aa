import { useQuery } from '@tanstack/react-query'
import { leads } from '../../shared/contract/leads.ts'
import { query } from '../lib/query.ts'
import { useCan } from '../lib/session.ts'
import { useFound, useSought } from './sought.ts'

const SHOWN = '8'

/** The leads that hold a text, asked for once typing pauses; none for who may not read them. */
export function useFoundLeads(text: string) {
  const { sought, isTyping } = useSought(text, useCan('lead:read'))
  const { data, isFetching } = useQuery({
    ...query(leads.list, { query: { q: sought, limit: SHOWN } }),
    select: ({ items }) => items,
    enabled: sought !== '',
    staleTime: 0,
  })
  return { leads: useFound(sought, data), isLoading: isTyping || isFetching }
}
