import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paymentFiles } from '../../../shared/api/payments/payment-files.ts'
import type { PaymentFileDetails } from '../../../shared/api/schemas/payment-files.ts'
import { formatIban } from '../../../shared/identifiers.ts'
import { acceptanceLabels } from '../../../shared/invoices/choices.ts'
import { formatDate, formatMoney, fullNameOf } from '../../lib/format.ts'
import { query, useCommand } from '../../lib/query.ts'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { RowList } from '../../ui/display/row-list.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { invoiceAddress } from '../addresses.ts'
import { ConfirmDecision, type Decided, ReasonDialog } from '../decisions.tsx'
import { describeBefore } from './payees.ts'
import styles from './payment-files.module.css'
import { describeRemarks } from './payment-remarks.tsx'

/** Fetches a payment file with its payments, again each time it is shown. */
export const usePaymentFile = (id: string) => useQuery({ ...query(paymentFiles.get, { params: { id } }), staleTime: 0 })

/** Returns the numbers of invoices and partners that a payment file pays, in words: `3 facturen aan 2 partners`. */
export function describePayees({ payments }: Pick<PaymentFileDetails, 'payments'>): string {
  const partners = new Set(payments.map(({ partnerName, bankAccount }) => `${partnerName} ${bankAccount}`)).size
  const invoices = payments.length === 1 ? '1 factuur' : `${payments.length} facturen`
  return `${invoices} aan ${partners === 1 ? '1 partner' : `${partners} partners`}`
}

type Payment = PaymentFileDetails['payments'][number]

interface PaymentsByPartnerProps {
  readonly file: Pick<PaymentFileDetails, 'payments' | 'payees' | 'previousMonth'>
  /** Set to show the invoices of each partner at first. */
  readonly isUnfolded?: boolean
  /** Renders what stands beside an invoice. */
  readonly action?: (payment: Payment) => ReactNode
}

/**
 * Lists the payments of a file by partner and account, each with its sum and that of the month before; the invoices of
 * a partner unfold.
 */
export function PaymentsByPartner({ file, isUnfolded = false, action }: PaymentsByPartnerProps) {
  const groups = [...Map.groupBy(file.payments, ({ partnerName, bankAccount }) => `${partnerName} ${bankAccount}`)]
  return (
    <ul className={styles.filePartners} aria-label="Betalingen">
      {groups
        .toSorted(([one], [other]) => one.localeCompare(other, 'nl'))
        .map(([key, of]) => (
          <li key={key}>
            <PartnerPayments file={{ ...file, payments: of }} isUnfolded={isUnfolded} action={action} />
          </li>
        ))}
    </ul>
  )
}

function PartnerPayments({ file, isUnfolded, action }: PaymentsByPartnerProps) {
  const { payments } = file
  const [first] = payments
  const cents = payments.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  if (!first) return null
  return (
    <details open={isUnfolded}>
      <Row as="summary" gap={12} overflow="break" minHeight={44} padBlock={8}>
        <Stack as="span" grow>
          <Text weight="strong">{first.partnerName}</Text>
          <span className="pv-soft">
            {payments.length === 1 ? first.invoiceNumber : `${payments.length} facturen`} ·{' '}
            {formatIban(first.bankAccount)}
          </span>
          {first.accountHolder !== null && <span className="pv-soft">op naam van {first.accountHolder}</span>}
          {payments.some(({ invoicedAccount }) => invoicedAccount !== null) && (
            <Text weight="bold" color="bad">
              Ander IBAN dan op de factuur
            </Text>
          )}
        </Stack>
        <Stack as="span" align="end">
          <Text weight="strong" tabular overflow="nowrap">
            {formatMoney(cents / 100)}
          </Text>
          <span className="pv-soft">{describeBefore(file, first.partnerId)}</span>
        </Stack>
      </Row>
      <RowList>
        {payments.map((payment) => (
          <li key={payment.invoiceId}>
            <Stack grow align="start">
              <TextLink to={invoiceAddress(payment.invoiceId)}>{payment.invoiceNumber}</TextLink>
              <span className="pv-soft">
                {payment.acceptance && acceptanceLabels[payment.acceptance]}
                <Unbroken>{payment.dueDate && ` · vervalt op ${formatDate(payment.dueDate)}`}</Unbroken>
              </span>
              {payment.invoicedAccount !== null && (
                <Text as="p" color="bad">
                  {`Ander IBAN dan op de factuur (${formatIban(payment.invoicedAccount)})`}
                </Text>
              )}
            </Stack>
            <Text tabular overflow="nowrap">
              {formatMoney(payment.amount)}
            </Text>
            {action?.(payment)}
          </li>
        ))}
      </RowList>
    </details>
  )
}

interface DecisionProps extends Decided {
  readonly file: PaymentFileDetails
}

/** Asks an admin to confirm the approval of a payment file; shows its amount and payees. */
export function ApproveFile({ file, ...decided }: DecisionProps) {
  const { id, version, total, executionDate: day, createdBy, payments, payees } = file
  const remarks = describeRemarks({ payments, day, payees })
  const approve = useCommand(paymentFiles.approve)
  return (
    <ConfirmDecision
      title={`${formatMoney(total)} goedkeuren?`}
      description={
        <>
          <p>{`${describePayees(file)}, te betalen op ${formatDate(day)}.`}</p>
          {remarks.length > 0 && <p>{`Let op: ${remarks.join(', ')}.`}</p>}
          <p>{`Daarna stuurt ${fullNameOf(createdBy)} het bestand naar de bank.`}</p>
        </>
      }
      confirmText={`${formatMoney(total)} goedkeuren`}
      tone="primary"
      send={() => approve.mutateAsync({ params: { id }, version })}
      done={{ title: 'Betaalbestand goedgekeurd', description: `${fullNameOf(createdBy)} krijgt bericht.` }}
      failed="Het betaalbestand kon niet worden goedgekeurd."
      {...decided}
    />
  )
}

/** Asks an admin for the reason to reject a payment file of somebody else, and sends it. */
export function RejectFile({ file: { id, version, total, createdBy }, ...decided }: DecisionProps) {
  const withdraw = useCommand(paymentFiles.withdraw)
  return (
    <ReasonDialog
      title="Betaalbestand afkeuren"
      description={`${formatMoney(total)}. De facturen komen vrij voor een ander bestand. ${fullNameOf(createdBy)} krijgt je reden.`}
      send={(reason) => withdraw.mutateAsync({ params: { id }, body: { reason }, version })}
      done={{ title: 'Betaalbestand afgekeurd' }}
      failed="Het betaalbestand kon niet worden afgekeurd."
      {...decided}
    />
  )
}
