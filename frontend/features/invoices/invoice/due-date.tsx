import type { Invoice } from '../../../../shared/api/schemas/invoices.ts'
import { formatDate } from '../../../lib/format.ts'
import { Text } from '../../../ui/layout/text.tsx'

/** Shows the due date of an invoice, red when it is overdue. */
export function DueDate({ dueDate, isOverdue }: Pick<Invoice, 'dueDate' | 'isOverdue'>) {
  return <Text {...(isOverdue ? { weight: 'bold', color: 'bad' } : {})}>{formatDate(dueDate)}</Text>
}
