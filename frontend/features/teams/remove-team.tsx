import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { roleLabels } from '../../../shared/api/parts/fields.ts'
import { teams } from '../../../shared/api/teams.ts'
import { users } from '../../../shared/api/users.ts'
import type { Team } from '../../../shared/teams/schemas.ts'
import { paths } from '../../domains/paths.ts'
import { WHOLE_PAGE } from '../../domains/people.ts'
import { CallError } from '../../lib/call-error.ts'
import { fullNameOf } from '../../lib/format.ts'
import { query, useCommand } from '../../lib/query.ts'
import { showFailure } from '../../records/failure.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import type { Returning } from '../../ui/dialogs/return-focus.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { toast } from '../../ui/messages/toast.ts'

interface RemoveTeamProps extends Returning {
  readonly team: Team
  readonly onGone: () => void
}

/**
 * Asks for confirmation before a team is deleted. A team with members cannot be deleted; its members are listed instead
 * (rulings 63).
 */
export function RemoveTeam(props: RemoveTeamProps) {
  const [isOccupied, setOccupied] = useState((props.team.memberCount ?? 0) > 0)
  return isOccupied ? <Members {...props} /> : <Question onOccupied={() => setOccupied(true)} {...props} />
}

interface QuestionProps extends RemoveTeamProps {
  /** Called when somebody has joined the team meanwhile. */
  readonly onOccupied: () => void
}

function Question({ team, returnFocus, onGone, onClose, onOccupied }: QuestionProps) {
  const remove = useCommand(teams.remove)

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync({ params: { id: String(team.id) } })
    } catch (error) {
      const status = error instanceof CallError ? error.status : undefined
      if (status === 409) onOccupied()
      else showFailure(error, { fallback: 'Er is een fout opgetreden bij het verwijderen van het team.' })
      if (status !== 404) throw error
      onGone()
      return
    }
    onGone()
    toast({ title: 'Team verwijderd' })
  }

  return (
    <Confirm
      onOpenChange={onClose}
      returnFocus={returnFocus}
      title={`${team.name} verwijderen?`}
      description="Weet je zeker dat je dit team wilt verwijderen?"
      confirmText="Verwijderen"
      onConfirm={confirm}
    />
  )
}

function Members({ team, returnFocus, onClose }: RemoveTeamProps) {
  return (
    <Dialog
      onOpenChange={onClose}
      returnFocus={returnFocus}
      size="small"
      title={`${team.name} heeft nog leden`}
      description="Een team met leden kan niet worden verwijderd. Verplaats ze eerst naar een ander team."
    >
      <DialogBody>
        <MemberList teamId={team.id} />
      </DialogBody>
      <DialogFooter>
        <LinkButton to={`${paths.users}?team=${team.id}`} tone="primary">
          Leden bekijken
        </LinkButton>
      </DialogFooter>
    </Dialog>
  )
}

/** Lists the current members of a team. */
function MemberList({ teamId }: { readonly teamId: number }) {
  const { data, isError, error, refetch } = useQuery({ ...query(users.list, { query: WHOLE_PAGE }), staleTime: 0 })
  if (data === undefined) return isError ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton height="64px" />
  const members = data.items.filter((person) => person.teamId === teamId)
  return (
    <Stack as="ul" gap={8} aria-label="Leden">
      {members.map((person) => (
        <Row as="li" key={person.id} gap={8} overflow="break">
          <Avatar id={person.id} name={fullNameOf(person)} />
          {fullNameOf(person)}
          <span className="pv-soft">{roleLabels[person.role]}</span>
        </Row>
      ))}
    </Stack>
  )
}
