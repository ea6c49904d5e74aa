import { LogOut, ShieldCheck, Undo2 } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../domains/paths.ts'
import { SchemePicker, ThemePicker } from '../features/security/appearance.tsx'
import { fullNameOf } from '../lib/format.ts'
import { logout, useUser } from '../lib/session.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Stack } from '../ui/layout/layout.tsx'
import { Text } from '../ui/layout/text.tsx'
import { FloatingPanel } from '../ui/menus/floating-panel.tsx'
import styles from './user-menu.module.css'

interface UserMenuProps {
  readonly id: string
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
  readonly onShowChanges: () => void
}

/**
 * Shows a panel under the avatar with the logged-in user, the choices of theme and colours, and buttons for what was just
 * done, security and logout.
 */
export function UserMenu({ id, anchor, onClose, onShowChanges }: UserMenuProps) {
  const user = useUser()
  const navigate = useNavigate()
  const content = useRef<HTMLDivElement>(null)

  function openSecurity(): void {
    onClose()
    navigate(paths.security)
  }

  function openChanges(): void {
    onClose()
    onShowChanges()
  }

  return (
    <FloatingPanel
      id={id}
      anchor={anchor}
      returnFocus={anchor}
      label="Gebruikersmenu"
      className={styles.userMenu}
      onClose={onClose}
      onOpenFocus={() => content.current?.querySelector<HTMLElement>('input:checked')?.focus()}
    >
      <Stack ref={content} gap={12}>
        <div>
          <Text as="p" weight="bold" overflow="truncate">
            {fullNameOf(user)}
          </Text>
          <Text as="p" size={12} color="soft" overflow="truncate">
            {user.email}
          </Text>
        </div>
        <ThemePicker />
        <SchemePicker />
        <Stack padTop={8} line="above" className={styles.userMenuActions}>
          <Button tone="ghost" icon={<Undo2 />} onClick={openChanges}>
            Net gedaan
          </Button>
          <Button tone="ghost" icon={<ShieldCheck />} onClick={openSecurity}>
            Beveiliging
          </Button>
          <Button tone="ghost" icon={<LogOut />} onClick={logout}>
            Uitloggen
          </Button>
        </Stack>
      </Stack>
    </FloatingPanel>
  )
}
