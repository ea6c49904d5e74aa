import type { ReactNode } from 'react'
import type { Appointment } from '../../../../shared/contract/schemas/appointments.ts'
import { now } from '../../../../shared/time.ts'
import { useAppointmentDialogs } from '../../../domains/appointment-dialogs.ts'
import { useSaleDialogs } from '../../../domains/sale-dialogs.ts'
import { formatTime, formatWeekday } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import { useAppointmentsWithoutOutcome, useUnregistered } from '../api.ts'
import './money.css'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'

/** Number of rows shown of each kind. */
const SHOWN = 3

/** Lists the user's past appointments without an outcome, and the sales to register ('Nog te doen'). */
export function ToDoPanel() {
  const user = useUser()
  const late = useAppointmentsWithoutOutcome(user)
  const sold = useUnregistered(user)
  const { openForm } = useAppointmentDialogs()
  const { openNew } = useSaleDialogs()
  const over = late.data?.filter(({ appointmentDate }) => appointmentDate < now()) ?? []
  const unregistered = sold.data ?? []
  const isLoading = late.isPending || (sold.isPending && user.role !== 'caller')
  const error = late.error ?? sold.error
  const counts = [
    over.length > 0 && `${over.length} zonder uitkomst`,
    unregistered.length > 0 && `${unregistered.length} ${unregistered.length === 1 ? 'sale' : 'sales'} te registreren`,
  ].filter(Boolean)
  return (
    <Card title="Nog te doen" className="money-card" {...(counts.length > 0 && { note: counts.join(', ') })}>
      {error && (
        <ErrorState
          error={error}
          onRetry={() => {
            late.refetch()
            if (user.role !== 'caller') sold.refetch()
          }}
        />
      )}
      {isLoading && !error && <Skeleton height="140px" />}
      {!isLoading && !error && over.length + unregistered.length === 0 && (
        <Text as="p" size={13} color="muted" className="panel-empty">
          Je bent bij.
        </Text>
      )}
      <Stack as="ul" lined className="money-rows">
        {over.slice(0, SHOWN).map((one) => (
          <ToDoRow key={one.id} appointment={one} text={`Afspraak ${formatTime(one.appointmentDate)}`}>
            <Button onClick={() => openForm(one)}>Uitkomst</Button>
          </ToDoRow>
        ))}
        {unregistered.slice(0, SHOWN).map((one) => (
          <ToDoRow key={one.id} appointment={one} text="Sale nog registreren">
            <Button onClick={() => openNew({ appointmentId: one.id })}>Registreren</Button>
          </ToDoRow>
        ))}
      </Stack>
    </Card>
  )
}

interface RowProps {
  readonly appointment: Appointment
  readonly text: string
  readonly children: ReactNode
}

function ToDoRow({ appointment: { customerName, appointmentDate }, text, children }: RowProps) {
  return (
    <Row as="li" gap={12} size={13} tabular className="money-row">
      <Stack as="span" grow>
        <Text size={13} weight="bold" overflow="truncate" className="panel-name">
          {customerName}
        </Text>
        <Text size={12} color="soft" overflow="truncate">
          {text} · {formatWeekday(appointmentDate)}
        </Text>
      </Stack>
      {children}
    </Row>
  )
}
