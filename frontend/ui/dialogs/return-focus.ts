import { type RefObject, useRef } from 'react'

/** Remembers the focused element before a layer opens and focuses it again afterwards. */
export function useReturnFocus(preferred?: RefObject<HTMLElement | null>) {
  const before = useRef<HTMLElement | null>(null)
  return {
    remember(): void {
      const active = document.activeElement
      before.current = active instanceof HTMLElement && active !== document.body ? active : null
    },
    giveBack(): void {
      const target = preferred?.current ?? before.current
      if (target?.isConnected) target.focus({ preventScroll: true })
    },
  }
}
