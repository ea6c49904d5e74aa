import { statusLabelOf } from '../../../../shared/appointments/choices.ts'
import type { Appointment } from '../../../../shared/appointments/schemas.ts'
import { formatNumber, formatTime } from '../../../lib/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Note } from '../../../ui/display/note.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { dropTap, retryTap, sendTaps, type Tap, useHoldUp } from './taps.ts'

interface KeptTapsProps {
  readonly taps: readonly Tap[]
  readonly visits: readonly Appointment[]
}

/** Shows the taps that wait and those that the server refused, to try again or throw away. */
export function KeptTaps({ taps, visits }: KeptTapsProps) {
  const holdUp = useHoldUp()
  const waiting = taps.filter(({ error }) => error === undefined)
  const nameOf = ({ id }: Tap) => visits.find((visit) => visit.id === id)?.customerName ?? 'Afspraak'
  return (
    <>
      {holdUp && waiting.length > 0 && (
        <Note tone="info" role="status">
          <p>
            {holdUp === 'fault' ? 'Niet verstuurd door een storing' : 'Wordt verstuurd zodra je weer verbinding hebt'}:{' '}
            {formatNumber(waiting.length)}
          </p>
          {waiting.map((tap) => (
            <Row key={tap.key} gap={8} above={8} wrap>
              <span>{[nameOf(tap), describeTap(tap)].join(': ')}</span>
              <Button onClick={() => dropTap(tap)}>Weggooien</Button>
            </Row>
          ))}
          <Row gap={8} above={8}>
            <Button onClick={sendTaps}>Nu versturen</Button>
          </Row>
        </Note>
      )}
      {taps.map((tap) => {
        if (tap.error === undefined) return null
        const visit = visits.find(({ id }) => id === tap.id)
        return (
          <Note key={tap.key} tone="bad" role="alert">
            <p>
              <b>{[nameOf(tap), describeTap(tap)].join(': ')}</b>
            </p>
            <p>{tap.error}</p>
            <Row gap={8} above={8} wrap>
              <Button onClick={() => retryTap(tap, visit?.version ?? tap.version)}>Opnieuw proberen</Button>
              <Button onClick={() => dropTap(tap)}>Weggooien</Button>
            </Row>
          </Note>
        )
      })}
    </>
  )
}

function describeTap({ body }: Tap): string {
  if (!body) return 'mail over vertraging'
  return body.arrivedAt ? `aangekomen om ${formatTime(body.arrivedAt)}` : statusLabelOf(String(body.status))
}
