import * as z from 'zod'
import { type UrlFilter, useUrlFilter } from '../../lib/url-filter.ts'

/** Filters and sort order of a list, stored in its address. */
export interface ListAddress<F> extends UrlFilter<F> {
  /** Sorted column, `-column` for descending; undefined for the order of the server. */
  readonly sort: string | undefined
  readonly setSort: (sort: string) => void
}

/**
 * Reads the filters and the sort order of a list from the address, and returns functions that change them (design.md
 * rule 6).
 */
export function useListAddress<S extends z.ZodObject, O extends string>(filters: S, orders: readonly O[]) {
  const order = useUrlFilter(z.object({ sort: z.enum(orders) }))
  const { sort } = order.filter as { readonly sort?: O }
  return { ...useUrlFilter(filters), sort, setSort: (next: string) => order.setFilter({ sort: next }) }
}
