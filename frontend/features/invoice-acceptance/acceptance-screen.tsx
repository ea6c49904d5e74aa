import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { invoiceAcceptance, type PresentedInvoice } from '../../../shared/api/invoice-acceptance.ts'
import { CallError } from '../../lib/call-error.ts'
import { formatDateLong } from '../../lib/format.ts'
import { useTitle } from '../../lib/page.ts'
import { query } from '../../lib/query.ts'
import { BrandSign } from '../../ui/frame/brand.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import styles from './acceptance.module.css'
import { AnswerForm, type Remarks } from './answer-form.tsx'
import { InvoiceForPartner } from './presented-invoice.tsx'

/** Shows an invoice to its partner without login, and asks for approval (rulings 51a). The token comes by mail. */
export function AcceptanceScreen({ token }: { readonly token: string }) {
  const found = useQuery(query(invoiceAcceptance.presented, { params: { token } }))
  const [remarks, setRemarks] = useState<Remarks>({})
  useTitle('Factuur')
  return (
    <main className={styles.acceptance} aria-busy={found.isPending}>
      <Stack gap={20} className={styles.card}>
        <Row as="p" gap={12} weight="bold">
          <BrandSign />
          {found.data?.companyName}
        </Row>
        {found.data ? (
          <InvoiceForPartner invoice={found.data} token={token} remarks={remarks} onRemarks={setRemarks} />
        ) : (
          <LoadingOrFailed error={found.error} onRetry={() => found.refetch()} />
        )}
      </Stack>
      {found.data && (
        <Answer
          invoice={found.data}
          token={token}
          remarks={remarks}
          onRemarks={setRemarks}
          onAnswered={() => found.refetch()}
        />
      )}
    </main>
  )
}

interface AnswerProps {
  readonly invoice: PresentedInvoice
  readonly token: string
  readonly remarks: Remarks
  readonly onRemarks: (remarks: Remarks) => void
  readonly onAnswered: () => unknown
}

function Answer({ invoice, ...answering }: AnswerProps) {
  return (
    <div className={styles.bar}>
      {invoice.acceptance.state === 'open' ? (
        <AnswerForm invoice={invoice} {...answering} />
      ) : (
        <GivenAnswer acceptance={invoice.acceptance} />
      )}
    </div>
  )
}

const answers = {
  accepted: 'U heeft deze factuur geaccepteerd.',
  refused: 'U heeft deze factuur geweigerd. Wij nemen contact met u op.',
  tacit: 'De termijn is verstreken. Deze factuur geldt als geaccepteerd.',
  open: '',
}

function GivenAnswer({ acceptance: { state, answeredAt, reason } }: Pick<PresentedInvoice, 'acceptance'>) {
  return (
    <div role="status">
      <Text as="p" weight="bold">
        {answers[state]}
      </Text>
      {answeredAt && (
        <Text as="p" color="muted" overflow="break">
          {formatDateLong(answeredAt)}
        </Text>
      )}
      {reason && (
        <Text as="p" color="muted" overflow="break">
          Uw toelichting: {reason}
        </Text>
      )}
    </div>
  )
}

function LoadingOrFailed({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => unknown }) {
  if (!error) return <Skeleton height="160px" />
  if (!(error instanceof CallError && error.status === 404)) return <ErrorState error={error} onRetry={onRetry} />
  return (
    <div role="alert">
      <Text as="h1" weight="bold" overflow="break">
        Deze link is niet (meer) geldig
      </Text>
      <Text as="p" color="muted" overflow="break">
        De link is verlopen, ingetrokken of onjuist. Vraag ons om een nieuwe mail.
      </Text>
    </div>
  )
}
