import { type ReactNode, useState } from 'react'
import type { InvoiceStatus } from '../../../../shared/api/parts/billing.ts'
import type { InvoiceDetails } from '../../../../shared/api/schemas/invoices.ts'
import { isToApprove } from '../../../domains/payments/pending-payments.tsx'
import { useCan } from '../../../lib/session.ts'
import { stepsOf, stepText, useInvoiceStep } from './invoice-step.ts'
import { PaidQuestion } from './paid-question.tsx'
import { needsConfirmation, StepQuestion } from './step-question.tsx'

/** A step of an invoice to another status, with the text of its button. */
interface Step {
  readonly to: InvoiceStatus
  readonly text: string
}

/** Steps of an invoice: the most likely next one, the others, and the open question about one. */
export interface Steps {
  readonly next: Step | undefined
  readonly others: readonly Step[]
  readonly start: (to: InvoiceStatus) => unknown
  readonly question: ReactNode
}

/**
 * Returns the steps that the user may take with an invoice (rulings 44), and a function that starts one: with a
 * question if it needs one. A payment that waits for approval is not entered again.
 */
export function useSteps(invoice: InvoiceDetails): Steps {
  const manages = useCan('self-billing:manage')
  const step = useInvoiceStep('Status kon niet worden bijgewerkt')
  const [asked, setAsked] = useState<InvoiceStatus | null>(null)
  const { status, sentAt } = invoice
  const steps = manages ? stepsOf(invoice).filter((to) => to !== 'betaald' || !isToApprove(invoice)) : []
  const isNext = (to: InvoiceStatus) => to === (status === 'concept' ? 'in_behandeling' : 'betaald')
  const described = steps.map((to) => ({
    to,
    text: to === 'in_behandeling' && sentAt === null ? 'Versturen' : stepText(invoice, to),
  }))

  function start(to: InvoiceStatus): unknown {
    if (to === 'betaald' || needsConfirmation(to, invoice)) return setAsked(to)
    return step(invoice, to).catch(() => {})
  }

  const close = () => setAsked(null)
  return {
    next: described.find(({ to }) => isNext(to)),
    others: described.filter(({ to }) => !isNext(to)),
    start,
    question:
      asked === 'betaald' ? (
        <PaidQuestion invoice={invoice} onClose={close} onConfirm={(payment) => step(invoice, 'betaald', payment)} />
      ) : (
        <StepQuestion invoice={invoice} to={asked} onClose={close} onConfirm={(to) => step(invoice, to)} />
      ),
  }
}
