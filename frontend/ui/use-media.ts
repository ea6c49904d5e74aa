import { useCallback, useSyncExternalStore } from 'react'

const matchesMedia = (query: string): boolean =>
  typeof window.matchMedia === 'function' && window.matchMedia(query).matches

/** Tells whether a CSS media query matches now; false without `matchMedia`, as in jsdom. */
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
  return useSyncExternalStore(subscribe, () => matchesMedia(query))
}

const PHONE = 'screen and (max-width: 767px)'

/**
 * Tells whether the screen is below 768 px, where tables become cards and dialogs bottom sheets (design.md rule 5).
 * False for print, which keeps tables.
 */
export const useIsPhone = (): boolean => useMedia(PHONE)

/** Tells the same outside a component. */
export const isPhone = (): boolean => matchesMedia(PHONE)

/** Tells whether the window is below 1100 px, where a whole sidebar does not fit beside a list; true on a phone too. */
export const useIsTablet = (): boolean => useMedia('(max-width: 1099px)')
