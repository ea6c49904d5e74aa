import type { ErasedType, Erasure, FoundRecord } from '../../../../shared/api/erasures.ts'
import { formatDate } from '../../../lib/format.ts'
import type { Tone } from '../../../ui/display/badge.tsx'

/** Dutch names of the kinds of record that are erased. */
export const typeLabels: Record<ErasedType, string> = {
  appointment: 'Afspraak',
  lead: 'Lead',
  contract: 'Contract',
  sale: 'Sale',
  commission: 'Vergoeding voor een afspraak',
  user: 'Medewerker',
}

/** Labels and colours of the states of an erasure. */
export const states: Record<Erasure['state'], { readonly label: string; readonly tone: Tone }> = {
  waiting: { label: 'Gepland', tone: 'warn' },
  partly: { label: 'Deels gewist', tone: 'info' },
  done: { label: 'Gewist', tone: 'ok' },
  withdrawn: { label: 'Ingetrokken', tone: 'neutral' },
}

/** Returns what stays of a record and why, as a sentence; null when all of it goes. */
export function stayText(stays: FoundRecord['stays']): string | null {
  if (stays === null) return null
  const until = stays.until === null ? '' : ` tot en met ${formatDate(stays.until)}`
  return `${stays.what === 'name' ? 'Naam' : 'Alles'} blijft${until}. ${stays.why}`
}

/** Returns what became of the records of an erasure, as `3 gewist, 1 naam blijft`. */
export function summaryOf({ items }: Erasure): string {
  const count = (outcome: string | null) => items.filter((item) => item.outcome === outcome).length
  const parts = [
    [count(null), 'te wissen'],
    [count('erased'), 'gewist'],
    [count('name'), 'alleen de naam blijft'],
    [count('all'), 'blijft nog'],
  ] as const
  return parts.flatMap(([number, text]) => (number > 0 ? [`${number} ${text}`] : [])).join(', ')
}
