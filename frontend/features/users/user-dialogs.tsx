import type { UserDetails } from '../../../shared/users/schemas.ts'
import type { Returning } from '../../ui/dialogs/return-focus.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import type { UserAction } from './use-user-dialog.ts'

const CreateUserDialog = onDemand(() => import('./create-user-dialog.tsx').then((m) => m.CreateUserDialog))
const dialogs = {
  edit: onDemand(() => import('./edit-user-dialog.tsx').then((m) => m.EditUserDialog)),
  password: onDemand(() => import('./password-dialog.tsx').then((m) => m.PasswordDialog)),
  invite: onDemand(() => import('./confirmations.tsx').then((m) => m.InviteAgain)),
  'reset-2fa': onDemand(() => import('./confirmations.tsx').then((m) => m.ResetTwoFactor)),
  deactivate: onDemand(() => import('./deactivate-user.tsx').then((m) => m.DeactivateUser)),
  reactivate: onDemand(() => import('./confirmations.tsx').then((m) => m.Reactivate)),
  'propose-stand-in': onDemand(() => import('./stand-ins.tsx').then((m) => m.ProposeStandIn)),
  'approve-stand-in': onDemand(() => import('./stand-ins.tsx').then((m) => m.ApproveStandIn)),
  'end-stand-in': onDemand(() => import('./stand-ins.tsx').then((m) => m.EndStandIn)),
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
    return <CreateUserDialog {...rest} />
  }
  const Dialog = dialogs[opened.action]
  return <Dialog key={opened.user.id} user={opened.user} onGone={onGone} {...rest} />
}
