import { Bell } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { MOST_UNREAD } from '../../shared/notifications.ts'
import { useUnread } from '../domains/notifications.ts'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { classNames } from '../ui/class-names.ts'
import { onDemand } from '../ui/on-demand.tsx'
import styles from './notification-bell.module.css'

const NotificationPanel = onDemand(() =>
  import('../features/notifications/notification-panel.tsx').then((m) => m.NotificationPanel),
)

/** Shows the bell in the top bar with the number of unread notifications; a click opens their panel. */
export function NotificationBell() {
  const { data } = useUnread()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const unread = data?.count ?? 0
  const text = unread >= MOST_UNREAD ? `${MOST_UNREAD - 1}+` : String(unread)
  return (
    <span className={styles.bell}>
      <IconButton
        ref={button}
        label={unread === 0 ? 'Meldingen' : `Meldingen, ${text} ongelezen`}
        icon={<Bell />}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      />
      {unread > 0 && (
        <span
          className={classNames(styles.bellCount, 'pv-text-11 pv-weight-bold pv-center pv-tabular')}
          aria-hidden="true"
        >
          {text}
        </span>
      )}
      {open && (
        <NotificationPanel
          id={id}
          anchor={button}
          unread={unread}
          latest={data?.latest ?? null}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  )
}
