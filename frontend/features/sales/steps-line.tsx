import { type SaleStatus, saleStatusLabels } from '../../../shared/api/parts/statuses.ts'
import { classNames } from '../../ui/class-names.ts'
import { Row } from '../../ui/layout/layout.tsx'
import styles from './sales.module.css'

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
export function StepsLine({ status }: { readonly status: SaleStatus }) {
  const way = wayOf(status)
  const at = way.indexOf(status)
  return (
    <Row as="ol" gap={10} wrap size={12} color="muted" className={styles.way} aria-label="Voortgang">
      {way.map((step, index) => (
        <li
          key={step}
          className={classNames(index < at && styles.wayDone, step === 'rejected' && styles.wayRejected)}
          aria-current={index === at ? 'step' : undefined}
        >
          {saleStatusLabels[step]}
        </li>
      ))}
    </Row>
  )
}
