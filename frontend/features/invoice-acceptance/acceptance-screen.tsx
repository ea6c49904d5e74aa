import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { invoiceAcceptance, type PresentedInvoice } from '../../../shared/contract/invoice-acceptance.ts'
import { invoiceTypeLabels } from '../../../shared/contract/invoices.ts'
import { CallError } from '../../lib/call-error.ts'
import { formatDateLong, formatMoney } from '../../lib/format.ts'
import { useTitle } from '../../lib/page.ts'
import { query } from '../../lib/query.ts'
import { BrandSign } from '../../ui/brand.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AnswerForm } from './answer-form.tsx'
import './acceptance.css'

/** Where a partner sees an invoice by the link in its mail and says whether it is right, without an account (rulings 51a). */
export function AcceptanceScreen({ token }: { readonly token: string }) {
  const found = useQuery(query(invoiceAcceptance.presented, { params: { token } }))
  useTitle('Factuur')
  return (
    <main className="acceptance" aria-busy={found.isPending}>
      <div className="acceptance-card">
        <BrandSign />
        {found.data ? (
          <Presented invoice={found.data} token={token} onAnswered={() => found.refetch()} />
        ) : (
          <NotThere error={found.error} onRetry={() => found.refetch()} />
        )}
      </div>
    </main>
  )
}

interface PresentedProps {
  readonly invoice: PresentedInvoice
  readonly token: string
  readonly onAnswered: () => unknown
}

function Presented({ invoice, token, onAnswered }: PresentedProps) {
  const { type, invoiceNumber, partnerName, companyName, invoiceDate, description, totalAmount, terms } = invoice
  return (
    <>
      <header>
        <h1 className="acceptance-title">
          {invoiceTypeLabels[type]} {invoiceNumber}
        </h1>
        <p className="acceptance-text">
          Van {partnerName} aan {companyName}, die deze factuur heeft opgemaakt.
        </p>
      </header>
      <dl className="acceptance-facts">
        <dt>Datum</dt>
        <dd>{formatDateLong(invoiceDate)}</dd>
        <dt>Omschrijving</dt>
        <dd>{description}</dd>
        <dt>Totaal inclusief btw</dt>
        <dd>{formatMoney(totalAmount)}</dd>
      </dl>
      <p className="acceptance-text">{terms}</p>
      <a
        className="acceptance-file"
        href={`/api/invoice-acceptance/${encodeURIComponent(token)}/pdf`}
        target="_blank"
        rel="noopener"
      >
        <FileText aria-hidden="true" />
        Factuur als PDF openen
      </a>
      {invoice.acceptance.state === 'open' ? (
        <AnswerForm token={token} until={invoice.acceptance.until} onAnswered={onAnswered} />
      ) : (
        <Answered acceptance={invoice.acceptance} />
      )}
    </>
  )
}

const answers = {
  accepted: 'U heeft deze factuur geaccepteerd.',
  refused: 'U heeft deze factuur geweigerd. Wij nemen contact met u op.',
  tacit: 'De termijn is verstreken; deze factuur geldt als geaccepteerd.',
  open: '',
}

function Answered({ acceptance: { state, answeredAt, reason } }: Pick<PresentedInvoice, 'acceptance'>) {
  return (
    <div role="status">
      <p className="acceptance-answer">{answers[state]}</p>
      {answeredAt && <p className="acceptance-text">{formatDateLong(answeredAt)}</p>}
      {reason && <p className="acceptance-text">Uw toelichting: {reason}</p>}
    </div>
  )
}

function NotThere({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => unknown }) {
  if (!error) return <Skeleton height="160px" />
  if (!(error instanceof CallError && error.status === 404)) return <ErrorState error={error} onRetry={onRetry} />
  return (
    <div role="alert">
      <h1 className="acceptance-title">Deze link is niet (meer) geldig</h1>
      <p className="acceptance-text">De factuur zit ook bij de mail. Vraag ons zo nodig om hem opnieuw te sturen.</p>
    </div>
  )
}
