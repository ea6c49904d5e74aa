import { lazy, Suspense } from 'react'
import type { UserDetails } from '../../../shared/users/schemas.ts'
import type { Returning } from '../../ui/dialogs/return-focus.ts'
import type { UserAction } from './use-user-dialog.ts'

const CreateUserDialog = lazy(() => import('./create-user-dialog.tsx').then((m) => ({ default: m.CreateUserDialog })))
const dialogs = {
  edit: lazy(() => import('./edit-user-dialog.tsx').then((m) => ({ default: m.EditUserDialog }))),
  password: lazy(() => import('./password-dialog.tsx').then((m) => ({ default: m.PasswordDialog }))),
  invite: lazy(() => import('./confirmations.tsx').then((m) => ({ default: m.InviteAgain }))),
  'reset-2fa': lazy(() => import('./confirmations.tsx').then((m) => ({ default: m.ResetTwoFactor }))),
  deactivate: lazy(() => import('./deactivate-user.tsx').then((m) => ({ default: m.DeactivateUser }))),
  reactivate: lazy(() => import('./confirmations.tsx').then((m) => ({ default: m.Reactivate }))),
  'propose-stand-in': lazy(() => import('./stand-ins.tsx').then((m) => ({ default: m.ProposeStandIn }))),
  'approve-stand-in': lazy(() => import('./stand-ins.tsx').then((m) => ({ default: m.ApproveStandIn }))),
  'end-stand-in': lazy(() => import('./stand-ins.tsx').then((m) => ({ default: m.EndStandIn }))),
} satisfies Record<UserAction, unknown>

interface UserDialogsProps extends Returning {
  readonly opened: { readonly action: 'create' } | { readonly action: UserAction; readonly user: UserDetails } | null
  /** Called when the row of the person disappears from the list. */
  readonly onGone: () => void
}

/** Shows the dialog that is open over the list of users; its code is loaded at the first opening. */
export function UserDialogs({ opened, onGone, ...rest }: UserDialogsProps) {
  if (!opened) return null
  if (opened.action === 'create') {
    return (
      <Suspense fallback={null}>
        <CreateUserDialog {...rest} />
      </Suspense>
    )
  }
  const Dialog = dialogs[opened.action]
  return (
    <Suspense fallback={null}>
      <Dialog key={opened.user.id} user={opened.user} onGone={onGone} {...rest} />
    </Suspense>
  )
}
