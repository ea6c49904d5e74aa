import type { ReactNode } from 'react'
import type { LeftOut, RowProblem, Upload } from '../../shared/contract/imports.ts'
import { formatNumber } from '../lib/format.ts'
import './imports.css'

type Stats = Upload['stats']

/** How many problems are written out (spec §9). */
const SHOWN = 10

/**
 * `Rij 12, Geldig tot: '31-02-2027' is geen datum`, or `12 rijen, Telefoon: …`, after the name of the sheet where the file
 * has several.
 */
function problemText({ sheet, row, column, reason, shared }: RowProblem): string {
  const place = shared ? `${formatNumber(shared.count)} rijen` : `${sheet ? 'rij' : 'Rij'} ${row}`
  return `${[sheet, place, column].filter(Boolean).join(', ')}: ${reason}`
}

/** What is wrong with a row; where several share it, which they are on request. */
function Problem({ problem }: { readonly problem: RowProblem }) {
  const { shared } = problem
  if (!shared) return problemText(problem)
  const rest = shared.count - shared.rows.length
  return (
    <details>
      <summary>{problemText(problem)}</summary>
      Rijen {shared.rows.join(', ')}
      {rest > 0 && ` en nog ${formatNumber(rest)}`}
    </details>
  )
}

type ImportNotesProps = Pick<Upload, 'details' | 'detailsCount' | 'leftOut' | 'leftOutCount'>

/** What an import has to say of rows (spec §8) and of what it did not read, under a heading each. */
export function ImportNotes({ details, detailsCount, leftOut, leftOutCount }: ImportNotesProps) {
  return (
    <>
      {details.length > 0 && (
        <section>
          <h3 className="pv-import-heading">Meldingen per rij</h3>
          <Problems problems={details} count={detailsCount} />
        </section>
      )}
      {leftOut.length > 0 && (
        <section>
          <h3 className="pv-import-heading">Niet gelezen</h3>
          <FirstOf items={leftOut.map(leftOutText).map((text) => ({ key: text, text }))} count={leftOutCount} />
        </section>
      )}
    </>
  )
}

/** The first ten things wrong with rows of a file, and how many more there are (spec §8). */
export function Problems({ problems, count }: { readonly problems: readonly RowProblem[]; readonly count?: Count }) {
  const shown = problems.map((problem) => ({
    key: problemText(problem) + problem.row,
    text: <Problem problem={problem} />,
  }))
  return <FirstOf items={shown} count={count} />
}

const kinds = { sheet: 'Blad', column: 'Kolom', row: 'Rij' } as const

/** `Kolom Kleur van blad Noord: de kop is niet herkend`. */
const leftOutText = ({ kind, name, sheet, reason }: LeftOut) =>
  `${kinds[kind]} ${name}${sheet ? ` van blad ${sheet}` : ''}: ${reason}`

/** How many there are; null or absent where those that are told are all that is known of. */
type Count = number | null | undefined

interface FirstOfProps {
  readonly items: readonly { readonly key: string; readonly text: ReactNode }[]
  readonly count: Count
}

function FirstOf({ items, count }: FirstOfProps) {
  const rest = (count ?? items.length) - SHOWN
  return (
    <ul className="pv-import-problems">
      {items.slice(0, SHOWN).map(({ key, text }) => (
        <li key={key}>{text}</li>
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
    <dl className="pv-import-stats">
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
