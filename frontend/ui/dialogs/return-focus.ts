import { type RefObject, useRef } from 'react'

/** Properties of a dialog that gives focus back to what opened it. */
export interface Returning {
  readonly returnFocus: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/**
 * Returns functions that remember the focused element before a layer opens, and focus it again afterwards; for an item
 * of a menu, which closes, the button of the menu. `preferred` gets focus instead, if given.
 */
export function useReturnFocus(preferred?: RefObject<HTMLElement | null>) {
  const before = useRef<HTMLElement | null>(null)
  return {
    remember(): void {
      const menu = document.activeElement?.closest('[role="menu"]')
      // A menu is named after its button.
      const active = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement
      before.current = active instanceof HTMLElement && active !== document.body ? active : null
    },
    giveBack(): void {
      const target = preferred?.current ?? before.current
      if (target?.isConnected) target.focus({ preventScroll: true })
    },
  }
}
