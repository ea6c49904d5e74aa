import { type FixedCostFilter, projectTypeLabels, type TimeEntryFilter } from '../../shared/api/schemas/costs.ts'
import { type Cents, euros } from '../../shared/money.ts'
import type { Column } from '../export/cells.ts'
import { type Exported, exportList } from '../export/export-list.ts'
import type { Caller } from '../platform/actor.ts'
import { asWhole, splitIntoBatches } from '../platform/data/rows.ts'
import { fullName, Users } from '../platform/identity/user.ts'
import { canSeeCosts, costOf, type EntryOfDay } from './days.ts'
import { readAllEntries } from './entry-list.ts'
import { type NamedFixedCost, readAllFixedCosts, whomTextOf } from './fixed.ts'

/** Reads people's e-mail addresses; returns a lookup by id, with an empty text for an unknown one. */
async function addressesOf(ids: readonly (string | undefined)[]) {
  const distinct = [...new Set(ids.filter((id) => id !== undefined))]
  const found = await Promise.all(
    splitIntoBatches(distinct, 100).map(async (some) =>
      asWhole((await Users.get(some.map((id) => ({ id }))).go()).data),
    ),
  )
  const addresses = new Map(found.flat().map(({ id, email }) => [id, email]))
  return (id: string | undefined) => addresses.get(id ?? '') ?? ''
}

const entryColumns = (emailOf: (id: string) => string): readonly Column<EntryOfDay>[] => [
  { header: 'Medewerker', value: ({ day }) => fullName(day.user) },
  { header: 'E-mail', value: ({ day }) => emailOf(day.userId) },
  { header: 'Datum', value: ({ day }) => ({ date: day.date }) },
  { header: 'Soort werk', value: ({ projectType }) => projectTypeLabels[projectType] },
  { header: 'Uren', value: ({ entry }) => ({ amount: entry.hours / 100 }) },
  { header: 'Omschrijving', value: ({ entry }) => entry.description ?? '' },
]

const costColumns: readonly Column<EntryOfDay>[] = [
  { header: 'Uurloon', value: ({ entry: { rate } }) => (rate === undefined ? '' : { amount: euros(rate as Cents) }) },
  { header: 'Kosten', value: ({ entry }) => (entry.rate === undefined ? '' : { amount: euros(costOf(entry)) }) },
]

/**
 * Exports the filtered hours within reach as a spreadsheet, with rates and costs for actors who see them. Throws 422
 * above the limits of one file, 429 after 30 files in five minutes.
 */
export async function exportEntries(actor: Caller, query: Exported<TimeEntryFilter>) {
  let emailOf = (_: string | undefined) => ''
  return exportList<EntryOfDay>(actor, query, {
    ...{ action: 'hours:manage', entity: 'time-entry', plural: 'uren' },
    columns: () => [...entryColumns(emailOf), ...(canSeeCosts(actor) ? costColumns : [])],
    rows: async (bounds) => {
      const rows = await readAllEntries(actor, query, bounds)
      emailOf = await addressesOf(rows.map(({ day }) => day.userId))
      return rows
    },
  })
}

const ruleColumns = (emailOf: (id: string | undefined) => string): readonly Column<NamedFixedCost>[] => [
  { header: 'Categorie', value: ({ category }) => category.name },
  { header: 'Omschrijving', value: ({ description = '' }) => description },
  { header: 'Geldt voor', value: whomTextOf },
  { header: 'E-mail', value: ({ userId }) => emailOf(userId) },
  { header: 'Bedrag per maand', value: ({ monthlyAmount }) => ({ amount: euros(monthlyAmount as Cents) }) },
  { header: 'Vanaf', value: ({ effectiveFrom }) => ({ date: effectiveFrom }) },
  { header: 'Tot en met', value: ({ effectiveTo }) => (effectiveTo ? { date: effectiveTo } : '') },
  { header: 'Actief', value: ({ isActive }) => (isActive ? 'Ja' : 'Nee') },
]

/**
 * Exports the filtered fixed costs as a spreadsheet. Throws 403 for non-admins, 422 above the limits of one file, 429
 * after 30 files in five minutes.
 */
export async function exportFixedCosts(actor: Caller, query: Exported<FixedCostFilter>) {
  let emailOf = (_: string | undefined) => ''
  return exportList<NamedFixedCost>(actor, query, {
    ...{ action: 'cost:manage', entity: 'fixed-cost', plural: 'vaste-kosten', sheet: 'Vaste kosten' },
    columns: () => ruleColumns(emailOf),
    rows: async (bounds) => {
      const rows = await readAllFixedCosts(actor, query, bounds)
      emailOf = await addressesOf(rows.map(({ userId }) => userId))
      return rows
    },
  })
}
