import { unprocessable } from '../../../shared/errors.ts'
import { cents } from '../../../shared/money.ts'
import { addDays, isLocalDate, type LocalDate } from '../../../shared/time.ts'
import { type AccountStatement, addBalances, type Booking, readNotations } from './booking.ts'

/** Days between the value of a booking and its entry beyond which the entry is of another year. */
const HALF_A_YEAR = 183

/** Tag that every message begins with, before which some banks write the receiver. */
const BEGIN = /^:20:/m

/** Tells whether a text begins as an MT940 statement does. */
export const isMt940 = (head: string): boolean => BEGIN.test(head) && /^:25:/m.test(head)

/**
 * Reads the bookings in euros of an MT940 file, as ABN AMRO, ING and Rabobank write it. Throws 422 for an unreadable
 * line.
 */
export function readMt940(text: string): AccountStatement[] {
  const messages = text
    .replace(/\r\n?/g, '\n')
    .split(/^(?=:20:)/m)
    .filter((one) => one.startsWith(':20:'))
  return messages.map(readMessage)
}

interface Field {
  readonly tag: string
  /** Lines of the field. */
  readonly lines: readonly string[]
}

/** Divides a message into its fields; a line `-` or `-}` ends it. */
function fieldsOf(message: string): Field[] {
  const [body = ''] = message.split(/^-\}?\s*$/m)
  return body.split(/^(?=:\d\d[A-Z]?:)/m).flatMap((part) => {
    const [, tag, value] = /^:(\d\d[A-Z]?):([\s\S]*)$/.exec(part) ?? []
    return tag === undefined || value === undefined ? [] : [{ tag, lines: value.trimEnd().split('\n') }]
  })
}

function readMessage(message: string): AccountStatement {
  const fields = fieldsOf(message)
  const first = (tags: readonly string[]) => fields.find(({ tag }) => tags.includes(tag))?.lines[0]
  const account = first(['25'])?.replaceAll(/[\s.]/g, '').replace(/EUR$/, '')
  const opening = balanceIn(first(['60F', '60M']))
  const closing = balanceIn(first(['62F', '62M']))
  const balances = opening && closing ? { opening: opening.amount, closing: closing.amount } : null
  if (opening?.currency !== undefined && opening.currency !== 'EUR') return { account, bookings: [], balances: null }
  const bookings = fields.flatMap((field, at): Booking[] => {
    if (field.tag !== '61') return []
    const next = fields[at + 1]
    const booking = bookingOf(field.lines, next?.tag === '86' ? next.lines : [])
    return booking.amount === 0 ? [] : [{ ...booking, account }]
  })
  return { account, balances, date: opening?.date, bookings: addBalances(bookings, balances) }
}

/** Reads a balance such as `C261125EUR1000,00`; undefined for another text. */
function balanceIn(line = '') {
  const [, side, day = '', currency, amount = ''] = /^([CD])(\d{6})([A-Z]{3})([\d,]+)\s*$/.exec(line) ?? []
  const date = dateOf(day)
  if (side === undefined || date === null) return undefined
  return { date, currency, amount: side === 'D' ? -amountOf(amount) : amountOf(amount) }
}

/** Value date, entry date, side, amount, kind, and reference of a booking. */
const LINE = /^(\d{6})(\d{4})?(R?[CD])[A-Z]?(\d[\d,]*)[NFS][A-Z0-9]{3}(.*)$/

/** A line without a reference of its own: empty, or naming where its texts have it. */
const NO_REFERENCE = /^(?:NONREF|EREF|PREF|MARF)?$/

/**
 * Reads a booking from its line `:61:` and the texts of its `:86:`. `RC` takes back money that came in, `RD` returns
 * money that left. Throws 422 for a line of another form.
 */
function bookingOf([line = '', ...below]: readonly string[], texts: readonly string[]): Booking {
  const [, value = '', entry, side, amount = '', reference = ''] = LINE.exec(line) ?? []
  const valued = dateOf(value)
  if (valued === null) {
    throw unprocessable(
      `De regel '${line.slice(0, 40)}' kan niet worden gelezen. Download het afschrift opnieuw.`,
      'file',
    )
  }
  const text = texts[0]?.startsWith('/') ? texts.join('') : texts.join(' ')
  const named = readNotations(text)
  const [own = '', bankReference] = reference.split('//')
  return {
    ...{ direction: side === 'C' || side === 'RD' ? 'in' : 'out', date: entryOf(valued, entry), text },
    ...(side === 'RC' && { isReversal: true }),
    amount: amountOf(amount),
    account: undefined,
    iban: named.iban ?? /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.exec(below[0]?.trim() ?? '')?.[0],
    counterparty: named.counterparty,
    reference: named.reference ?? (NO_REFERENCE.test(own.trim()) ? undefined : own.trim()),
    bankReference: bankReference?.trim() || undefined,
    batch: named.batch,
  }
}

/** Returns the day of entry (`MMDD`) in the year that is nearest to the day of value. */
function entryOf(valued: LocalDate, entry: string | undefined): LocalDate {
  if (entry === undefined) return valued
  const year = Number(valued.slice(0, 4))
  const days = [year - 1, year, year + 1].map((one) => `${one}-${entry.slice(0, 2)}-${entry.slice(2)}`)
  const near = days.filter(isLocalDate).find((day) => isNear(day, valued))
  return near ?? valued
}

const isNear = (day: LocalDate, other: LocalDate) =>
  addDays(other, -HALF_A_YEAR) <= day && day <= addDays(other, HALF_A_YEAR)

/** Reads a day written as `YYMMDD`. */
function dateOf(text: string): LocalDate | null {
  const date = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`
  return text.length === 6 && isLocalDate(date) ? date : null
}

/** Reads an amount such as `356,00` or `356,` in cents. Throws 422 for other digits. */
function amountOf(text: string): number {
  if (!/^\d{1,13}(?:,\d{0,2})?$/.test(text)) {
    throw unprocessable(`Het bedrag '${text.slice(0, 40)}' klopt niet. Download het afschrift opnieuw.`, 'file')
  }
  return cents(Number(text.replace(',', '.')))
}
