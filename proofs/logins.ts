import { Secret, TOTP } from 'otpauth'
import type { Answer, CallOptions, Person, PersonOptions, World } from '../testing/world.ts'
import { newIpAddress } from './cast.ts'

export const PASSWORD = 'Zonnepaneel-7'

/**
 * Sends a login of a person to the API and returns the reply. By default it has the password of the proofs, no code and
 * a new IP address.
 */
export const login = (
  world: World,
  person: Pick<Person, 'email'>,
  { password = PASSWORD, code, ...options }: CallOptions & { password?: string; code?: string } = {},
): Promise<Answer> =>
  world.call('POST', '/api/login', {
    ip: newIpAddress(),
    ...options,
    body: { email: person.email, password, ...(code === undefined ? {} : { twoFactorCode: code }) },
  })

/**
 * Creates a person who has set up 2FA through the API, by default in team 1. Returns the person, the session, the
 * backup codes and the secret.
 */
export async function createPersonWithTwoFactor(world: World, options: PersonOptions = {}) {
  const person = await world.person({ teamId: 1, ...options, twoFactorEnabled: false, password: PASSWORD })
  const first = await login(world, person)
  const as = String(first.body.sessionId)
  const setup = await world.call('POST', '/api/auth/user/2fa-setup', { as })
  const verified = await world.call('POST', '/api/auth/user/2fa-verify', { as, body: { token: world.code(person.id) } })
  if (verified.status !== 200) throw new Error(`2FA could not be set up: ${verified.text}`)
  return { person, as, codes: setup.body.backupCodes as string[], secret: String(setup.body.manualSecret) }
}

/** Returns the 2FA code of a secret, `steps` × 30 s from now. */
export const twoFactorCodeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
