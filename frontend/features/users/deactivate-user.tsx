import { useState } from 'react'
import { users } from '../../../shared/api/users.ts'
import type { UserDetails } from '../../../shared/users/schemas.ts'
import { fullNameOf } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { isConflictOrGone, showFailure } from '../../records/failure.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import type { Returning } from '../../ui/dialogs/return-focus.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { Progress } from '../../ui/messages/progress.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { ColleagueField } from './colleague-field.tsx'
import { handOverAll, type Open, useOpenWork } from './handover.ts'

interface DeactivateUserProps extends Returning {
  readonly user: UserDetails
  readonly onGone: () => void
}

/**
 * Asks before a person is deactivated, and offers to hand open appointments and leads to a colleague first. Calls
 * `onGone` when the person leaves the list of active people.
 */
export function DeactivateUser({ user, returnFocus, onGone, onClose }: DeactivateUserProps) {
  const { work, count, colleague, left, shutOut, handOver } = useDeactivation(user, onGone)
  const { open, isLoading, isError, refetch } = work
  const name = fullNameOf(user)
  return (
    <Confirm
      onOpenChange={onClose}
      returnFocus={returnFocus}
      title={`${name} deactiveren?`}
      description={`${name} wordt overal uitgelogd en kan niet meer inloggen. De gegevens blijven bewaard.${keysText(user)}`}
      confirmText={count > 0 ? 'Overdragen en deactiveren' : 'Deactiveren'}
      onConfirm={count > 0 ? handOver : shutOut}
      waiting={isLoading}
      other={count > 0 ? { text: 'Zonder overdragen deactiveren', onConfirm: shutOut } : undefined}
    >
      {isLoading && (
        <p className="pv-soft" aria-busy="true">
          Open afspraken en leads worden geteld…
        </p>
      )}
      {isError && (
        <Stack gap={8} align="start" size={13} color="bad" role="alert">
          <p>Controle op open afspraken en leads mislukt.</p>
          <Button size="small" onClick={refetch}>
            Opnieuw proberen
          </Button>
        </Stack>
      )}
      {count > 0 && (
        <Stack gap={12} size={13}>
          <p>
            <strong>{openText(open)}</strong> {count === 1 ? 'staat' : 'staan'} nog op naam van {name}. Kies wie{' '}
            {count === 1 ? 'die' : 'ze'} overneemt.
          </p>
          <ColleagueField
            from={user}
            value={colleague.id}
            onChange={colleague.choose}
            missing={colleague.isMissing}
            disabled={left !== null}
          />
          {left !== null && (
            <Stack gap={6} tabular>
              <Progress value={((count - sum(left)) / count) * 100} label="Overdragen" />
              <p className="pv-soft" aria-live="polite">
                Nog {openText(left)} over te dragen
              </p>
            </Stack>
          )}
        </Stack>
      )}
    </Confirm>
  )
}

/**
 * Keeps the colleague who takes over a person's open work, and how much of it is left to hand over. `shutOut`
 * deactivates the person; `handOver` first hands the work over.
 */
function useDeactivation(user: UserDetails, onGone: () => void) {
  const work = useOpenWork(user.id)
  const deactivate = useCommand(users.deactivate)
  const [colleague, setColleague] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [left, setLeft] = useState<Open | null>(null)

  async function shutOut(): Promise<void> {
    try {
      await deactivate.mutateAsync({ params: { id: user.id } })
    } catch (error) {
      showFailure(error, { fallback: 'Er is een fout opgetreden bij het verwijderen van de gebruiker.' })
      if (!isConflictOrGone(error)) throw error
      return
    }
    onGone()
    toast({ title: 'Gebruiker gedeactiveerd' })
  }

  async function handOver(): Promise<void> {
    setMissing(colleague === '')
    if (colleague === '') throw new Error('Kies een collega')
    setLeft(work.open)
    try {
      await handOverAll(work.open, { fromUserId: user.id, toUserId: colleague }, setLeft)
    } catch (error) {
      showFailure(error, { fallback: 'Er is een fout opgetreden bij het overdragen.' })
      await work.refetch()
      throw error
    } finally {
      setLeft(null)
    }
    await shutOut()
  }

  function choose(id: string): void {
    setColleague(id)
    setMissing(false)
  }

  const count = sum(work.open)
  return { work, count, colleague: { id: colleague, isMissing, choose }, left, shutOut, handOver }
}

/** Returns a warning for an admin, whose API keys stop working; empty for others. */
const keysText = ({ role }: UserDetails) =>
  role === 'admin' ? ' API keys van deze beheerder werken daarna niet meer.' : ''

const sum = ({ appointments, leads }: Open) => appointments + leads

/** Returns the numbers in Dutch, without zeros: `3 open afspraken en 1 lead`. */
function openText({ appointments, leads }: Open): string {
  const parts = [
    appointments > 0 && `${appointments} open ${appointments === 1 ? 'afspraak' : 'afspraken'}`,
    leads > 0 && `${leads} ${leads === 1 ? 'lead' : 'leads'}`,
  ]
  return parts.filter(Boolean).join(' en ')
}
