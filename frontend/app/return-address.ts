import { paths } from '../domains/paths.ts'

interface ReturnAddress {
  readonly from: string
  readonly userId: string | undefined
}

/**
 * Returns the state for the history entry of the login screen, so that the login can lead back. It has the current
 * address, and the id of the user whose session ended (`userId`).
 */
export const buildReturnAddress = (userId: string | undefined): ReturnAddress => ({
  from: location.pathname + location.search,
  userId,
})

/**
 * Returns the address to open after a login: where the last session of user `userId` ended, else the home page.
 * `entryState` is the state of the history entry of the login screen.
 */
export function readReturnAddress(entryState: unknown, userId: string): string {
  const stored = entryState as ReturnAddress | null
  return stored?.from && stored.userId === userId ? stored.from : paths.home
}
