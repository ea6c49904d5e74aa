import { Building2, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Team } from '../../../shared/teams/schemas.ts'
import { useTeams } from '../../domains/people.ts'
import { useActionFromAddress } from '../../lib/use-action-from-address.ts'
import { useSavedMark } from '../../records/list/saved.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { CardGrid } from '../../ui/layout/card-grid.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { TeamCard } from './team-card.tsx'

const TeamDialog = onDemand(() => import('./team-dialog.tsx').then((m) => m.TeamDialog))
const RemoveTeam = onDemand(() => import('./remove-team.tsx').then((m) => m.RemoveTeam))

type Opened =
  | { readonly action: 'form'; readonly team: Team | null }
  | { readonly action: 'remove'; readonly team: Team }

/** Shows the teams of both offices with their results of this month (spec §2, Teams management). */
export function TeamsScreen() {
  const [opened, setOpened] = useState<Opened | null>(null)
  const origin = useRef<HTMLElement | null>(null)
  const home = useRef<HTMLButtonElement>(null)
  const isEmpty = useTeams(true).data?.length === 0
  const close = () => setOpened(null)

  function open(next: Opened): void {
    origin.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setOpened(next)
  }

  useActionFromAddress('toevoegen', () => open({ action: 'form', team: null }))

  /** Returns focus to the button for a new team, because the pressed button disappears with its card. */
  function leave(): void {
    origin.current = home.current
  }

  // The pressed button of the empty screen is gone once the first team is there.
  useEffect(() => (isEmpty ? () => home.current?.focus() : undefined), [isEmpty])

  const add = (
    <Button ref={home} tone="primary" icon={<Plus />} onClick={() => open({ action: 'form', team: null })}>
      Nieuw team
    </Button>
  )

  return (
    <Screen title="Teams" actions={!isEmpty && add}>
      <TeamCards
        first={add}
        onEdit={(team) => open({ action: 'form', team })}
        onRemove={(team) => open({ action: 'remove', team })}
      />
      {opened?.action === 'form' && <TeamDialog team={opened.team} returnFocus={origin} onClose={close} />}
      {opened?.action === 'remove' && (
        <RemoveTeam team={opened.team} returnFocus={origin} onGone={leave} onClose={close} />
      )}
    </Screen>
  )
}

interface TeamCardsProps {
  /** Button for the first team, shown when there is none. */
  readonly first: ReactNode
  readonly onEdit: (team: Team) => void
  readonly onRemove: (team: Team) => void
}

/** Shows the teams as cards; scrolls to the one that was just saved and marks it. */
function TeamCards({ first, ...props }: TeamCardsProps) {
  const { data, isError, error, refetch } = useTeams(true)
  const marked = useSavedMark(useMemo(() => (data ?? []).map(({ id }) => String(id)), [data]))
  if (data === undefined) return isError ? <ErrorState error={error} onRetry={refetch} /> : <Loading />
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<Building2 />}
        title="Geen teams gevonden"
        text="Maak een team aan en voeg daarna gebruikers toe."
        action={first}
      />
    )
  }
  return (
    <CardGrid least={320}>
      {data.map((team) => (
        <TeamCard key={team.id} team={team} isMarked={marked === String(team.id)} {...props} />
      ))}
    </CardGrid>
  )
}

function Loading() {
  return (
    <div aria-busy="true">
      <p className="pv-hidden">Teams laden…</p>
      <CardGrid least={320}>
        {['48%', '56%', '40%', '52%'].map((width) => (
          <Card key={width} title={<Skeleton width={width} />}>
            <Skeleton width="80%" height="28px" />
          </Card>
        ))}
      </CardGrid>
    </div>
  )
}
