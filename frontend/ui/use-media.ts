import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds now; false where there is no screen. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (typeof window.matchMedia !== 'function') return () => {}
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => typeof window.matchMedia === 'function' && window.matchMedia(query).matches,
  )
}

/** Below 768 px on a screen: tables become cards and dialogs bottom sheets (design.md rule 5). Paper keeps its tables. */
export const useIsPhone = (): boolean => useMedia('screen and (max-width: 767px)')

/** Below 1100 px there is no room for a whole sidebar beside a list. */
export const useIsTablet = (): boolean => useMedia('(max-width: 1099px)')
