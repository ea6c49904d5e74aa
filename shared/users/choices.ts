import type { Flag, Role } from '../access.ts'
import { secret } from '../api/parts/fields.ts'
import * as z from '../zod.ts'

/** The licence fee of a zzp'er per month, in cents (spec §9). */
export const LICENSE_FEE_CENTS = 1999

/** Default rights of a new person, as far as the creator has them (spec §5). */
export const defaultFlags: Record<Flag, boolean> = {
  hasSalesAccess: false,
  hasCalendarAccess: true,
  hasLeadsAccess: true,
  hasPersonalDataAccess: false,
  hasCommissionsAccess: false,
  hasSalesReportsAccess: false,
  hasInvoiceAccess: false,
  hasTransactionsAccess: false,
}

/** Tells whether people of a role must have a phone number, as customers call them back (spec §5). */
export const needsPhone = (of: Role): boolean => of === 'agent' || of === 'teamleader'

/** Makes the schema of a password that Cognito accepts: no line breaks, and no space at either end. */
export const password = (shortest: number, tooShort: string) =>
  z
    .string()
    .min(shortest, tooShort)
    .max(256)
    .regex(/^\S(.*\S)?$/, 'Een wachtwoord begint en eindigt niet met een spatie')
    .meta({ ...secret, examples: ['Zonnepaneel-7', 'Nieuw-paneel-8'] })

/** A password of an invited person, or one that replaces another: at least 8 characters (spec §5). */
export const ownPassword = password(8, 'Wachtwoord moet minstens 8 karakters lang zijn')

/** Message about a first password that is too short. */
export const firstPasswordText = 'Wachtwoord moet minimaal 6 karakters zijn'
