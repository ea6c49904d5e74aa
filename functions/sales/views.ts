import { seesPersonalData } from '../../shared/access.ts'
import { maskIban } from '../../shared/identifiers.ts'
import { saleFields } from '../../shared/sales/record.ts'
import { hideUnseenFields } from '../../shared/values/field.ts'
import { readCalls } from '../numbers/shown.ts'
import { namesOf } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import { fullName } from '../platform/identity/user.ts'
import { onlyItem } from '../records/only-item.ts'
import { settersOf } from './amounts/amount-facts.ts'
import { amountsFor, explanationFor } from './amounts/amounts.ts'
import { revenueFor } from './amounts/revenue-amounts.ts'
import type { Sale } from './commission-entity.ts'
import type { SaleRow } from './entity.ts'
import { commissionOf } from './rules.ts'

const NO_MORE = { reference: undefined, fileKey: undefined, filename: undefined }

/** Returns a sale as the API shows it to the actor, without hidden amounts and personal data. */
export const viewOf = async (actor: Caller, row: Sale) => onlyItem(await viewsOf(actor, [row]))

/**
 * Returns sales as the API shows them to the actor, without hidden amounts and personal data (rulings 37, 62). Without
 * `hasCallStates` does not tell whether their numbers may be called, which costs a read for each.
 */
export async function viewsOf(actor: Caller, rows: readonly Sale[], hasCallStates = true) {
  const named = rows.flatMap((row) => [
    ...[row.approvedBy, row.changedAfterApproval?.by, row.earlyRelease?.by, row.withdrawal?.by],
    ...settersOf(commissionOf(row)),
  ])
  const [personOf, callsOf] = await Promise.all([
    namesOf(named.filter((id) => id !== undefined)),
    readCalls(
      rows.map(({ customerPhone }) => customerPhone),
      hasCallStates,
    ),
  ])
  return rows.map((row) => ({
    ...row,
    ...amountsFor(actor, commissionOf(row)),
    revenue: revenueFor(actor, row),
    explanation: explanationFor(actor, commissionOf(row), personOf),
    changedAfterApproval: viewChangeAfterApproval(row, personOf),
    confirmation: row.confirmation && { ...NO_MORE, ...row.confirmation },
    withdrawal: row.withdrawal && {
      ...{ how: row.withdrawal.how, note: row.withdrawal.note, reason: row.withdrawal.reason },
      ...{ by: personOf(row.withdrawal.by), at: row.withdrawal.at, isCorrected: row.withdrawal.isCorrected },
    },
    earlyRelease: row.earlyRelease && { ...row.earlyRelease, by: personOf(row.earlyRelease.by) },
    ...personalDataFor(actor, row),
    ...callsOf(row.customerPhone),
    approvedBy: row.approvedBy === undefined ? undefined : personOf(row.approvedBy),
    commissionOverride: row.commissionOverride && {
      at: row.commissionOverride.at,
      by: fullName(personOf(row.commissionOverride.by)),
      reason: row.commissionOverride.reason,
    },
  }))
}

/** Returns the change that ended an approval, with its author's name for the API; undefined without such a change. */
export const viewChangeAfterApproval = (
  { changedAfterApproval }: Pick<SaleRow, 'changedAfterApproval'>,
  personOf: Awaited<ReturnType<typeof namesOf>>,
) =>
  changedAfterApproval && {
    by: personOf(changedAfterApproval.by),
    at: changedAfterApproval.at,
    fields: [...changedAfterApproval.fields],
  }

function personalDataFor(actor: Caller, row: SaleRow) {
  const seesAll = seesPersonalData(actor)
  return {
    ...hideUnseenFields(actor, saleFields),
    iban: maskIban(row.iban),
    additionalAddresses: row.additionalAddresses.map(({ eanElectricity, eanGas, ...address }) => ({
      ...address,
      eanElectricity: seesAll ? eanElectricity : undefined,
      eanGas: seesAll ? eanGas : undefined,
    })),
  }
}
