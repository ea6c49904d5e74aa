import { CircleCheckBig } from 'lucide-react'
import { useEffect, useState } from 'react'
import { appointments } from '../../../../shared/api/appointments.ts'
import type { Appointment } from '../../../../shared/appointments/schemas.ts'
import { paths } from '../../../domains/paths.ts'
import { keepAnswer, loadKeptAnswer } from '../../../lib/browser-storage.ts'
import { formatTime } from '../../../lib/format.ts'
import { useList } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { LinkButton } from '../../../ui/buttons/link-button.tsx'
import { today } from '../../../ui/dates/calendar-days.ts'
import { Note } from '../../../ui/display/note.tsx'
import { Screen } from '../../../ui/frame/screen.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import { KeptTaps } from './kept-taps.tsx'
import { isForLater, type Tap, useTaps } from './taps.ts'
import styles from './underway.module.css'
import { Visit } from './visit.tsx'

/** Shows the user's next appointment of today, for a phone, also while there is no network. */
export function UnderwayScreen() {
  const taps = useTaps()
  const { known, readAt, error, refetch } = useKnownVisits()
  useEffect(keepScreen, [])
  const visits = known?.map((visit) => applyTaps(visit, taps))
  const next = visits?.find(({ status }) => status === 'scheduled')
  return (
    <Screen title="Onderweg">
      <Stack gap={16} className={styles.underway}>
        {error && readAt && (
          <Note tone="info" role="status">
            <p>Geen verbinding. Deze afspraken zijn van {formatTime(readAt)}.</p>
            <Row gap={8} above={8}>
              <Button onClick={() => refetch()}>Opnieuw proberen</Button>
            </Row>
          </Note>
        )}
        <KeptTaps taps={taps} visits={known ?? []} />
        {error && !visits && <ErrorState error={error} onRetry={refetch} />}
        {!error && !visits && (
          <div role="status" aria-busy="true" aria-label="Afspraak laden">
            <Skeleton height="420px" />
          </div>
        )}
        {next && (
          <Visit
            key={next.id}
            visit={next}
            isMailed={taps.some(({ id, body, error: refusal }) => id === next.id && !body && refusal === undefined)}
          />
        )}
        {visits && !next && (
          <EmptyState
            icon={<CircleCheckBig />}
            title="Geen afspraken meer vandaag"
            action={<LinkButton to={paths.myDay}>Naar Mijn dag</LinkButton>}
          />
        )}
      </Stack>
    </Screen>
  )
}

/**
 * Returns the user's appointments of today: as the server has them, or else the planned ones that this tab read before a
 * reload, with the time of that (`readAt`).
 */
function useKnownVisits() {
  const { id } = useUser()
  const [kept] = useState(() => loadKeptAnswer<readonly Appointment[]>(id))
  const { data, error, refetch } = useList(
    appointments.list,
    { query: { date: today(), agentId: id } },
    { whole: true, fresh: true },
  )
  useEffect(() => {
    if (data) {
      keepAnswer(
        id,
        data.filter(({ status }) => status === 'scheduled'),
      )
    }
  }, [id, data])
  useEffect(() => {
    if (!error) return
    const retry = () => void refetch()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [error, refetch])
  const isKept = !data && kept !== null && (!error || isForLater(error))
  return { known: isKept ? kept.answer : data, readAt: isKept ? kept.at : null, error, refetch }
}

/** Keeps the files of this screen on the device by a service worker, so that the screen opens without a network. */
function keepScreen(): void {
  // Without a build, there are no files to keep. Where the browser refuses, the screen needs a network.
  if (import.meta.env.PROD) navigator.serviceWorker?.register('/sw.js', { scope: paths.myDay }).catch(() => undefined)
}

/** Returns an appointment as it will be once what was tapped is sent; leaves out what the server refused. */
const applyTaps = (visit: Appointment, taps: readonly Tap[]): Appointment =>
  Object.assign(
    { ...visit },
    ...taps.filter(({ id, error }) => id === visit.id && error === undefined).map(({ body }) => body),
  )
