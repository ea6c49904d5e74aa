import type { Lead } from '../../../shared/leads/schemas.ts'
import { DoNotCallBadge } from '../../domains/contact/contact.tsx'
import { fullNameOf } from '../../lib/format.ts'
import { CardRow } from '../../ui/table/data-table-card.tsx'
import { callBackTimeOf } from './call-back-day.ts'
import { contractEndText } from './contract-end.ts'
import { StatusBadge, UrgentBadge } from './lead-signs.tsx'

/** Shows a lead in the list on a phone; with `byCallBack` also the time to call back. */
export function LeadCard({ lead, byCallBack }: { readonly lead: Lead; readonly byCallBack: boolean }) {
  const { customerName, companyName, city, contractEndDate, owner, status, isUrgent, doNotCallSince } = lead
  const meta = [
    byCallBack && callBackTimeOf(lead),
    companyName ?? city,
    contractEndDate && contractEndText(contractEndDate),
    fullNameOf(owner),
  ]
  return (
    <CardRow
      title={customerName}
      meta={meta.filter(Boolean).join(' · ')}
      end={doNotCallSince ? <DoNotCallBadge since={doNotCallSince} brief /> : isUrgent && <UrgentBadge />}
      badge={<StatusBadge status={status} />}
    />
  )
}
