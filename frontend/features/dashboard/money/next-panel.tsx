import { Phone, ReceiptEuro } from 'lucide-react'
import { statusLabels } from '../../../../shared/appointments/choices.ts'
import type { Appointment } from '../../../../shared/appointments/schemas.ts'
import { epochOf, type Instant, now } from '../../../../shared/time.ts'
import { useAppointmentDialogs } from '../../../domains/appointment-dialogs.ts'
import { statusTones } from '../../../domains/appointments.ts'
import { CustomerPhone, MapLink, telOf } from '../../../domains/contact/contact.tsx'
import { useSaleDialogs } from '../../../domains/sale-dialogs.ts'
import { formatTime, formatWeekday, fullNameOf } from '../../../lib/format.ts'
import { useCan, useUser } from '../../../lib/session.ts'
import { useMinute } from '../../../lib/use-minute.ts'
import { formatMonthlyAmount } from '../../../records/energy.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { Details } from '../../../ui/display/details.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import { useComingAppointments } from '../api.ts'
import styles from '../dashboard.module.css'
import money from './money.module.css'

/**
 * Shows the user's next appointment, with buttons to call the customer or register the sale ('Eerstvolgende afspraak').
 */
export function NextPanel() {
  const { data, error, refetch } = useComingAppointments(useUser())
  useMinute()
  const next = data?.find(({ appointmentDate }) => appointmentDate >= now())
  return (
    <Card
      title="Eerstvolgende afspraak"
      {...(next && { note: untilText(next.appointmentDate) })}
      className={money.card}
      {...(next && { actions: <Badge tone={statusTones[next.status]}>{statusLabels[next.status]}</Badge> })}
    >
      {error && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height="200px" />}
      {data && !next && (
        <Text as="p" size={13} color="muted" className={styles.panelEmpty}>
          De komende 2 weken heb je geen afspraken.
        </Text>
      )}
      {next && <NextAppointment appointment={next} />}
    </Card>
  )
}

const MINUTE = 60_000
const HOUR = 60

const countText = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** Returns the time until an appointment, `over 1 uur en 33 minuten`. From 24 hours on, returns its day, `zo 1 nov`. */
function untilText(appointmentDate: string): string {
  const minutes = Math.max(0, Math.round((Date.parse(appointmentDate) - epochOf(now() as Instant)) / MINUTE))
  if (minutes >= 24 * HOUR) return formatWeekday(appointmentDate)
  const hours = Math.floor(minutes / HOUR)
  const rest = countText(minutes % HOUR, 'minuut', 'minuten')
  return hours === 0 ? `over ${rest}` : `over ${hours} uur en ${rest}`
}

function NextAppointment({ appointment }: { readonly appointment: Appointment }) {
  const { customerName, companyName, customerPhone, doNotCallSince, appointmentDate } = appointment
  const { currentSupplier, monthlyAmount, caller } = appointment
  const { id } = appointment
  const { openDetails } = useAppointmentDialogs()
  const { openNew } = useSaleDialogs()
  const mayRegister = useCan('sale:create', { teamId: appointment.teamId, owners: [appointment.agentId] })
  return (
    <>
      <Text as="p" size={28} weight="bold">
        {formatTime(appointmentDate)}
      </Text>
      <Text
        type="button"
        as="button"
        size={16}
        weight="bold"
        above={4}
        className={money.nextName}
        onClick={() => openDetails(appointment)}
      >
        {[customerName, companyName].filter(Boolean).join(' · ')}
      </Text>
      <Text as="p" size={13} color="muted">
        <MapLink place={appointment} />
      </Text>
      <Text as="div" above={12} below={12} padTop={12} line="above">
        <Details
          columns={2}
          items={[
            { label: 'Telefoon', value: <CustomerPhone phone={customerPhone} closed={doNotCallSince} brief /> },
            { label: 'Leverancier nu', value: currentSupplier },
            { label: 'Maandbedrag', value: formatMonthlyAmount(monthlyAmount) },
            { label: 'Gebeld door', value: caller ? fullNameOf(caller) : null },
          ]}
        />
      </Text>
      <Row gap={8} align="stretch" justify="between" wrap above="auto">
        {doNotCallSince === null && (
          <a className="pv-button pv-button-secondary" href={telOf(customerPhone)}>
            <Phone aria-hidden="true" />
            Bellen
          </a>
        )}
        {mayRegister && (
          <Button icon={<ReceiptEuro />} onClick={() => openNew({ appointmentId: id })}>
            Sale registreren
          </Button>
        )}
      </Row>
    </>
  )
}
