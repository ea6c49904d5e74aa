import { useState } from 'react'
import type { InvoiceDetails } from '../../../../shared/api/schemas/invoices.ts'
import { moneyText } from '../../../../shared/money.ts'
import { useOpenCreditNotes } from '../../../domains/invoices/invoices.ts'
import { planNetting } from '../../../domains/invoices/netting.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { today } from '../../../ui/dates/calendar-days.ts'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { Text } from '../../../ui/layout/text.tsx'

const SETTLE = 'Verrekenen met creditfacturen'

interface SettleButtonProps {
  readonly invoice: InvoiceDetails
  readonly onConfirm: () => Promise<void>
}

/**
 * Shows a button that sets off the partner's open credit notes against an invoice, if these cover the whole invoice. If
 * they cover only a part, shows that the next payment file will set them off. Shows nothing if there are no such credit
 * notes, or if the invoice is not open, was refused or is in a payment file.
 */
export function SettleButton({ invoice, onConfirm }: SettleButtonProps) {
  const [isAsked, setAsked] = useState(false)
  const { type, status, isOwed, paymentFileId, partnerCompanyId, id, invoiceNumber } = invoice
  const isOpen = type === 'invoice' && status === 'in_behandeling' && isOwed && paymentFileId === null
  const { data: notes = [] } = useOpenCreditNotes({ partnerCompanyId, enabled: isOpen })
  const { setOffs, payable } = planNetting([invoice], notes, { today: today(), day: today() })
  if (!isOpen || setOffs.length === 0) return null
  const named = setOffs.map(({ creditNoteNumber, amount }) => `${creditNoteNumber} (${moneyText(amount)})`).join(', ')
  if (payable.get(id) !== 0) {
    return <Text as="p" size={13} color="muted">{`Met het volgende betaalbestand te verrekenen: ${named}.`}</Text>
  }
  return (
    <>
      <Button onClick={() => setAsked(true)}>{SETTLE}</Button>
      <Confirm
        open={isAsked}
        onOpenChange={setAsked}
        title={`Factuur ${invoiceNumber} verrekenen?`}
        description={`Wij betalen niets. Verrekend wordt: ${named}.`}
        confirmText={SETTLE}
        tone="primary"
        onConfirm={onConfirm}
      />
    </>
  )
}
