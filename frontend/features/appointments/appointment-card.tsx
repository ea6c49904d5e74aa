import type { Appointment } from '../../../shared/contract/appointments.ts'
import { DoNotCallBadge } from '../../domains/contact.tsx'
import { formatTime, formatWeekday, fullName } from '../../lib/format.ts'
import { CardRow } from '../../ui/data-table-card.tsx'
import { ConfirmMark } from './confirm-sign.tsx'
import { SaleMark } from './sale-sign.tsx'
import { StatusBadge } from './status-badge.tsx'

/** An appointment in the list on a phone. */
export function AppointmentCard({ appointment }: { readonly appointment: Appointment }) {
  const { customerName, appointmentDate, city, agent, status, doNotCallSince } = appointment
  const meta = [`${formatWeekday(appointmentDate)} ${formatTime(appointmentDate)}`, city, fullName(agent)]
  return (
    <CardRow
      title={customerName}
      meta={meta.filter(Boolean).join(' · ')}
      end={
        <>
          {doNotCallSince && <DoNotCallBadge since={doNotCallSince} brief />}
          <SaleMark appointment={appointment} />
          <ConfirmMark appointment={appointment} />
        </>
      }
      badge={<StatusBadge status={status} />}
    />
  )
}
