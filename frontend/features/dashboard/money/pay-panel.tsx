import { Landmark } from 'lucide-react'
import { cents, euros, sumOf } from '../../../../shared/money.ts'
import { invoiceAddress } from '../../../domains/addresses.ts'
import { formatMoney, formatWeekday } from '../../../lib/format.ts'
import { LinkButton } from '../../../ui/buttons/link-button.tsx'
import { PlainLink } from '../../../ui/buttons/plain-link.tsx'
import { today } from '../../../ui/dates/calendar-days.ts'
import { Card } from '../../../ui/display/card.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import styles from '../dashboard.module.css'
import money from './money.module.css'
import { dueAddress, useDueInvoices } from './money-api.ts'

/** Number of invoices shown; the page of payments has them all. */
const SHOWN = 6

/** Lists the invoices to pay this week by due date, overdue ones first ('Deze week te betalen'). */
export function PayPanel() {
  const { data, error, refetch } = useDueInvoices()
  const shown = data?.slice(0, SHOWN) ?? []
  return (
    <Card
      title="Deze week te betalen"
      className={money.card}
      actions={
        <LinkButton to={dueAddress()} icon={<Landmark />}>
          Betaalbestand
        </LinkButton>
      }
    >
      {error && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height="240px" />}
      {data?.length === 0 && (
        <Text as="p" size={13} color="muted" className={styles.panelEmpty}>
          Deze week hoeft er niets betaald te worden.
        </Text>
      )}
      <Stack as="ul" lined above={-6} below="auto">
        {shown.map(({ id, invoiceNumber, partnerName, dueDate, isOverdue, payableToday }, index) => {
          const day = isOverdue ? 'te laat' : dueDate === today() ? 'vandaag' : formatWeekday(dueDate)
          const before = shown[index - 1]
          const isSameDay = before?.dueDate === dueDate && !isOverdue
          return (
            <Row key={id} as="li" gap={12} size={13} minHeight={46} padBlock={4}>
              <Text
                size={12}
                weight={isOverdue ? 'bold' : 'regular'}
                color={isOverdue ? 'bad' : 'muted'}
                rigid
                width={64}
              >
                {isSameDay ? <span className="pv-hidden">{day}</span> : day}
              </Text>
              <Stack as="span" grow>
                <PlainLink to={invoiceAddress(id)} size={13} weight="bold" overflow="truncate">
                  {partnerName ?? 'Onbekend'}
                </PlainLink>
                <Text size={12} color="soft" overflow="truncate">
                  {invoiceNumber}
                  {isOverdue && ` · ${formatWeekday(dueDate)}`}
                </Text>
              </Stack>
              <Text as="strong" weight="bold" tabular>
                {formatMoney(payableToday)}
              </Text>
            </Row>
          )
        })}
      </Stack>
      {data && data.length > 0 && (
        <Row as="p" gap={12} justify="between" size={13} weight="bold" tabular padTop={12} line="above">
          <span>{data.length === 1 ? '1 factuur' : `${data.length} facturen`}</span>
          <span>{formatMoney(euros(sumOf(data.map(({ payableToday }) => cents(payableToday)))))}</span>
        </Row>
      )}
    </Card>
  )
}
