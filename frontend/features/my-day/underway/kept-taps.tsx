import { statusLabelOf } from '../../../../shared/appointments/choices.ts'
import type { Appointment } from '../../../../shared/appointments/schemas.ts'
import { formatNumber, formatTime } from '../../../lib/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Note } from '../../../ui/display/note.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { dropTap, retryTap, sendTaps, type Tap, useIsOffline } from './taps.ts'

interface KeptTapsProps {
  readonly taps: readonly Tap[]
  readonly visits: readonly Appointment[]
}

/** Shows how many taps wait for a connection, and each that the server refused, to try again or throw away. */
export function KeptTaps({ taps, visits }: KeptTapsProps) {
  const isOffline = useIsOffline()
  const waiting = taps.filter(({ error }) => error === undefined).length
  return (
    <>
      {isOffline && waiting > 0 && (
        <Note tone="info" role="status">
          <p>Wordt verstuurd zodra je weer verbinding hebt: {formatNumber(waiting)}</p>
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
              <b>{[visit?.customerName ?? 'Afspraak', describeTap(tap)].join(': ')}</b>
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
  if (!body) return 'mail over 10 minuten later'
  return body.arrivedAt ? `aangekomen om ${formatTime(body.arrivedAt)}` : statusLabelOf(String(body.status))
}
