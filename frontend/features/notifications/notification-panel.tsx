import { BellOff, CheckCheck, SlidersHorizontal } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { notifications } from '../../../shared/api/notifications.ts'
import { useNotifications } from '../../domains/notifications.ts'
import { paths } from '../../domains/paths.ts'
import { useCommand } from '../../lib/query.ts'
import { showFailure } from '../../records/failure.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { SegmentedControl } from '../../ui/choices/segmented-control.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Kbd } from '../../ui/display/kbd.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { FloatingPanel } from '../../ui/menus/floating-panel.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { NotificationList } from './notification-list.tsx'
import styles from './notifications.module.css'

/** Maximum number of notifications in the panel; the screen has all. */
const SHOWN = 20

interface NotificationPanelProps {
  readonly id: string
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly unread: number
  /** Moment at which the newest unread notification became unread; null without any. */
  readonly latest: string | null
  readonly onClose: () => void
}

/** Shows the newest notifications in a panel under the bell of the top bar. */
export function NotificationPanel({ id, anchor, unread, latest, onClose }: NotificationPanelProps) {
  const [which, setWhich] = useState<'all' | 'unread'>('all')
  const list = useNotifications(which === 'unread', SHOWN)
  const content = useRef<HTMLDivElement>(null)
  const items = list.data?.slice(0, SHOWN)
  const isThere = items !== undefined
  useEffect(() => {
    if (!isThere || document.activeElement !== content.current) return
    content.current?.querySelector<HTMLElement>('[data-notification]')?.focus()
  }, [isThere])
  return (
    <FloatingPanel
      id={id}
      anchor={anchor}
      returnFocus={anchor}
      label="Meldingen"
      className={styles.notificationPanel}
      onClose={onClose}
      onOpenFocus={() => content.current?.focus()}
    >
      <Row gap={12} rigid line="below" className={styles.notificationPanelHead}>
        <Text as="h2" size={14} weight="bold">
          Meldingen
        </Text>
        <SegmentedControl
          label="Welke meldingen"
          value={which}
          onChange={setWhich}
          options={[
            { value: 'all', label: 'Alles' },
            { value: 'unread', label: <UnreadLabel count={unread} /> },
          ]}
        />
        <Row as="span" align="stretch" before="auto">
          <ReadAllButton latest={latest} />
          <Row
            as={Link}
            justify="center"
            color="muted"
            to={paths.notificationSettings}
            hover
            className={styles.notificationPanelSettings}
            aria-label="Instellingen van meldingen"
            data-tip="Instellingen"
            onClick={onClose}
          >
            <SlidersHorizontal aria-hidden="true" />
          </Row>
        </Row>
      </Row>
      <div ref={content} className={styles.notificationPanelBody} tabIndex={-1}>
        {list.isPending && !list.isError && <Skeleton height="180px" />}
        {list.isError && !items && <ErrorState error={list.error} onRetry={list.refetch} />}
        {items?.length === 0 && <NoNotifications onlyUnread={which === 'unread'} />}
        {items && items.length > 0 && <NotificationList items={items} heading="h3" onOpen={onClose} />}
      </div>
      <Row gap={12} justify="end" size={12} color="muted" rigid line="above" className={styles.notificationPanelFoot}>
        <Row as="span" gap={6} className={classNames(styles.notificationPanelKeys, 'pv-wide-only')}>
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd> kiezen <Kbd>↵</Kbd> openen <Kbd>U</Kbd> gelezen / ongelezen
        </Row>
        <Link to={paths.notifications} onClick={onClose}>
          Alle meldingen
        </Link>
      </Row>
    </FloatingPanel>
  )
}

/** Shows 'Ongelezen' with the number of unread notifications, as the label of a filter. */
export function UnreadLabel({ count }: { readonly count: number }) {
  return (
    <>
      Ongelezen{' '}
      {count > 0 && (
        <Text color="soft" tabular before={6}>
          {count > 99 ? '99+' : count}
        </Text>
      )}
    </>
  )
}

/** Shows the button that marks all notifications until the moment `latest` as read; disabled for null. */
export function ReadAllButton({ latest }: { readonly latest: string | null }) {
  const readAll = useCommand(notifications.readAll)
  return (
    <IconButton
      label="Alles als gelezen markeren"
      icon={<CheckCheck />}
      disabled={latest === null}
      onClick={() =>
        latest !== null &&
        readAll.mutate(
          { body: { until: latest } },
          { onError: (error) => showFailure(error, { title: 'Markeren is niet gelukt' }) },
        )
      }
    />
  )
}

/** Shows in place of an empty list that the user has no notifications, or no unread ones. */
export const NoNotifications = ({ onlyUnread }: { readonly onlyUnread: boolean }) => (
  <EmptyState
    icon={<BellOff />}
    title={onlyUnread ? 'Alles gelezen' : 'Nog geen meldingen'}
    text={onlyUnread ? 'Je bent bij.' : 'Hier lees je wat anderen voor jou veranderen.'}
  />
)
