import { Phone } from 'lucide-react'
import { leadAddress } from '../../domains/addresses.ts'
import { CustomerPhone } from '../../domains/contact/contact.tsx'
import { callsTodayAddress, describeCallBack, type ToCall, useCallsToday } from '../../domains/leads.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { PlainLink } from '../../ui/buttons/plain-link.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Card } from '../../ui/display/card.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import styles from './dashboard.module.css'

/** Lists the user's own leads to call back today or earlier ('Vandaag bellen'); renders nothing without any. */
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
      <ul>
        {data?.map((lead) => (
          <CallRow key={lead.id} lead={lead} />
        ))}
      </ul>
    </Card>
  )
}

function CallRow({ lead }: { readonly lead: ToCall }) {
  const { id, customerName, companyName, city, lastCall, callBackAt, customerPhone, doNotCallSince, mayCall } = lead
  const { text, isLate } = describeCallBack(callBackAt)
  return (
    <Row as="li" gap={12} className={styles.panelRow}>
      <Row
        as={PlainLink}
        to={leadAddress(id)}
        gap={12}
        grow
        className={classNames(styles.panelRow, styles.panelRowOpen)}
      >
        <Text size={13} weight={isLate ? 'bold' : 'regular'} color={isLate ? 'bad' : 'muted'} tabular rigid>
          {text}
        </Text>
        <Stack as="span" grow>
          <Text size={13} weight="bold" overflow="truncate" className={styles.panelName}>
            {customerName}
          </Text>
          <Text size={12} color="soft" overflow="truncate">
            {[companyName ?? city, lastCall?.note].filter(Boolean).join(' · ')}
          </Text>
        </Stack>
      </Row>
      {customerPhone && (
        <Text size={13} tabular rigid>
          <CustomerPhone phone={customerPhone} closed={doNotCallSince} mayCall={mayCall} brief />
        </Text>
      )}
    </Row>
  )
}
