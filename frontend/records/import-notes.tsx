import type * as z from 'zod'
import type { LeftOut, RowProblem, Upload } from '../../shared/contract/imports.ts'
import { formatNumber } from '../lib/format.ts'
import './imports.css'

type Problem = z.output<typeof RowProblem>
type Stats = Upload['stats']

/** How many problems are written out (spec §9). */
const SHOWN = 10

/** `Rij 12, Geldig tot: '31-02-2027' is geen datum`, after the name of the sheet where the file has several. */
const problemText = ({ sheet, row, column, reason }: Problem) =>
  `${[sheet, `${sheet ? 'rij' : 'Rij'} ${row}`, column].filter(Boolean).join(', ')}: ${reason}`

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
          <FirstOf texts={leftOut.map(leftOutText)} count={leftOutCount} />
        </section>
      )}
    </>
  )
}

/** The first ten things wrong with rows of a file, and how many more there are (spec §8). */
export function Problems({ problems, count }: { readonly problems: readonly Problem[]; readonly count?: Count }) {
  return <FirstOf texts={problems.map(problemText)} count={count} />
}

const kinds = { sheet: 'Blad', column: 'Kolom', row: 'Rij' } as const

/** `Kolom Kleur van blad Noord: de kop is niet herkend`. */
const leftOutText = ({ kind, name, sheet, reason }: LeftOut) =>
  `${kinds[kind]} ${name}${sheet ? ` van blad ${sheet}` : ''}: ${reason}`

/** How many there are; null or absent where those that are told are all that is known of. */
type Count = number | null | undefined

function FirstOf({ texts, count }: { readonly texts: readonly string[]; readonly count: Count }) {
  const rest = (count ?? texts.length) - SHOWN
  return (
    <ul className="pv-import-problems">
      {texts.slice(0, SHOWN).map((text) => (
        <li key={text}>{text}</li>
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
