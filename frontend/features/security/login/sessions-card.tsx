import { type RefObject, useRef, useState } from 'react'
import { type ActiveSession, auth } from '../../../../shared/api/auth.ts'
import { CallError } from '../../../lib/call-error.ts'
import { formatTime } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { showFailure } from '../../../records/failure.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import { useSessions } from '../api.ts'
import { BrowserRow, BrowserSkeleton } from './browser-row.tsx'

/** Shows the sessions of the user, the present one first; the others can be ended one by one or together. */
export function SessionsCard() {
  const sessions = useSessions()
  const others = sessions.data?.filter(({ current }) => !current) ?? []
  const [ending, setEnding] = useState<ActiveSession | 'others' | null>(null)
  const list = useRef<HTMLUListElement>(null)
  return (
    <Card
      title="Actieve sessies"
      actions={
        others.length > 0 && (
          <Button size="small" onClick={() => setEnding('others')}>
            Alle andere sessies beëindigen
          </Button>
        )
      }
    >
      {sessions.isPending && <BrowserSkeleton />}
      {sessions.isError && !sessions.data && <ErrorState error={sessions.error} onRetry={sessions.refetch} />}
      {sessions.data && (
        <Stack ref={list} tabIndex={-1} as="ul" aria-label="Actieve sessies">
          {sessions.data.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
          ))}
        </Stack>
      )}
      {sessions.data && others.length === 0 && (
        <Text as="p" size={13} color="muted" padTop={12} line="above">
          Je bent nergens anders ingelogd.
        </Text>
      )}
      {ending !== null && (
        <EndSessions ending={ending} others={others.length} list={list} onClose={() => setEnding(null)} />
      )}
    </Card>
  )
}

function SessionRow({ session, onEnd }: { readonly session: ActiveSession; readonly onEnd: () => void }) {
  const { device, ipAddress, createdAt, lastSeen, current } = session
  return (
    <BrowserRow
      device={device}
      badge={current && 'Deze sessie'}
      text={`${ipAddress} · begonnen om ${formatTime(createdAt)} · laatst gezien om ${formatTime(lastSeen)}`}
      action={
        !current && (
          <Button size="small" aria-label={`Sessie op ${device} beëindigen`} onClick={onEnd}>
            Beëindigen
          </Button>
        )
      }
    />
  )
}

interface EndSessionsProps {
  readonly ending: ActiveSession | 'others'
  readonly others: number
  /** Element that gets focus when the pressed button disappears with its session. */
  readonly list: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** Asks before sessions are ended. Reports success also for a session that had already ended. */
function EndSessions({ ending, others, list, onClose }: EndSessionsProps) {
  const focus = useRef<HTMLElement | null>(null)
  const endOne = useCommand(auth.endSession)
  const endOthers = useCommand(auth.endOtherSessions)
  const isAll = ending === 'others'

  async function confirm(): Promise<void> {
    try {
      if (isAll) await endOthers.mutateAsync({})
      else await endOne.mutateAsync({ params: { id: ending.id } })
    } catch (error) {
      if (!(error instanceof CallError && error.status === 404)) {
        showFailure(error, { title: 'Fout bij beëindigen van de sessie' })
        throw error
      }
    }
    focus.current = list.current
    toast({ title: isAll ? 'Andere sessies beëindigd' : 'Sessie beëindigd' })
  }

  return (
    <Confirm
      onOpenChange={onClose}
      returnFocus={focus}
      title={isAll ? 'Alle andere sessies beëindigen?' : `Sessie op ${ending.device} beëindigen?`}
      description={
        isAll
          ? `${others === 1 ? 'De andere sessie eindigt' : `De ${others} andere sessies eindigen`} meteen. Hier blijf je ingelogd.`
          : `In die browser (${ending.ipAddress}) moet opnieuw worden ingelogd.`
      }
      confirmText="Beëindigen"
      onConfirm={confirm}
    />
  )
}
