import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Difference } from '../../../shared/api/ledger.ts'
import { balanceAddress, invoiceAddress, partnerAddress } from '../../domains/addresses.ts'
import { formatMoney } from '../../lib/format.ts'
import { Row } from '../../ui/layout/layout.tsx'
import styles from './reconciliation.module.css'

/** Shows a difference between ledger and records, with a link to its invoice, postings or partner. */
export function DifferenceNote({ difference }: { readonly difference: Difference }) {
  const { title, text, amount } = difference
  const link = linkOf(difference)
  return (
    <Row as="p" gap={8} align="baseline" className={styles.difference}>
      <TriangleAlert aria-hidden="true" size={15} />
      <span>
        <strong>
          {title}, {formatMoney(amount)}:
        </strong>{' '}
        {text}. {link && <Link to={link.to}>{link.text}</Link>}
      </span>
    </Row>
  )
}

function linkOf({ userId, partnerId, documentId, month }: Difference) {
  if (documentId !== null) return { to: invoiceAddress(documentId), text: 'Factuur bekijken' }
  if (userId !== null) return { to: balanceAddress(userId, month), text: 'Boekingen bekijken' }
  return partnerId === null ? null : { to: partnerAddress(partnerId), text: 'Partner openen' }
}
