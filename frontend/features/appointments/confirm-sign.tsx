import { Check, UserRoundCheck } from 'lucide-react'
import { appointments } from '../../../shared/api/appointments.ts'
import type { Appointment } from '../../../shared/appointments/schemas.ts'
import { showRefusal, useMayEditAppointment } from '../../domains/appointments.ts'
import { useCommand } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { toast } from '../../ui/messages/toast.ts'

const TO_CONFIRM = 'Te bevestigen'

interface SignProps {
  readonly appointment: Appointment
}

/**
 * Shows the icon 'Te bevestigen' on an appointment that only its caller reported as held, and somebody else must still
 * confirm (rulings 36). Renders nothing on others.
 */
export function ConfirmMark({ appointment }: SignProps) {
  if (!appointment.toConfirm) return null
  return (
    <Row as="span" color="warn" rigid data-tip={TO_CONFIRM}>
      <UserRoundCheck aria-hidden="true" />
      <span className="pv-hidden">{TO_CONFIRM}</span>
    </Row>
  )
}

/**
 * Shows the badge 'Te bevestigen' on an appointment that only its caller reported as held (rulings 36). Users who may
 * edit it, except the caller, get a button to confirm it. Renders nothing on other appointments.
 */
export function ConfirmBadge({ appointment }: SignProps) {
  const { id, version, status, customerName, createdBy, toConfirm } = appointment
  const isPayee = useUser().id === createdBy
  const mayConfirm = useMayEditAppointment(appointment) && !isPayee
  const change = useCommand(appointments.update)
  if (!toConfirm) return null

  async function confirm(): Promise<void> {
    try {
      await change.mutateAsync({ params: { id }, body: { status }, version })
      toast({ title: 'Afspraak bevestigd', description: `${customerName}: de vergoeding telt mee.` })
    } catch (error) {
      showRefusal(error)
    }
  }

  return (
    <Row gap={10}>
      <Badge tone="warn" tip="De vergoeding telt mee zodra een ander bevestigt dat de afspraak doorging">
        {TO_CONFIRM}
      </Badge>
      {mayConfirm && (
        <Button size="small" icon={<Check />} onClick={confirm}>
          Bevestigen
        </Button>
      )}
    </Row>
  )
}
