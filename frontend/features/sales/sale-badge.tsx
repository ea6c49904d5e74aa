import { type SaleStatus, saleStatusLabels } from '../../../shared/api/parts/statuses.ts'
import { saleTones } from '../../domains/sales.ts'
import { Badge } from '../../ui/display/badge.tsx'

/** Shows a status with its label for sales; commissions have other labels for some statuses. */
export function SaleBadge({ status }: { readonly status: SaleStatus }) {
  return <Badge tone={saleTones[status]}>{saleStatusLabels[status]}</Badge>
}
