import { CircleX, FileText, Phone, ReceiptEuro, ThumbsDown } from 'lucide-react'
import { useRef } from 'react'
import type { AppointmentStatus } from '../../../shared/api/parts/statuses.ts'
import { statusLabels } from '../../../shared/appointments/choices.ts'
import type { Appointment } from '../../../shared/appointments/schemas.ts'
import { placeText } from '../../../shared/street.ts'
import { showRefusal } from '../../domains/appointments.ts'
import { telOf } from '../../domains/contact/contact.tsx'
import { CustomerLink } from '../../domains/customers.tsx'
import { useSaleDialogs } from '../../domains/sale-dialogs.ts'
import { formatDateLong, formatTime, fullNameOf } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { Details } from '../../ui/display/details.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import { useKeys } from '../../ui/keys.ts'
import { Box } from '../../ui/layout/box.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { useChangeAppointment } from './api.ts'
import { Outcomes } from './outcomes.tsx'

interface VisitWorkProps {
  readonly appointment: Appointment
  /** Set for an appointment that ended in a sale which nobody registered yet. */
  readonly isSold: boolean
  readonly onDone: () => void
}

/**
 * Shows an appointment that ended, with buttons to set its outcome. If `isSold`, a button registers the sale, for a
 * user who may.
 */
export function VisitWork({ appointment, isSold, onDone }: VisitWorkProps) {
  const { id, version, customerName, companyName, customerPhone, doNotCallSince, agent, caller } = appointment
  const change = useChangeAppointment()
  const maySell = useCan('sale:create', { teamId: appointment.teamId, owners: [appointment.agentId] })
  const { openNew } = useSaleDialogs()
  const call = useRef<HTMLAnchorElement>(null)
  const mayCall = doNotCallSince === null
  useKeys(mayCall ? { b: () => call.current?.click() } : {})

  async function end(status: AppointmentStatus): Promise<void> {
    const undoable = status === 'cancelled' ? { undoable: true as const } : {}
    try {
      const saved = await change.mutateAsync({ params: { id }, body: { status, ...undoable }, version })
      toast({
        title: `${customerName}: ${statusLabels[status]}`,
        action: {
          label: 'Ongedaan maken',
          onClick: () =>
            change
              .mutateAsync({ params: { id }, body: { status: appointment.status }, version: saved.version })
              .then(() => toast({ title: 'Status teruggezet' }), showRefusal),
        },
      })
    } catch (error) {
      showRefusal(error)
      return
    }
    onDone()
  }

  return (
    <>
      <div>
        <Text as="h2" size={20} weight="bold" overflow="break">
          <CustomerLink record={appointment} />
        </Text>
        <p className="pv-soft">{[companyName, placeText(appointment)].filter(Boolean).join(' · ')}</p>
      </div>
      {mayCall && (
        <Text
          ref={call}
          href={telOf(customerPhone)}
          as="a"
          tabular
          className="amplify-button pv-button pv-button-secondary my-day-phone"
        >
          <Phone aria-hidden="true" />
          {customerPhone}
          <Kbd>B</Kbd>
        </Text>
      )}
      <Details
        items={[
          {
            label: 'Afspraak',
            value: `${formatDateLong(appointment.appointmentDate)} ${formatTime(appointment.appointmentDate)}`,
          },
          { label: 'Agent', value: fullNameOf(agent) },
          { label: 'Gebeld door', value: fullNameOf(caller) },
          { label: 'Leverancier', value: appointment.currentSupplier },
        ]}
      />
      {appointment.notes && (
        <section>
          <Text as="h3" size={13} weight="bold" color="muted">
            Notities
          </Text>
          <Box as="blockquote" padding={12} surface overflow="break" className="my-day-said">
            {appointment.notes}
          </Box>
        </section>
      )}
      <Outcomes
        busy={change.isPending}
        outcomes={[
          ...(isSold
            ? maySell
              ? [
                  {
                    label: 'Sale registreren',
                    icon: <ReceiptEuro />,
                    choose: () => openNew({ appointmentId: id }),
                  },
                ]
              : []
            : [{ label: statusLabels.sale, icon: <ReceiptEuro />, choose: () => end('sale') }]),
          { label: statusLabels['no-sale'], icon: <ThumbsDown />, choose: () => end('no-sale') },
          { label: statusLabels['quote-sent'], icon: <FileText />, choose: () => end('quote-sent') },
          ...(isSold ? [] : [{ label: statusLabels.cancelled, icon: <CircleX />, choose: () => end('cancelled') }]),
        ]}
      />
    </>
  )
}
