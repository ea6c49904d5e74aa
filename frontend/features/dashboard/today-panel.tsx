import { CalendarDays } from 'lucide-react'
import { statusLabels } from '../../../shared/appointments/choices.ts'
import type { Appointment } from '../../../shared/appointments/schemas.ts'
import { now } from '../../../shared/time.ts'
import { useAppointmentDialogs } from '../../domains/appointment-dialogs.ts'
import { statusTones } from '../../domains/appointments.ts'
import { paths } from '../../domains/paths.ts'
import { formatTime, fullNameOf } from '../../lib/format.ts'
import { useUser } from '../../lib/session.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { useAppointmentsToday } from './api.ts'
import styles from './dashboard.module.css'

/** Lists the user's own appointments of today, coming ones first ('Vandaag'); renders nothing without any. */
export function TodayPanel() {
  const { data, error, refetch } = useAppointmentsToday(useUser())
  const at = now()
  const next = data?.filter(({ appointmentDate }) => appointmentDate >= at) ?? []
  const earlier = data?.filter(({ appointmentDate }) => appointmentDate < at) ?? []
  if (data?.length === 0) return null
  return (
    <Card
      title="Vandaag"
      {...(data ? { note: <Count of={data.length} /> } : {})}
      actions={
        <LinkButton to={`${paths.calendar}?view=day`} tone="ghost" icon={<CalendarDays />}>
          Kalender
        </LinkButton>
      }
    >
      {error && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height="120px" />}
      {data && next.length === 0 && (
        <Text as="p" size={13} color="muted" className={styles.panelEmpty}>
          Je hebt vandaag geen afspraken meer.
        </Text>
      )}
      <TodayRows appointments={next} />
      {earlier.length > 0 && (
        <Text as="h3" size={12} weight="medium" color="soft" above={12}>
          Eerder vandaag
        </Text>
      )}
      <TodayRows appointments={earlier} />
    </Card>
  )
}

/** Shows the number of own appointments. */
const Count = ({ of }: { readonly of: number }) => (
  <>
    <span>{of === 1 ? '1 afspraak' : `${of} afspraken`}</span> van jou
  </>
)

const TodayRows = ({ appointments }: { readonly appointments: readonly Appointment[] }) => (
  <ul>
    {appointments.map((appointment) => (
      <TodayRow key={appointment.id} appointment={appointment} />
    ))}
  </ul>
)

function TodayRow({ appointment }: { readonly appointment: Appointment }) {
  const { openDetails } = useAppointmentDialogs()
  const { customerName, companyName, city, agent, appointmentDate, status } = appointment
  return (
    <li>
      <Row
        type="button"
        as="button"
        gap={12}
        className={classNames(styles.panelRow, styles.panelRowOpen)}
        onClick={() => openDetails(appointment)}
      >
        <Text size={13} color="muted" tabular rigid>
          {formatTime(appointmentDate)}
        </Text>
        <Stack as="span" grow>
          <Text size={13} weight="bold" overflow="truncate" className={styles.panelName}>
            {customerName}
          </Text>
          <Text size={12} color="soft" overflow="truncate">
            {[companyName, city, fullNameOf(agent)].filter(Boolean).join(' · ')}
          </Text>
        </Stack>
        <Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>
      </Row>
    </li>
  )
}
