import { providerLabels } from '../../shared/api/parts/trade.ts'
import { maskIban } from '../../shared/identifiers.ts'
import { fullName } from '../platform/identity/user.ts'
import { addressOf, customerIn, defineFindable, lastFourOf, readEveryMonth } from '../records/findable.ts'
import { isText } from '../records/source.ts'
import type { CommissionRow } from './commission-entity.ts'
import { type SaleRow, Sales } from './entity.ts'
import { eansOf } from './rules.ts'

/** Sales in the search index: words that find them, their readers, and the line that a result shows. */
export const findableSales = defineFindable<'sale', SaleRow>({
  kind: 'sale',
  sortKey: 'sale',
  readers: { team: ({ teamId }) => teamId, own: ({ agentId, callerId }) => [agentId, callerId] },
  dayOf: ({ saleDate }) => saleDate,
  shown: (row) => ({
    ...customerIn(row),
    number: row.salesDockId,
    supplier: providerLabels[row.provider],
    date: row.saleDate,
    colleague: fullName(row.agent),
    status: row.status,
  }),
  also: (row) => [
    { field: 'iban', text: lastFourOf(row.iban), shownAs: maskIban(row.iban) },
    ...eansOf(row).map((ean) => ({ field: 'ean' as const, text: ean, shownAs: ean })),
    ...row.additionalAddresses.flatMap((one) => {
      const address = addressOf(one)
      return address ? [{ field: 'address' as const, text: address, shownAs: address }] : []
    }),
  ],
})

/** Commissions as notifications name their customers. The search finds their sales instead. */
export const nameableCommissions = defineFindable<'sale', CommissionRow>({
  kind: 'sale',
  sortKey: 'commission',
  readers: { team: ({ teamId }) => teamId, own: ({ agentPayee, callerPayee }) => [agentPayee, callerPayee] },
  isFound: ({ replacedBy }) => replacedBy === undefined,
  dayOf: ({ date }) => date,
  shown: ({ customerName }) => ({ name: customerName }),
})

/** Reads the sales that the search index holds, to repair it. */
export const readEverySale = () =>
  readEveryMonth<SaleRow>({ saleDate: isText, id: isText }, (month) => Sales.query.byMonth({ month }))
