import { CalendarClock, Phone, PhoneMissed, PhoneOff } from 'lucide-react'
import { useRef } from 'react'
import type { Lead } from '../../../shared/contract/leads.ts'
import { now } from '../../../shared/time.ts'
import { CallBackPanel, useCallOutcome } from '../../domains/call-outcome.tsx'
import { againAt } from '../../domains/call-times.ts'
import { telOf } from '../../domains/contact.tsx'
import { Button } from '../../ui/button.tsx'

interface CallBarProps {
  readonly lead: Lead
  /** Opens the next lead to call. */
  readonly onNext: () => void
}

/** Calls a lead and records the result in one tap; then opens the next lead. */
export function CallBar({ lead, onNext }: CallBarProps) {
  const { end, isPending, panelId, isChoosing, setChoosing } = useCallOutcome(lead, onNext)
  const button = useRef<HTMLButtonElement>(null)
  const { customerPhone, status } = lead

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
        busy={isPending}
        onClick={() => end({ note: 'Niet opgenomen', callBackAt: againAt(now()), status })}
      >
        Niet opgenomen
      </Button>
      <Button
        ref={button}
        icon={<CalendarClock />}
        disabled={isPending}
        aria-haspopup="dialog"
        aria-expanded={isChoosing}
        aria-controls={panelId}
        onClick={() => setChoosing(!isChoosing)}
      >
        Terugbellen om …
      </Button>
      <Button
        icon={<PhoneOff />}
        disabled={isPending}
        onClick={() => end({ note: 'Geen interesse', callBackAt: null, status: 'not-interested' })}
      >
        Geen interesse
      </Button>
      {isChoosing && (
        <CallBackPanel
          id={panelId}
          anchor={button}
          onChoose={(callBackAt) => end({ note: 'Terugbellen', callBackAt })}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  )
}
