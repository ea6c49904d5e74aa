import { FileText, Send } from 'lucide-react'
import { useState } from 'react'
import { invoices } from '../../../shared/api/invoices.ts'
import type { InvoiceStatus } from '../../../shared/api/parts/billing.ts'
import type { Invoice } from '../../../shared/api/schemas/invoices.ts'
import { FilterTotals, useInvoiceTotals } from '../../domains/invoices/invoice-totals.tsx'
import { formatNumber } from '../../lib/format.ts'
import { useActionFromAddress } from '../../lib/use-action-from-address.ts'
import { ExportMenu } from '../../records/list/export-menu.tsx'
import { RecordCards } from '../../records/list/record-cards.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { useInvoicesByStatus } from './api.ts'
import { isSendable } from './invoice/invoice-actions.ts'
import { stepsOf, stepText, useInvoiceStep } from './invoice/invoice-step.ts'
import { PaidQuestion } from './invoice/paid-question.tsx'
import { SendButton } from './invoice/send-button.tsx'
import { needsConfirmation, StepQuestion } from './invoice/step-question.tsx'
import { InvoiceCard } from './invoice-list/invoice-card.tsx'
import { InvoiceRunBar } from './invoice-list/run-bar.tsx'

const SendMany = onDemand(() => import('./invoice-list/send-many.tsx').then((m) => m.SendMany))

type WorkflowStatus = Exclude<InvoiceStatus, 'cancelled'>

const pages: Record<WorkflowStatus, { readonly title: string; readonly empty: string; readonly failure: string }> = {
  concept: { title: 'Concept Facturen', empty: 'Geen concept facturen', failure: 'Fout bij bijwerken status' },
  in_behandeling: {
    title: 'In Behandeling',
    empty: 'Geen facturen in behandeling',
    failure: 'Kon status niet bijwerken',
  },
  betaald: { title: 'Betaalde Facturen', empty: 'Geen betaalde facturen', failure: 'Kon status niet bijwerken' },
}

/** Shows the screen of invoices and credit notes with the status `concept`, with buttons to issue and mail them. */
export const ConceptScreen = () => <WorkflowScreen status="concept" />
/** Shows the screen of invoices and credit notes that are sent and not yet settled. */
export const InProgressScreen = () => <WorkflowScreen status="in_behandeling" />
/** Shows the screen of invoices that are paid or settled by credit notes, and of credit notes that are settled. */
export const PaidScreen = () => <WorkflowScreen status="betaald" />

/** Shows the invoices with one status, each with buttons for its next steps (spec §2). */
function WorkflowScreen({ status }: { readonly status: WorkflowStatus }) {
  const { title, empty, failure } = pages[status]
  const totals = useInvoiceTotals({ status })
  const list = useInvoicesByStatus(status)
  return (
    <Screen
      title={title}
      kind="list"
      actions={
        <>
          <ExportMenu name="facturen" endpoint={invoices.export} query={{ status }} />
          <SendAll invoices={list.data?.filter(isSendable) ?? []} />
        </>
      }
    >
      <InvoiceRunBar />
      <RecordCards
        list={list}
        noun={{ one: 'factuur', many: 'facturen' }}
        label={title}
        least={360}
        card={(invoice, isMarked) => (
          <InvoiceCard
            key={invoice.id}
            invoice={invoice}
            isMarked={isMarked}
            actions={<Steps status={status} invoice={invoice} failure={failure} />}
          />
        )}
        empty={{ icon: <FileText />, title: empty }}
        notFound={empty}
        filtered={false}
        onReset={() => {}}
        summary={<FilterTotals totals={totals} />}
      />
    </Screen>
  )
}

/** Shows the button that sends all concepts that are loaded, after a question; nothing without any. */
function SendAll({ invoices: concepts }: { readonly invoices: readonly Invoice[] }) {
  const [asked, setAsked] = useState<readonly Invoice[]>()
  const count = concepts.length
  useActionFromAddress('versturen', () => setAsked(concepts), count > 0)
  const close = () => setAsked(undefined)
  return (
    <>
      {count > 0 && (
        <Button tone="primary" icon={<Send />} onClick={() => setAsked(concepts)}>
          {count === 1 ? '1 concept versturen' : `${formatNumber(count)} concepten versturen`}
        </Button>
      )}
      {asked && <SendMany invoices={asked} onDone={close} onClose={close} />}
    </>
  )
}

interface StepsProps {
  readonly status: WorkflowStatus
  readonly invoice: Invoice
  readonly failure: string
}

/** Shows buttons that move an invoice to another status, after a question where needed; none for `cancelled`. */
function Steps({ status, invoice, failure }: StepsProps) {
  const step = useInvoiceStep(failure)
  const [asked, setAsked] = useState<InvoiceStatus | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      {stepsOf(invoice)
        .filter((to) => to !== 'cancelled')
        .map((to) => (
          <Button
            key={to}
            aria-label={`${stepText(invoice, to)}: ${invoice.invoiceNumber}`}
            onClick={() =>
              to === 'betaald' || needsConfirmation(to, invoice) ? setAsked(to) : step(invoice, to).catch(() => {})
            }
          >
            {stepText(invoice, to)}
          </Button>
        ))}
      {status === 'concept' && <SendButton invoice={invoice} />}
      <StepQuestion invoice={invoice} to={asked} onClose={close} onConfirm={(to) => step(invoice, to)} />
      {asked === 'betaald' && (
        <PaidQuestion invoice={invoice} onClose={close} onConfirm={(payment) => step(invoice, 'betaald', payment)} />
      )}
    </>
  )
}
