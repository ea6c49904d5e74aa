import { CalendarCheck, Hourglass, Phone, ReceiptEuro } from 'lucide-react'
import type { Customer } from '../../../shared/api/schemas/customers.ts'
import type { LocalDate } from '../../../shared/time.ts'
import { telOf } from '../../domains/contact/contact.tsx'
import { useUser } from '../../lib/session.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { today } from '../../ui/dates/calendar-days.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { useCustomerDoor } from './actions.tsx'
import styles from './customer.module.css'
import { type OpenItem, openWorkOf } from './open-work.ts'

const icons = { call: Phone, appointment: CalendarCheck, sale: ReceiptEuro, contract: Hourglass } as const

/** Shows the open work for a customer, each item with a button that opens its record or calls the customer. */
export function OpenCard({ customer }: { readonly customer: Customer }) {
  const items = openWorkOf(customer, useUser().role, today() as LocalDate)
  return (
    <Card title="Nu open" note={items.length} className={styles.open}>
      {items.length === 0 && <p className="pv-soft">Niets open. Alles is afgehandeld.</p>}
      <Stack as="ul" lined>
        {items.map((item) => {
          const { id, kind, title, text, badge } = item
          const Icon = icons[kind]
          return (
            <Row key={id} as="li" gap={12} padBlock={8} className={styles.item}>
              <Text as={Icon} color="muted" aria-hidden="true" />
              <Text as="div" size={13} overflow="break" grow>
                <Text as="p" weight="bold">
                  {title}
                </Text>
                <p className="pv-soft">{text}</p>
              </Text>
              <Badge tone={badge.tone}>{badge.text}</Badge>
              <OpenButton customer={customer} item={item} />
            </Row>
          )
        })}
      </Stack>
    </Card>
  )
}

interface OpenButtonProps {
  readonly customer: Customer
  readonly item: OpenItem
}

/** Shows a button that calls the number of an item where it may be called, else one that opens its record. */
function OpenButton({ customer, item: { title, to, phone, button } }: OpenButtonProps) {
  const door = useCustomerDoor(customer, phone ?? null)
  if (phone && door !== 'shut') {
    return (
      <a href={telOf(phone)} className="pv-button pv-button-secondary" aria-label={`${phone} bellen`}>
        <Phone aria-hidden="true" />
        {button}
      </a>
    )
  }
  const text = phone ? 'Openen' : button
  return (
    <LinkButton to={to} aria-label={`${title}: ${text.toLowerCase()}`}>
      {text}
    </LinkButton>
  )
}
