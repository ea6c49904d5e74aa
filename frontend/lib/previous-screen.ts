import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

interface ScreenAddress {
  readonly pathname: string
  readonly search: string
}

/** Current screen and the one before it, newest last. */
let shown: readonly ScreenAddress[] = []

/** Remembers the addresses of the current screen and the one before it, for links back. */
export function useRememberScreens(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    const others = shown.filter((one) => one.pathname !== pathname)
    shown = [...others.slice(-1), { pathname, search }]
  }, [pathname, search])
}

/** Returns the address of the screen that was shown before this one; undefined on the first screen of a visit. */
export function usePreviousScreen(): ScreenAddress | undefined {
  const { pathname, key } = useLocation()
  return key === 'default' ? undefined : shown.findLast((one) => one.pathname !== pathname)
}
