import { costs } from '../../shared/api/costs.ts'
import { serve } from '../platform/http/serve.ts'
import { changeCategory, createCategory, listCategories, removeCategory } from './categories.ts'
import { changeEntry, enterHours, removeEntry, saveCells } from './entries.ts'
import { listEntries } from './entry-list.ts'
import { changeFixedCost, createFixedCost, listFixedCosts, removeFixedCost, sumFixedCosts } from './fixed.ts'
import { readHoursOfMonth } from './hours-month.ts'
import { changeHourlyRate, createHourlyRate, listHourlyRates, removeHourlyRate } from './rates.ts'

// These three functions load the code for files on demand, so that a cold start for the lists stays short.
const files = () => import('./files.ts')
const hoursSheet = () => import('./sheets/hours-import.ts')
const costsSheet = () => import('./sheets/fixed-import.ts')

/** Lambda function that answers the API requests about hours and costs. */
export const handler = serve(costs, {
  entries: ({ actor, query }) => listEntries(actor, query),
  hoursMonth: ({ actor, query }) => readHoursOfMonth(actor, query),
  createEntry: ({ actor, body }) => enterHours(actor, body),
  saveCells: ({ actor, body }) => saveCells(actor, body),
  updateEntry: ({ actor, params, body }) => changeEntry(actor, params.id, body),
  deleteEntry: ({ actor, params }) => removeEntry(actor, params.id),
  exportEntries: async ({ actor, query }) => (await files()).exportEntries(actor, query),
  importEntries: async ({ actor, file, query }) => (await hoursSheet()).importHours(actor, file, query.seenReading),
  checkEntries: async ({ actor, file }) => (await hoursSheet()).planHours(actor, file),
  rates: ({ actor, query }) => listHourlyRates(actor, query),
  createRate: ({ actor, body }) => createHourlyRate(actor, body),
  updateRate: ({ actor, params, body }) => changeHourlyRate(actor, params.id, body),
  deleteRate: ({ actor, params }) => removeHourlyRate(actor, params.id),
  categories: ({ actor, query }) => listCategories(actor, query),
  createCategory: ({ actor, body }) => createCategory(actor, body),
  updateCategory: ({ actor, params, body }) => changeCategory(actor, params.id, body),
  deleteCategory: ({ actor, params }) => removeCategory(actor, params.id),
  fixedCosts: ({ actor, query }) => listFixedCosts(actor, query),
  fixedCostTotals: ({ actor, query }) => sumFixedCosts(actor, query),
  createFixedCost: ({ actor, body }) => createFixedCost(actor, body),
  updateFixedCost: ({ actor, params, body }) => changeFixedCost(actor, params.id, body),
  deleteFixedCost: ({ actor, params }) => removeFixedCost(actor, params.id),
  exportFixedCosts: async ({ actor, query }) => (await files()).exportFixedCosts(actor, query),
  importFixedCosts: async ({ actor, file, query }) =>
    (await costsSheet()).importFixedCosts(actor, file, query.seenReading),
  checkFixedCosts: async ({ actor, file }) => (await costsSheet()).planFixedCosts(actor, file),
})
