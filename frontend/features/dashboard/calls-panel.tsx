import { Phone } from 'lucide-react'
import { Link } from 'react-router-dom'
import { leadAddress } from '../../domains/addresses.ts'
import { CustomerPhone } from '../../domains/contact/contact.tsx'
import { callBackText, callsTodayAddress, type ToCall, useCallsToday } from '../../domains/leads.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Card } from '../../ui/display/card.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'

/** Shows 'Vandaag bellen': the leads to call back today or earlier; renders nothing without any. */
export function CallsPanel() {
  const { data, error, refetch } = useCallsToday()
  if (!error && !data?.length) return null
  return (
    <Card
      title="Vandaag bellen"
      actions={
        <LinkButton to={callsTodayAddress} tone="ghost" icon={<Phone />}>
          Leads
        </LinkButton>
      }
    >
      {error && <ErrorState error={error} onRetry={refetch} />}
      <ul className="panel-rows">
        {data?.map((lead) => (
          <CallRow key={lead.id} lead={lead} />
        ))}
      </ul>
    </Card>
  )
}

function CallRow({ lead }: { readonly lead: ToCall }) {
  const { id, customerName, companyName, city, lastCall, callBackAt, customerPhone, doNotCallSince } = lead
  const { text, isLate } = callBackText(callBackAt)
  return (
    <li className="panel-row">
      <Link to={leadAddress(id)} className="panel-row panel-row-open panel-link">
        <span className={classNames('panel-time', isLate && 'panel-late')}>{text}</span>
        <span className="panel-text">
          <span className="panel-name">{customerName}</span>
          <span className="panel-more">{[companyName ?? city, lastCall?.note].filter(Boolean).join(' · ')}</span>
        </span>
      </Link>
      {customerPhone && (
        <span className="panel-phone">
          <CustomerPhone phone={customerPhone} closed={doNotCallSince} brief />
        </span>
      )}
    </li>
  )
}
