import { useState } from 'react'
import { Link } from 'react-router-dom'
import {
  type InvoiceDetails,
  type InvoiceStatus,
  invoiceStatusLabels,
  invoiceTypeLabels,
} from '../../../shared/contract/invoices.ts'
import { lapsedOffer } from '../../../shared/invoice-steps.ts'
import { paymentFilePage } from '../../domains/addresses.ts'
import { formatDate } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { today } from '../../ui/calendar-days.ts'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import {
  isAwaitingBank,
  isSettleable,
  isToBeCredited,
  settledText,
  stepsOf,
  stepText,
  useStep,
} from './invoice-step.ts'
import { PaidQuestion, SETTLE } from './paid-question.tsx'
import { isAsked, StepQuestion } from './step-question.tsx'

/** The statuses that follow one another, with what each means for this invoice or credit note. */
function wayOf(invoice: InvoiceDetails): readonly { readonly status: InvoiceStatus; readonly text: string }[] {
  const isCredit = invoice.type === 'credit_note'
  const done = isCredit ? 'Het bedrag is verrekend.' : 'De betaling is gedaan.'
  const { paymentDate, credited } = invoice
  const settled = isSettleable(invoice) ? 'kan daarmee worden verrekend' : 'is klaar als die is verrekend'
  const awaited =
    credited === 'whole'
      ? `zij is geheel teruggenomen met haar creditfactuur, en ${settled}`
      : isToBeCredited(invoice)
        ? 'de partner heeft haar geweigerd, en zij wordt niet betaald'
        : 'de partner wacht op betaling'
  return [
    { status: 'concept', text: conceptText(invoice) },
    {
      status: 'in_behandeling',
      text: `De inhoud ligt vast; ${isCredit ? 'het bedrag wordt verrekend' : awaited}.${takenBackSentence(invoice)}`,
    },
    { status: 'betaald', text: paymentDate ? `${settledText(invoice)} ${formatDate(paymentDate)}.` : done },
  ]
}

function takenBackSentence({ takenBack }: InvoiceDetails): string {
  if (takenBack === null) return ''
  const paidOn = formatDate(takenBack.paidOn)
  return takenBack.sentBackOn === null
    ? ` Zij stond op Betaald per ${paidOn}; dat is teruggedraaid.`
    : ` De betaling van ${paidOn} kwam op ${formatDate(takenBack.sentBackOn)} terug.`
}

function conceptText({ type, isEditable, sentAt }: InvoiceDetails): string {
  const called = `De ${invoiceTypeLabels[type].toLowerCase()}`
  if (isEditable) return `${called} kan nog worden gewijzigd.`
  return sentAt === null ? `${called} is nog niet uitgereikt.` : `${called} is uitgereikt en ligt vast.`
}

/** Where an invoice is in its workflow, and the steps that follow (rulings 44). */
export function StatusCard({ invoice }: { readonly invoice: InvoiceDetails }) {
  const manages = useCan('self-billing:manage')
  const step = useStep('Status kon niet worden bijgewerkt')
  const [asked, setAsked] = useState<InvoiceStatus | null>(null)
  const [closing, setClosing] = useState<'paid' | 'settled' | null>(null)
  const steps = manages ? stepsOf(invoice) : []
  const lapsed = manages && invoice.isEditable ? lapsedOffer(invoice, today()) : null
  const settles = manages && isSettleable(invoice)

  function press(to: InvoiceStatus): unknown {
    if (to === 'betaald') return setClosing('paid')
    if (isAsked(to, invoice.sentAt)) return setAsked(to)
    return step(invoice, to).catch(() => {})
  }

  return (
    <Card title="Status">
      <Way invoice={invoice} />
      {lapsed !== null && <p className="billing-lapsed">{lapsed}</p>}
      {steps.length > 0 && (
        <div className="billing-steps">
          {steps.map((to, index) => (
            <Button
              key={to}
              tone={!settles && index === firstForward(steps) ? 'primary' : 'secondary'}
              onClick={() => press(to)}
            >
              {stepText(invoice, to)}
            </Button>
          ))}
          {settles && (
            <Button tone="primary" onClick={() => setClosing('settled')}>
              {SETTLE}
            </Button>
          )}
        </div>
      )}
      {manages && isAwaitingBank(invoice) && (
        <p className="billing-filed">
          In een <Link to={paymentFilePage(invoice.paymentFileId ?? '')}>betaalbestand</Link>: terug naar concept of
          crediteren kan pas als dat is ingetrokken.
        </p>
      )}
      <StepQuestion invoice={invoice} to={asked} onClose={() => setAsked(null)} onConfirm={(to) => step(invoice, to)} />
      {closing && (
        <PaidQuestion
          invoice={invoice}
          byCreditNotes={closing === 'settled'}
          onClose={() => setClosing(null)}
          onConfirm={(paymentDate) =>
            step(invoice, 'betaald', { paymentDate, ...(closing === 'settled' && { byCreditNotes: true }) })
          }
        />
      )}
    </Card>
  )
}

/** The step that most invoices take next; none leads on from betaald. */
const firstForward = (steps: readonly InvoiceStatus[]) =>
  steps.includes('betaald')
    ? steps.indexOf('betaald')
    : steps.includes('cancelled')
      ? steps.indexOf('in_behandeling')
      : -1

function Way({ invoice }: { readonly invoice: InvoiceDetails }) {
  const { type, status } = invoice
  if (status === 'cancelled') {
    return <p>Deze {invoiceTypeLabels[type].toLowerCase()} is geannuleerd en houdt haar nummer.</p>
  }
  const way = wayOf(invoice)
  const at = way.findIndex((one) => one.status === status)
  return (
    <ol className="billing-way" aria-label="Voortgang">
      {way.map((one, index) => (
        <li
          key={one.status}
          className={classNames(index < at && 'billing-way-done')}
          aria-current={index === at ? 'step' : undefined}
        >
          <strong>{invoiceStatusLabels[one.status]}</strong>
          <span className="pv-soft">{one.text}</span>
        </li>
      ))}
    </ol>
  )
}
