import type { InvoiceDetails } from '../../../../shared/api/schemas/invoices.ts'
import type { InvoiceCommissions } from '../../../../shared/api/schemas/monthly-runs.ts'
import { formatMoney } from '../../../lib/format.ts'
import { Badge, type Tone } from '../../../ui/display/badge.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { RowList } from '../../../ui/display/row-list.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Unbroken } from '../../../ui/layout/unbroken.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import { useInvoiceCommissions } from '../api.ts'

const states: Record<InvoiceCommissions['commissions'][number]['state'], { label: string; tone: Tone }> = {
  open: { label: 'Wacht op betaling', tone: 'neutral' },
  paid: { label: 'Betaald', tone: 'ok' },
}

/** Shows the commissions and corrections that an invoice of a monthly run still claims, as paid or to be paid. */
export function CommissionsCard({ invoice }: { readonly invoice: InvoiceDetails }) {
  const { data, error, refetch } = useInvoiceCommissions(invoice.id)
  const textOf = (order: number) => invoice.lines.find(({ lineOrder }) => lineOrder === order)?.description ?? ''
  return (
    <Card title="Commissies">
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height="72px" />}
      {data?.commissions.length === 0 && <p className="pv-soft">De commissies zijn weer vrij.</p>}
      {data && data.commissions.length > 0 && (
        <RowList aria-label="Commissies">
          {data.commissions.map(({ id, lineOrder, amount, state }) => (
            <li key={id}>
              <Text as="p" grow>
                <Unbroken>{textOf(lineOrder)}</Unbroken>
              </Text>
              <Text tabular overflow="nowrap">
                {formatMoney(amount)}
              </Text>
              <Badge tone={states[state].tone}>{states[state].label}</Badge>
            </li>
          ))}
        </RowList>
      )}
    </Card>
  )
}
