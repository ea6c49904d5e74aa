import type * as z from 'zod'
import type { ContractUpload, RowProblem } from '../../../shared/contract/contracts.ts'
import { formatNumber } from '../../lib/format.ts'

type Problem = z.output<typeof RowProblem>
type Stats = ContractUpload['stats']

/** How many problems are written out (spec §9). */
const SHOWN = 10

/** `Rij 12, Geldig tot: '31-02-2027' is geen datum`. */
const problemText = ({ row, column, reason }: Problem) => `Rij ${row}${column ? `, ${column}` : ''}: ${reason}`

/** The first ten things wrong with rows of a file, and how many more there are (spec §8). */
export function Problems({ problems }: { readonly problems: readonly Problem[] }) {
  const rest = problems.length - SHOWN
  return (
    <ul className="contracts-problems">
      {problems.slice(0, SHOWN).map((problem) => (
        <li key={problemText(problem)}>{problemText(problem)}</li>
      ))}
      {rest > 0 && <li>en {formatNumber(rest)} meer</li>}
    </ul>
  )
}

/** What an import came to. */
export function ImportStats({ stats }: { readonly stats: Stats }) {
  const figures: readonly [string, number][] = [
    ['Rijen', stats.totalRows],
    ['Nieuw', stats.created],
    ['Bijgewerkt', stats.updated],
    ['Ongewijzigd', stats.skipped],
    ['Met fouten', stats.errors],
  ]
  return (
    <dl className="contracts-stats">
      {figures.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** `120 rijen, 100 nieuw, 3 met fouten`: what is zero is left out. */
export function statsText({ totalRows, created, updated, skipped, errors }: Stats): string {
  const parts: readonly [number, string][] = [
    [created, 'nieuw'],
    [updated, 'bijgewerkt'],
    [skipped, 'ongewijzigd'],
    [errors, 'met fouten'],
  ]
  const filled = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatNumber(count)} ${word}`)
  return [`${formatNumber(totalRows)} ${totalRows === 1 ? 'rij' : 'rijen'}`, ...filled].join(', ')
}
