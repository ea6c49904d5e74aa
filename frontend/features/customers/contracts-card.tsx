import type { Customer } from '../../../shared/api/schemas/customers.ts'
import { placeText } from '../../../shared/street.ts'
import type { LocalDate } from '../../../shared/time.ts'
import { urgencyLabel, urgencyOf } from '../../../shared/urgency.ts'
import { contractAddress } from '../../domains/addresses.ts'
import { urgencyTones } from '../../domains/contracts.ts'
import { formatDate } from '../../lib/format.ts'
import { PlainLink } from '../../ui/buttons/plain-link.tsx'
import { today } from '../../ui/dates/calendar-days.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import styles from './customer.module.css'

/** Shows the contracts of a customer and their end dates; nothing without contracts. */
export function ContractsCard({ customer: { contracts } }: { readonly customer: Customer }) {
  if (contracts.length === 0) return null
  return (
    <Card title="Contracten">
      <Stack as="ul" lined>
        {contracts.map(({ id, supplier, expiryDate, ...place }) => {
          const urgency = urgencyOf(expiryDate as LocalDate, today() as LocalDate)
          return (
            <Row key={id} as="li" gap={12} padBlock={8} className={styles.item}>
              <Text as="div" size={13} overflow="break" grow>
                <PlainLink to={contractAddress(id)} weight="bold">
                  {[supplier ?? 'Contract', placeText(place)].filter(Boolean).join(' · ')}
                </PlainLink>
                <p className="pv-soft">t/m {formatDate(expiryDate)}</p>
              </Text>
              <Badge tone={urgencyTones[urgency.level]}>{urgencyLabel(urgency)}</Badge>
            </Row>
          )
        })}
      </Stack>
    </Card>
  )
}
