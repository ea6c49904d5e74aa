import type { KeyboardEvent } from 'react'

/**
 * Returns a key handler that closes a dialog on Escape. Radix alone would give the key to a toast that is on screen.
 */
export const onEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  event.preventDefault()
  close()
}
