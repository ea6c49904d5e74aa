import type { Admin } from './release.ts'

/** Reads `Eva Jansen <eva@example.nl>`; throws for another form. */
export function parseAdmin(text: string): Admin {
  const [, firstName = '', lastName = '', email = ''] =
    /^\s*(\S+)\s+(\S.*?)\s*<([^\s<>@]+@[^\s<>@]+\.[^\s<>@]+)>\s*$/.exec(text) ?? []
  if (email === '') throw new Error(`--admin takes 'Eva Jansen <eva@example.nl>', not '${text}'`)
  return { email: email.toLowerCase(), firstName, lastName }
}
