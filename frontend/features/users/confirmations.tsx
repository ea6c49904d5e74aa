import type { ReactNode } from 'react'
import { users } from '../../../shared/api/users.ts'
import type { UserDetails } from '../../../shared/users/schemas.ts'
import { fullNameOf } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { type FailureTexts, isConflictOrGone, showFailure } from '../../records/failure.ts'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import type { Returning } from '../../ui/dialogs/return-focus.ts'
import { toast } from '../../ui/messages/toast.ts'

export interface ConfirmationProps extends Returning {
  readonly user: UserDetails
}

interface PersonQuestionProps extends ConfirmationProps {
  readonly title: string
  readonly description: ReactNode
  readonly confirmText: string
  readonly tone?: 'primary'
  readonly run: () => Promise<unknown>
  /** Toast once it is done. */
  readonly done: string
  readonly failed: FailureTexts
}

/**
 * Asks before an action on a person, runs it and shows the result. After a failure that a retry may solve, the question
 * stays open. After a conflict, or when the person is gone, it closes, as the lists are loaded again.
 */
export function PersonQuestion({ run, done, failed, onClose, ...question }: PersonQuestionProps) {
  async function confirm(): Promise<void> {
    try {
      await run()
    } catch (error) {
      showFailure(error, failed)
      if (!isConflictOrGone(error)) throw error
      return
    }
    toast({ title: done })
  }

  return <Confirm {...question} onOpenChange={onClose} onConfirm={confirm} />
}

/** Asks before a person's 2FA is reset, so that it must be set up again (spec §6: admin only). */
export function ResetTwoFactor(question: ConfirmationProps) {
  const { user } = question
  const reset = useCommand(users.resetTwoFactor)
  const name = fullNameOf(user)
  return (
    <PersonQuestion
      {...question}
      title={`2FA van ${name} resetten?`}
      description={`${name} wordt overal uitgelogd. Bij de volgende login volgt nieuwe tweestapsverificatie.`}
      confirmText="2FA resetten"
      run={() => reset.mutateAsync({ params: { id: user.id } })}
      done="2FA gereset"
      failed={{
        title: '2FA Reset Fout',
        fallback: 'Er is een fout opgetreden bij het resetten van 2FA',
      }}
    />
  )
}

/** Asks before a person is mailed another invitation, and mails it. */
export function InviteAgain(question: ConfirmationProps) {
  const { user } = question
  const invite = useCommand(users.invite)
  return (
    <PersonQuestion
      {...question}
      tone="primary"
      title={`${fullNameOf(user)} opnieuw uitnodigen?`}
      description={`Er gaat 1 mail naar ${user.email}. Eerdere links werken daarna niet meer.`}
      confirmText="Uitnodiging mailen"
      run={() => invite.mutateAsync({ params: { id: user.id } })}
      done={`Uitnodiging verstuurd naar ${user.email}`}
      failed={{ fallback: 'De uitnodiging kon niet worden verstuurd. Probeer het opnieuw.' }}
    />
  )
}

interface ReactivateProps extends ConfirmationProps {
  readonly onGone: () => void
}

/**
 * Asks before a deactivated person is reactivated (spec §8). Calls `onGone` when the person leaves the list of
 * deactivated people.
 */
export function Reactivate({ onGone, ...question }: ReactivateProps) {
  const { user } = question
  const reactivate = useCommand(users.reactivate)
  const name = fullNameOf(user)
  return (
    <PersonQuestion
      {...question}
      tone="primary"
      title={`${name} reactiveren?`}
      description={`${name} kan daarna weer inloggen, met dezelfde rol en rechten als eerst.`}
      confirmText="Reactiveren"
      run={() => reactivate.mutateAsync({ params: { id: user.id } }).then(onGone)}
      done="Gebruiker gereactiveerd"
      failed={{ fallback: 'Er is een fout opgetreden bij het reactiveren van de gebruiker.' }}
    />
  )
}
