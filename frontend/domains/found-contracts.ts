import { useQuery } from '@tanstack/react-query'
import { type Contract, contracts, type SalesStatus, salesStatuses } from '../../shared/contract/contracts.ts'
import { call } from '../lib/client.ts'
import { useCan } from '../lib/session.ts'
import { useFound, useSought } from './sought.ts'

const SHOWN = 5
/** A list that is looked through may answer with pages that hold nothing (rulings 12); so many are asked for. */
const MOST_PAGES = 4

/** The contracts that hold a text, whatever their status; none for who may not manage them. */
export function useFoundContracts(text: string) {
  const { sought, isTyping } = useSought(text, useCan('contract:manage'))
  const { data, isFetching } = useQuery({
    queryKey: [contracts.bySalesStatus.path, 'found', sought],
    queryFn: async ({ signal }) =>
      (await Promise.all(salesStatuses.map((status) => foundIn(status, sought, signal)))).flat().slice(0, SHOWN),
    enabled: sought !== '',
    staleTime: 0,
  })
  return { contracts: useFound(sought, data), isLoading: isTyping || isFetching }
}

async function foundIn(status: SalesStatus, q: string, signal: AbortSignal): Promise<Contract[]> {
  const found: Contract[] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES && found.length < SHOWN; page++) {
    const query = { q, limit: String(SHOWN), cursor }
    const { items, next } = await call(contracts.bySalesStatus, { params: { status }, query }, { signal })
    found.push(...items)
    if (next === null) break
    cursor = next
  }
  return found
}
