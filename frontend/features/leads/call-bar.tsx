import { CalendarClock, PhoneMissed, PhoneOff } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { Lead } from '../../../shared/leads/schemas.ts'
import { CallButton, CallDoor } from '../../domains/contact/call-door.tsx'
import { CallBackPanel, noAnswerEndingOf, notInterested, useEndCall } from '../../domains/contact/call-ending.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import styles from './leads.module.css'

interface CallBarProps {
  readonly lead: Lead
  /** Opens the next lead to call. */
  readonly onNext: () => void
}

/** Shows buttons that call a lead, and that record the result of the call and open the next lead. */
export function CallBar({ lead, onNext }: CallBarProps) {
  const { end, isEnding } = useEndCall(lead, onNext)
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const [isChoosing, setChoosing] = useState(false)
  const { customerPhone } = lead

  const outcomes = (
    <Row as="section" gap={8} align="stretch" wrap className={styles.callBar} aria-label="Bellen">
      <Button icon={<PhoneMissed />} busy={isEnding} onClick={() => end(noAnswerEndingOf(lead))}>
        Niet opgenomen
      </Button>
      <Button
        ref={button}
        icon={<CalendarClock />}
        disabled={isEnding}
        aria-haspopup="dialog"
        aria-expanded={isChoosing}
        aria-controls={panelId}
        onClick={() => setChoosing(!isChoosing)}
      >
        Terugbellen om …
      </Button>
      <Button icon={<PhoneOff />} disabled={isEnding} onClick={() => end(notInterested)}>
        Geen interesse
      </Button>
      {isChoosing && <CallBackPanel id={panelId} anchor={button} onChoose={end} onClose={() => setChoosing(false)} />}
    </Row>
  )
  if (!customerPhone) return outcomes
  return (
    <Stack gap={10}>
      <CallDoor phone={customerPhone} lead={lead} isCall>
        {() => <CallButton phone={customerPhone} />}
      </CallDoor>
      {outcomes}
    </Stack>
  )
}
