import { CalendarPlus, Clock, PhoneMissed, PhoneOff, ThumbsDown } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { leads } from '../../../shared/api/leads.ts'
import type { LeadDetails } from '../../../shared/leads/schemas.ts'
import { useAppointmentDialogs } from '../../domains/appointment-dialogs.ts'
import { PhoneButton } from '../../domains/contact/action-buttons.tsx'
import { CallDoor } from '../../domains/contact/call-door.tsx'
import { CallBackPanel, noAnswerEndingOf, notInterested, useEndCall } from '../../domains/contact/call-ending.tsx'
import { formatDate, formatDateTime, fullNameOf } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { formatMonthlyAmount, formatUsage } from '../../records/energy.ts'
import { showFailure } from '../../records/failure.ts'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { Details } from '../../ui/display/details.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { Outcomes } from './outcomes.tsx'
import { Said, WorkCustomer } from './work-parts.tsx'

interface CallWorkProps {
  readonly lead: LeadDetails
  readonly onDone: () => void
  readonly onUndone: () => void
}

/** Shows a lead to call, with buttons for the outcome of the call. */
export function CallWork({ lead, ...done }: CallWorkProps) {
  const { customerPhone } = lead
  const [last] = lead.calls
  const [typed, setTyped] = useState('')
  return (
    <>
      <WorkCustomer record={lead} />
      {customerPhone !== null && (
        <CallDoor phone={customerPhone} lead={lead} isCall hasKeys>
          {(tone) => <PhoneButton phone={customerPhone} tone={tone} />}
        </CallDoor>
      )}
      <Details
        items={[
          { label: 'Leverancier nu', value: lead.currentSupplier },
          { label: 'Maandbedrag', value: formatMonthlyAmount(lead.monthlyAmount) },
          { label: 'Verbruik', value: formatUsage(lead.consumption) },
          { label: 'Contract eindigt', value: lead.contractEndDate && formatDate(lead.contractEndDate) },
        ]}
      />
      {last && (
        <Said title="Laatste gesprek">
          <p>{last.note}</p>
          <footer className="pv-soft">
            <Unbroken>
              {formatDateTime(last.at)} · {fullNameOf(last.by)}
            </Unbroken>
          </footer>
        </Said>
      )}
      <Field label="Notitie">
        <TextArea value={typed} onChange={setTyped} rows={2} placeholder="Wat is er gezegd?" />
      </Field>
      <CallOutcomes lead={lead} note={typed} {...done} />
    </>
  )
}

/** Shows the outcomes of a call as buttons, and what a chosen one asks further. */
function CallOutcomes({ lead, note, onDone, onUndone }: CallWorkProps & { readonly note: string }) {
  const { id, customerName, customerPhone } = lead
  const { end, isEnding } = useEndCall(lead, onDone, onUndone)
  const change = useCommand(leads.update)
  const mayBook = useCan('appointment:create')
  const { openNew } = useAppointmentDialogs()
  const outcomes = useRef<HTMLDivElement>(null)
  const panelId = useId()
  const [isChoosing, setChoosing] = useState(false)
  const [isClosing, setClosing] = useState(false)

  async function close(): Promise<void> {
    try {
      await change.mutateAsync({ params: { id }, body: { doNotCall: true }, version: lead.version })
    } catch (error) {
      showFailure(error, { fallback: 'Er is een fout opgetreden' })
      return
    }
    toast({ title: `${customerName} wordt niet meer gebeld` })
    onDone()
  }

  const book = { label: 'Afspraak plannen', icon: <CalendarPlus />, choose: () => openNew({ leadId: id }) }
  const closing = { label: 'Wil niet gebeld worden', icon: <PhoneOff />, isDanger: true }
  return (
    <>
      <div ref={outcomes} tabIndex={-1}>
        <Outcomes
          busy={isEnding || change.isPending}
          outcomes={[
            ...(mayBook && !lead.doNotCall ? [book] : []),
            { label: 'Later terugbellen', icon: <Clock />, choose: () => setChoosing(!isChoosing) },
            { label: 'Niet opgenomen', icon: <PhoneMissed />, choose: () => end(noAnswerEndingOf(lead), note) },
            { label: 'Geen interesse', icon: <ThumbsDown />, choose: () => end(notInterested, note) },
            ...(customerPhone ? [{ ...closing, choose: () => setClosing(true) }] : []),
          ]}
        />
      </div>
      {isChoosing && (
        <CallBackPanel
          id={panelId}
          anchor={outcomes}
          onChoose={(ending) => end(ending, note)}
          onClose={() => setChoosing(false)}
        />
      )}
      <Confirm
        open={isClosing}
        onOpenChange={setClosing}
        title={`${customerPhone} niet meer bellen?`}
        description="Niemand belt dit nummer nog. Alleen een beheerder geeft het weer vrij."
        confirmText="Niet meer bellen"
        onConfirm={close}
      />
    </>
  )
}
