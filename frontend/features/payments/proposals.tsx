import { Check } from 'lucide-react'
import { Link } from 'react-router-dom'
import { invoiceStatusLabels } from '../../../shared/contract/invoices.ts'
import { type BankStatementDetails, matchedByLabels } from '../../../shared/contract/settlement.ts'
import { invoicePage } from '../../domains/addresses.ts'
import { formatDate, formatMoney } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'

type Proposal = BankStatementDetails['proposals'][number]

/** Whether a proposal waits for somebody to say that it is right: a payment that came back since does not. */
export const isToConfirm = ({ status, confirmedAt }: Proposal): boolean =>
  status === 'in_behandeling' && confirmedAt === null

interface ProposalsProps {
  readonly proposals: readonly Proposal[]
  /** Why one could not be paid, by the id of its invoice. */
  readonly refused: ReadonlyMap<string, string>
  readonly onConfirm: (proposal: Proposal) => Promise<unknown>
}

/** The invoices that a bank statement seems to pay, to be confirmed one by one. */
export function Proposals({ proposals, refused, onConfirm }: ProposalsProps) {
  return (
    <ul className="payments-list" aria-label="Voorgestelde betalingen">
      {proposals.map((proposal) => {
        const { invoiceId, invoiceNumber, partnerName, status, date, amount, by, confirmedAt } = proposal
        return (
          <li key={invoiceId}>
            <div>
              <Link className="payments-link" to={invoicePage(invoiceId)}>
                {invoiceNumber}
              </Link>{' '}
              <Badge tone="neutral" dot={false}>
                {matchedByLabels[by]}
              </Badge>
              <p className="pv-soft">
                {partnerName} · {formatDate(date)}
              </p>
              {confirmedAt !== null && status === 'in_behandeling' && (
                <p className="pv-soft">Bevestigd op {formatDate(confirmedAt)}, daarna teruggedraaid</p>
              )}
              {refused.has(invoiceId) && <p className="payments-failure">{refused.get(invoiceId)}</p>}
            </div>
            <span className="payments-amount">{formatMoney(amount)}</span>
            {isToConfirm(proposal) ? (
              <Button
                size="small"
                icon={<Check />}
                aria-label={`Bevestigen: ${invoiceNumber}`}
                onClick={() => onConfirm(proposal)}
              >
                Bevestigen
              </Button>
            ) : (
              <Badge tone={status === 'betaald' ? 'ok' : 'neutral'}>{invoiceStatusLabels[status]}</Badge>
            )}
          </li>
        )
      })}
    </ul>
  )
}
