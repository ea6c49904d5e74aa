import {
  KeyRound,
  MailPlus,
  MoreHorizontal,
  Pencil,
  RotateCcw,
  ShieldOff,
  UserCheck,
  UserMinus,
  UserPlus,
  UserX,
} from 'lucide-react'
import { useRef } from 'react'
import type { UserDetails } from '../../../shared/users/schemas.ts'
import { fullNameOf } from '../../lib/format.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menus/menu.tsx'
import type { OpenUserAction, UserAction } from './use-user-dialog.ts'
import { findAllowedActions } from './user-rules.ts'

interface UserActionsProps {
  readonly user: UserDetails
  readonly onOpen: OpenUserAction
  /** Set on a card, which has no edit button: a click on it, or the menu, opens the form. */
  readonly compact?: boolean
}

/**
 * Shows the buttons and the menu with the actions on a person, at the end of the row (spec §2). With `compact`, on a
 * card, there is no edit button.
 */
export function UserActions({ user, onOpen, compact = false }: UserActionsProps) {
  const me = useUser()
  const name = fullNameOf(user)
  if (!user.isActive) {
    return (
      findAllowedActions(me, user).reactivate && (
        <Button
          size="small"
          icon={<RotateCcw />}
          aria-label={`${name} reactiveren`}
          onClick={() => onOpen('reactivate', user)}
        >
          Reactiveren
        </Button>
      )
    )
  }
  return (
    <>
      {!compact && (
        <IconButton size="small" label={`${name} bewerken`} icon={<Pencil />} onClick={() => onOpen('edit', user)} />
      )}
      <MoreActions user={user} name={name} onOpen={onOpen} compact={compact} />
    </>
  )
}

interface MoreActionsProps extends Required<UserActionsProps> {
  readonly name: string
}

function MoreActions({ user, name, onOpen, compact }: MoreActionsProps) {
  const button = useRef<HTMLButtonElement>(null)
  const allowed = findAllowedActions(useUser(), user)
  const { changePassword, invite, resetTwoFactor, deactivate } = allowed
  const open = (action: UserAction) => () => onOpen(action, user, button.current)
  return (
    <Menu
      trigger={
        <IconButton
          ref={button}
          size={compact ? 'normal' : 'small'}
          label={`Meer acties voor ${name}`}
          icon={<MoreHorizontal />}
        />
      }
    >
      <MenuItem icon={<Pencil />} onSelect={open('edit')}>
        Bewerken
      </MenuItem>
      {invite && (
        <MenuItem icon={<MailPlus />} onSelect={open('invite')}>
          Opnieuw uitnodigen
        </MenuItem>
      )}
      {changePassword && (
        <MenuItem icon={<KeyRound />} onSelect={open('password')}>
          Wachtwoord wijzigen
        </MenuItem>
      )}
      {resetTwoFactor && (
        <MenuItem icon={<ShieldOff />} onSelect={open('reset-2fa')}>
          2FA resetten
        </MenuItem>
      )}
      {allowed.proposeStandIn && (
        <MenuItem icon={<UserPlus />} onSelect={open('propose-stand-in')}>
          Als plaatsvervanger voorstellen
        </MenuItem>
      )}
      {allowed.approveStandIn && (
        <MenuItem icon={<UserCheck />} onSelect={open('approve-stand-in')}>
          Plaatsvervanger goedkeuren
        </MenuItem>
      )}
      {allowed.endStandIn && (
        <MenuItem icon={<UserMinus />} onSelect={open('end-stand-in')}>
          {user.standIn?.approvedAt ? 'Plaatsvervanging beëindigen' : 'Voorstel intrekken'}
        </MenuItem>
      )}
      {deactivate && (
        <>
          <MenuSeparator />
          <MenuItem icon={<UserX />} tone="danger" onSelect={open('deactivate')}>
            Deactiveren
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
