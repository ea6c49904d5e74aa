import { salesStatuses } from '../../shared/api/parts/statuses.ts'
import { maskIban } from '../../shared/identifiers.ts'
import { customerIn, defineFindable, lastFourOf } from '../records/findable.ts'
import { iterateRows } from '../records/source.ts'
import type { ContractRow } from './entity.ts'
import { contractsWith } from './months.ts'
import { sheetDetailsOf } from './views.ts'

/** Definition of how contracts are found by search: their texts, EANs and the last four characters of their IBAN. */
export const findableContracts = defineFindable<'contract', ContractRow>({
  kind: 'contract',
  sortKey: 'contract',
  readers: {},
  dayOf: ({ signedDate }) => signedDate,
  shown: (row) => ({
    ...customerIn(row),
    supplier: row.supplier,
    endDate: row.expiryDate,
    status: row.salesStatus,
  }),
  also: (row) => {
    const { eanElectricity, eanGas, iban } = sheetDetailsOf(row)
    return [
      ...(iban ? [{ field: 'iban' as const, text: lastFourOf(iban), shownAs: maskIban(iban) }] : []),
      ...[eanElectricity, eanGas].flatMap((ean) => (ean ? [{ field: 'ean' as const, text: ean, shownAs: ean }] : [])),
    ]
  },
  marks: (row) => row,
})

/** Reads all contracts, to repair the search index. */
export async function* readEveryContract() {
  yield* iterateRows(await contractsWith(salesStatuses))
}
