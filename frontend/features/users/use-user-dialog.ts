import { useCallback, useRef, useState } from 'react'
import type { UserDetails } from '../../../shared/users/schemas.ts'

/** Action on a person in the list, each with a dialog of its own. */
export type UserAction =
  | ('edit' | 'password' | 'invite' | 'reset-2fa' | 'deactivate' | 'reactivate')
  | ('propose-stand-in' | 'approve-stand-in' | 'end-stand-in')
export type OpenUserAction = (action: UserAction, user: UserDetails, from?: HTMLElement | null) => void

type Opened = { readonly action: 'create' } | { readonly action: UserAction; readonly user: UserDetails }

/**
 * Returns the open user dialog, functions that open and close it, and the element that gets focus afterwards
 * (`origin`). Call `leave` when the row of the person disappears: focus then goes to the button `home` instead.
 */
export function useUserDialog() {
  const [opened, setOpened] = useState<Opened | null>(null)
  const origin = useRef<HTMLElement | null>(null)
  const home = useRef<HTMLButtonElement>(null)

  const remember = useCallback((from: HTMLElement | null | undefined) => {
    const active = document.activeElement
    origin.current = from ?? (active instanceof HTMLElement ? active : null)
  }, [])

  return {
    opened,
    origin,
    home,
    openNew: useCallback(() => {
      remember(null)
      setOpened({ action: 'create' })
    }, [remember]),
    open: useCallback<OpenUserAction>(
      (action, user, from) => {
        remember(from)
        setOpened({ action, user })
      },
      [remember],
    ),
    leave: useCallback(() => {
      origin.current = home.current
    }, []),
    close: useCallback(() => setOpened(null), []),
  }
}
