import { useState } from 'react'
import type { Invoice } from '../../../../shared/api/schemas/invoices.ts'
import { SegmentedControl } from '../../../ui/choices/segmented-control.tsx'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { useChangeInvoices } from '../api.ts'
import { SelectionSummary } from './selection-summary.tsx'

const answers = [
  { value: 'yes', label: 'Ja, opnieuw uitbetalen' },
  { value: 'no', label: 'Nee, commissie vervalt' },
] as const

interface CreditManyProps {
  readonly invoices: readonly Invoice[]
  /** Number of selected invoices that cannot be credited. */
  readonly left: number
  readonly onDone: () => void
  readonly onClose: () => void
}

/**
 * Asks whether to credit several invoices in full in a run, each by a concept credit note, and whether the commissions
 * on them are still earned. `left` is the number of selected invoices that cannot be credited.
 */
export function CreditMany({ invoices, left, onDone, onClose }: CreditManyProps) {
  const [earned, setEarned] = useState<'' | 'yes' | 'no'>('')
  const run = useChangeInvoices({ onBegun: onDone, fallback: 'De facturen konden niet worden gecrediteerd.' })
  // A payment since the list was read does not change what a credit note credits, so the versions are left out.
  const chosen = invoices.map(({ id }) => ({ id }))
  return (
    <Confirm
      onOpenChange={onClose}
      tone="primary"
      title={invoices.length === 1 ? 'Factuur crediteren?' : `${invoices.length} facturen crediteren?`}
      description={<SelectionSummary invoices={invoices} toward="van" left={left} because="crediteren kan daar niet" />}
      confirmText="Crediteren"
      waiting={earned === ''}
      onConfirm={() => run.change(chosen, { work: 'credit', stillEarned: earned === 'yes' })}
    >
      <Field label="Zijn de commissies op deze facturen nog verdiend?" required>
        <SegmentedControl value={earned} onChange={setEarned} options={answers} />
      </Field>
      <p className="pv-soft">De creditfacturen zijn concepten: verstuur ze daarna.</p>
    </Confirm>
  )
}
