import { entryFields, hoursTexts } from '../../../../shared/api/schemas/costs.ts'
import { formatHours } from '../../../lib/format.ts'
import { parseTypedNumber } from '../../../ui/fields/number-text.ts'

/**
 * Reads hours from a text: `7,5`, `7.5`, `7:30`, `7u30` and `7,5 uur` give 7.5. Null for a text that is no number of
 * hours.
 */
export function parseHours(text: string): number | null {
  const bare = text.trim()
  const time = /^(\d{1,3})\s*[:u]\s*([0-5]\d)$/i.exec(bare)
  if (time) return Math.round((Number(time[1]) + Number(time[2]) / 60) * 100) / 100
  return parseTypedNumber(bare.replace(/\s*(uur|u)$/i, ''))
}

/** Formats hours as a user types them, without dots between thousands: `7,5`. An empty text for undefined. */
export const hoursText = (hours: number | undefined): string =>
  hours === undefined ? '' : formatHours(hours).replaceAll('.', '')

/** Hours in a typed text (null when it is empty, which clears the cell), or the reason why the text is refused. */
export type Reading = { readonly hours: number | null } | { readonly problem: string }

const { hours: rule } = entryFields

/** Reads the hours in the text of a cell; returns the reason when the API would refuse them. */
export function readHours(text: string): Reading {
  if (text.trim() === '') return { hours: null }
  const hours = parseHours(text)
  if (hours === null) return { problem: hoursTexts.invalid }
  const checked = rule.safeParse(hours)
  return checked.success ? { hours } : { problem: checked.error.issues[0]?.message ?? hoursTexts.invalid }
}
