import { paths } from '../domains/paths.ts'

interface Asked {
  readonly from: string
  readonly userId: string | undefined
}

/** What the entry of the login screen remembers of the page on which a session ended. */
export const askedAddress = (userId: string | undefined): Asked => ({
  from: location.pathname + location.search,
  userId,
})

/** Where a login leads from the login screen: to the page on which the same user's session ended, else to the first. */
export function addressAfterLogin(entryState: unknown, userId: string): string {
  const asked = entryState as Asked | null
  return asked?.from && asked.userId === userId ? asked.from : paths.home
}
