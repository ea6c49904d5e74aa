import { Monitor, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/display/badge.tsx'
import { Sign } from '../../../ui/display/sign.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import styles from './sessions.module.css'

interface BrowserRowProps {
  /** Name of the browser: 'Chrome op Windows'. */
  readonly device: string
  readonly badge: string | false
  readonly text: string
  readonly action: ReactNode
}

/** Shows one browser in the list of sessions or of known browsers. */
export function BrowserRow({ device, badge, text, action }: BrowserRowProps) {
  const Device = /iphone|ipad|android|mobiel/i.test(device) ? Smartphone : Monitor
  return (
    <li className={styles.row}>
      <Sign>
        <Device />
      </Sign>
      <Stack gap={2} overflow="break" grow>
        <Row as="p" gap={8} wrap size={13} weight="strong">
          {device}
          {badge && <Badge tone="ok">{badge}</Badge>}
        </Row>
        <Text as="p" size={12} color="soft">
          {text}
        </Text>
      </Stack>
      {action}
    </li>
  )
}

/** Shows placeholder rows while a list of browsers is loading. */
export function BrowserSkeleton() {
  return (
    <Stack aria-busy="true">
      {['34%', '28%'].map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton width="36px" height="36px" />
          <Stack gap={2} overflow="break" grow>
            <Skeleton width={width} />
            <Skeleton width="60%" height="10px" />
          </Stack>
        </div>
      ))}
    </Stack>
  )
}
