import { CalendarClock, Phone, PhoneMissed, PhoneOff } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { Lead, LeadStatus } from '../../../shared/contract/leads.ts'
import { type Instant, now } from '../../../shared/time.ts'
import { againAt, callBackChoices, momentText } from '../../domains/call-times.ts'
import { telOf } from '../../domains/contact.tsx'
import { tellFailure } from '../../records/failure.ts'
import { ActionPanel } from '../../ui/action-panel.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { useNoteCall } from './api.ts'

interface CallBarProps {
  readonly lead: Lead
  /** Opens the next lead to call. */
  readonly onNext: () => void
}

interface Outcome {
  readonly note: string
  readonly callBackAt: Instant | null
  readonly status?: LeadStatus
}

/** Calls a lead and records the result in one tap; then opens the next lead. */
export function CallBar({ lead, onNext }: CallBarProps) {
  const noteCall = useNoteCall()
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const [isChoosing, setChoosing] = useState(false)
  const { id, customerName, customerPhone, status } = lead

  async function end({ note, ...outcome }: Outcome): Promise<void> {
    setChoosing(false)
    try {
      await noteCall.mutateAsync({ params: { id }, body: { note, ...outcome } })
    } catch (error) {
      tellFailure(error, { fallback: 'Het gesprek kon niet worden genoteerd' })
      return
    }
    const again = outcome.callBackAt && `Bel opnieuw: ${momentText(outcome.callBackAt, now())}`
    toast({ title: `${customerName}: ${note.toLowerCase()}`, ...(again && { description: again }) })
    onNext()
  }

  return (
    <section className="leads-call-bar" aria-label="Bellen">
      {customerPhone && (
        <a href={telOf(customerPhone)} className="amplify-button pv-button pv-button-secondary">
          <Phone aria-hidden="true" />
          Bel {customerPhone}
        </a>
      )}
      <Button
        icon={<PhoneMissed />}
        busy={noteCall.isPending}
        onClick={() => end({ note: 'Niet opgenomen', callBackAt: againAt(now()), status })}
      >
        Niet opgenomen
      </Button>
      <Button
        ref={button}
        icon={<CalendarClock />}
        disabled={noteCall.isPending}
        aria-haspopup="dialog"
        aria-expanded={isChoosing}
        aria-controls={panelId}
        onClick={() => setChoosing(!isChoosing)}
      >
        Terugbellen om …
      </Button>
      <Button
        icon={<PhoneOff />}
        disabled={noteCall.isPending}
        onClick={() => end({ note: 'Geen interesse', callBackAt: null, status: 'not-interested' })}
      >
        Geen interesse
      </Button>
      {isChoosing && (
        <ActionPanel
          id={panelId}
          anchor={button}
          label="Terugbellen om"
          className="pv-choices"
          onClose={() => setChoosing(false)}
        >
          {callBackChoices(now()).map(({ at, label }) => (
            <button
              key={at}
              type="button"
              className="pv-menu-item"
              onClick={() => end({ note: 'Terugbellen', callBackAt: at })}
            >
              {label}
            </button>
          ))}
        </ActionPanel>
      )}
    </section>
  )
}
