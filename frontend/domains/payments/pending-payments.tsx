import { useState } from 'react'
import { bank } from '../../../shared/api/payments/bank.ts'
import type { InvoiceDetails } from '../../../shared/api/schemas/invoices.ts'
import { formatIban } from '../../../shared/identifiers.ts'
import { formatDate, formatDateTime, formatMoney, fullNameOf } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { useCan, useUser } from '../../lib/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { ConfirmDecision, type Decided, ReasonDialog } from '../decisions.tsx'

/** An invoice with a payment that waits for a second admin. */
export type InvoiceToApprove = InvoiceDetails & {
  readonly pendingPayment: NonNullable<InvoiceDetails['pendingPayment']>
}

/** Tells whether a payment of an invoice waits for a second admin. */
export const isToApprove = (invoice: InvoiceDetails): invoice is InvoiceToApprove => invoice.pendingPayment !== null

const useReject = () => useCommand(bank.rejectPayment)

interface DecisionProps extends Decided {
  readonly invoice: InvoiceToApprove
}

/** Asks an admin to confirm a payment that another admin entered; shows how much is paid to whom. */
export function ApprovePayment({ invoice, ...decided }: DecisionProps) {
  const { id, version, invoiceNumber, partnerName, pendingPayment } = invoice
  const { amount, date, iban, reason } = pendingPayment
  const approve = useCommand(bank.approvePayment)
  return (
    <ConfirmDecision
      title={`${formatMoney(amount)} goedkeuren?`}
      description={
        <>
          <p>{`${invoiceNumber} van ${partnerName}, betaald op ${formatDate(date)}.`}</p>
          {iban !== null && <p>{`Het geld ging naar ${formatIban(iban)}. Dat is niet het IBAN van de partner.`}</p>}
          {reason !== null && <p>Reden: {reason}</p>}
        </>
      }
      confirmText={`${formatMoney(amount)} goedkeuren`}
      tone="primary"
      send={() => approve.mutateAsync({ params: { id }, version })}
      done={{ title: 'Betaling goedgekeurd', description: invoiceNumber }}
      failed="De betaling kon niet worden goedgekeurd."
      {...decided}
    />
  )
}

/** Asks an admin for the reason to reject a payment that another admin entered, and sends it. */
export function RejectPayment({ invoice, ...decided }: DecisionProps) {
  const { id, version, invoiceNumber, pendingPayment } = invoice
  const reject = useReject()
  return (
    <ReasonDialog
      title={`Betaling van ${invoiceNumber} afkeuren`}
      description={`De factuur blijft open. ${fullNameOf(pendingPayment.by)} krijgt je reden.`}
      send={(reason) => reject.mutateAsync({ params: { id }, body: { reason }, version })}
      done={{ title: 'Betaling afgekeurd', description: invoiceNumber }}
      failed="De betaling kon niet worden afgekeurd."
      {...decided}
    />
  )
}

function WithdrawPayment({ invoice: { id, version, invoiceNumber }, ...decided }: DecisionProps) {
  const reject = useReject()
  return (
    <ConfirmDecision
      title={`Betaling van ${invoiceNumber} intrekken?`}
      description="De factuur blijft open."
      confirmText="Intrekken"
      send={() => reject.mutateAsync({ params: { id }, body: {}, version })}
      done={{ title: 'Betaling ingetrokken', description: invoiceNumber }}
      failed="De betaling kon niet worden ingetrokken."
      {...decided}
    />
  )
}

const dialogs = { approve: ApprovePayment, reject: RejectPayment, withdraw: WithdrawPayment }

/** Shows the payment of an invoice that waits for a second admin, with buttons to decide. */
export function PendingPaymentNote({ invoice }: { readonly invoice: InvoiceToApprove }) {
  const user = useUser()
  const manages = useCan('self-billing:manage')
  const [decision, setDecision] = useState<keyof typeof dialogs>()
  const { by, at, date, amount, iban, reason, mayApprove } = invoice.pendingPayment
  const Decision = decision && dialogs[decision]
  return (
    <Note as="section" plain aria-label="Betaling wacht op goedkeuring">
      <p>
        <strong>{formatMoney(amount)}</strong> betaald op {formatDate(date)}
        {iban !== null && ` naar ${formatIban(iban)}`}
      </p>
      {reason !== null && <p>Reden: {reason}</p>}
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
        {manages && (
          <Button size="small" onClick={() => setDecision(by.id === user.id ? 'withdraw' : 'reject')}>
            {by.id === user.id ? 'Intrekken' : 'Afkeuren'}
          </Button>
        )}
      </Row>
      {Decision && <Decision invoice={invoice} onClose={() => setDecision(undefined)} />}
    </Note>
  )
}
