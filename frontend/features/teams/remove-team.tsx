import { type RefObject, useState } from 'react'
import type { Team } from '../../../shared/contract/teams.ts'
import { CallError, messageOf } from '../../lib/call-error.ts'
import { tellFailure } from '../../records/failure.ts'
import { Confirm } from '../../ui/alert-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { refreshTeams, useRemoveTeam } from './api.ts'

interface RemoveTeamProps {
  readonly team: Team
  readonly returnFocus: RefObject<HTMLElement | null>
  readonly onGone: () => void
  readonly onClose: () => void
}

const fallback = 'Er is een fout opgetreden bij het verwijderen van het team.'

/** Asks before a team is deleted; one with members stays, and the question says why (rulings 63). */
export function RemoveTeam({ team, returnFocus, onGone, onClose }: RemoveTeamProps) {
  const remove = useRemoveTeam()
  const [refusal, setRefusal] = useState<string | null>(null)

  async function confirm(): Promise<void> {
    setRefusal(null)
    try {
      await remove.mutateAsync({ params: { id: String(team.id) } })
    } catch (error) {
      const status = error instanceof CallError ? error.status : undefined
      if (status === 409) setRefusal(messageOf(error, fallback))
      else tellFailure(error, { fallback })
      refreshTeams()
      if (status !== 404) throw error
      onGone()
      return
    }
    onGone()
    toast({ title: 'Team verwijderd' })
  }

  return (
    <Confirm
      open
      onOpenChange={onClose}
      returnFocus={returnFocus}
      title={`${team.name} verwijderen?`}
      description="Weet je zeker dat je dit team wilt verwijderen?"
      confirmText="Verwijderen"
      onConfirm={confirm}
    >
      {refusal !== null && (
        <p className="teams-refusal" role="alert">
          {refusal}
        </p>
      )}
    </Confirm>
  )
}
