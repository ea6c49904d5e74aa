import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

interface Shown {
  readonly pathname: string
  readonly search: string
}

/** Current screen and the one before it, newest last. */
let shown: readonly Shown[] = []

/** Records the screens shown, for links back to the one before. */
export function useScreensNoted(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    const others = shown.filter((one) => one.pathname !== pathname)
    shown = [...others.slice(-1), { pathname, search }]
  }, [pathname, search])
}

/** Returns the screen shown before this one; undefined on the first page of a visit. */
export function useCameFrom(): Shown | undefined {
  const { pathname, key } = useLocation()
  return key === 'default' ? undefined : shown.findLast((one) => one.pathname !== pathname)
}
