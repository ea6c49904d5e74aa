import { Check, Ellipsis, FileDown, Undo2, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { paymentFiles } from '../../../shared/api/payments/payment-files.ts'
import {
  type MadePaymentFile,
  NO_ROOM,
  orderStateLabels,
  type Payment,
  type PaymentFile,
  type PaymentFileDetails,
  paymentFileStateLabels,
} from '../../../shared/api/schemas/payment-files.ts'
import { ConfirmDecision, type Decided } from '../../domains/decisions.tsx'
import { describeChange } from '../../domains/payments/payees.ts'
import {
  ApproveFile,
  describePayees,
  PaymentsByPartner,
  RejectFile,
  usePaymentFile,
} from '../../domains/payments/payment-files.tsx'
import { PaymentRemarks } from '../../domains/payments/payment-remarks.tsx'
import { formatDate, formatDateTime, formatMoney, formatNumber, fullNameOf } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { useCan, useUser } from '../../lib/session.ts'
import { showFailure } from '../../records/failure.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Details } from '../../ui/display/details.tsx'
import { Note } from '../../ui/display/note.tsx'
import { LargeAmount } from '../../ui/display/sums.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { Menu, MenuItem } from '../../ui/menus/menu.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { DownloadButton } from './download-button.tsx'
import { FileState } from './payment-files.tsx'
import { SetOffs } from './set-offs.tsx'

interface PaymentFileDialogProps {
  readonly id: string
  /** Called when the next file was created, for payments that did not fit in this one. */
  readonly onNext: (file: PaymentFile) => void
  /** Called to upload the bank statement that has the payments. */
  readonly onUpload: () => void
  readonly onClose: () => void
}

const dialogs = { approve: ApproveFile, reject: RejectFile, withdraw: Withdraw }

/**
 * Shows a payment file, its payments and the invoices left out of it. Buttons approve, reject, withdraw and download
 * the file. `onNext` is called when the user created a further file for payments that did not fit, `onUpload` to go on
 * with the bank statement.
 */
export function PaymentFileDialog({ id, onNext, onUpload, onClose }: PaymentFileDialogProps) {
  const { data: file, error, refetch } = usePaymentFile(id)
  const [asked, setAsked] = useState<keyof typeof dialogs>()
  const [releasing, setReleasing] = useState<Payment>()
  const user = useUser()
  const manages = useCan('self-billing:manage')
  const isOpen = file?.state === 'open'
  const isAtBank = isOpen || file?.state === 'paid'
  const isWaiting = file?.state === 'waiting'
  const isOthers = isWaiting && file.createdBy.id !== user.id
  const change = file ? describeChange(file) : null
  const Asked = asked && dialogs[asked]
  return (
    <Dialog onOpenChange={onClose} title="Betaalbestand" size="wide" forReading>
      <DialogBody>
        {error && !file && <ErrorState error={error} onRetry={refetch} />}
        {!file && !error && <Skeleton height="240px" />}
        {file && (
          <>
            <div>
              <LargeAmount label={isWaiting ? 'Goed te keuren' : 'Totaal'} amount={formatMoney(file.total)} />
              <p className="pv-soft">{describePayees(file)}</p>
              {change !== null && <p className="pv-soft">{change}</p>}
            </div>
            <Details
              items={[
                { label: 'Uitvoerdatum', value: <ExecutionDate file={file} /> },
                { label: 'Status', value: <FileState state={file.state} /> },
                { label: 'Gemaakt', value: `${formatDateTime(file.createdAt)} door ${fullNameOf(file.createdBy)}` },
                ...(file.approvedBy && file.approvedAt
                  ? [
                      {
                        label: 'Goedgekeurd',
                        value: `${formatDateTime(file.approvedAt)} door ${fullNameOf(file.approvedBy)}`,
                      },
                    ]
                  : []),
              ]}
            />
            <FileNote file={file} />
            <LeftOut leftOut={file.leftOut}>{manages && <NextFile file={file} onMade={onNext} />}</LeftOut>
            {file.netted.length > 0 && (
              <section>
                <Text as="h3" size={13}>
                  Eerst verrekend
                </Text>
                <SetOffs setOffs={file.netted} />
              </section>
            )}
            {isWaiting && <PaymentRemarks payments={file.payments} day={file.executionDate} payees={file.payees} />}
            <section>
              <Text as="h3" size={13}>
                Betalingen
              </Text>
              <PaymentsByPartner
                file={file}
                isUnfolded={isAtBank}
                action={(payment) =>
                  isAtBank && (
                    <PaymentState payment={payment} onRelease={manages ? () => setReleasing(payment) : undefined} />
                  )
                }
              />
            </section>
          </>
        )}
      </DialogBody>
      <DialogFooter
        start={
          manages &&
          (isOpen || isWaiting) && (
            <Button tone="ghost" onClick={() => setAsked(isOthers ? 'reject' : 'withdraw')}>
              {isOthers ? 'Afkeuren' : 'Intrekken'}
            </Button>
          )
        }
      >
        {file?.mayApprove ? null : <DialogClose>Sluiten</DialogClose>}
        {manages && isOpen && file.refusal === null && (
          <>
            <Button icon={<Upload />} onClick={onUpload}>
              Bankafschrift uploaden
            </Button>
            <DownloadButton file={file} />
          </>
        )}
        {file?.mayApprove && file.refusal === null && (
          <Button tone="primary" icon={<Check />} onClick={() => setAsked('approve')}>
            Goedkeuren
          </Button>
        )}
      </DialogFooter>
      {file && releasing && <Release file={file} payment={releasing} onClose={() => setReleasing(undefined)} />}
      {file && Asked && <Asked file={file} onClose={() => setAsked(undefined)} />}
    </Dialog>
  )
}

/** Shows a note on a payment file: why it cannot be paid, what it waits for, or who rejected or withdrew it. */
function FileNote({ file }: { readonly file: PaymentFileDetails }) {
  const { state, refusal, mayApprove, withdrawnBy, withdrawnAt, reason } = file
  if (refusal !== null)
    return (
      <Note plain as="p">
        {refusal}
      </Note>
    )
  if (state === 'waiting') {
    if (mayApprove) return null
    return (
      <Note plain as="p">
        Wacht op goedkeuring van een andere beheerder
      </Note>
    )
  }
  if (!withdrawnBy || !withdrawnAt) return null
  const what = `${paymentFileStateLabels[state]} door ${fullNameOf(withdrawnBy)} op ${formatDateTime(withdrawnAt)}`
  return (
    <Note plain as="p">
      {reason === null ? what : `${what}: ${reason}`}
    </Note>
  )
}

const ExecutionDate = ({ file: { executionDate, requestedDate } }: { readonly file: PaymentFile }) => (
  <Unbroken>
    {executionDate === requestedDate
      ? formatDate(executionDate)
      : `${formatDate(executionDate)} (gevraagd: ${formatDate(requestedDate)}, geen bankdag)`}
  </Unbroken>
)

function LeftOut({ leftOut, children }: Pick<MadePaymentFile, 'leftOut'> & { readonly children: ReactNode }) {
  if (leftOut.length === 0) return null
  return (
    <Note as="section" plain>
      <Text as="h3" size={13}>
        Niet in dit bestand
      </Text>
      <Stack as="ul" gap={4}>
        {leftOut.map(({ invoiceId, invoiceNumber, reason }) => (
          <li key={invoiceId}>
            <strong>{invoiceNumber ?? 'Onbekende factuur'}</strong>: {reason}
          </li>
        ))}
      </Stack>
      {children}
    </Note>
  )
}

/** Shows a button that creates the next file for payments that did not fit, for the same day. */
function NextFile({ file, onMade }: { readonly file: MadePaymentFile; readonly onMade: (file: PaymentFile) => void }) {
  const make = useCommand(paymentFiles.create)
  const invoiceIds = file.leftOut.filter(({ reason }) => reason === NO_ROOM).map(({ invoiceId }) => invoiceId)
  if (invoiceIds.length === 0) return null

  async function create(): Promise<void> {
    try {
      onMade(await make.mutateAsync({ body: { invoiceIds, executionDate: file.requestedDate } }))
    } catch (error) {
      showFailure(error, { fallback: 'Het betaalbestand kon niet worden gemaakt.' })
    }
  }

  return (
    <Button icon={<FileDown />} busy={make.isPending} onClick={create}>
      {`Volgend betaalbestand maken (${formatNumber(invoiceIds.length)})`}
    </Button>
  )
}

interface PaymentStateProps {
  readonly payment: Payment
  /** Releases the payment from its file; undefined for a user who may not. */
  readonly onRelease: (() => void) | undefined
}

/** Shows the state of a payment, or the menu that releases it from its file. */
function PaymentState({ payment, onRelease }: PaymentStateProps) {
  const { invoiceNumber, state } = payment
  if (state !== 'ordered' || !onRelease)
    return <Badge tone={state === 'paid' ? 'ok' : 'neutral'}>{orderStateLabels[state]}</Badge>
  return (
    <Menu trigger={<IconButton size="small" label={`Meer: ${invoiceNumber}`} icon={<Ellipsis />} />}>
      <MenuItem icon={<Undo2 />} onSelect={onRelease}>
        Vrijgeven
      </MenuItem>
    </Menu>
  )
}

interface ReleaseProps {
  readonly file: PaymentFile
  readonly payment: Payment
  readonly onClose: () => void
}

function Release({ file, payment: { invoiceId, invoiceNumber }, onClose }: ReleaseProps) {
  const release = useCommand(paymentFiles.release)
  return (
    <ConfirmDecision
      title={`Betaling van ${invoiceNumber} vrijgeven?`}
      description="Doe dit alleen als de bank deze betaling weigerde of terugboekte. De factuur kan daarna in een ander bestand."
      confirmText="Vrijgeven"
      send={() => release.mutateAsync({ params: { id: file.id }, body: { invoiceId } })}
      done={{ title: 'Betaling vrijgegeven' }}
      failed="De betaling kon niet worden vrijgegeven."
      onClose={onClose}
    />
  )
}

function Withdraw({ file, ...decided }: Decided & { readonly file: PaymentFileDetails }) {
  const withdraw = useCommand(paymentFiles.withdraw)
  const user = useUser()
  const [reason, setReason] = useState('')
  return (
    <ConfirmDecision
      title="Betaalbestand intrekken?"
      description={
        file.state === 'waiting'
          ? 'De facturen kunnen daarna in een ander bestand.'
          : 'Doe dit alleen als de bank het bestand niet uitvoert. De facturen kunnen daarna in een ander bestand.'
      }
      confirmText="Intrekken"
      send={() => withdraw.mutateAsync({ params: { id: file.id }, body: { reason }, version: file.version })}
      done={{ title: 'Betaalbestand ingetrokken' }}
      failed="Het betaalbestand kon niet worden ingetrokken."
      {...decided}
    >
      {file.createdBy.id !== user.id && (
        <Field label="Reden" hint={`Gaat naar ${fullNameOf(file.createdBy)}`}>
          <TextInput value={reason} onChange={setReason} maxLength={300} />
        </Field>
      )}
    </ConfirmDecision>
  )
}
