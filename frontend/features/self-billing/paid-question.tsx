import { useState } from 'react'
import { type Invoice, invoiceTypeLabels } from '../../../shared/contract/invoices.ts'
import { formatDate } from '../../lib/format.ts'
import { Confirm } from '../../ui/alert-dialog.tsx'
import { today } from '../../ui/calendar-days.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Field } from '../../ui/field.tsx'
import { stepText } from './invoice-step.ts'

interface PaidQuestionProps {
  readonly invoice: Pick<Invoice, 'type' | 'status' | 'invoiceNumber' | 'invoiceDate' | 'paidBeforeCredit'>
  /** Whether it is settled with its credit notes instead. */
  readonly byCreditNotes?: boolean
  readonly onClose: () => void
  readonly onConfirm: (date: string) => Promise<void>
}

/** What the button says that settles an invoice with its credit notes. */
export const SETTLE = 'Verreken met creditfactuur'

/** Asks when an invoice was paid, or what its credit notes take back settled; today unless one says otherwise, or says that it was paid before. */
export function PaidQuestion({ invoice, byCreditNotes = false, onClose, onConfirm }: PaidQuestionProps) {
  const { type, invoiceNumber, invoiceDate, paidBeforeCredit } = invoice
  const isSettled = type === 'credit_note' || byCreditNotes
  const [date, setDate] = useState(today())
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`${invoiceTypeLabels[type]} ${invoiceNumber} ${isSettled ? 'verrekend' : 'betaald'}?`}
      confirmText={byCreditNotes ? SETTLE : stepText(invoice, 'betaald')}
      tone="primary"
      onConfirm={() => onConfirm(date)}
      other={
        paidBeforeCredit === null
          ? undefined
          : { text: `Zoals zij was (${formatDate(paidBeforeCredit)})`, onConfirm: () => onConfirm(paidBeforeCredit) }
      }
    >
      <Field
        label={isSettled ? 'Verrekend op' : 'Betaald op'}
        hint={paidBeforeCredit !== null && asBeforeText(paidBeforeCredit)}
        error={date !== '' && date < invoiceDate ? `Kies ${formatDate(invoiceDate)} of later` : undefined}
      >
        <DateField value={date} onChange={setDate} min={invoiceDate} max={today()} />
      </Field>
    </Confirm>
  )
}

const asBeforeText = (day: string) =>
  `Zij was betaald op ${formatDate(day)}, voordat een deel werd gecrediteerd. Op die dag betaald staat alles weer zoals het was; op een andere dag is zij betaald zonder dat deel.`
