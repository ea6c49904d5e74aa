import { type SaleStatus, saleStatusLabels } from '../../../shared/api/parts/statuses.ts'
import { StepsLine } from '../../records/steps-line.tsx'

/**
 * Returns the statuses to show for a sale, in order. An approved sale has `approved` in the place of `pending`; a
 * rejected sale has only two.
 */
function wayOf(status: SaleStatus): readonly SaleStatus[] {
  if (status === 'rejected') return ['nieuw', 'rejected']
  return [
    'nieuw',
    status === 'approved' ? 'approved' : 'pending',
    'in_afwachting',
    'klaar_voor_uitbetaling',
    'uitbetaald',
  ]
}

/** Shows how far a sale is, as a line of statuses. */
export function SaleSteps({ status }: { readonly status: SaleStatus }) {
  const way = wayOf(status)
  return (
    <StepsLine
      steps={way.map((step) => saleStatusLabels[step])}
      at={way.indexOf(status)}
      isBad={status === 'rejected'}
    />
  )
}
