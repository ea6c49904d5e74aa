import { formatTime, formatWeekday } from '../../lib/format.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import styles from './dashboard.module.css'

/** Shows the present time and date in Amsterdam. */
export function Clock() {
  const minute = useMinute()
  return (
    <Stack as="time" align="end" size={12} color="soft" tabular className={styles.clock} dateTime={minute.slice(0, 16)}>
      <Text size={14} weight="bold" color="default" className={styles.clockTime}>
        {formatTime(minute)}
      </Text>
      <span>{formatWeekday(minute)}</span>
    </Stack>
  )
}
