import { Secret, TOTP } from 'otpauth'

const STEP_SECONDS = 30
const TOLERATED_STEPS = 1
const SECRET_BYTES = 32
const KEPT_STEPS = 20

const totpOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: STEP_SECONDS })

/** Returns a new TOTP secret in base32, 52 characters long as Cognito's. */
export const createSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/**
 * Returns the number of the 30-second step to which a code belongs, or null for a wrong code. Accepts the step of `now`
 * (milliseconds since 1970) and those just before and after (RFC 6238).
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: TOLERATED_STEPS })
  return delta === null ? null : Math.floor(now / 1000 / STEP_SECONDS) + delta
}

/** Returns the 30-second steps whose TOTP code was used (`spent`), with `step` added; keeps only the latest 20. */
export const spendStep = (spent: readonly number[], step: number): number[] => [...spent, step].slice(-KEPT_STEPS)
