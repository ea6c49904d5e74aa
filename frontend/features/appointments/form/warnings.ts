import { isPhone, normalisePhone } from '../../../../shared/identifiers.ts'
import {
  addMonths,
  instantIn,
  isLocalDate,
  isTime,
  localDateOf,
  NonexistentTimeError,
  now,
} from '../../../../shared/time.ts'
import type { FormValues } from './form-values.ts'

type WarnedValues = Pick<FormValues, 'customerPhone' | 'appointmentDate' | 'appointmentTime'>
export type Warnings = Partial<Record<keyof WarnedValues, string>>

/**
 * Returns a Dutch warning per field: an impossible phone number, a moment in the past, or over a year ahead. Values
 * that equal those of the saved state `before` give no warning.
 */
export function warningsOf(values: WarnedValues, before: WarnedValues | null): Warnings {
  const { customerPhone: phone, appointmentDate: date, appointmentTime: time } = values
  const isMoved = date !== before?.appointmentDate || time !== before?.appointmentTime
  const isStrange = phone.trim() !== '' && phone !== before?.customerPhone && !isPhone(normalisePhone(phone))
  const when = isMoved ? whenWarning(date, time) : null
  return {
    ...(isStrange && { customerPhone: phoneWarning(normalisePhone(phone)) }),
    ...(when && { appointmentDate: when }),
  }
}

/** Explains why a normalised number is not a phone number. */
function phoneWarning(phone: string): string {
  const count = phone.replace(/\D/g, '').length
  if (count === 0 || /[^\d+ ]/.test(phone)) return 'Dit is geen telefoonnummer.'
  if (phone.startsWith('+')) return `${digits(count)}: een nummer met + heeft er 8 tot 15.`
  if (count === 10) return 'Een telefoonnummer begint met één 0.'
  return `${digits(count)}: een telefoonnummer heeft er 10.`
}

const digits = (count: number): string => (count === 1 ? '1 cijfer' : `${count} cijfers`)

function whenWarning(date: string, time: string): string | null {
  const today = localDateOf(now())
  if (!isLocalDate(date)) return null
  if (date < today) return 'Deze datum is al geweest.'
  if (date === today && isOver(date, time)) return 'Deze tijd is al geweest.'
  return date > addMonths(today, 12) ? 'Deze datum is meer dan een jaar vooruit.' : null
}

function isOver(date: string, time: string): boolean {
  if (!isLocalDate(date) || !isTime(time)) return false
  try {
    return instantIn(date, time) < now()
  } catch (error) {
    if (error instanceof NonexistentTimeError) return false
    throw error
  }
}
