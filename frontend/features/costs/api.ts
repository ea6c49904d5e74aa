import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { costs } from '../../../shared/api/costs.ts'
import type { FixedCostFilter, TimeEntry } from '../../../shared/api/schemas/costs.ts'
import { WHOLE_PAGE } from '../../domains/people.ts'
import { call } from '../../lib/client.ts'
import { queryClient } from '../../lib/freshness.ts'
import { pages, query, useList } from '../../lib/query.ts'
import type { CellChange } from './cells.ts'
import { type Cell, cellKeyOf } from './cells.ts'
import { daysOf } from './weeks.ts'

/** Person whose hours are shown: an admin gives the id of a person; without id the user's own hours. */
export interface PersonFilter {
  readonly userId?: string
}

const weekQuery = (whose: PersonFilter, monday: string) => {
  const days = daysOf(monday)
  return { query: { ...whose, from: monday, to: days[6] ?? monday, ...WHOLE_PAGE } }
}

/** Fetches the hours of a person in the week that begins on `monday`. */
export const useWeek = (whose: PersonFilter, monday: string) =>
  useList(costs.entries, weekQuery(whose, monday), { whole: true, fresh: true, staleMs: 0 })

/**
 * Requests the hours of a person in the week that begins on `monday`, without the cache. No hook, so event handlers can
 * call it.
 */
export async function loadWeek(whose: PersonFilter, monday: string): Promise<readonly TimeEntry[]> {
  const found: TimeEntry[] = []
  const { query: wanted } = weekQuery(whose, monday)
  let cursor: string | undefined
  do {
    const page = await call(costs.entries, { query: { ...wanted, cursor } })
    found.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return found
}

/**
 * Puts saved entries into the cached week, and removes the entries of other touched cells. Ends a fetch under way, which
 * may lack them.
 */
export function cacheSavedCells(
  whose: PersonFilter,
  monday: string,
  saved: readonly TimeEntry[],
  touched: readonly Cell[],
): void {
  const gone = new Set(touched.map(cellKeyOf))
  const { queryKey } = pages(costs.entries, weekQuery(whose, monday))
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (data) => {
    if (!data) return data
    const kept = data.pages.map((page) => ({
      ...page,
      items: page.items.filter((entry) => !gone.has(cellKeyOf(entry))),
    }))
    const [first, ...others] = kept
    return first ? { ...data, pages: [{ ...first, items: [...saved, ...first.items] }, ...others] } : data
  })
}

/**
 * Fetches a person's hours of a month, by week and type of work. Until they arrive, returns the hours that were shown
 * before.
 */
export const useHoursMonth = (whose: PersonFilter, month: string) =>
  useQuery({ ...query(costs.hoursMonth, { query: { ...whose, month } }), placeholderData: keepPreviousData })

/** Saves cells of a person's hours; returns the saved entries and the refused cells with the reason. */
export const saveCells = (whose: PersonFilter, cells: CellChange[]) =>
  call(costs.saveCells, { body: { ...whose, cells } })

/** Fetches all hourly rates, newest first. */
export const useRates = (enabled = true) => useList(costs.rates, { query: WHOLE_PAGE }, { whole: true, enabled })

/** Fetches all categories of fixed costs, by name. */
export const useCategories = (enabled = true) =>
  useList(costs.categories, { query: WHOLE_PAGE }, { whole: true, enabled })

/** Filters of the list of fixed costs, without the month, because the list also shows costs outside the month. */
export type CostsWanted = Omit<FixedCostFilter, 'month'>

/** Fetches the fixed costs that match the filters, of all months. */
export const useFixedCosts = (wanted: CostsWanted, enabled = true) =>
  useList(
    costs.fixedCosts,
    { query: { ...wanted, ...WHOLE_PAGE } },
    { whole: true, enabled, keepsPreviousData: () => true },
  )

/** Fetches the totals of a month: of all fixed costs, or of those that match the filters. */
export const useTotals = (month: string, wanted: CostsWanted = {}, enabled = true) =>
  useQuery({
    ...query(costs.fixedCostTotals, { query: { ...wanted, month } }),
    placeholderData: keepPreviousData,
    enabled,
  })
