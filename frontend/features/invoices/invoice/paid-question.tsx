import { useState } from 'react'
import { invoiceTypeLabels } from '../../../../shared/api/parts/billing.ts'
import type { Invoice, InvoiceStep } from '../../../../shared/api/schemas/invoices.ts'
import { formatIban } from '../../../../shared/identifiers.ts'
import { cents, inEuros } from '../../../../shared/money.ts'
import { payableCentsOn } from '../../../domains/invoices/netting.ts'
import { useOtherAdmins } from '../../../domains/people.ts'
import { formatDate, formatMoney } from '../../../lib/format.ts'
import { today } from '../../../ui/dates/calendar-days.ts'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { NumberInput } from '../../../ui/fields/number-input.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Unbroken } from '../../../ui/layout/unbroken.tsx'
import { useExecutionDate, useInvoice } from '../api.ts'
import { stepText } from './invoice-step.ts'

type PaidStep = Pick<InvoiceStep, 'paymentDate' | 'partAmount' | 'reason'>

interface PaidQuestionProps {
  readonly invoice: Invoice
  readonly onClose: () => void
  readonly onConfirm: (step: PaidStep) => Promise<void>
}

/**
 * Shows the form that marks an invoice as paid, or a credit note as repaid, with a date and amount. Shows the payee and
 * the amount left open. Asks for a reason too when another admin must approve the payment.
 */
export function PaidQuestion({ invoice, onClose, onConfirm }: PaidQuestionProps) {
  const { id, type, invoiceNumber, invoiceDate, paymentFileId } = invoice
  const isNote = type === 'credit_note'
  const [date, setDate] = useState(today())
  const [amount, setAmount] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const [isReasonMissing, setIsReasonMissing] = useState(false)
  const details = useInvoice(id)
  const order = useExecutionDate(paymentFileId)
  const others = useOtherAdmins()
  const needsReason = !isNote && paymentFileId === null && others.admins.length > 0
  const payment = paymentOf(invoice, amount, order.data ?? date)
  const problems = { date: dateProblem(date, invoiceDate), amount: amountProblem(invoice, amount) }

  async function confirm(): Promise<void> {
    const problem = problems.date ?? problems.amount
    if (problem !== undefined) throw new Error(problem)
    if (needsReason && reason.trim() === '') {
      setIsReasonMissing(true)
      throw new Error('A reason is needed')
    }
    await onConfirm({ paymentDate: date, reason, ...(amount === null ? {} : { partAmount: amount }) })
  }

  return (
    <Confirm
      onOpenChange={onClose}
      title={`${invoiceTypeLabels[type]} ${invoiceNumber} ${isNote ? 'terugbetaald' : 'betaald'}?`}
      description={
        problems.amount === undefined && <PaymentText invoice={invoice} payment={payment} to={details.data?.partner} />
      }
      confirmText={stepText(invoice, 'betaald')}
      tone="primary"
      waiting={details.isPending || order.isLoading || others.isPending}
      onConfirm={confirm}
    >
      <Field label={isNote ? 'Terugbetaald op' : 'Betaald op'} error={problems.date}>
        <DateField value={date} onChange={setDate} min={invoiceDate} max={today()} />
      </Field>
      <Field label="Bedrag" optional hint={`Leeg = alles, ${formatMoney(payment.due)}`} error={problems.amount}>
        <NumberInput value={amount} onChange={setAmount} start="€" decimals={2} />
      </Field>
      {needsReason && (
        <Field
          label="Reden"
          hint="Voor de beheerder die de betaling goedkeurt"
          error={isReasonMissing && reason.trim() === '' ? 'Vul een reden in' : undefined}
        >
          <TextInput value={reason} onChange={setReason} maxLength={300} />
        </Field>
      )}
    </Confirm>
  )
}

/** Payment in euros: the amount due, the amount paid, the discount, and the amount left open. */
interface Payment {
  readonly due: number
  readonly paid: number
  readonly discount: number
  readonly left: number
  /** Discount that has expired on the day of the payment. */
  readonly lost: number
}

/**
 * Computes the payment of an amount in euros on a day, `yyyy-mm-dd`; null or NaN pays the amount due. The discount
 * applies when exactly the amount due is paid, as on the server.
 */
function paymentOf(invoice: Invoice, amount: number | null, day: string): Payment {
  const open = Math.abs(cents(invoice.openAmount))
  const due = Math.abs(payableCentsOn(invoice, day))
  const paid = amount === null || Number.isNaN(amount) ? due : cents(amount)
  const discount = paid === due ? open - due : 0
  const isLate = invoice.has48HourDiscount && day > invoice.dueDate
  return {
    due: inEuros(due),
    paid: inEuros(paid),
    discount: inEuros(discount),
    left: inEuros(open - paid - discount),
    lost: isLate ? invoice.promptDiscount : 0,
  }
}

interface PaymentTextProps {
  readonly invoice: Invoice
  readonly payment: Payment
  readonly to: { readonly name: string; readonly bankAccount: string } | null | undefined
}

/** Describes a payment: who pays whom which amount, and the amount left open. */
function PaymentText({ invoice: { type, partnerName, dueDate }, payment, to }: PaymentTextProps) {
  const { paid, discount, left, lost } = payment
  const account = to ? ` (${formatIban(to.bankAccount).replaceAll(' ', '\u00a0')})` : ''
  return (
    <div aria-live="polite">
      <p>
        {type === 'credit_note'
          ? `${partnerName} betaalt ${formatMoney(paid)} aan ons terug.`
          : `Wij betalen ${formatMoney(paid)} aan ${partnerName}${account}.`}
      </p>
      {discount > 0 && <p>{`De korting van ${formatMoney(discount)} gaat eraf.`}</p>}
      {discount === 0 && lost > 0 && (
        <p>
          <Unbroken>{`Zonder 48-uurskorting: die gold t/m ${formatDate(dueDate)}.`}</Unbroken>
        </p>
      )}
      {left > 0 && <p>{`${formatMoney(left)} blijft open.`}</p>}
    </div>
  )
}

/** Returns the error of a payment date (rulings 44); undefined without one. */
function dateProblem(date: string, invoiceDate: string): string | undefined {
  if (date === '') return 'Vul een betaaldatum in'
  if (date > today()) return 'De betaaldatum ligt in de toekomst'
  return date < invoiceDate ? `Kies ${formatDate(invoiceDate)} of later` : undefined
}

/** Returns the error of a payment amount; undefined without one. */
function amountProblem({ openAmount }: Invoice, amount: number | null): string | undefined {
  if (amount === null) return undefined
  if (Number.isNaN(amount) || amount <= 0) return 'Vul een bedrag boven 0 in'
  return amount > Math.abs(openAmount) ? `Er staat nog ${formatMoney(Math.abs(openAmount))} open` : undefined
}
