import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { costs } from '../../../shared/contract/costs.ts'
import type {
  CostCategory,
  FixedCost,
  FixedCostFilter,
  TimeEntry,
  UserRate,
} from '../../../shared/contract/schemas/costs.ts'
import { WHOLE_PAGE } from '../../domains/people.ts'
import { call } from '../../lib/client.ts'
import { pages, query, queryClient, refresh, useCommand, useList } from '../../lib/query.ts'
import { type Cell, daysOf, keyOf } from './cells.ts'
import type { CellChange } from './sheet.ts'

/** Person whose hours are shown: an admin names the person, others always see their own. */
export interface Whose {
  readonly userId?: string
}

const weekQuery = (whose: Whose, monday: string) => {
  const days = daysOf(monday)
  return { query: { ...whose, from: monday, to: days[6] ?? monday, ...WHOLE_PAGE } }
}

/** Fetches the hours of a person's week. */
export const useWeek = (whose: Whose, monday: string) =>
  useList(costs.entries, weekQuery(whose, monday), { whole: true, fresh: true, staleMs: 0 })

/** Fetches the hours of a person's week once. */
export async function loadWeek(whose: Whose, monday: string): Promise<readonly TimeEntry[]> {
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

/** Puts saved cells of a week into the cache, because an index may lag a write. */
export function placeSaved(whose: Whose, monday: string, saved: readonly TimeEntry[], touched: readonly Cell[]): void {
  const gone = new Set(touched.map(keyOf))
  queryClient.setQueryData(pages(costs.entries, weekQuery(whose, monday)).queryKey, (data) => {
    if (!data) return data
    const kept = data.pages.map((page) => ({ ...page, items: page.items.filter((entry) => !gone.has(keyOf(entry))) }))
    const [first, ...others] = kept
    return first ? { ...data, pages: [{ ...first, items: [...saved, ...first.items] }, ...others] } : data
  })
}

/** Fetches a person's month by week and type of work; keeps the previous month until it arrives. */
export const useHoursMonth = (whose: Whose, month: string) =>
  useQuery({ ...query(costs.hoursMonth, { query: { ...whose, month } }), placeholderData: keepPreviousData })

/** Refreshes the month after cells were saved. */
export const refreshMonth = () => refresh([costs.hoursMonth])

/** Refreshes all hours after an import. */
export const refreshHours = () => refresh([costs.entries, costs.hoursMonth])

/** Saves cells of a person; returns the refused ones with the reason. */
export const saveCells = (whose: Whose, cells: CellChange[]) => call(costs.saveCells, { body: { ...whose, cells } })

export const useImportHours = () => useCommand(costs.importEntries, { onSuccess: refreshHours })
export const useCheckHours = () => useCommand(costs.checkEntries)

/** Fetches all hourly rates, newest first. */
export const useRates = (enabled = true) => useList(costs.rates, { query: WHOLE_PAGE }, { whole: true, enabled })

const afterRate = [costs.rates, costs.hoursMonth]
/** Creates a rate. A new rate may end another, so all are fetched again before it counts as done. */
export const useCreateRate = () =>
  useCommand(costs.createRate, { refreshes: afterRate, onSuccess: () => refresh([costs.rates]) })
export const useUpdateRate = () => useCommand(costs.updateRate, { refreshes: afterRate })
export const useRemoveRate = () => useCommand(costs.deleteRate, { refreshes: afterRate })

/** Fetches the current state of a rate; null when it is deleted. */
export async function newestRate({ id, userId }: UserRate): Promise<UserRate | null> {
  const { items } = await call(costs.rates, { query: { userId, ...WHOLE_PAGE } })
  return items.find((rate) => rate.id === id) ?? null
}

/** Fetches all categories, by name. */
export const useCategories = (enabled = true) =>
  useList(costs.categories, { query: WHOLE_PAGE }, { whole: true, enabled })

const afterCategory = [costs.categories, costs.fixedCosts]
export const useCreateCategory = () => useCommand(costs.createCategory, { refreshes: afterCategory })
export const useUpdateCategory = () => useCommand(costs.updateCategory, { refreshes: afterCategory })
export const useRemoveCategory = () => useCommand(costs.deleteCategory, { refreshes: afterCategory })

/** Fetches the current state of a category; null when it is deleted. */
export async function newestCategory({ id }: CostCategory): Promise<CostCategory | null> {
  const { items } = await call(costs.categories, { query: WHOLE_PAGE })
  return items.find((category) => category.id === id) ?? null
}

/** Filters of the list except the month: the list also shows costs that do not count in it. */
export type CostsWanted = Omit<FixedCostFilter, 'month'>

/** Fetches the fixed costs that match the filters, of all months. */
export const useFixedCosts = (wanted: CostsWanted, enabled = true) =>
  useList(costs.fixedCosts, { query: { ...wanted, ...WHOLE_PAGE } }, { whole: true, enabled, keeps: () => true })

/** Fetches the sums of a month, of all fixed costs or of those that match the filters. */
export const useTotals = (month: string, wanted: CostsWanted = {}, enabled = true) =>
  useQuery({
    ...query(costs.fixedCostTotals, { query: { ...wanted, month } }),
    placeholderData: keepPreviousData,
    enabled,
  })

const afterCost = [costs.fixedCosts, costs.fixedCostTotals, costs.categories]
export const useCreateCost = () => useCommand(costs.createFixedCost, { refreshes: afterCost })
export const useUpdateCost = () => useCommand(costs.updateFixedCost, { refreshes: afterCost })
export const useRemoveCost = () => useCommand(costs.deleteFixedCost, { refreshes: afterCost })
export const refreshCosts = () => refresh(afterCost)
export const useImportCosts = () => useCommand(costs.importFixedCosts, { onSuccess: refreshCosts })
export const useCheckCosts = () => useCommand(costs.checkFixedCosts)

/** Fetches the current state of a fixed cost; null when it is deleted. */
export async function newestCost({ id }: FixedCost): Promise<FixedCost | null> {
  let cursor: string | undefined
  do {
    const page = await call(costs.fixedCosts, { query: { ...WHOLE_PAGE, cursor } })
    const found = page.items.find((cost) => cost.id === id)
    if (found) return found
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return null
}
