import { Check } from 'lucide-react'
import { Link } from 'react-router-dom'
import { invoiceStatusLabels } from '../../../shared/contract/invoices.ts'
import {
  type BankStatementDetails,
  confirmableAt,
  matchedByLabels,
  proposalKindLabels,
} from '../../../shared/contract/settlement.ts'
import { invoicePage } from '../../domains/addresses.ts'
import { formatDate, formatMoney } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'

export type Proposal = BankStatementDetails['proposals'][number]

/** Whether a proposal waits for somebody to say that it is right: what came back, or was paid again, since does not. */
export const isToConfirm = ({ kind, status, confirmedAt, reason }: Proposal): boolean =>
  status === confirmableAt[kind] && confirmedAt === null && reason === null

/** What tells a proposal from the others of its statement. */
export const keyOf = ({ kind, invoiceId }: Pick<Proposal, 'kind' | 'invoiceId'>): string => `${kind} ${invoiceId}`

interface ProposalsProps {
  readonly proposals: readonly Proposal[]
  /** Why one could not be confirmed, by its key. */
  readonly refused: ReadonlyMap<string, string>
  readonly onConfirm: (proposal: Proposal) => Promise<unknown>
}

/** The invoices that a bank statement seems to pay, and payments that came back, to be confirmed one by one. */
export function Proposals({ proposals, refused, onConfirm }: ProposalsProps) {
  return (
    <ul className="payments-list" aria-label="Voorgestelde betalingen">
      {proposals.map((proposal) => {
        const { kind, invoiceId, invoiceNumber, partnerName, status, date, amount, by, confirmedAt, reason } = proposal
        const refusal = refused.get(keyOf(proposal))
        return (
          <li key={`${keyOf(proposal)} ${date}`}>
            <div>
              <Link className="payments-link" to={invoicePage(invoiceId)}>
                {invoiceNumber}
              </Link>{' '}
              <Badge tone="neutral" dot={false}>
                {matchedByLabels[by]}
              </Badge>
              {kind === 'return' && (
                <>
                  {' '}
                  <Badge tone="warn">{proposalKindLabels.return}</Badge>
                </>
              )}
              <p className="pv-soft">
                {partnerName} · {formatDate(date)}
              </p>
              {confirmedAt !== null && status === confirmableAt[kind] && (
                <p className="pv-soft">
                  Bevestigd op {formatDate(confirmedAt)}, daarna{' '}
                  {kind === 'return' ? 'opnieuw betaald' : 'teruggedraaid'}
                </p>
              )}
              {reason !== null && <p className="pv-soft">{reason}</p>}
              {refusal !== undefined && <p className="payments-failure">{refusal}</p>}
            </div>
            <span className="payments-amount">{formatMoney(amount)}</span>
            {isToConfirm(proposal) ? (
              <Button
                size="small"
                icon={<Check />}
                aria-label={`Bevestigen: ${invoiceNumber}${kind === 'return' ? ' teruggekomen' : ''}`}
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
