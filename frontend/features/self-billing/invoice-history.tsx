import {
  type InvoiceStatus,
  type invoiceHistoryFields,
  invoiceStatusLabels,
} from '../../../shared/contract/invoices.ts'
import { useAgents } from '../../domains/people.ts'
import { fullName } from '../../lib/format.ts'
import { HistoryList } from '../../records/history.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useInvoiceHistory } from './api.ts'
import { fieldLabels, valueText } from './invoice-form.ts'

type HistoryField = (typeof invoiceHistoryFields)[number]

const labels: Record<HistoryField, string> = {
  ...fieldLabels,
  status: 'Status',
  paymentDate: 'Betaald op',
  sentToPartner: 'Verstuurd aan partner',
  sentToAccounting: 'Verstuurd aan boekhouding',
}

/** What became of an invoice, newest first. */
export function InvoiceHistoryCard({ id }: { readonly id: string }) {
  const { data, error, refetch } = useInvoiceHistory(id)
  const agents = useAgents()

  function textOf(field: HistoryField, value: unknown): string {
    if (field === 'status') return invoiceStatusLabels[value as InvoiceStatus] ?? valueText(field, value)
    if (field !== 'assignedUserId' || !value) return valueText(field, value)
    const person = agents.data?.find((one) => one.id === value)
    return person ? fullName(person) : 'iemand anders'
  }

  return (
    <Card title="Geschiedenis">
      {error && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height="96px" />}
      {data && <HistoryList entries={data.entries} isWhole={data.isWhole} labels={labels} textOf={textOf} />}
    </Card>
  )
}
