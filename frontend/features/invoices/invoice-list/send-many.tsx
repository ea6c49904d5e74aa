import { useRef } from 'react'
import { invoices } from '../../../../shared/api/invoices.ts'
import type { Invoice } from '../../../../shared/api/schemas/invoices.ts'
import { call } from '../../../lib/client.ts'
import type { PartOfAction } from '../../../records/for-each-record.ts'
import { InPartsDialog } from '../../../records/runs/in-parts.tsx'
import { loadNewestInvoice } from '../api.ts'
import { isSendable } from '../invoice/invoice-actions.ts'
import { SelectionSummary } from './selection-summary.tsx'

interface SendManyProps {
  readonly invoices: readonly Invoice[]
  /** Number of selected invoices that cannot be sent. */
  readonly left?: number
  readonly onDone: () => void
  readonly onClose: () => void
}

/**
 * Shows the dialog that sends concepts: each moves to `in_behandeling`, and the server then mails it once (rulings 46).
 * A retry skips concepts already sent. `left` is the number of selected invoices that cannot be sent.
 */
export function SendMany({ invoices: chosen, left = 0, onDone, onClose }: SendManyProps) {
  const tried = useRef(new Set<string>())

  async function send(invoice: Invoice, part: PartOfAction): Promise<void> {
    const { id } = invoice
    const current = tried.current.has(id) ? await loadNewestInvoice(invoice) : invoice
    tried.current.add(id)
    if (current === null) throw new Error('Deze factuur is er niet meer.')
    if (!isSendable(current)) return
    await call(
      invoices.step,
      { params: { id }, body: { status: 'in_behandeling' } },
      { version: current.version, ...part },
    )
  }

  return (
    <InPartsDialog
      title={chosen.length === 1 ? 'Factuur versturen' : `${chosen.length} facturen versturen`}
      rows={chosen}
      nameOf={({ invoiceNumber, partnerName }) => `${invoiceNumber} · ${partnerName}`}
      nouns={['Factuur', 'facturen']}
      done="verstuurd"
      submit="Versturen"
      fallback="De server is niet bereikbaar."
      validate={() => true}
      canRetry
      each={send}
      onDone={onDone}
      onClose={onClose}
    >
      {() => (
        <>
          <SelectionSummary invoices={chosen} toward="naar" left={left} because="alleen een concept gaat uit." />
          <p className="pv-soft">Elke partner krijgt de factuur per e-mail. Daarna ligt de inhoud vast.</p>
        </>
      )}
    </InPartsDialog>
  )
}
