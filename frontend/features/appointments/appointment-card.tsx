import type { Appointment } from '../../../shared/appointments/schemas.ts'
import { DoNotCallBadge } from '../../domains/contact/contact.tsx'
import { formatTime, formatWeekday, fullNameOf } from '../../lib/format.ts'
import { CardRow } from '../../ui/table/data-table-card.tsx'
import { ConfirmMark } from './confirm-sign.tsx'
import { SaleMark } from './sale-sign.tsx'
import { StatusBadge } from './status-badge.tsx'

interface AppointmentCardProps {
  readonly appointment: Appointment
  /** Set when a heading above the card shows the day, so that the card shows the time only. */
  readonly isUnderDay: boolean
}

/**
 * Shows an appointment in the list on a phone. With `isUnderDay` it shows only the time, because a heading above shows
 * the day.
 */
export function AppointmentCard({ appointment, isUnderDay }: AppointmentCardProps) {
  const { customerName, appointmentDate, city, agent, status, doNotCallSince } = appointment
  const time = formatTime(appointmentDate)
  const meta = [isUnderDay ? time : `${formatWeekday(appointmentDate)} ${time}`, city, fullNameOf(agent)]
  return (
    <CardRow
      title={customerName}
      meta={meta.filter(Boolean).join(' · ')}
      end={
        <>
          {doNotCallSince && <DoNotCallBadge since={doNotCallSince} brief />}
          <SaleMark appointment={appointment} />
          <ConfirmMark appointment={appointment} />
          <StatusBadge status={status} />
        </>
      }
    />
  )
}
