import { costs, hoursTexts } from '../../../shared/contract/costs.ts'
import { formatHours } from '../../lib/format.ts'
import { parseNumber } from '../../ui/number-text.ts'

/** Reads hours as people write them: `7,5`, `7.5`, `7:30` or `7u30`; null when the text says no number. */
export function parseHours(text: string): number | null {
  const bare = text.trim()
  const time = /^(\d{1,3})\s*[:u]\s*([0-5]\d)$/i.exec(bare)
  if (time) return Math.round((Number(time[1]) + Number(time[2]) / 60) * 100) / 100
  return parseNumber(bare.replace(/\s*(uur|u)$/i, ''))
}

/** Returns the hours of a cell as one types them: `7,5`; empty without hours. */
export const hoursText = (hours: number | undefined): string =>
  hours === undefined ? '' : formatHours(hours).replaceAll('.', '')

/** The hours that a text stands for, null when it empties the cell, or why it cannot be saved. */
export type Reading = { readonly hours: number | null } | { readonly problem: string }

const { hours: rule } = costs.createEntry.body.shape

/** Reads the text of a cell by the rules of the contract. */
export function readHours(text: string): Reading {
  if (text.trim() === '') return { hours: null }
  const hours = parseHours(text)
  if (hours === null) return { problem: hoursTexts.invalid }
  const checked = rule.safeParse(hours)
  return checked.success ? { hours } : { problem: checked.error.issues[0]?.message ?? hoursTexts.invalid }
}
