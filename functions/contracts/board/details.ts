import { randomUUID } from 'node:crypto'
import { unprocessable } from '../../../shared/errors.ts'
import type { Caller } from '../../platform/actor.ts'
import { commit } from '../../platform/data/commit.ts'
import { onlyItem } from '../../records/only-item.ts'
import { countReveal } from '../../records/revealing.ts'
import { contractRecords } from '../service.ts'
import { personalDetailsOf, sheetDetailsOf, viewsOf } from '../views.ts'

/**
 * Returns one contract for the API. Readers of personal data also get its account holder and all columns of its sheets.
 * Throws 404 for an unknown contract.
 */
export async function readContractDetails(actor: Caller, id: string) {
  const { row } = await contractRecords.within(actor, id)
  return { ...onlyItem(await viewsOf(actor, [row])), ...personalDetailsOf(actor, row) }
}

/**
 * Returns the whole IBAN of a contract and audits that (rulings 62). Throws 404 for an unknown contract, 422 for one
 * without an IBAN, and 429 after 30 reveals in an hour.
 */
export async function revealIban(actor: Caller, id: string) {
  const { row, permit } = await contractRecords.within(actor, id)
  const { iban } = sheetDetailsOf(row)
  if (!iban) throw unprocessable('Van dit contract is geen IBAN bekend')
  await countReveal(actor)
  const seen = {
    action: 'contract.reveal' as const,
    entity: { type: 'contract', id, name: row.customerName },
    after: { field: 'iban', reveal: randomUUID() },
  }
  return commit(permit, { ...seen, write: [] }, { iban })
}
