import { Check, X } from 'lucide-react'
import { useState } from 'react'
import type { InvoiceDetails } from '../../../shared/api/schemas/invoices.ts'
import type { PaymentFileDetails } from '../../../shared/api/schemas/payment-files.ts'
import { formatIban } from '../../../shared/identifiers.ts'
import type { Partner } from '../../../shared/partners/schemas.ts'
import { invoiceAddress, partnerAddress } from '../../domains/addresses.ts'
import { ApproveBankAccount, RejectBankAccount } from '../../domains/partner-accounts.tsx'
import { describeChange } from '../../domains/payments/payees.ts'
import { ApproveFile, describePayees, PaymentsByPartner, RejectFile } from '../../domains/payments/payment-files.tsx'
import { PaymentRemarks } from '../../domains/payments/payment-remarks.tsx'
import { ApprovePayment, isToApprove, RejectPayment } from '../../domains/payments/pending-payments.tsx'
import { formatDate, formatDateTime, formatMoney, fullNameOf } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Details } from '../../ui/display/details.tsx'
import { Box } from '../../ui/layout/box.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import styles from './my-day.module.css'
import { Outcomes } from './outcomes.tsx'

type Decision = 'approve' | 'reject'

interface DecisionButtonsProps {
  readonly mayApprove: boolean
  /** Person whom a stand-in calls when something is wrong, as only admins reject. */
  readonly maker: { readonly firstName: string; readonly lastName: string }
  readonly onAsk: (decision: Decision) => void
}

/** Shows the buttons to approve, if the user may, and for admins to reject. */
function DecisionButtons({ mayApprove, maker, onAsk }: DecisionButtonsProps) {
  const manages = useCan('self-billing:manage')
  const outcomes = [
    ...(mayApprove ? [{ label: 'Goedkeuren', icon: <Check />, choose: () => onAsk('approve') }] : []),
    ...(manages ? [{ label: 'Afkeuren', icon: <X />, isDanger: true, choose: () => onAsk('reject') }] : []),
  ]
  return (
    <>
      {!manages && <p className="pv-soft">{`Klopt er iets niet? Bel ${fullNameOf(maker)}.`}</p>}
      <Outcomes busy={false} atBottom outcomes={outcomes} />
    </>
  )
}

/** Content for an item on which somebody else decided meanwhile. */
const DECIDED = <p>Dit is al afgehandeld. Ga door met het volgende.</p>

interface PaymentFileWorkProps {
  readonly file: PaymentFileDetails
  readonly onDone: () => void
}

/** Shows a payment file that waits for approval, with its payments and the buttons to approve or reject it. */
export function PaymentFileWork({ file, onDone }: PaymentFileWorkProps) {
  const [decision, setDecision] = useState<Decision>()
  const { total, executionDate, createdBy, createdAt, payments, refusal } = file
  const Dialog = decision === 'approve' ? ApproveFile : RejectFile
  if (!file.mayApprove) return DECIDED
  return (
    <>
      <div>
        <Text as="h2" size={20} weight="bold" overflow="break">
          {formatMoney(total)}
        </Text>
        <p className="pv-soft">{describePayees(file)}</p>
        <p className="pv-soft">{describeChange(file)}</p>
      </div>
      <Details
        items={[
          { label: 'Uitvoerdatum', value: formatDate(executionDate) },
          { label: 'Gemaakt door', value: `${fullNameOf(createdBy)}, ${formatDateTime(createdAt)}` },
        ]}
      />
      {refusal !== null && (
        <Box as="p" padding={12} surface size={13} overflow="break" above={6} className={styles.said}>
          {refusal}
        </Box>
      )}
      <PaymentRemarks payments={payments} day={executionDate} payees={file.payees} />
      <details className="pv-fold">
        <Row as="summary" gap={8} size={13} weight="strong">
          {payments.length === 1 ? '1 betaling' : `${payments.length} betalingen`}
        </Row>
        <Stack padding={12}>
          <PaymentsByPartner file={file} />
        </Stack>
      </details>
      <DecisionButtons mayApprove={refusal === null} maker={createdBy} onAsk={setDecision} />
      {decision && <Dialog file={file} onDone={onDone} onClose={() => setDecision(undefined)} />}
    </>
  )
}

interface IbanWorkProps {
  readonly partner: Partner
  readonly onDone: () => void
}

/**
 * Shows a partner's new IBAN that waits for approval. Offers to reject it and, to users who may, to approve it.
 */
export function IbanWork({ partner, onDone }: IbanWorkProps) {
  const [decision, setDecision] = useState<Decision>()
  const manages = useCan('self-billing:manage')
  const { id, name, phone, bankAccount, pendingBankAccount: pending } = partner
  const { pendingBankAccountBy: by, pendingBankAccountAt: at } = partner
  const { accountHolder: holder, pendingAccountHolder: pendingHolder } = partner
  const Dialog = decision === 'approve' ? ApproveBankAccount : RejectBankAccount
  if (pending === null || !by || !at) return DECIDED
  return (
    <>
      <Text as="h2" size={20} weight="bold" overflow="break">
        {name}
      </Text>
      <Details
        items={[
          { label: 'Nieuw IBAN', value: formatIban(pending) },
          { label: 'Huidig IBAN', value: formatIban(bankAccount) },
          ...(holder === pendingHolder
            ? []
            : [
                { label: 'Nieuwe rekeninghouder', value: pendingHolder ?? name },
                { label: 'Huidige rekeninghouder', value: holder ?? name },
              ]),
          { label: 'Ingevoerd door', value: `${fullNameOf(by)}, ${formatDateTime(at)}` },
          { label: 'Telefoon', value: phone },
        ]}
      />
      {manages && <LinkButton to={partnerAddress(id)}>Partner bekijken</LinkButton>}
      <DecisionButtons mayApprove={partner.mayApproveBankAccount} maker={by} onAsk={setDecision} />
      {decision && <Dialog partner={partner} onDone={onDone} onClose={() => setDecision(undefined)} />}
    </>
  )
}

interface PaymentWorkProps {
  readonly invoice: InvoiceDetails
  readonly onDone: () => void
}

/**
 * Shows a payment of an invoice that another admin entered. Offers to reject it and, to users who may, to approve it.
 */
export function PaymentWork({ invoice, onDone }: PaymentWorkProps) {
  const [decision, setDecision] = useState<Decision>()
  if (!isToApprove(invoice)) return DECIDED
  const { id, invoiceNumber, partnerName, partner, pendingPayment } = invoice
  const { amount, date, iban, reason, by, at, mayApprove } = pendingPayment
  const Dialog = decision === 'approve' ? ApprovePayment : RejectPayment
  return (
    <>
      <Text as="h2" size={20} weight="bold" overflow="break">
        {formatMoney(amount)}
      </Text>
      <Details
        items={[
          { label: 'Partner', value: partnerName },
          { label: 'Betaald op', value: formatDate(date) },
          ...(iban === null ? [] : [{ label: 'Naar IBAN', value: formatIban(iban) }]),
          ...(partner ? [{ label: 'IBAN partner', value: formatIban(partner.bankAccount) }] : []),
          ...(reason === null ? [] : [{ label: 'Reden', value: reason }]),
          { label: 'Ingevoerd door', value: `${fullNameOf(by)}, ${formatDateTime(at)}` },
        ]}
      />
      <LinkButton to={invoiceAddress(id)}>{`${invoiceNumber} bekijken`}</LinkButton>
      <DecisionButtons mayApprove={mayApprove} maker={by} onAsk={setDecision} />
      {decision && <Dialog invoice={invoice} onDone={onDone} onClose={() => setDecision(undefined)} />}
    </>
  )
}
