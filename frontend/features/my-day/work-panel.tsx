import { ArrowRight } from 'lucide-react'
import type { Work } from '../../../shared/api/my-day.ts'
import { Closings } from '../../domains/contact/closings.tsx'
import { usePartner } from '../../domains/partners.ts'
import { usePaymentFile } from '../../domains/payments/payment-files.tsx'
import { isGone } from '../../records/failure.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { useAppointment, useInvoice, useLead } from './api.ts'
import { IbanWork, PaymentFileWork, PaymentWork } from './approval-work.tsx'
import { CallWork } from './call-work.tsx'
import { VisitWork } from './visit-work.tsx'
import { isCall, isList, isVisit, kindLabels, listAddressOf, workTitleOf } from './work.ts'

interface WorkPanelProps {
  readonly work: Work
  /** Set where no list beside it says what kind of item this is. */
  readonly isAlone: boolean
  /** Called when the item is done; the next one is shown. */
  readonly onDone: () => void
  /** Called when the outcome of the item is undone; the item is shown again. */
  readonly onUndone: () => void
}

/** Shows the details of the chosen work item and its outcomes. */
export function WorkPanel({ work, isAlone, onDone, onUndone }: WorkPanelProps) {
  return (
    <>
      {isAlone && (
        <p>
          <Badge tone="info">{kindLabels[work.kind].title}</Badge>
        </p>
      )}
      {isCall(work) && <LeadItem id={work.id} onDone={onDone} onUndone={onUndone} />}
      {isVisit(work) && <AppointmentItem work={work} onDone={onDone} onUndone={onUndone} />}
      {work.kind === 'approveFile' && <FileItem id={work.id} onDone={onDone} />}
      {work.kind === 'approveAccount' && <PartnerItem id={work.id} onDone={onDone} />}
      {work.kind === 'approvePayment' && <PaymentItem id={work.id} onDone={onDone} />}
      {work.kind === 'closing' && <ClosingsItem work={work} />}
      {isList(work) && <ListItem work={work} />}
    </>
  )
}

interface RecordItemProps {
  readonly id: string
  readonly onDone: () => void
}

function LeadItem({ id, ...done }: RecordItemProps & Pick<WorkPanelProps, 'onUndone'>) {
  const { data, error, refetch } = useLead(id)
  if (data) return <CallWork lead={data} {...done} />
  return <MissingRecord error={error} onRetry={refetch} />
}

function AppointmentItem({ work, ...done }: Omit<WorkPanelProps, 'isAlone'>) {
  const { data, error, refetch } = useAppointment(work.id)
  if (data) return <VisitWork appointment={data} isSold={work.kind === 'sale'} {...done} />
  return <MissingRecord error={error} onRetry={refetch} />
}

function FileItem({ id, onDone }: RecordItemProps) {
  const { data, error, refetch } = usePaymentFile(id)
  if (data) return <PaymentFileWork file={data} onDone={onDone} />
  return <MissingRecord error={error} onRetry={refetch} />
}

function PartnerItem({ id, onDone }: RecordItemProps) {
  const { data, error, refetch } = usePartner(id)
  if (data) return <IbanWork partner={data} onDone={onDone} />
  return <MissingRecord error={error} onRetry={refetch} />
}

function PaymentItem({ id, onDone }: RecordItemProps) {
  const { data, error, refetch } = useInvoice(id)
  if (data) return <PaymentWork invoice={data} onDone={onDone} />
  return <MissingRecord error={error} onRetry={refetch} />
}

/** Shows that a record is loading, cannot be loaded, or is gone. */
function MissingRecord({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => unknown }) {
  if (error && isGone(error)) return <p>Dit is er niet meer, of niet meer van jou.</p>
  if (error) return <ErrorState error={error} onRetry={onRetry} />
  return (
    <div role="status" aria-busy="true" aria-label="Laden">
      <Skeleton height="280px" />
    </div>
  )
}

/** Shows the numbers that were closed provisionally, to confirm or reopen them. */
function ClosingsItem({ work }: { readonly work: Work }) {
  return (
    <>
      <Text as="h2" size={20} weight="bold" overflow="break">
        {workTitleOf(work)}
      </Text>
      <Closings />
    </>
  )
}

/** Shows an item with a button to its list or upload. */
function ListItem({ work }: { readonly work: Work }) {
  return (
    <>
      <Text as="h2" size={20} weight="bold" overflow="break">
        {workTitleOf(work)}
      </Text>
      <LinkButton to={listAddressOf(work)} tone="primary" icon={<ArrowRight />}>
        Openen
      </LinkButton>
    </>
  )
}
