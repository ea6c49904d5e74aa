import * as z from 'zod'
import { type BoardStatus, boardStatuses } from '../../../shared/api/parts/statuses.ts'
import { ContractFilter, contractSorts } from '../../../shared/api/schemas/contracts.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { useListAddress } from '../../records/list/list-address.ts'

/** Part of the address that says which card is chosen. */
const Chosen = ContractFilter.pick({ q: true }).extend({ status: z.enum(boardStatuses) })

/**
 * Returns the filters and the sort order of the board in the address, and functions that change them. Without a chosen
 * status the board shows new contracts, and a search finds contracts of every status.
 */
export function useBoardAddress() {
  const address = useListAddress(ContractFilter, contractSorts)
  const { filter, setFilter } = useUrlFilter(Chosen)
  const { status = filter.q === undefined ? 'nieuw' : 'alle' } = filter
  return {
    ...address,
    status,
    chooseStatus: (next: BoardStatus) => setFilter({ status: next }),
    /** Sets the search text, and leaves the chosen status. */
    search: (q: string) => setFilter({ q, status: '' }),
  }
}

export type BoardAddress = ReturnType<typeof useBoardAddress>
