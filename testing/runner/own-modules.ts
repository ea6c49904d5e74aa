import { vi } from 'vitest'
import * as z from 'zod'

/** True when the test file that ran last in this process had modules of its own. */
const held = globalThis as { [key: symbol]: boolean | undefined }
const ownKey = Symbol.for('partnerview.ownModules')

function reset(): void {
  // The library keeps this setting outside our modules, so loading them anew does not reset it.
  z.config({ customError: undefined })
  vi.resetModules()
}

/**
 * Loads our modules anew for this test file, and again for the next one. Call it before `startWorld` in a file that
 * sets an address or another setting, as modules and the clients in them keep what they read first.
 */
export function loadOwnModules(): void {
  reset()
  held[ownKey] = true
}

/** Loads our modules anew if the last test file had its own; other files share what is loaded. */
export function endOwnModules(): void {
  if (held[ownKey]) reset()
  held[ownKey] = false
}
