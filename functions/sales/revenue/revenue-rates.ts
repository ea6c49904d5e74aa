import { editConflict } from '../../../shared/errors.ts'
import { type Cents, euros } from '../../../shared/money.ts'
import { type NewRevenueRate, revenueRate } from '../../../shared/sales/rates.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { type GuardedWrite, planAndCommit } from '../../platform/data/commit.ts'
import type { Paging } from '../../platform/http/page.ts'
import { mapFormFields } from '../../records/form.ts'
import { listWithin } from '../../records/list.ts'
import { type More, manageWith, newRecordFields, records } from '../../records/record.ts'
import { inOrder, isText } from '../../records/source.ts'
import { readRevenueTable } from './revenue.ts'
import { type RevenueRateRow, RevenueRates, RevenueTables } from './revenue-entity.ts'
import { requestRevaluation } from './revenue-step.ts'

const action = 'revenue:manage'

const rateRecords = records<RevenueRateRow>({
  type: 'revenue-rate',
  entity: RevenueRates,
  called: 'dit tarief',
  ...manageWith(action),
  // Rates of a product share one row. `marks: []` makes a change of a rate try again when only the shared row changed
  // meanwhile.
  marks: [],
})

const details = mapFormFields<RevenueRateRow>()([], revenueRate.normal)

/** Adds a rate of expected revenue, and requests the step that applies it to sales from its first day on. */
export async function createRevenueRate(actor: Caller, form: NewRevenueRate) {
  const permit = authorise(actor, action)
  const row: RevenueRateRow = { ...details.created(form), ...newRecordFields() }
  return planAndCommit(permit, async () => ({
    changes: rateRecords.created(row, await updateTable(null, row)),
    result: viewOf(row),
  }))
}

type Change = { [Name in keyof NewRevenueRate]?: NewRevenueRate[Name] | undefined }

/**
 * Changes a rate of expected revenue, and requests the step that updates sales. The step begins at the old or the new
 * first day of the rate, whichever is earlier. Throws 404 for an unknown rate, 409 after another change since
 * `If-Match`.
 */
export const changeRevenueRate = (actor: Caller, id: string, change: Change) =>
  rateRecords.edit(actor, id, viewOf, async (before) => {
    const after = { ...before, ...details.changed(change) }
    return { after, ...(await updateTable(before, after)) }
  })

/**
 * Deletes a rate of expected revenue, and requests the step that applies the remaining rates to the sales that had it.
 * Throws 404 for an unknown rate, 409 after another change since `If-Match`.
 */
export const removeRevenueRate = (actor: Caller, id: string) =>
  rateRecords.remove(actor, id, (before) => updateTable(before, null))

/** Lists rates of expected revenue, the latest start first. */
export const listRevenueRates = (actor: Caller, paging: Paging) =>
  listWithin(actor, action, paging, {
    all: () => inOrder<RevenueRateRow>({ validFrom: isText, id: isText }, [RevenueRates.query.all({})], 'desc'),
    show: (rows) => rows.map(viewOf),
  })

const viewOf = (row: RevenueRateRow) => ({ ...row, amount: euros(row.amount as Cents) })

/** Returns the further writes of a changed rate: the table of its provider and product, and work that updates sales. */
async function updateTable(before: RevenueRateRow | null, after: RevenueRateRow | null): Promise<More> {
  const row = after ?? before
  if (!row) return {}
  const { provider, productType, id } = row
  const { version, rates } = await readRevenueTable(row)
  const others = rates.filter((rate) => rate.id !== id)
  const rate = after && { id, amount: after.amount, validFrom: after.validFrom, createdAt: after.createdAt }
  const moved: GuardedWrite = {
    write: RevenueTables.put({
      ...{ provider, productType, version: version + 1, rates: rate ? [...others, rate] : others },
    }).where((stored, { eq, notExists }) => (version === 0 ? notExists(stored.version) : eq(stored.version, version))),
    onFailure: () => editConflict('de tarieven'),
  }
  const [first = ''] = [before?.validFrom, after?.validFrom].filter((day) => day !== undefined).toSorted()
  return { write: [moved], outbox: [requestRevaluation({ provider, productType }, { from: first })] }
}
