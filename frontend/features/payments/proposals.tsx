import { Check } from 'lucide-react'
import { Link } from 'react-router-dom'
import { type BankStatementDetails, matchedByLabels, proposalKindLabels } from '../../../shared/contract/settlement.ts'
import { invoicePage } from '../../domains/addresses.ts'
import { statusText } from '../../domains/self-billing.ts'
import { formatDate, formatMoney } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'

export type Proposal = BankStatementDetails['proposals'][number]

/** Whether a proposal waits for somebody to say that it is right. */
export const isToConfirm = ({ confirmedAt, reason }: Proposal): boolean => confirmedAt === null && reason === null

/** What a confirmation names: bookings of the same kind and document are confirmed in their order. */
export const keyOf = ({ kind, invoiceId }: Pick<Proposal, 'kind' | 'invoiceId'>): string => `${kind} ${invoiceId}`

interface ProposalsProps {
  readonly proposals: readonly Proposal[]
  /** Why one could not be confirmed, by its key. */
  readonly refused: ReadonlyMap<string, string>
  readonly onConfirm: (proposal: Proposal) => Promise<unknown>
}

/** What a bank statement says of invoices and credit notes, to be confirmed one by one. */
export function Proposals({ proposals, refused, onConfirm }: ProposalsProps) {
  return (
    <ul className="payments-list" aria-label="Voorgestelde betalingen">
      {proposals.map((proposal, index) => {
        const isNext = !proposals.slice(0, index).some((one) => isToConfirm(one) && keyOf(one) === keyOf(proposal))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two bookings may be alike, and their order stands
          <li key={index}>
            <About proposal={proposal} refusal={refused.get(keyOf(proposal))} />
            <span className="payments-amount">
              {proposal.kind === 'payment' ? formatMoney(proposal.amount) : `+ ${formatMoney(proposal.amount)}`}
            </span>
            <Outcome proposal={proposal} isNext={isNext} onConfirm={() => onConfirm(proposal)} />
          </li>
        )
      })}
    </ul>
  )
}

interface AboutProps {
  readonly proposal: Proposal
  readonly refusal: string | undefined
}

/** What a booking is recognised as, and what stands in the way of it. */
function About({ proposal, refusal }: AboutProps) {
  const { kind, invoiceId, invoiceNumber, partnerName, date, by, isPart, reason } = proposal
  const became = becameText(proposal)
  return (
    <div>
      <span className="payments-about">
        <Link className="payments-link" to={invoicePage(invoiceId)}>
          {invoiceNumber}
        </Link>
        <Badge tone="neutral" dot={false}>
          {matchedByLabels[by]}
        </Badge>
        {kind !== 'payment' && <Badge tone={kind === 'return' ? 'warn' : 'info'}>{proposalKindLabels[kind]}</Badge>}
        {isPart && <Badge tone="warn">Deel</Badge>}
      </span>
      <p className="pv-soft">
        {partnerName} · {formatDate(date)}
      </p>
      {isPart && isToConfirm(proposal) && <p className="pv-soft">De rest blijft open.</p>}
      {became !== null && <p className="pv-soft">{became}</p>}
      {reason !== null && <p className="pv-soft">{reason}</p>}
      {refusal !== undefined && <p className="payments-failure">{refusal}</p>}
    </div>
  )
}

/** When a booking was confirmed, and whether that was undone since; of a part its document does not tell. */
function becameText({ kind, status, isPart, confirmedAt }: Proposal): string | null {
  if (confirmedAt === null) return null
  const text = `Bevestigd op ${formatDate(confirmedAt)}`
  if (kind === 'return' && status === 'betaald') return `${text}, daarna weer betaald of verrekend`
  if (kind !== 'return' && status === 'in_behandeling' && !isPart) return `${text}, daarna teruggedraaid`
  return text
}

interface OutcomeProps {
  readonly proposal: Proposal
  /** Whether no other booking of the same document has to be confirmed first. */
  readonly isNext: boolean
  readonly onConfirm: () => Promise<unknown>
}

/** The button that confirms a booking, else how its document stands now. */
function Outcome({ proposal, isNext, onConfirm }: OutcomeProps) {
  const { kind, invoiceNumber, status } = proposal
  if (!isToConfirm(proposal)) {
    const document = { type: kind === 'repayment' ? ('credit_note' as const) : ('invoice' as const), paidAmount: 1 }
    return <Badge tone={status === 'betaald' ? 'ok' : 'neutral'}>{statusText(document, status)}</Badge>
  }
  if (!isNext) return <span className="pv-soft">Na de vorige</span>
  const what = kind === 'payment' ? '' : ` ${proposalKindLabels[kind].toLowerCase()}`
  return (
    <Button size="small" icon={<Check />} aria-label={`Bevestigen: ${invoiceNumber}${what}`} onClick={onConfirm}>
      Bevestigen
    </Button>
  )
}
