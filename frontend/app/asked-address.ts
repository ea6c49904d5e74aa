import { paths } from '../domains/paths.ts'

interface Asked {
  readonly from: string
  readonly userId: string | undefined
}

/** Builds the state of the login entry in the history: the page on which the session ended, and its user. */
export const buildReturnAddress = (userId: string | undefined): Asked => ({
  from: location.pathname + location.search,
  userId,
})

/** Returns the page to open after a login: the one where the session of the same user ended, else the first page. */
export function addressAfterLogin(entryState: unknown, userId: string): string {
  const asked = entryState as Asked | null
  return asked?.from && asked.userId === userId ? asked.from : paths.home
}
