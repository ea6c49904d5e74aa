import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { myDay } from '../../../shared/contract/my-day.ts'
import { acceptanceLabels } from '../../../shared/contract/schemas/invoices.ts'
import type { PaymentFileDetails } from '../../../shared/contract/schemas/payment-files.ts'
import { settlement } from '../../../shared/contract/settlement.ts'
import { formatIban } from '../../../shared/identifiers.ts'
import { formatDate, formatMoney, fullNameOf } from '../../lib/format.ts'
import { query, refresh, useCommand } from '../../lib/query.ts'
import { isConflictOrGone, showFailure } from '../../records/failure.ts'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { RowList } from '../../ui/display/row-list.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { invoiceAddress } from '../addresses.ts'
import './payment-files.css'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { refreshInvoices } from '../self-billing.ts'
import { describeRemarks } from './payment-remarks.tsx'

const fileRefreshes = [settlement.paymentFiles, settlement.payments, myDay.get]

/** Fetches a payment file with its payments, again each time it is shown. */
export const usePaymentFile = (id: string) =>
  useQuery({ ...query(settlement.payments, { params: { id } }), staleTime: 0 })

/**
 * Fetches the cached answers about payment files and invoices again, after a failure that suggests they are outdated.
 */
export function refreshPaymentFiles(): void {
  refresh(fileRefreshes)
  refreshInvoices()
}

/**
 * Options of `useCommand` for commands about payment files: fetch payment files and invoices again after success and
 * failure.
 */
export const paymentFileOptions = { refreshes: fileRefreshes, onSuccess: refreshInvoices, onError: refreshPaymentFiles }

/** Returns the command that withdraws or rejects a payment file, which releases its invoices. */
export const useWithdrawPaymentFile = () => useCommand(settlement.withdrawPaymentFile, paymentFileOptions)

/** Returns the numbers of invoices and partners that a payment file pays, in words: `3 facturen aan 2 partners`. */
export function describePayees({ payments }: Pick<PaymentFileDetails, 'payments'>): string {
  const partners = new Set(payments.map(({ partnerName, bankAccount }) => `${partnerName} ${bankAccount}`)).size
  const invoices = payments.length === 1 ? '1 factuur' : `${payments.length} facturen`
  return `${invoices} aan ${partners === 1 ? '1 partner' : `${partners} partners`}`
}

type Payment = PaymentFileDetails['payments'][number]

interface PaymentsByPartnerProps {
  readonly payments: readonly Payment[]
  /** Set to show the invoices of each partner at first. */
  readonly isUnfolded?: boolean
  /** Renders what stands beside an invoice. */
  readonly action?: (payment: Payment) => ReactNode
}

/** Lists the payments of a file by partner and account, each with its sum; the invoices of a partner unfold. */
export function PaymentsByPartner({ payments, isUnfolded = false, action }: PaymentsByPartnerProps) {
  const groups = [...Map.groupBy(payments, ({ partnerName, bankAccount }) => `${partnerName} ${bankAccount}`)]
  return (
    <section>
      <Text as="h3" size={13}>
        Betalingen
      </Text>
      <ul className="file-partners" aria-label="Betalingen">
        {groups
          .toSorted(([one], [other]) => one.localeCompare(other, 'nl'))
          .map(([key, of]) => (
            <li key={key}>
              <PartnerPayments payments={of} isUnfolded={isUnfolded} action={action} />
            </li>
          ))}
      </ul>
    </section>
  )
}

function PartnerPayments({ payments, isUnfolded, action }: PaymentsByPartnerProps) {
  const [first] = payments
  const cents = payments.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  if (!first) return null
  return (
    <details open={isUnfolded}>
      <summary className="file-partner">
        <Stack as="span" grow>
          <Text weight="strong">{first.partnerName}</Text>
          <span className="pv-soft">
            {payments.length === 1 ? first.invoiceNumber : `${payments.length} facturen`} ·{' '}
            {formatIban(first.bankAccount)}
          </span>
          {payments.some(({ invoicedAccount }) => invoicedAccount !== null) && (
            <Text weight="bold" color="bad">
              Ander IBAN dan op de factuur
            </Text>
          )}
        </Stack>
        <Text weight="strong" tabular overflow="nowrap">
          {formatMoney(cents / 100)}
        </Text>
      </summary>
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

interface DecisionProps {
  readonly file: PaymentFileDetails
  /** Called after the user approved or rejected the file. */
  readonly onDone?: () => void
  readonly onClose: () => void
}

/** Asks an admin to confirm the approval of a payment file; shows its amount and payees. */
export function ApproveFile({ file, onDone, onClose }: DecisionProps) {
  const { id, version, total, executionDate, createdBy, payments } = file
  const remarks = describeRemarks(payments, executionDate)
  const approve = useCommand(settlement.approvePaymentFile, paymentFileOptions)
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`${formatMoney(total)} goedkeuren?`}
      description={
        <>
          <p>{`${describePayees(file)}, te betalen op ${formatDate(executionDate)}.`}</p>
          {remarks.length > 0 && <p>{`Let op: ${remarks.join(', ')}.`}</p>}
          <p>{`Daarna stuurt ${fullNameOf(createdBy)} het bestand naar de bank.`}</p>
        </>
      }
      confirmText={`${formatMoney(total)} goedkeuren`}
      tone="primary"
      onConfirm={() =>
        approve.mutateAsync({ params: { id }, version }).then(
          () => {
            toast({ title: 'Betaalbestand goedgekeurd', description: `${fullNameOf(createdBy)} krijgt bericht.` })
            onDone?.()
          },
          (error) => showFailure(error, { fallback: 'Het betaalbestand kon niet worden goedgekeurd.' }),
        )
      }
    />
  )
}

/** Asks an admin for the reason to reject a payment file of somebody else, and sends it. */
export function RejectFile({ file: { id, version, total, createdBy }, onDone, onClose }: DecisionProps) {
  const withdraw = useWithdrawPaymentFile()
  return (
    <ReasonDialog
      title="Betaalbestand afkeuren"
      description={`${formatMoney(total)}. De facturen komen vrij voor een ander bestand. ${fullNameOf(createdBy)} krijgt je reden.`}
      submit="Afkeuren"
      onSend={async (reason) => {
        await withdraw.mutateAsync({ params: { id }, body: { reason }, version })
        toast({ title: 'Betaalbestand afgekeurd' })
        onDone?.()
      }}
      onFailure={(error) => {
        showFailure(error, { fallback: 'Het betaalbestand kon niet worden afgekeurd.' })
        if (isConflictOrGone(error)) onClose()
      }}
      onClose={onClose}
    />
  )
}
