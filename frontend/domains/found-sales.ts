import { useQuery } from '@tanstack/react-query'
import { sales } from '../../shared/contract/sales.ts'
import { query } from '../lib/query.ts'
import { useCan } from '../lib/session.ts'
import { useFound, useSought } from './sought.ts'

const SHOWN = '5'

/** The sales of the past year that hold a text, asked for once typing pauses; none for who may not list them. */
export function useFoundSales(text: string) {
  const { sought, isTyping } = useSought(text, useCan('sale:list'))
  const { data, isFetching } = useQuery({
    ...query(sales.list, { query: { q: sought, limit: SHOWN } }),
    select: ({ items }) => items,
    enabled: sought !== '',
    staleTime: 0,
  })
  return { sales: useFound(sought, data), isLoading: isTyping || isFetching }
}
