import { type Flag, flags, type Role, roles } from '../../access.ts'
import { isEmail, normaliseEmail } from '../../identifiers.ts'
import { isEuros } from '../../money.ts'
import { isRefusal, REFUSAL_MESSAGE } from '../../refusal.ts'
import * as z from '../../zod.ts'

/**
 * Characters that are invisible or reverse text: control characters except tabs and line breaks, direction marks, and
 * zero-width spaces. Joiners of letters and emoji are allowed.
 */
export const unseen = /(?![\t\n\r])[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/u
const allUnseen = new RegExp(unseen, 'gu')

/** Removes the invisible characters that people paste along with a text; a vertical break becomes a space. */
export const withoutUnseen = (text: string): string =>
  unseen.test(text) ? text.replace(/[\v\f\u0085]/g, ' ').replace(allUnseen, '') : text

/** Line breaks of all kinds, also those that only some programs recognise. */
const lineBreak = /[\n\r\u2028\u2029]/
const onOneLine = [(text: string) => !lineBreak.test(text), { error: 'Gebruik één regel', abort: true }] as const

/** Makes the schema of a text of at most `max` characters, without what people paste along. */
export const freeText = (max: number) => z.string().overwrite(withoutUnseen).trim().max(max)

const requireTrimmed = (message: string, max: number) =>
  z
    .string({ error: (issue) => (issue.input === undefined || issue.input === null ? message : undefined) })
    .overwrite(withoutUnseen)
    .trim()
    .min(1, message)
    .max(max)

/**
 * Makes the schema of a required number that is stored and compared without separators (rulings 49). `meaning` holds the
 * field's marks.
 */
export const identifier = (
  required: string,
  wrong: string,
  normalise: (text: string) => string,
  isRight: (text: string) => boolean,
  meaning: z.core.GlobalMeta,
) =>
  z
    .string({ error: required })
    .overwrite(withoutUnseen)
    .trim()
    .max(60)
    .min(1, required)
    .meta(meaning)
    .transform(normalise)
    .refine((value) => value === '' || isRight(value), wrong)

// JSON Schema accepts no examples after a transform, so `meta` comes before it.
const orAbsent = (field: z.ZodType<string, string>, meaning: z.core.GlobalMeta) =>
  field
    .meta(meaning)
    .transform((value) => (value === '' ? null : value))
    .nullish()

/**
 * Makes the schema of an optional text on one line, of at most `max` characters. A blank text is stored as null.
 * `meaning` holds the field's marks (`GlobalMeta`) for the API's description and the proofs.
 */
export const text = (max = 200, meaning: z.core.GlobalMeta = {}) =>
  orAbsent(freeText(max).refine(...onOneLine), meaning)

/** Makes the schema of an optional text of several lines and at most `max` characters, such as notes. */
export const lines = (max: number, meaning: z.core.GlobalMeta = {}) =>
  orAbsent(freeText(max), { ...meaning, 'x-multi-line': true })

/** Makes the schema of a required text on one line; `message` is shown when it is missing. */
export const requireText = (message: string, max = 200) => requireTrimmed(message, max).refine(...onOneLine)

/** Makes the schema of a required text of several lines; `message` is shown when it is missing. */
export const requireLines = (message: string, max: number) =>
  requireTrimmed(message, max).meta({ 'x-multi-line': true })

const visible = /[^\p{C}\p{Z}\p{M}]/u

/** Makes the schema of a name of a person or team; `message` is shown when it has no visible character. */
export const nameText = (message: string) =>
  requireText(message, 80)
    .overwrite((name) => name.replaceAll('\t', ' '))
    .refine((name) => name === '' || visible.test(name), message)

const emailText = z.string().overwrite(normaliseEmail).max(254)

/** An e-mail address, lower-case. */
export const email = emailText.refine(isEmail, 'Ongeldig e-mailadres').meta({ format: 'email' })

/** An e-mail address, lower-case; blank counts as absent and is stored as null. */
export const optionalEmail = emailText
  .refine((value) => value === '' || isEmail(value), 'Ongeldig e-mailadres')
  .transform((value) => value || null)
  .nullish()
  .meta({ format: 'email' })

export const phoneExamples = { examples: ['0475 123456', '06 12345678'] }

/** Marks of a field with a password or a code that proves who somebody is: sent, never shown. */
export const secret = { format: 'password', 'x-not-stored': true } as const

/** A team's number; a numeric string is accepted (rulings 13). */
export const teamId = z
  .union([
    z.int().positive().max(1_000_000),
    z
      .string()
      .regex(/^[1-9]\d{0,5}$/, 'Kies een geldig team')
      .transform(Number),
  ])
  .meta({ 'x-refers-to': '/api/teams' })

/** Makes the schema of a calendar date `yyyy-mm-dd`, from 1900 to 2199; `message` is shown for any other value. */
export const localDate = (message = 'Ongeldige datum') =>
  z.iso.date(message).refine((date) => date >= '1900-01-01' && date < '2200-01-01', message)

/** An optional date; a blank one is stored as null. */
export const optionalDate = z.union([z.literal('').transform(() => null), localDate()]).nullish()

/**
 * Makes the schema of an amount from 0 to 1,000,000 euros with at most 2 decimals (rulings 14, 38). `missing` is shown
 * when it is no number, `negative` when it is below 0.
 */
export const euros = (missing = 'Vul een bedrag van 0 of meer in', negative = missing) =>
  z
    .number(missing)
    .min(0, negative)
    .max(1_000_000, 'Vul een bedrag van hoogstens € 1.000.000 in')
    .refine(isEuros, 'Vul een bedrag met hoogstens 2 decimalen in')
    .meta({ examples: [85, 25.5] })

/** Makes the schema of a wall time `HH:mm`; `message` is shown for any other value. */
export const localTime = (message = 'Ongeldige tijd') =>
  z
    .string(message)
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, message)
    .meta({ examples: ['10:00', '14:30'] })

/** A moment, ISO 8601 UTC. */
export const instant = z.iso.datetime()

export const role = z.enum(roles).meta({ examples: ['agent', 'caller'] })

/** The roles in Dutch. */
export const roleLabels: Record<Role, string> = {
  admin: 'Beheerder',
  teamleader: 'Teamleider',
  agent: 'Agent',
  caller: 'Beller',
}

/** The offices that teams belong to, each named after its place. */
export const officeNames = { roermond: 'Roermond', 'nieuw-vennep': 'Nieuw-Vennep' } as const
export type Office = keyof typeof officeNames
export const offices = Object.keys(officeNames) as Office[]
export const office = z.enum(offices)
/** Dutch labels of the offices, such as `Kantoor Roermond`. */
export const officeLabels = Object.fromEntries(
  Object.entries(officeNames).map(([office, place]) => [office, `Kantoor ${place}`]),
) as Record<Office, string>

export const employmentTypes = ['loondienst', 'zzp'] as const
export const employmentType = z.enum(employmentTypes)
export type EmploymentType = z.output<typeof employmentType>
export const employmentLabels: Record<EmploymentType, string> = { loondienst: 'Loondienst', zzp: 'Zzp' }

/** Payment status of a zzp'er's monthly licence fee (rulings 64). */
export const licenseFeeStatuses = ['paid', 'pending', 'overdue'] as const
export const licenseFeeStatus = z.enum(licenseFeeStatuses)
export type LicenseFeeStatus = z.output<typeof licenseFeeStatus>
export const licenceLabels: Record<LicenseFeeStatus, string> = {
  paid: 'Betaald',
  pending: 'Openstaand',
  overdue: 'Te laat',
}

const flag = z.boolean()
/** Schemas of the eight access flags, all required. */
export const flagFields = Object.fromEntries(flags.map((name) => [name, flag])) as Record<Flag, typeof flag>

/** A person as others see them in lists. */
export const person = z.object({ id: z.string(), firstName: z.string(), lastName: z.string() })

/** A team as shown on records. */
export const teamSummary = z.object({ id: z.int(), name: z.string(), office })

const consentSource = requireText('Vul in hoe de toestemming is gegeven')

/** A customer's consent to be called: its source and date. */
export const Consent = z.object({ source: consentSource, date: localDate() })
export type Consent = z.output<typeof Consent>

/** A consent as people write it. A refusal is none. */
export const GivenConsent = Consent.extend({
  source: consentSource.refine((source) => !isRefusal(source), REFUSAL_MESSAGE),
})

/**
 * Date since when a phone number must not be called (rulings 32). How the customer said so stands in the history of the
 * lead where it was noted, as everybody with this number gets the date.
 */
export const DoNotCall = z.object({ date: z.iso.date() })
export type DoNotCall = z.output<typeof DoNotCall>

/** Makes the schema of a result field that a stored row may lack; replies then have null. */
export const orNull = <S extends z.ZodType>(schema: S) => schema.nullable().default(null)
