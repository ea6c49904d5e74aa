import { type Cents, euros } from '../../../shared/money.ts'
import { commissionRate, type NewCommissionRate } from '../../../shared/sales/rates.ts'
import { localDateOf, now } from '../../../shared/time.ts'
import { readTeamsById, requireTeam } from '../../people/service.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Paging } from '../../platform/http/page.ts'
import { mapFormFields } from '../../records/form.ts'
import { listWithin } from '../../records/list.ts'
import { onlyItem } from '../../records/only-item.ts'
import { manageWith, newRecordFields, records } from '../../records/record.ts'
import { inOrder, isText } from '../../records/source.ts'
import { type CommissionRateRow, CommissionRates } from './rates.ts'

const action = 'commission-rate:manage'

const rateRecords = records<CommissionRateRow>({
  type: 'commission-rate',
  entity: CommissionRates,
  called: 'dit tarief',
  ...manageWith(action),
})

const details = mapFormFields<CommissionRateRow>()([], commissionRate.normal)

type RateChange = { [Name in keyof NewCommissionRate]?: NewCommissionRate[Name] | undefined } & {
  readonly isActive?: boolean | undefined
}

/** Adds a commission rate, by default from today on; existing amounts stay. Throws 422 when the team does not exist. */
export const createRate = (actor: Caller, form: NewCommissionRate) =>
  rateRecords.create(
    actor,
    {
      ...details.created(form),
      ...newRecordFields(),
      validFrom: form.validFrom ?? localDateOf(now()),
      isActive: true,
    },
    viewOf,
    { conditions: form.teamId ? [requireTeam(form.teamId)] : [] },
  )

/**
 * Changes a commission rate or switches it off; existing amounts stay. Throws 404 for an unknown rate, 409 after
 * another change since `If-Match`, 422 when a new team does not exist.
 */
export const changeRate = (actor: Caller, id: string, change: RateChange) =>
  rateRecords.edit(actor, id, viewOf, (before) => ({
    after: { ...before, ...details.changed(change) },
    conditions: change.teamId ? [requireTeam(change.teamId)] : [],
  }))

/**
 * Deletes a commission rate; existing amounts stay. Throws 404 for an unknown rate, 409 after another change since
 * `If-Match`.
 */
export const removeRate = (actor: Caller, id: string) => rateRecords.remove(actor, id)

/** Lists commission rates, the latest start first. */
export const listRates = (actor: Caller, paging: Paging) =>
  listWithin(actor, action, paging, {
    all: () => inOrder<CommissionRateRow>({ validFrom: isText, id: isText }, [CommissionRates.query.all({})], 'desc'),
    show: viewsOf,
  })

const viewOf = async (row: CommissionRateRow) => onlyItem(await viewsOf([row]))

async function viewsOf(rows: readonly CommissionRateRow[]) {
  const teams = await readTeamsById(rows.flatMap(({ teamId }) => teamId ?? []))
  return rows.map((row) => ({
    ...row,
    teamName: row.teamId === undefined ? undefined : teams.get(row.teamId)?.name,
    defaultRate: euros(row.defaultRate as Cents),
  }))
}
