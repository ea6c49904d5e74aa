import { Link } from 'react-router-dom'
import type { Customer } from '../../../shared/contract/customers.ts'
import { type LocalDate, urgencyLabel, urgencyOf } from '../../../shared/time.ts'
import { contractAddress } from '../../domains/addresses.ts'
import { urgencyTones } from '../../domains/contracts.ts'
import { formatDate } from '../../lib/format.ts'
import { today } from '../../ui/dates/calendar-days.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/card.tsx'

/** Shows the contracts of a customer and their end dates; nothing without contracts. */
export function ContractsCard({ customer: { contracts } }: { readonly customer: Customer }) {
  if (contracts.length === 0) return null
  return (
    <Card title="Contracten" className="customer-contracts">
      <ul className="customer-items">
        {contracts.map(({ id, supplier, address, houseNumber, expiryDate }) => {
          const urgency = urgencyOf(expiryDate as LocalDate, today() as LocalDate)
          return (
            <li key={id} className="customer-item">
              <div className="customer-item-text">
                <Link to={contractAddress(id)} className="customer-item-title">
                  {[supplier ?? 'Contract', [address, houseNumber].filter(Boolean).join(' ')]
                    .filter(Boolean)
                    .join(' · ')}
                </Link>
                <p className="pv-soft">t/m {formatDate(expiryDate)}</p>
              </div>
              <Badge tone={urgencyTones[urgency.level]}>{urgencyLabel(urgency)}</Badge>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
