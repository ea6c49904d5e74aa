import type { Invoice } from '../../../../shared/api/schemas/invoices.ts'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { useChangeInvoices } from '../api.ts'
import { SelectionSummary } from './selection-summary.tsx'

interface SendManyProps {
  readonly invoices: readonly Invoice[]
  /** Number of selected invoices that cannot be sent. */
  readonly left?: number
  readonly onDone: () => void
  readonly onClose: () => void
}

/**
 * Asks whether to send concepts, in a run: each moves to `in_behandeling`, and the server then mails it once (rulings
 * 46). `left` is the number of selected invoices that cannot be sent.
 */
export function SendMany({ invoices, left = 0, onDone, onClose }: SendManyProps) {
  const run = useChangeInvoices({ onBegun: onDone, fallback: 'De facturen konden niet worden verstuurd.' })
  return (
    <Confirm
      open
      onOpenChange={onClose}
      tone="primary"
      title={invoices.length === 1 ? 'Factuur versturen?' : `${invoices.length} facturen versturen?`}
      description={
        <>
          <SelectionSummary invoices={invoices} toward="naar" left={left} because="alleen een concept gaat uit." />
          <p className="pv-soft">Elke partner krijgt de factuur per e-mail. Daarna ligt de inhoud vast.</p>
        </>
      }
      confirmText="Versturen"
      onConfirm={() => run.change(invoices, { work: 'send' })}
    />
  )
}
