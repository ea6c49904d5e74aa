import { CalendarCheck, FileSignature, Mail, Phone, ReceiptEuro, Sparkles } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Customer } from '../../../shared/api/schemas/customers.ts'
import { formatTime } from '../../lib/format.ts'
import { PlainLink } from '../../ui/buttons/plain-link.tsx'
import { dayTitleOf, today } from '../../ui/dates/calendar-days.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Sign } from '../../ui/display/sign.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { FilterTabs } from '../../ui/table/filter-bar.tsx'
import styles from './customer.module.css'
import { type CustomerEvent, dayOf, type EventKind, eventKinds, eventsOf, hasTime } from './timeline.ts'

const looks = {
  call: { icon: Phone, tone: 'info' },
  appointment: { icon: CalendarCheck, tone: 'purple' },
  mail: { icon: Mail, tone: 'neutral' },
  lead: { icon: Sparkles, tone: 'warn' },
  contract: { icon: FileSignature, tone: 'ok' },
  sale: { icon: ReceiptEuro, tone: 'ok' },
} as const

/** Shows the events of a customer by day, the latest first, with tabs by kind. */
export function TimelineCard({ customer }: { readonly customer: Customer }) {
  const events = useMemo(() => eventsOf(customer), [customer])
  const [kind, setKind] = useState<EventKind | ''>('')
  const days = Map.groupBy(
    events.filter((event) => kind === '' || event.kind === kind),
    dayOf,
  )
  const countOf = (one: EventKind) => events.filter((event) => event.kind === one).length
  const kinds = (Object.keys(eventKinds) as EventKind[]).filter((one) => countOf(one) > 0)
  return (
    <Card
      title="Tijdlijn"
      className={styles.timeline}
      actions={
        <FilterTabs
          label="Soort"
          value={kind}
          onChange={setKind}
          options={[
            { value: '', label: 'Alles', count: events.length },
            ...kinds.map((value) => ({ value, label: eventKinds[value], count: countOf(value) })),
          ]}
        />
      }
    >
      {[...days].map(([day, those]) => (
        <section key={day}>
          <Text as="h3" size={12} weight="bold" color="muted" padTop={12} below={6}>
            {titleOf(day)}
          </Text>
          <ol>
            {those.map((event) => (
              <TimelineEvent key={event.id} event={event} />
            ))}
          </ol>
        </section>
      ))}
      {!customer.isComplete && (
        <p className="pv-soft" role="note">
          Alleen de nieuwste records staan hier. Zoek oudere in de lijsten.
        </p>
      )}
    </Card>
  )
}

function TimelineEvent({ event }: { readonly event: CustomerEvent }) {
  const { at, title, badge, text, note, to } = event
  const { icon: Icon, tone } = looks[event.kind]
  return (
    <Row as="li" gap={12} align="stretch" size={13} className={styles.event}>
      <Sign tone={tone}>
        <Icon />
      </Sign>
      <Text as="div" overflow="break" grow>
        <p>
          <PlainLink to={to} weight="bold" className={styles.eventTitle}>
            {title}
          </PlainLink>{' '}
          {badge && <Badge tone={badge.tone}>{badge.text}</Badge>}
        </p>
        {text && (
          <Text as="p" color="muted" className={styles.eventNote}>
            {text}
          </Text>
        )}
        {note && (
          <Text as="p" color="muted" className={styles.eventNote}>
            Notitie: {note}
          </Text>
        )}
      </Text>
      {hasTime(at) && (
        <time className="pv-soft pv-tabular" dateTime={at}>
          {formatTime(at)}
        </time>
      )}
    </Row>
  )
}

/** Returns the title of a day: `Vandaag`, `Donderdag 19 november 2026`. */
function titleOf(day: string): string {
  if (day === today()) return 'Vandaag'
  const title = dayTitleOf(day)
  return title.charAt(0).toUpperCase() + title.slice(1)
}
