import {
  euros,
  instant,
  localDate,
  offices,
  optionalDate,
  optionalEmail,
  lines as optionalLines,
  text as optionalText,
  orNull,
  person as personSchema,
  phoneExamples,
  requireText,
  teamSummary,
} from '../api/parts/fields.ts'
import { normalisePhone, normalisePostcode } from '../identifiers.ts'
import { cents } from '../money.ts'
import * as z from '../zod.ts'
import type { Field, Format } from './field.ts'

/** Words and places of a value, without its format, which its kind knows. */
type Words = Omit<Field, 'format'>
/** Words of a value that people type, which say where in the form it stands; null for no place in the form. */
type TypedWords = Words & { readonly form: Field['form'] }

/** Attributes by their kind. */
export const attributes = {
  must: { type: 'string', required: true },
  optional: { type: 'string' },
  number: { type: 'number', required: true },
  optionalNumber: { type: 'number' },
  flag: { type: 'boolean', required: true },
} as const
const { must, optional, number, flag } = attributes

const postcodeExamples = { examples: ['6041 AB', '2153 KB'] }

/** Text that a row may lack, such as the id of another record; the system sets it. */
export const textOrNone = { stored: optional, shown: orNull(z.string()) } as const

/** Makes the id of a record that a list has, by the path of that list; a row may lack it. */
export const reference = (list: `/api/${string}`) => ({
  ...textOrNone,
  typed: optionalText(128, { 'x-refers-to': list }),
})

/** Makes the id of a record that a list has, which a body may leave out and a row has. */
export const keptReference = (list: `/api/${string}`) => ({ ...reference(list), ...kept(z.string(), must) })

/** Makes the id of a record that a list has, which is never empty; `message` is shown when it is. */
export const requiredReference = (message: string, list: `/api/${string}`) => ({
  ...{ ...kept(z.string(), must), typed: requireText(message, 128).meta({ 'x-refers-to': list }) },
})

/** Adds the format of a kind to the words of a value. */
const described = <const F extends Format, const W extends Words>(format: F, words: W) => ({ format, ...words })

/** Makes a text on one line that may be empty, of at most `max` characters. */
export const text = <const W extends TypedWords>(words: W, max = 200) => ({
  ...textOrNone,
  typed: optionalText(max),
  field: words,
})

/** Makes a text on one line that is never empty, of at most `max` characters; `message` is shown when it is empty. */
export const requiredText = <const W extends TypedWords>(message: string, words: W, max = 200) => ({
  ...{ typed: requireText(message, max), stored: must, shown: z.string() },
  field: words,
})

/** Makes a text of several lines, of at most `max` characters. */
export const lines = <const W extends TypedWords>(max: number, words: W) => ({
  ...{ ...textOrNone, typed: optionalLines(max) },
  field: described('lines', words),
})

/** Makes a phone number as people write it; what stores it makes it the normal form. */
export const phone = <const W extends TypedWords>(words: W) => ({
  ...{ ...textOrNone, typed: optionalText(40, phoneExamples), normal: normalisePhone },
  field: described('phone', words),
})

/** Makes a phone number that is never empty. */
export const requiredPhone = <const W extends TypedWords>(words: W) => ({
  ...{ stored: must, shown: z.string(), normal: normalisePhone },
  typed: requireText('Telefoonnummer is verplicht', 40).meta(phoneExamples),
  field: described('phone', words),
})

export const email = <const W extends TypedWords>(words: W) => ({
  ...{ ...textOrNone, typed: optionalEmail },
  field: described('email', words),
})

export const postcode = <const W extends TypedWords>(words: W) => ({
  ...{ ...textOrNone, typed: optionalText(12, postcodeExamples), normal: normalisePostcode },
  field: described('postcode', words),
})

/** Makes a postcode that is never empty. */
export const requiredPostcode = <const W extends TypedWords>(words: W) => ({
  ...{ stored: must, shown: z.string(), normal: normalisePostcode },
  typed: requireText('Postcode is verplicht', 12).meta(postcodeExamples),
  field: described('postcode', words),
})

/** Makes an amount or a usage of energy: any text, which is shown with its unit when it is a number. */
export const measured = <const F extends 'amount' | 'usage', const W extends TypedWords>(format: F, words: W) => ({
  ...{ ...textOrNone, typed: optionalText(60) },
  field: described(format, words),
})

/** Makes a calendar date `yyyy-mm-dd`. */
export const day = <const W extends TypedWords>(words: W) => ({
  ...{ typed: optionalDate, stored: optional, shown: orNull(z.iso.date()) },
  field: described('day', words),
})

/** Makes a calendar date that a body must have. */
export const requiredDay = <const W extends TypedWords>(words: W) => ({
  ...{ typed: localDate('Kies een datum'), stored: must, shown: z.iso.date() },
  field: described('day', words),
})

/** Makes an amount from 0 in euros, which a row has in cents; `message` is shown for any other value. */
export const money = <const W extends TypedWords>(message: string, words: W) => ({
  ...{ typed: euros(message), stored: number, normal: cents, shown: z.number() },
  field: described('money', words),
})

/** Makes a moment that people choose, ISO 8601 UTC. */
export const moment = <const W extends TypedWords>(words: W) => ({
  ...{ typed: instant.nullish(), stored: optional, shown: orNull(instant) },
  field: described('moment', words),
})

/** Makes one of several values; a body may leave it out, a row has it. `message` is shown for any other value. */
export const choice = <
  const V extends readonly [string, ...string[]],
  const L extends Readonly<Record<V[number], string>>,
  const W extends TypedWords,
>(
  values: V,
  labels: L,
  message: string,
  words: W,
) => ({
  ...{
    typed: z.enum(values, message).optional(),
    stored: { type: values, required: true } as const,
    shown: z.enum(values),
  },
  field: described(labels, words),
})

/** Makes one of several values, which a body must have. */
export const requiredChoice = <
  const V extends readonly [string, ...string[]],
  const L extends Readonly<Record<V[number], string>>,
  const W extends TypedWords,
>(
  values: V,
  labels: L,
  message: string,
  words: W,
) => ({ ...choice(values, labels, message, words), typed: z.enum(values, message) })

/** Makes a yes or no, which a body may leave out and a row has; a `switch` reads as on or off. */
export const yesOrNo = <const F extends 'flag' | 'switch', const W extends TypedWords>(format: F, words: W) => ({
  ...{ typed: z.boolean().optional(), stored: flag, shown: z.boolean() },
  field: described(format, words),
})

const personFields = { type: 'map', properties: { id: must, firstName: must, lastName: must } } as const
const teamFields = {
  type: 'map',
  properties: { id: number, name: must, office: { type: offices, required: true } },
} as const

/** Makes the person of an id, as lists show it; the row has the name too. */
export const person = <const W extends Words>(words: W) => ({
  ...{ shown: personSchema, stored: { ...personFields, required: true } as const },
  field: described('name', words),
})

/** Makes the person of an id that a row may lack. */
export const personOrNone = <const W extends Words>(words: W) => ({
  ...{ shown: orNull(personSchema), stored: personFields },
  field: described('name', words),
})

/** Makes the team of a record, as lists show it; the row has its name and office too. */
export const team = <const W extends Words>(words: W) => ({
  ...{ shown: teamSummary, stored: { ...teamFields, required: true } as const },
  field: described('name', words),
})

/** Makes the team of a record that may have none. */
export const teamOrNone = <const W extends Words>(words: W) => ({
  ...{ shown: orNull(teamSummary), stored: teamFields },
  field: described('name', words),
})

/** Makes a value that the system sets: stored and shown. */
export const kept = <S extends z.ZodType, const A extends { readonly type: unknown }>(shown: S, stored: A) => ({
  ...{ shown, stored },
})

/** Values that each record has. */
export const standard = {
  ...{ id: kept(z.string(), must), version: kept(z.int(), number) },
  ...{ createdAt: kept(instant, must), updatedAt: kept(instant, must) },
}

/** Makes an attribute that no reply shows. */
export const stored = <const A extends { readonly type: unknown }>(attribute: A) => ({ stored: attribute })

/** Makes a value that a reply computes. */
export const shown = <S extends z.ZodType>(schema: S) => ({ shown: schema })

/** Makes a value that only steers a call. */
export const sent = <S extends z.ZodType>(schema: S) => ({ typed: schema })

/** Makes a value that only steers a change. */
export const sentInChange = <S extends z.ZodType>(schema: S) => ({ changed: schema })

/** Makes a control of the form that holds a part of another value; the history shows its changes under that value. */
export const control = <const W extends TypedWords & Pick<Field, 'format'> & { readonly history: string }>(
  words: W,
) => ({
  field: words,
})
