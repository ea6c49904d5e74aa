import { type LocalDate, localDateOf, now } from '../../../shared/time.ts'
import { urgencyOf } from '../../../shared/urgency.ts'
import { urgencyTones } from '../../domains/contracts.ts'
import { paths } from '../../domains/paths.ts'
import { formatDateShort } from '../../lib/format.ts'
import { PlainLink } from '../../ui/buttons/plain-link.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { useSoonestContracts } from './api.ts'
import styles from './dashboard.module.css'

/** Lists the three contracts with sales status nieuw that end soonest ('Aflopende contracten'). */
export function ContractsPanel() {
  const { data, error, refetch } = useSoonestContracts()
  const today = localDateOf(now())
  return (
    <Card title={<PlainLink to={paths.expiringContracts}>Aflopende contracten</PlainLink>}>
      {error && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height="120px" />}
      {data?.length === 0 && (
        <Text as="p" size={13} color="muted" className={styles.panelEmpty}>
          Er zijn geen nieuwe contracten die aflopen.
        </Text>
      )}
      <ul>
        {data?.map(({ id, customerName, companyName, supplier, city, expiryDate }) => {
          const { level } = urgencyOf(expiryDate as LocalDate, today)
          return (
            <Row key={id} as="li" gap={12} className={styles.panelRow}>
              <Stack as="span" grow>
                <Text size={13} weight="bold" overflow="truncate" className={styles.panelName}>
                  {companyName ?? customerName}
                </Text>
                <Text size={12} color="soft" overflow="truncate">
                  {[supplier, city].filter(Boolean).join(' · ')}
                </Text>
              </Stack>
              <Badge tone={urgencyTones[level]}>{formatDateShort(expiryDate)}</Badge>
            </Row>
          )
        })}
      </ul>
    </Card>
  )
}
