import { foldText } from '../../../shared/folded.ts'
import { isPhone, isPostcode, normalisePhone, normalisePostcode } from '../../../shared/identifiers.ts'
import type { Colleague } from '../../../shared/users/schemas.ts'
import type { TypedCustomer } from '../../domains/appointment-dialogs.ts'
import { fullNameOf } from '../../lib/format.ts'
import { parseSpokenDate, parseTime } from '../../ui/dates/date-text.ts'

/** Appointment that one line of text describes. */
export interface AppointmentLine {
  readonly customer: TypedCustomer
  readonly date: string | undefined
  readonly time: string | undefined
  readonly agent: Colleague | undefined
}

/** Maximum number of words that a phone number is written in. */
const MAX_PHONE_WORDS = 5

/**
 * Reads a line such as `bakkerij proef 0612345678 6041el 4 di 10:15 lucas`: words that are no phone number, postcode
 * with house number, e-mail address, day, time or colleague are the name. A colleague is named behind the day or time.
 * Null for a text without a name, or without a day or time beside a number, postcode or each other.
 */
export function readAppointmentLine(
  text: string,
  { today, colleagues }: { readonly today: string; readonly colleagues: readonly Colleague[] },
): AppointmentLine | null {
  const words = text.trim().split(/\s+/)
  const phone = take(words, MAX_PHONE_WORDS, readPhone)
  const postalCode = take(words, 2, readPostcode)
  const houseNumber = postalCode && takeAt(words, postalCode.at, readHouseNumber)
  const customerEmail = take(words, 1, (word) => (/^\S+@\S+\.\S+$/.test(word) ? word : null))
  const date = take(words, 1, (word) => (/^\d+$/.test(word) ? null : parseSpokenDate(word, today)))
  const time = take(words, 1, (word) => (clock.test(word) ? parseTime(word) : null))
  const from = Math.max(date?.at ?? -1, time?.at ?? -1)
  const agent = from < 0 ? undefined : take(words, 4, (name) => findColleague(name, colleagues), from)
  const customerName = capitalise(words.join(' '))
  const isMoment = date !== undefined && time !== undefined
  if (customerName === '' || from < 0 || !(isMoment || phone || postalCode)) return null
  return {
    customer: {
      ...{ customerName, customerPhone: phone?.value ?? '', postalCode: postalCode?.value, houseNumber },
      customerEmail: customerEmail?.value,
    },
    ...{ date: date?.value, time: time?.value, agent: agent?.value },
  }
}

interface Taken<Value> {
  readonly value: Value
  /** Place among the words that are left. */
  readonly at: number
}

/** Takes the first words, `most` at most, that together have a meaning, out of `words`; searches from a place on. */
function take<Value>(
  words: string[],
  most: number,
  read: (text: string) => Value | null,
  from = 0,
): Taken<Value> | undefined {
  for (let at = from; at < words.length; at++) {
    for (let count = 1; count <= Math.min(most, words.length - at); count++) {
      const value = read(words.slice(at, at + count).join(' '))
      if (value === null) continue
      words.splice(at, count)
      return { value, at }
    }
  }
  return undefined
}

function takeAt(words: string[], at: number, read: (word: string) => string | null): string | undefined {
  const value = read(words[at] ?? '')
  if (value === null) return undefined
  words.splice(at, 1)
  return value
}

function readPhone(text: string): string | null {
  const phone = /^[+(\d][\d\s().+-]*$/.test(text) ? normalisePhone(text) : ''
  return isPhone(phone) ? phone : null
}

function readPostcode(text: string): string | null {
  const code = normalisePostcode(text)
  return isPostcode(code) ? code : null
}

/** A time of day that a word can only be: `10:15`, `10.15`, `10u`. */
const clock = /^\d{1,2}([:.]\d\d|u|uur)$/i

const readHouseNumber = (word: string): string | null =>
  /^\d{1,5}[\w-]*$/.test(word) && !clock.test(word) ? word : null

/** Finds the only colleague with a first or full name; null for a name of several. */
function findColleague(name: string, colleagues: readonly Colleague[]): Colleague | null {
  const said = foldText(name)
  const found = colleagues.filter((one) => [one.firstName, fullNameOf(one)].some((known) => foldText(known) === said))
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Capitalises the words of a name that was typed without capitals. */
const capitalise = (name: string): string =>
  name === name.toLowerCase() ? name.replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase()) : name
