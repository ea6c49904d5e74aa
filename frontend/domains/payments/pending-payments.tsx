import { useState } from 'react'
import { myDay } from '../../../shared/contract/my-day.ts'
import type { InvoiceDetails } from '../../../shared/contract/schemas/invoices.ts'
import { settlement } from '../../../shared/contract/settlement.ts'
import { formatIban } from '../../../shared/identifiers.ts'
import { formatDate, formatDateTime, formatMoney, fullNameOf } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { isConflictOrGone, showFailure } from '../../records/failure.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { refreshInvoices } from '../self-billing.ts'

/** An invoice with a payment that waits for a second admin. */
export type InvoiceToApprove = InvoiceDetails & {
  readonly pendingPayment: NonNullable<InvoiceDetails['pendingPayment']>
}

/** Tells whether a payment of an invoice waits for a second admin. */
export const isToApprove = (invoice: InvoiceDetails): invoice is InvoiceToApprove => invoice.pendingPayment !== null

const commandOptions = { refreshes: [myDay.get], onSuccess: refreshInvoices, onError: refreshInvoices }
const useReject = () => useCommand(settlement.rejectPayment, commandOptions)

interface DecisionProps {
  readonly invoice: InvoiceToApprove
  /** Called after the user approved, rejected or withdrew the payment. */
  readonly onDone?: (() => void) | undefined
  readonly onClose: () => void
}

/** Asks an admin to confirm a payment that another admin entered; shows how much is paid to whom. */
export function ApprovePayment({ invoice, onDone, onClose }: DecisionProps) {
  const { id, version, invoiceNumber, partnerName, pendingPayment } = invoice
  const { amount, date, iban } = pendingPayment
  const approve = useCommand(settlement.approvePayment, commandOptions)
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`${formatMoney(amount)} goedkeuren?`}
      description={
        <>
          <p>{`${invoiceNumber} van ${partnerName}, betaald op ${formatDate(date)}.`}</p>
          {iban !== null && <p>{`Het geld ging naar ${formatIban(iban)}. Dat is niet het IBAN van de partner.`}</p>}
        </>
      }
      confirmText={`${formatMoney(amount)} goedkeuren`}
      tone="primary"
      onConfirm={() =>
        approve.mutateAsync({ params: { id }, version }).then(
          () => {
            toast({ title: 'Betaling goedgekeurd', description: invoiceNumber })
            onDone?.()
          },
          (error) => showFailure(error, { fallback: 'De betaling kon niet worden goedgekeurd.' }),
        )
      }
    />
  )
}

/** Asks an admin for the reason to reject a payment that another admin entered, and sends it. */
export function RejectPayment({ invoice, onDone, onClose }: DecisionProps) {
  const { id, version, invoiceNumber, pendingPayment } = invoice
  const reject = useReject()
  return (
    <ReasonDialog
      title={`Betaling van ${invoiceNumber} afkeuren`}
      description={`De factuur blijft open. ${fullNameOf(pendingPayment.by)} krijgt je reden.`}
      submit="Afkeuren"
      onSend={async (reason) => {
        await reject.mutateAsync({ params: { id }, body: { reason }, version })
        toast({ title: 'Betaling afgekeurd', description: invoiceNumber })
        onDone?.()
      }}
      onFailure={(error) => {
        showFailure(error, { fallback: 'De betaling kon niet worden afgekeurd.' })
        if (isConflictOrGone(error)) onClose()
      }}
      onClose={onClose}
    />
  )
}

function WithdrawPayment({ invoice: { id, version, invoiceNumber }, onDone, onClose }: DecisionProps) {
  const reject = useReject()
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`Betaling van ${invoiceNumber} intrekken?`}
      description="De factuur blijft open."
      confirmText="Intrekken"
      onConfirm={() =>
        reject.mutateAsync({ params: { id }, body: {}, version }).then(
          () => {
            toast({ title: 'Betaling ingetrokken', description: invoiceNumber })
            onDone?.()
          },
          (error) => showFailure(error, { fallback: 'De betaling kon niet worden ingetrokken.' }),
        )
      }
    />
  )
}

const dialogs = { approve: ApprovePayment, reject: RejectPayment, withdraw: WithdrawPayment }

/** Shows the payment of an invoice that waits for a second admin, with buttons to decide. */
export function PendingPaymentNote({ invoice }: { readonly invoice: InvoiceToApprove }) {
  const user = useUser()
  const [decision, setDecision] = useState<keyof typeof dialogs>()
  const { by, at, date, amount, iban, mayApprove } = invoice.pendingPayment
  const Decision = decision && dialogs[decision]
  return (
    <Note as="section" plain aria-label="Betaling wacht op goedkeuring">
      <p>
        <strong>{formatMoney(amount)}</strong> betaald op {formatDate(date)}
        {iban !== null && ` naar ${formatIban(iban)}`}
      </p>
      <p className="pv-soft">
        <Unbroken>
          Ingevoerd door {fullNameOf(by)} op {formatDateTime(at)}.{' '}
        </Unbroken>
        {mayApprove ? 'Wacht op jouw goedkeuring.' : 'Wacht op goedkeuring van een andere beheerder.'}
      </p>
      <Row gap={8} wrap>
        {mayApprove && (
          <Button size="small" tone="primary" onClick={() => setDecision('approve')}>
            Goedkeuren
          </Button>
        )}
        <Button size="small" onClick={() => setDecision(by.id === user.id ? 'withdraw' : 'reject')}>
          {by.id === user.id ? 'Intrekken' : 'Afkeuren'}
        </Button>
      </Row>
      {Decision && <Decision invoice={invoice} onClose={() => setDecision(undefined)} />}
    </Note>
  )
}
