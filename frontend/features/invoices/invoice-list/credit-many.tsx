import { useRef, useState } from 'react'
import { invoices } from '../../../../shared/api/invoices.ts'
import type { Invoice } from '../../../../shared/api/schemas/invoices.ts'
import { call } from '../../../lib/client.ts'
import type { PartOfAction } from '../../../records/for-each-record.ts'
import { InPartsDialog } from '../../../records/runs/in-parts.tsx'
import { SegmentedControl } from '../../../ui/choices/segmented-control.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { loadNewestInvoice } from '../api.ts'
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
 * Shows the dialog that credits several invoices in full, each by a concept credit note. Asks once whether the
 * commissions on them are still earned. `left` is the number of selected invoices that cannot be credited.
 */
export function CreditMany({ invoices: chosen, left, onDone, onClose }: CreditManyProps) {
  const [earned, setEarned] = useState<'' | 'yes' | 'no'>('')
  const [error, setError] = useState<string>()
  const made = useRef(new Set<string>())

  async function credit(invoice: Invoice, part: PartOfAction): Promise<void> {
    const { id } = invoice
    if (made.current.has(id)) return
    const current = await loadNewestInvoice(invoice)
    // Nothing is left to credit when an earlier request succeeded and its reply was lost.
    if (current && current.creditable.length > 0) {
      const quantities = current.creditable.map(({ lineOrder, quantity, isCommission }) => ({
        ...{ lineOrder, quantity },
        ...(isCommission ? { stillEarned: earned === 'yes' } : {}),
      }))
      await call(invoices.createCreditNote, { params: { id }, body: { quantities } }, part)
    }
    made.current.add(id)
  }

  function validate(): boolean {
    if (earned === '') setError('Kies of de commissies nog verdiend zijn')
    return earned !== ''
  }

  return (
    <InPartsDialog
      title={chosen.length === 1 ? 'Factuur crediteren' : `${chosen.length} facturen crediteren`}
      rows={chosen}
      nameOf={({ invoiceNumber, partnerName }) => `${invoiceNumber} · ${partnerName}`}
      nouns={['Factuur', 'facturen']}
      done="gecrediteerd"
      submit="Crediteren"
      fallback="De server is niet bereikbaar."
      validate={validate}
      canRetry
      each={credit}
      onDone={onDone}
      onClose={onClose}
    >
      {(isBusy) => (
        <>
          <SelectionSummary invoices={chosen} toward="van" left={left} because="crediteren kan daar niet." />
          <Field label="Zijn de commissies op deze facturen nog verdiend?" required error={error}>
            <SegmentedControl
              value={earned}
              disabled={isBusy}
              onChange={(value) => {
                setEarned(value)
                setError(undefined)
              }}
              options={answers}
            />
          </Field>
          <p className="pv-soft">De creditfacturen zijn concepten: verstuur ze daarna.</p>
        </>
      )}
    </InPartsDialog>
  )
}
