import type { KeyboardEvent } from 'react'

/**
 * Closes a dialog on Escape where Radix does not: Radix gives the key to the topmost layer only, and a toast is such a
 * layer.
 */
export const onEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  event.preventDefault()
  close()
}
