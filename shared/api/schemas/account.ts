import * as z from '../../zod.ts'
import { requireText, secret } from '../parts/fields.ts'

/** A code of the authenticator app or a backup code. */
export const twoFactorCode = requireText('Voer verificatiecode in', 6).meta({ ...secret, examples: ['000000'] })

/** Body of a request that a code of two-factor authentication confirms. */
export const CodeForm = z.object({ token: twoFactorCode })
/** Password and code by which people prove again that an account is theirs. */
export const OwnerProof = z.object({
  password: z.string('Vul je wachtwoord in').min(1, 'Vul je wachtwoord in').max(256).meta(secret),
  token: twoFactorCode,
})
/** Body that sets the idle time after which sessions end. */
export const TimeoutForm = z.object({
  timeoutMinutes: z
    .int('Vul een heel aantal minuten in')
    .min(15, 'Kies minimaal 15 minuten')
    .max(480, 'Kies maximaal 480 minuten'),
})
