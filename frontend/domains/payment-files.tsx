import { useQuery } from '@tanstack/react-query'
import { myDay } from '../../shared/contract/my-day.ts'
import type { PaymentFileDetails } from '../../shared/contract/schemas/payment-files.ts'
import { settlement } from '../../shared/contract/settlement.ts'
import { formatDate, formatMoney, fullNameOf } from '../lib/format.ts'
import { query, refresh, useCommand } from '../lib/query.ts'
import { isConflictOrGone, showFailure } from '../records/failure.ts'
import { Confirm } from '../ui/dialogs/alert-dialog.tsx'
import { toast } from '../ui/messages/toast.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { refreshInvoices } from './self-billing.ts'

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

interface DecisionProps {
  readonly file: PaymentFileDetails
  /** Called after the user approved or rejected the file. */
  readonly onDone?: () => void
  readonly onClose: () => void
}

/** Asks an admin to confirm the approval of a payment file; shows its amount and payees. */
export function ApproveFile({ file, onDone, onClose }: DecisionProps) {
  const { id, version, total, executionDate, createdBy } = file
  const approve = useCommand(settlement.approvePaymentFile, paymentFileOptions)
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`${formatMoney(total)} goedkeuren?`}
      description={`Je keurt ${describePayees(file)} goed, te betalen op ${formatDate(executionDate)}. Daarna kan ${fullNameOf(createdBy)} het bestand naar de bank sturen.`}
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
