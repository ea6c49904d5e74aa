import { Clock, FileText, Hourglass, MapPin, ReceiptEuro, ThumbsDown } from 'lucide-react'
import { useState } from 'react'
import { DELAY_MINUTES, delayText, statusLabels } from '../../../../shared/appointments/choices.ts'
import type { Appointment } from '../../../../shared/appointments/schemas.ts'
import { addSeconds, type Instant, now } from '../../../../shared/time.ts'
import { REFUSED } from '../../../domains/appointments.ts'
import { PhoneButton, RouteButton } from '../../../domains/contact/action-buttons.tsx'
import { CallDoor } from '../../../domains/contact/call-door.tsx'
import { useSaleDialogs } from '../../../domains/sale-dialogs.ts'
import { formatTime, fullNameOf } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { showUndoable } from '../../../records/undo.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ButtonList } from '../../../ui/buttons/button-list.tsx'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import { useAppointment } from '../api.ts'
import { Said, WorkCustomer } from '../work-parts.tsx'
import { addTap } from './taps.ts'

interface VisitProps {
  /** Appointment as it will be once what was tapped is sent. */
  readonly visit: Appointment
  /** Set when the mail about a delay waits to be sent. */
  readonly isMailed: boolean
}

const outcomes = [
  { status: 'sale', icon: <ReceiptEuro /> },
  { status: 'quote-sent', icon: <FileText /> },
  { status: 'awaiting', icon: <Hourglass /> },
  { status: 'no-sale', icon: <ThumbsDown /> },
] as const

/** Shows the next appointment: where, what is known, and what the agent taps on the way and after it. */
export function Visit({ visit, isMailed }: VisitProps) {
  const { id, version, customerName, customerPhone, appointmentDate, notes } = visit

  const maySell = useCan('sale:create', { teamId: visit.teamId, owners: [visit.agentId] })
  const { openNew } = useSaleDialogs()

  async function undo(): Promise<null> {
    await addTap({ id, version, body: { status: visit.status } })
    toast({ title: 'Status teruggezet', description: `${customerName}: ${statusLabels[visit.status]}` })
    return null
  }

  function end(status: (typeof outcomes)[number]['status']): void {
    void addTap({ id, version, body: { status } })
    const register = { label: 'Sale registreren', onClick: () => openNew({ appointmentId: id }) }
    const actions = status === 'sale' && maySell && visit.saleId === null ? [register] : []
    const message = { title: `${customerName}: ${statusLabels[status]}`, actions }
    showUndoable(message, { id, version: version + 1 }, { undo, fallback: REFUSED })
  }

  return (
    <>
      <Text as="p" size={28} weight="bold" tabular>
        {formatTime(appointmentDate)}
      </Text>
      <WorkCustomer record={visit} />
      <CallDoor phone={customerPhone} beside={<RouteButton place={visit} />}>
        {(tone) => <PhoneButton phone={customerPhone} tone={tone} isBrief />}
      </CallDoor>
      {notes && <Said title="Notities">{notes}</Said>}
      <OnTheWay visit={visit} isMailed={isMailed} />
      <Stack as="section" gap={6} aria-label="Uitkomst">
        <Text as="h3" size={13} weight="bold" color="muted">
          Uitkomst
        </Text>
        <ButtonList>
          {outcomes.map(({ status, icon }) => (
            <Button key={status} icon={icon} onClick={() => end(status)}>
              {statusLabels[status]}
            </Button>
          ))}
        </ButtonList>
      </Stack>
    </>
  )
}

/** Shows the buttons to note the arrival and to mail the customer about a delay, or that this was done. */
function OnTheWay({ visit, isMailed }: VisitProps) {
  const { id, version, appointmentDate, agent, customerEmail, arrivedAt } = visit
  const { data } = useAppointment(id)
  const [isAsking, setAsking] = useState(false)
  if (arrivedAt !== null) {
    return (
      <Text as="p" weight="bold" color="ok" role="status">
        Aangekomen om {formatTime(arrivedAt)}
      </Text>
    )
  }
  const expected = formatTime(addSeconds(appointmentDate as Instant, DELAY_MINUTES * 60))
  // Mails are newest first, so one about a delay before a move is about the earlier time.
  const latest = data?.mails.find(({ kind }) => kind === 'late' || kind === 'moved')
  const isGone = latest?.kind === 'late' && ['waiting', 'sending', 'sent'].includes(latest.state)
  const hasMail = isMailed || isGone
  const hasFailed = !hasMail && latest?.kind === 'late'
  return (
    <>
      <ButtonList>
        <Button
          tone="primary"
          icon={<MapPin />}
          onClick={() => void addTap({ id, version, body: { arrivedAt: now() } })}
        >
          Ik ben er
        </Button>
        {customerEmail && !hasMail && !hasFailed && (
          <Button icon={<Clock />} onClick={() => setAsking(true)}>
            Ik kom 10 min later
          </Button>
        )}
      </ButtonList>
      {hasMail && <p role="status">De klant krijgt een mail: rond {expected}.</p>}
      {hasFailed && <p role="status">De mail over vertraging is mislukt. Bel de klant.</p>}
      {!customerEmail && <p className="pv-soft">Kom je later? Bel de klant: er is geen e-mailadres.</p>}
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title="Mail aan klant sturen?"
        description={`“${delayText(fullNameOf(agent), expected)}”`}
        confirmText="Versturen"
        tone="primary"
        onConfirm={() => void addTap({ id, version, body: null })}
      />
    </>
  )
}
