import { providerLabels } from '../../shared/api/parts/trade.ts'
import { maskIban } from '../../shared/identifiers.ts'
import { addMonths, localDateOf, monthsBetween, now } from '../../shared/time.ts'
import { fullName } from '../platform/identity/user.ts'
import { addressOf, defineFindable, lastFourOf, MONTHS_AHEAD, MONTHS_BACK } from '../records/findable.ts'
import { inOrder, isText, iterateRows } from '../records/source.ts'
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
    name: row.customerName,
    company: row.companyName,
    phone: row.customerPhone,
    email: row.customerEmail,
    address: addressOf(row),
    number: row.salesDockId,
    city: row.city,
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
export async function* readEverySale() {
  const today = localDateOf(now())
  for (const month of monthsBetween(addMonths(today, -MONTHS_BACK), addMonths(today, MONTHS_AHEAD))) {
    yield* iterateRows(inOrder<SaleRow>({ saleDate: isText, id: isText }, [Sales.query.byMonth({ month })]))
  }
}
