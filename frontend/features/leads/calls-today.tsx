import { PhoneCall } from 'lucide-react'
import type { Lead } from '../../../shared/contract/leads.ts'
import { useCallsToday } from '../../domains/leads.ts'
import { formatTime } from '../../lib/format.ts'

/** Whom one is to call back today, over the list; nothing when there is nobody. */
export function CallsToday({ onOpen }: { readonly onOpen: (lead: Lead) => void }) {
  const { data = [] } = useCallsToday()
  if (data.length === 0) return null
  return (
    <section className="leads-today" aria-label="Vandaag terugbellen">
      <span className="leads-today-title">
        <PhoneCall aria-hidden="true" />
        Vandaag terugbellen
      </span>
      <ul>
        {data.map((lead) => (
          <li key={lead.id}>
            <button type="button" className="pv-filter-tab" onClick={() => onOpen(lead)}>
              <span className="pv-number">{formatTime(lead.callBackAt)}</span> {lead.customerName}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
