import { type SaleStatus, saleStatusLabels } from '../../../shared/contract/sales.ts'
import { classNames } from '../../ui/class-names.ts'

/** The way of a sale; one that was approved without being checked has that in its place (rulings 35). */
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

/** How far a sale is on its way. */
export function StepsLine({ status }: { readonly status: SaleStatus }) {
  const way = wayOf(status)
  const at = way.indexOf(status)
  return (
    <ol className="sales-way" aria-label="Voortgang">
      {way.map((step, index) => (
        <li
          key={step}
          className={classNames(index < at && 'sales-way-done', step === 'rejected' && 'sales-way-rejected')}
          aria-current={index === at ? 'step' : undefined}
        >
          {saleStatusLabels[step]}
        </li>
      ))}
    </ol>
  )
}
