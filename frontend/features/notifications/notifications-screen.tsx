import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useNotifications, useUnread } from '../../domains/notifications.ts'
import { paths } from '../../domains/paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { SegmentedControl } from '../../ui/choices/segmented-control.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { NotificationList } from './notification-list.tsx'
import { NoNotifications, ReadAllButton, UnreadLabel } from './notification-panel.tsx'
import styles from './notifications.module.css'

const PER_PAGE = 50

/** Shows all notifications of the last 90 days, page by page. */
export function NotificationsScreen() {
  const [which, setWhich] = useState<'all' | 'unread'>('all')
  const { data } = useUnread()
  const list = useNotifications(which === 'unread', PER_PAGE)
  const items = list.data
  return (
    <Screen
      title="Meldingen"
      toolbar={
        <SegmentedControl
          label="Welke meldingen"
          value={which}
          onChange={setWhich}
          options={[
            { value: 'all', label: 'Alles' },
            { value: 'unread', label: <UnreadLabel count={data?.count ?? 0} /> },
          ]}
        />
      }
      actions={
        <>
          <ReadAllButton latest={data?.latest ?? null} />
          <LinkButton to={paths.notificationSettings} icon={<SlidersHorizontal />}>
            Instellingen
          </LinkButton>
        </>
      }
    >
      <Card className={styles.notificationsCard}>
        {list.isPending && !list.isError && <Skeleton height="320px" />}
        {list.isError && <ErrorState error={list.error} onRetry={list.refetch} />}
        {items?.length === 0 && <NoNotifications onlyUnread={which === 'unread'} />}
        {items && items.length > 0 && (
          <NotificationList items={items} heading="h2">
            {list.hasNextPage && (
              <Stack align="center" padding={12} line="above">
                <Button busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
                  Meer meldingen
                </Button>
              </Stack>
            )}
          </NotificationList>
        )}
      </Card>
    </Screen>
  )
}
