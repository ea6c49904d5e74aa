import { useId, useRef, useState } from 'react'
import { fullNameOf } from '../lib/format.ts'
import { useUser } from '../lib/session.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Avatar } from '../ui/display/avatar.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import styles from './user-menu.module.css'

const UserMenu = onDemand(() => import('./user-menu.tsx').then((m) => m.UserMenu))

interface UserButtonProps {
  /** Opens the list of what the user just did. */
  readonly onShowChanges: () => void
}

/** Shows the avatar of the user in the top bar; opens the user menu. */
export function UserButton({ onShowChanges }: UserButtonProps) {
  const user = useUser()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  return (
    <>
      <Button
        ref={button}
        tone="ghost"
        className={styles.userButton}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Avatar id={user.id} name={fullNameOf(user)} image={user.profileImageUrl} />
        <span className="pv-hidden">Gebruikersmenu van {fullNameOf(user)}</span>
      </Button>
      {open && <UserMenu id={id} anchor={button} onClose={() => setOpen(false)} onShowChanges={onShowChanges} />}
    </>
  )
}
