import { PhoneCall } from 'lucide-react'
import type { Lead } from '../../../shared/leads/schemas.ts'
import { CustomerPhone } from '../../domains/contact/contact.tsx'
import { describeCallBack, type ToCall, useCallsToday } from '../../domains/leads.ts'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { FailedPart } from '../../ui/messages/failed-part.tsx'

/** Lists the user's own leads to call back today or earlier, at most 20; renders nothing without any. */
export function CallsToday({ onOpen }: { readonly onOpen: (lead: Lead) => void }) {
  const { data = [], error, refetch } = useCallsToday()
  if (data.length === 0 && !error) return null
  return (
    <Row
      as="section"
      gap={12}
      padBlock={8}
      padInline={16}
      line="below"
      className="pv-scroller"
      aria-label="Vandaag bellen"
    >
      <Row as="span" gap={6} weight="bold" rigid>
        <PhoneCall aria-hidden="true" />
        Vandaag bellen
      </Row>
      {error && <FailedPart onRetry={refetch}>De terugbellijst kon niet worden geladen.</FailedPart>}
      <Row as="ul" gap={12}>
        {data.map((lead) => (
          <Row as="li" key={lead.id} gap={6} size={13} tabular rigid>
            <CallToday lead={lead} onOpen={onOpen} />
          </Row>
        ))}
      </Row>
    </Row>
  )
}

interface CallTodayProps {
  readonly lead: ToCall
  readonly onOpen: (lead: Lead) => void
}

function CallToday({ lead, onOpen }: CallTodayProps) {
  const { customerName, customerPhone, callBackAt, doNotCallSince, mayCall } = lead
  const { text, isLate } = describeCallBack(callBackAt)
  return (
    <>
      <button
        type="button"
        className="pv-filter-tab pv-rigid pv-text-13 pv-weight-strong pv-color-muted pv-nowrap"
        onClick={() => onOpen(lead)}
      >
        {isLate ? (
          <Text weight="bold" color="bad">
            {text}
          </Text>
        ) : (
          text
        )}{' '}
        {customerName}
      </button>
      {customerPhone && <CustomerPhone phone={customerPhone} closed={doNotCallSince} mayCall={mayCall} brief />}
    </>
  )
}
