import { PhoneCall } from 'lucide-react'
import type { Lead } from '../../../shared/contract/leads.ts'
import { CustomerPhone } from '../../domains/contact/contact.tsx'
import { callBackText, type ToCall, useCallsToday } from '../../domains/leads.ts'
import { classNames } from '../../ui/class-names.ts'
import { FailedPart } from '../../ui/messages/failed-part.tsx'

/** Shows the user's own leads to call back today, over the list; renders nothing without any. */
export function CallsToday({ onOpen }: { readonly onOpen: (lead: Lead) => void }) {
  const { data = [], error, refetch } = useCallsToday()
  if (data.length === 0 && !error) return null
  return (
    <section className="leads-today" aria-label="Vandaag bellen">
      <span className="leads-today-title">
        <PhoneCall aria-hidden="true" />
        Vandaag bellen
      </span>
      {error && <FailedPart onRetry={refetch}>Wie je terugbelt, kon niet worden geladen</FailedPart>}
      <ul>
        {data.map((lead) => (
          <li key={lead.id}>
            <CallToday lead={lead} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface CallTodayProps {
  readonly lead: ToCall
  readonly onOpen: (lead: Lead) => void
}

function CallToday({ lead, onOpen }: CallTodayProps) {
  const { customerName, customerPhone, callBackAt, doNotCallSince } = lead
  const { text, isLate } = callBackText(callBackAt)
  return (
    <>
      <button type="button" className="pv-filter-tab" onClick={() => onOpen(lead)}>
        <span className={classNames('pv-number', isLate && 'leads-late')}>{text}</span> {customerName}
      </button>
      {customerPhone && <CustomerPhone phone={customerPhone} closed={doNotCallSince} brief />}
    </>
  )
}
