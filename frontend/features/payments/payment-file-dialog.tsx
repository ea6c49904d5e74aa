import { FileDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import {
  handoverRefusal,
  type MadePaymentFile,
  NO_ROOM,
  orderStateLabels,
  type Payment,
  type PaymentFile,
} from '../../../shared/contract/settlement.ts'
import { invoicePage } from '../../domains/addresses.ts'
import { formatDate, formatDateTime, formatMoney, formatNumber, fullName } from '../../lib/format.ts'
import { tellFailure } from '../../records/failure.ts'
import { Confirm } from '../../ui/alert-dialog.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Details } from '../../ui/card.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { useCreatePaymentFile, usePayments, useRelease, useWithdraw } from './api.ts'
import { DownloadButton } from './download-button.tsx'
import { FileState } from './payment-files.tsx'
import { SetOffs } from './set-offs.tsx'

interface PaymentFileDialogProps {
  readonly id: string
  /** Called when the next file was created, for payments that did not fit in this one. */
  readonly onNext: (file: PaymentFile) => void
  readonly onClose: () => void
}

/** Shows the payments of a file, those left out, its download and its withdrawal. */
export function PaymentFileDialog({ id, onNext, onClose }: PaymentFileDialogProps) {
  const { data: file, error, refetch } = usePayments(id)
  const [withdrawing, setWithdrawing] = useState(false)
  const [releasing, setReleasing] = useState<Payment>()
  const isOpen = file?.state === 'open'
  const refusal = isOpen ? handoverRefusal(file.payments.map(({ state }) => state)) : null
  return (
    <Dialog open onOpenChange={onClose} title="Betaalbestand" size="wide" forReading>
      <DialogBody>
        {error && !file && <ErrorState error={error} onRetry={refetch} />}
        {!file && !error && <Skeleton height="240px" />}
        {file && (
          <>
            <Details
              items={[
                { label: 'Totaal', value: formatMoney(file.total) },
                { label: 'Uitvoerdatum', value: <ExecutionDate file={file} /> },
                { label: 'Status', value: <FileState state={file.state} /> },
                { label: 'Gemaakt', value: `${formatDateTime(file.createdAt)} door ${fullName(file.createdBy)}` },
              ]}
            />
            {refusal !== null && <p className="payments-note">{refusal}</p>}
            <LeftOut leftOut={file.leftOut}>
              <NextFile file={file} onMade={onNext} />
            </LeftOut>
            {file.netted.length > 0 && (
              <section>
                <h3 className="payments-heading">Eerst verrekend</h3>
                <SetOffs setOffs={file.netted} />
              </section>
            )}
            <section>
              <h3 className="payments-heading">Betalingen</h3>
              <ul className="payments-list" aria-label="Betalingen">
                {file.payments.map((payment) => (
                  <li key={payment.invoiceId}>
                    <div>
                      <Link className="payments-link" to={invoicePage(payment.invoiceId)}>
                        {payment.invoiceNumber}
                      </Link>
                      <p className="pv-soft">
                        {payment.partnerName} · {payment.bankAccount}
                      </p>
                    </div>
                    <span className="payments-amount">{formatMoney(payment.amount)}</span>
                    {isOpen && <PaymentState payment={payment} onRelease={() => setReleasing(payment)} />}
                  </li>
                ))}
              </ul>
            </section>
          </>
        )}
      </DialogBody>
      <DialogFooter
        start={
          isOpen && (
            <Button tone="ghost" onClick={() => setWithdrawing(true)}>
              Intrekken
            </Button>
          )
        }
      >
        <DialogClose>Sluiten</DialogClose>
        {isOpen && refusal === null && <DownloadButton file={file} />}
      </DialogFooter>
      {file && releasing && <Release file={file} payment={releasing} onClose={() => setReleasing(undefined)} />}
      {file && withdrawing && <Withdraw file={file} onClose={() => setWithdrawing(false)} />}
    </Dialog>
  )
}

const ExecutionDate = ({ file: { executionDate, requestedDate } }: { readonly file: PaymentFile }) =>
  executionDate === requestedDate
    ? formatDate(executionDate)
    : `${formatDate(executionDate)} (gevraagd: ${formatDate(requestedDate)}, geen bankdag)`

function LeftOut({ leftOut, children }: Pick<MadePaymentFile, 'leftOut'> & { readonly children: ReactNode }) {
  if (leftOut.length === 0) return null
  return (
    <section className="payments-note">
      <h3 className="payments-heading">Niet in dit bestand</h3>
      <ul>
        {leftOut.map(({ invoiceId, invoiceNumber, reason }) => (
          <li key={invoiceId}>
            <strong>{invoiceNumber ?? 'Onbekende factuur'}</strong>: {reason}
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}

/** Offers to put payments that did not fit into a next file, for the same day. */
function NextFile({ file, onMade }: { readonly file: MadePaymentFile; readonly onMade: (file: PaymentFile) => void }) {
  const make = useCreatePaymentFile()
  const invoiceIds = file.leftOut.filter(({ reason }) => reason === NO_ROOM).map(({ invoiceId }) => invoiceId)
  if (invoiceIds.length === 0) return null

  async function create(): Promise<void> {
    try {
      onMade(await make.mutateAsync({ body: { invoiceIds, executionDate: file.requestedDate } }))
    } catch (error) {
      tellFailure(error, { fallback: 'Het betaalbestand kon niet worden gemaakt.' })
    }
  }

  return (
    <Button icon={<FileDown />} busy={make.isPending} onClick={create}>
      {`Volgend betaalbestand maken (${formatNumber(invoiceIds.length)})`}
    </Button>
  )
}

/** Shows the state of a payment, or the button that releases it from its file. */
function PaymentState({ payment, onRelease }: { readonly payment: Payment; readonly onRelease: () => void }) {
  const { invoiceNumber, state } = payment
  if (state !== 'ordered') return <Badge tone={state === 'paid' ? 'ok' : 'neutral'}>{orderStateLabels[state]}</Badge>
  return (
    <Button size="small" aria-label={`Vrijgeven: ${invoiceNumber}`} onClick={onRelease}>
      Vrijgeven
    </Button>
  )
}

interface ReleaseProps {
  readonly file: PaymentFile
  readonly payment: Payment
  readonly onClose: () => void
}

function Release({ file, payment: { invoiceId, invoiceNumber }, onClose }: ReleaseProps) {
  const release = useRelease()
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`Betaling van ${invoiceNumber} vrijgeven?`}
      description="Doe dit alleen als de bank deze betaling weigerde of terugboekte. De factuur kan daarna in een ander bestand."
      confirmText="Vrijgeven"
      onConfirm={() =>
        release.mutateAsync({ params: { id: file.id }, body: { invoiceId } }).then(
          () => toast({ title: 'Betaling vrijgegeven' }),
          (error) => tellFailure(error, { fallback: 'De betaling kon niet worden vrijgegeven.' }),
        )
      }
    />
  )
}

function Withdraw({ file, onClose }: { readonly file: PaymentFile; readonly onClose: () => void }) {
  const withdraw = useWithdraw()
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title="Betaalbestand intrekken?"
      description="Doe dit alleen als de bank het bestand niet uitvoert. De facturen kunnen daarna in een ander bestand."
      confirmText="Intrekken"
      onConfirm={() =>
        withdraw.mutateAsync({ params: { id: file.id }, version: file.version }).then(
          () => toast({ title: 'Betaalbestand ingetrokken' }),
          (error) => tellFailure(error, { fallback: 'Het betaalbestand kon niet worden ingetrokken.' }),
        )
      }
    />
  )
}
