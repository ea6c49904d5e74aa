import { useQuery } from '@tanstack/react-query'
import { customers } from '../../../shared/api/customers.ts'
import { consentWayLabels } from '../../../shared/numbers/state-texts.ts'
import { Reopen } from '../../domains/contact/reopen.tsx'
import { formatDate } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { Card } from '../../ui/display/card.tsx'
import { RowList } from '../../ui/display/row-list.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { FailedPart } from '../../ui/messages/failed-part.tsx'

/** Lists the closed numbers with a later consent, each of which an admin may reopen; nothing without any. */
export function ConsentedClosings() {
  const { data, error, refetch } = useQuery({ ...query(customers.consentedClosings), staleTime: 0 })
  if (error) return <FailedPart onRetry={refetch}>De gesloten nummers konden niet worden geladen.</FailedPart>
  if (!data || data.closings.length === 0) return null
  return (
    <Card title={`Toestemming na sluiting (${data.closings.length}${data.isComplete ? '' : '+'})`}>
      <RowList lined>
        {data.closings.map(({ number, closedOn, source, givenBy, givenAt, isProven }) => (
          <Row as="li" key={number} gap={8} justify="between" wrap>
            <Stack gap={2}>
              <Text tabular>{number}</Text>
              <Text size={13} color="muted">
                <Unbroken>
                  {[
                    `Gesloten op ${formatDate(closedOn)}`,
                    source,
                    `${consentWayLabels[givenBy]} op ${formatDate(givenAt)}`,
                    !isProven && 'zonder bewijs',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Unbroken>
              </Text>
            </Stack>
            <Reopen phones={[number]} isOneOfMany />
          </Row>
        ))}
      </RowList>
    </Card>
  )
}
