import { seesPersonalData } from '../../shared/access.ts'
import { maskIban } from '../../shared/identifiers.ts'
import { doNotCallsOf } from '../customers/service.ts'
import { nameOf } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import { findUser, fullName } from '../platform/user.ts'
import { only } from '../records/view.ts'
import { amountsFor } from './amounts.ts'
import type { SaleRow } from './entity.ts'
import { commissionOf } from './rules.ts'

/** A sale as somebody may see it: amounts as rulings 37, personal data by their right (rulings 62). */
export const viewOf = async (actor: Caller, row: SaleRow) => only(await viewsOf(actor, [row]))

/** Sales as somebody may see them. */
export async function viewsOf(actor: Caller, rows: readonly SaleRow[]) {
  const named = rows.flatMap(({ approvedBy, commissionOverride }) => [approvedBy, commissionOverride?.by])
  const ids = [...new Set(named.filter((id) => id !== undefined))]
  const [users, closed] = await Promise.all([
    Promise.all(ids.map(findUser)),
    doNotCallsOf(rows.map(({ customerPhone }) => customerPhone)),
  ])
  const personOf = (id: string) => {
    const user = users.find((one) => one?.id === id)
    return user ? nameOf(user) : { id, firstName: 'Onbekend', lastName: '' }
  }
  return rows.map((row) => ({
    ...row,
    ...amountsFor(actor, commissionOf(row)),
    ...personalDataFor(actor, row),
    doNotCallSince: closed.get(row.customerPhone) ?? null,
    approvedBy: row.approvedBy === undefined ? undefined : personOf(row.approvedBy),
    commissionOverride: row.commissionOverride && {
      at: row.commissionOverride.at,
      by: fullName(personOf(row.commissionOverride.by)),
      reason: row.commissionOverride.reason,
    },
  }))
}

function personalDataFor(actor: Caller, row: SaleRow) {
  const iban = maskIban(row.iban)
  const addresses = row.additionalAddresses.map(({ eanElectricity, eanGas, ...address }) => ({
    ...address,
    eanElectricity,
    eanGas,
  }))
  if (seesPersonalData(actor)) return { iban, additionalAddresses: addresses }
  const hidden = { eanElectricity: undefined, eanGas: undefined }
  return {
    iban,
    bankAccountHolder: undefined,
    ...hidden,
    additionalAddresses: addresses.map((address) => ({ ...address, ...hidden })),
  }
}
