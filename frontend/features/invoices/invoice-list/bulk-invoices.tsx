import { Landmark, RotateCcw, Send } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Invoice } from '../../../../shared/api/schemas/invoices.ts'
import { isPayable } from '../../../domains/invoices/invoices.ts'
import { buildPayState } from '../../../domains/invoices-to-pay.ts'
import { paths } from '../../../domains/paths.ts'
import { formatMoney } from '../../../lib/format.ts'
import { onDemand } from '../../../ui/on-demand.tsx'
import { BulkAction, BulkAmount } from '../../../ui/table/bulk-bar.tsx'
import { isCreditable, isSendable } from '../invoice/invoice-actions.ts'
import { totalOf } from './selection.ts'

const SendMany = onDemand(() => import('./send-many.tsx').then((m) => m.SendMany))
const CreditMany = onDemand(() => import('./credit-many.tsx').then((m) => m.CreditMany))

interface BulkInvoicesProps {
  readonly selected: readonly Invoice[]
  readonly clear: () => void
}

/** Shows the buttons that send, pay or credit the selected invoices, each with its number of invoices. */
export function BulkInvoices({ selected, clear }: BulkInvoicesProps) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<{ readonly what: 'send' | 'credit'; readonly invoices: readonly Invoice[] }>()
  const sendable = selected.filter(isSendable)
  const payable = selected.filter(isPayable)
  const creditable = selected.filter(isCreditable)
  const close = () => setAsked(undefined)
  const done = () => {
    close()
    clear()
  }
  const dialog = asked && {
    ...{ invoices: asked.invoices, left: selected.length - asked.invoices.length, onDone: done, onClose: close },
  }
  return (
    <>
      <BulkAmount>{formatMoney(totalOf(selected))}</BulkAmount>
      {sendable.length > 0 && (
        <BulkAction
          icon={<Send aria-hidden="true" />}
          onClick={() => setAsked({ what: 'send', invoices: sendable })}
        >{`Versturen (${sendable.length})`}</BulkAction>
      )}
      {payable.length > 0 && (
        <BulkAction
          icon={<Landmark aria-hidden="true" />}
          onClick={() => navigate(paths.payments, { state: buildPayState(payable) })}
        >{`In betaalbestand (${payable.length})`}</BulkAction>
      )}
      {creditable.length > 0 && (
        <BulkAction
          icon={<RotateCcw aria-hidden="true" />}
          onClick={() => setAsked({ what: 'credit', invoices: creditable })}
        >{`Crediteren (${creditable.length})`}</BulkAction>
      )}
      {dialog && asked.what === 'send' && <SendMany {...dialog} />}
      {dialog && asked.what === 'credit' && <CreditMany {...dialog} />}
    </>
  )
}
