import { providerLabels } from '../../../shared/api/parts/trade.ts'
import type { Sale } from '../../../shared/sales/schemas.ts'
import { SaleBadge } from '../../domains/approval.tsx'
import { formatDate, formatMoney, fullNameOf } from '../../lib/format.ts'
import { CardRow } from '../../ui/table/data-table-card.tsx'

/** Shows a sale in the list on a phone. */
export function SaleCard({ sale }: { readonly sale: Sale }) {
  const { customerName, provider, saleDate, agent, totalCommission, status } = sale
  return (
    <CardRow
      title={customerName}
      meta={[formatDate(saleDate), providerLabels[provider], fullNameOf(agent)].join(' · ')}
      end={formatMoney(totalCommission)}
      badge={<SaleBadge status={status} />}
    />
  )
}
