import {
  Banknote,
  CalendarCheck,
  CalendarClock,
  CalendarX,
  CircleCheck,
  CircleX,
  CreditCard,
  FileSpreadsheet,
  FileX,
  Hourglass,
  Landmark,
  LockOpen,
  type LucideIcon,
  MessageCircleQuestion,
  MessageCircleReply,
  PhoneCall,
  PhoneOff,
  ReceiptEuro,
  Table2,
  UserCog,
} from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { type Notification, notifications } from '../../../shared/api/notifications.ts'
import type { NotificationKind } from '../../../shared/notifications.ts'
import { addDays, type Instant, localDateOf, now } from '../../../shared/time.ts'
import { notificationActionsOf, notificationAddressOf } from '../../domains/notifications.ts'
import { formatTime } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { showFailure } from '../../records/failure.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { PlainLink } from '../../ui/buttons/plain-link.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Sign } from '../../ui/display/sign.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import styles from './notifications.module.css'

const icons: Record<NotificationKind, LucideIcon> = {
  'appointment-assigned': CalendarCheck,
  'appointment-moved': CalendarClock,
  'appointment-changed': CalendarX,
  'lead-assigned': PhoneCall,
  'closing-waits': PhoneOff,
  'calls-warned': PhoneOff,
  'contract-assigned': Hourglass,
  'sale-approved': CircleCheck,
  'sale-rejected': CircleX,
  'commission-changed': ReceiptEuro,
  'commission-paid': Banknote,
  'question-asked': MessageCircleQuestion,
  'question-answered': MessageCircleReply,
  'upload-done': FileSpreadsheet,
  'upload-asks': Table2,
  'invoice-refused': FileX,
  'payment-file-waits': Landmark,
  'payment-file-decided': Landmark,
  'bank-account-waits': CreditCard,
  'bank-account-decided': CreditCard,
  'payment-waits': Banknote,
  'payment-decided': Banknote,
  'period-opened': LockOpen,
  'account-changed': UserCog,
}

interface NotificationListProps {
  readonly items: readonly Notification[]
  /** Level of the days' headings. */
  readonly heading: 'h2' | 'h3'
  /** Called when a notification is opened. */
  readonly onOpen?: () => void
  /** Content under the last notification. */
  readonly children?: ReactNode
}

/**
 * Shows notifications by day, newest first. The keys ↑ and ↓ move between them, U marks the focused one as read or
 * unread.
 */
export function NotificationList({ items, heading: Heading, onOpen, children }: NotificationListProps) {
  const mark = useCommand(notifications.mark)
  const set = ({ id }: Notification, isRead: boolean) =>
    mark.mutate({ params: { id }, body: { isRead } }, { onError: (error) => showFailure(error, FAILURE) })

  function press(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-notification]')]
    const at = links.findIndex((link) => link.closest('li')?.contains(document.activeElement))
    const current = items.find(({ id }) => id === links[at]?.dataset['notification'])
    if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus()
    else if (event.key === 'ArrowUp') links[Math.max(at - 1, 0)]?.focus()
    else if (event.key.toLowerCase() === 'u' && current) set(current, !current.isRead)
    else return
    event.preventDefault()
  }

  const open = (one: Notification) => {
    if (!one.isRead) set(one, true)
    onOpen?.()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the links within
    <div className={styles.notifications} onKeyDown={press}>
      {[...Map.groupBy(items, ({ at }) => localDateOf(at as Instant))].map(([day, those]) => (
        <section key={day} aria-label={dayText(day)}>
          <Text as={Heading} size={12} weight="bold" color="muted" className={styles.notificationsDay}>
            {dayText(day)}
          </Text>
          <ul>
            {those.map((one) => (
              <NotificationRow key={one.id} notification={one} onOpen={() => open(one)} />
            ))}
          </ul>
        </section>
      ))}
      {children}
    </div>
  )
}

const FAILURE = { title: 'Markeren is niet gelukt' }

interface RowProps {
  readonly notification: Notification
  readonly onOpen: () => void
}

function NotificationRow({ notification, onOpen }: RowProps) {
  const { id, kind, title, text, at, isRead } = notification
  const { role } = useUser()
  const Icon = icons[kind]
  const to = notificationAddressOf(notification, role)
  const actions = notificationActionsOf(notification, role)
  return (
    <li className={classNames(styles.notification, !isRead && styles.notificationUnread)}>
      <PlainLink to={to} className={styles.notificationLink} data-notification={id} onClick={onOpen}>
        <Sign size="small" accent={!isRead}>
          <Icon />
        </Sign>
        <Stack as="span" gap={2} overflow="break" grow>
          <Text size={13} weight={isRead ? 'regular' : 'bold'} color={isRead ? 'muted' : 'default'}>
            {title}
            {!isRead && <span className="pv-hidden"> (ongelezen)</span>}
          </Text>
          {text !== '' && (
            <Text size={12} color="muted">
              <Unbroken>{text}</Unbroken>
            </Text>
          )}
        </Stack>
        <Text as="time" size={12} color="muted" tabular dateTime={at}>
          {formatTime(at)}
        </Text>
        <span className={styles.notificationDot} aria-hidden="true" />
      </PlainLink>
      {actions.length > 0 && (
        <Row as="span" gap={8} className={styles.notificationAction} onClick={onOpen}>
          {actions.map(({ label, to: next }) => (
            <LinkButton key={label} to={next} aria-label={`${label}: ${title}`}>
              {label}
            </LinkButton>
          ))}
        </Row>
      )}
    </li>
  )
}

const inWords = new Intl.DateTimeFormat('nl-NL', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

/** Returns the title of a day: `Vandaag`, `Gisteren, zondag 22 november`, `Vrijdag 20 november`. */
function dayText(day: string): string {
  const today = localDateOf(now())
  if (day === today) return 'Vandaag'
  const words = inWords.format(new Date(day))
  return day === addDays(today, -1) ? `Gisteren, ${words}` : words.charAt(0).toUpperCase() + words.slice(1)
}
