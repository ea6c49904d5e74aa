import * as z from 'zod'
import { type UrlFilter, useUrlFilter } from '../lib/url-filter.ts'

/** Filters and order of a list, as its address has them. */
export interface ListAddress<F> extends UrlFilter<F> {
  /** `column`, or `-column` descending; undefined for the order the list comes in. */
  readonly sort: string | undefined
  readonly setSort: (sort: string) => void
}

/** The filters of a list by their schema, and under `sort` one of the orders it has, kept in the address (design.md rule 6). */
export function useListAddress<S extends z.ZodObject, O extends string>(filters: S, orders: readonly O[]) {
  const order = useUrlFilter(z.object({ sort: z.enum(orders) }))
  const { sort } = order.filter as { readonly sort?: O }
  return { ...useUrlFilter(filters), sort, setSort: (next: string) => order.setFilter({ sort: next }) }
}
