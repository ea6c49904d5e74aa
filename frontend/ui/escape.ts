import type { KeyboardEvent } from 'react'

/**
 * Lets Escape close a dialog also where Radix does not: it gives the key to the topmost layer alone, and a toast is one
 * as soon as it is shown.
 */
export const onEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  event.preventDefault()
  close()
}
