import type { RefObject } from 'react'
import { users } from '../../../shared/api/users.ts'
import type { UserDetails } from '../../../shared/users/schemas.ts'
import { fullNameOf } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { isConflictOrGone, showFailure } from '../../records/failure.ts'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { toast } from '../../ui/messages/toast.ts'

export interface ConfirmationProps {
  readonly user: UserDetails
  readonly returnFocus: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/**
 * Runs an action on a person and shows the result. After a failure that a retry may solve, throws the error, so that
 * the question stays open. After a conflict, or when the person is gone, loads the lists again instead.
 */
export async function attempt(
  action: () => Promise<unknown>,
  done: string,
  failed: (error: unknown) => void,
): Promise<void> {
  try {
    await action()
  } catch (error) {
    failed(error)
    if (!isConflictOrGone(error)) throw error
    return
  }
  toast({ title: done })
}

/** Asks before a person's 2FA is reset, so that it must be set up again (spec §6: admin only). */
export function ResetTwoFactor({ user, returnFocus, onClose }: ConfirmationProps) {
  const reset = useCommand(users.resetTwoFactor)
  const name = fullNameOf(user)
  return (
    <Confirm
      open
      onOpenChange={onClose}
      returnFocus={returnFocus}
      title={`2FA van ${name} resetten?`}
      description={`${name} wordt overal uitgelogd. Bij de volgende login volgt nieuwe tweestapsverificatie.`}
      confirmText="2FA resetten"
      onConfirm={() =>
        attempt(
          () => reset.mutateAsync({ params: { id: user.id } }),
          '2FA gereset',
          (error) =>
            showFailure(error, {
              title: '2FA Reset Fout',
              fallback: 'Er is een fout opgetreden bij het resetten van 2FA',
            }),
        )
      }
    />
  )
}

/** Asks before a person is mailed another invitation, and mails it. */
export function InviteAgain({ user, returnFocus, onClose }: ConfirmationProps) {
  const invite = useCommand(users.invite)
  return (
    <Confirm
      open
      onOpenChange={onClose}
      returnFocus={returnFocus}
      tone="primary"
      title={`${fullNameOf(user)} opnieuw uitnodigen?`}
      description={`Er gaat 1 mail naar ${user.email}. Eerdere links werken daarna niet meer.`}
      confirmText="Uitnodiging mailen"
      onConfirm={() =>
        attempt(
          () => invite.mutateAsync({ params: { id: user.id } }),
          `Uitnodiging verstuurd naar ${user.email}`,
          (error) => showFailure(error, { fallback: 'De uitnodiging kon niet worden verstuurd. Probeer het opnieuw.' }),
        )
      }
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
export function Reactivate({ user, returnFocus, onGone, onClose }: ReactivateProps) {
  const reactivate = useCommand(users.reactivate)
  const name = fullNameOf(user)
  return (
    <Confirm
      open
      onOpenChange={onClose}
      returnFocus={returnFocus}
      tone="primary"
      title={`${name} reactiveren?`}
      description={`${name} kan daarna weer inloggen, met dezelfde rol en rechten als eerst.`}
      confirmText="Reactiveren"
      onConfirm={() =>
        attempt(
          () => reactivate.mutateAsync({ params: { id: user.id } }).then(onGone),
          'Gebruiker gereactiveerd',
          (error) =>
            showFailure(error, { fallback: 'Er is een fout opgetreden bij het reactiveren van de gebruiker.' }),
        )
      }
    />
  )
}
