import { CircleCheckBig } from 'lucide-react'
import { appointments } from '../../../../shared/api/appointments.ts'
import type { Appointment } from '../../../../shared/appointments/schemas.ts'
import { paths } from '../../../domains/paths.ts'
import { useList } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { LinkButton } from '../../../ui/buttons/link-button.tsx'
import { today } from '../../../ui/dates/calendar-days.ts'
import { Screen } from '../../../ui/frame/screen.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import { KeptTaps } from './kept-taps.tsx'
import { type Tap, useTaps } from './taps.ts'
import styles from './underway.module.css'
import { Visit } from './visit.tsx'

/** Shows the user's next appointment of today, for a phone, also while there is no network. */
export function UnderwayScreen() {
  const taps = useTaps()
  const { data, error, refetch } = useList(
    appointments.list,
    { query: { date: today(), agentId: useUser().id } },
    { whole: true, fresh: true },
  )
  const visits = data?.map((visit) => applyTaps(visit, taps))
  const next = visits?.find(({ status }) => status === 'scheduled')
  return (
    <Screen title="Onderweg">
      <Stack gap={16} className={styles.underway}>
        <KeptTaps taps={taps} visits={data ?? []} />
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

/** Returns an appointment as it will be once what was tapped is sent; leaves out what the server refused. */
const applyTaps = (visit: Appointment, taps: readonly Tap[]): Appointment =>
  Object.assign(
    { ...visit },
    ...taps.filter(({ id, error }) => id === visit.id && error === undefined).map(({ body }) => body),
  )
