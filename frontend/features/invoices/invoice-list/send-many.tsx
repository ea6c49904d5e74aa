import { useState } from 'react'
import type { Invoice } from '../../../../shared/api/schemas/invoices.ts'
import { explainLapsedOffer } from '../../../../shared/invoicing/invoice-steps.ts'
import { today } from '../../../ui/dates/calendar-days.ts'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { useChangeInvoices } from '../api.ts'
import { LapsedOffer } from '../invoice/lapsed-offer.tsx'
import { stayText } from './selection.ts'
import { SelectionSummary } from './selection-summary.tsx'

interface SendManyProps {
  readonly invoices: readonly Invoice[]
  /** Number of selected invoices that cannot be sent. */
  readonly left?: number
  readonly onDone: () => void
  readonly onClose: () => void
}

const byPartner = (one: Invoice, other: Invoice) => one.partnerCompanyId.localeCompare(other.partnerCompanyId)

/**
 * Asks whether to send concepts, in a run: each moves to `in_behandeling`, and the server then mails it once (rulings
 * 46), in one mail with all others of its partner. Says before which concepts cannot go because their 48-hour offer
 * lapsed. `left` is the number of selected invoices that are no concepts.
 */
export function SendMany({ invoices: chosen, left = 0, onDone, onClose }: SendManyProps) {
  const [invoices, setInvoices] = useState(chosen)
  const run = useChangeInvoices({ onBegun: onDone, fallback: 'De facturen konden niet worden verstuurd.' })
  const lapsed = invoices.filter((invoice) => explainLapsedOffer(invoice, today()) !== null)
  const ready = invoices.filter((invoice) => !lapsed.includes(invoice))
  return (
    <Confirm
      onOpenChange={onClose}
      tone="primary"
      title={
        ready.length === 0
          ? 'Geen factuur kan worden verstuurd'
          : ready.length === 1
            ? 'Factuur versturen?'
            : `${ready.length} facturen versturen?`
      }
      description={
        ready.length === 0 ? (
          'Zet de factuurdatum op vandaag of zet de korting uit.'
        ) : (
          <>
            <SelectionSummary invoices={ready} toward="naar" left={left} because="alleen een concept gaat uit" />
            <p className="pv-soft">Elke partner krijgt één e-mail. Daarna ligt de inhoud vast.</p>
          </>
        )
      }
      confirmText={ready.length === 0 ? null : 'Versturen'}
      // Invoices of one partner follow each other, as one mail has those that are issued within seconds.
      onConfirm={() => run.change(ready.toSorted(byPartner), { work: 'send' })}
    >
      {lapsed.length > 0 && (
        <LapsedOffer
          invoices={lapsed}
          text={stayText(lapsed.length, '48-uursaanbod verlopen')}
          onDated={(dated) => setInvoices((all) => all.map((one) => (one.id === dated.id ? dated : one)))}
        />
      )}
    </Confirm>
  )
}
