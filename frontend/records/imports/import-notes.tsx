import type { ReactNode } from 'react'
import type { LeftOut, RowProblem, Upload } from '../../../shared/api/parts/imports.ts'
import { capitaliseFirst } from '../../../shared/values/capitalise.ts'
import { formatNumber } from '../../lib/format.ts'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { Figures } from '../../ui/display/figures.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'

type Stats = Upload['stats']

/** Number of problems that are listed (spec §9). */
const SHOWN = 10

/**
 * Describes a problem as `Rij 12, Geldig tot: '31-02-2027' is geen datum` or `Telefoon: … (12 rijen)`. In a file with
 * several sheets the name of the sheet comes first: `Noord, rij 12, Geldig tot: …`.
 */
function problemText({ sheet, row, column, reason, shared }: RowProblem): string {
  if (!shared) {
    const place = `${sheet ? 'rij' : 'Rij'} ${row}`
    return `${[sheet, place, column].filter(Boolean).join(', ')}: ${reason}`
  }
  const place = [sheet, column].filter(Boolean).join(', ')
  const text = place ? `${place}: ${reason}` : capitaliseFirst(reason)
  return `${text} (${formatNumber(shared.count)} rijen)`
}

/** Merges problems with the same text in several rows into one, at the place of the first. */
function mergeProblems(problems: readonly RowProblem[]): RowProblem[] {
  const alike = Map.groupBy(problems, ({ sheet, column, reason }) => JSON.stringify([sheet, column, reason]))
  return [...alike.values()].flatMap((same) => {
    const [first] = same
    if (!first || same.length === 1) return same
    const rows = same.flatMap((one) => one.shared?.rows ?? [one.row])
    const count = same.reduce((sum, one) => sum + (one.shared?.count ?? 1), 0)
    return [{ ...first, shared: { count, rows } }]
  })
}

/** Shows a problem of a row; where several rows share it, their numbers can be unfolded. */
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

interface ImportNotesProps extends Pick<Upload, 'details' | 'detailsCount' | 'leftOut' | 'leftOutCount'> {
  /**
   * Number of `details` about refused rows, which come before the other `details`. Null where the server did not store
   * this number; then all details are in one list.
   */
  readonly refusedDetails: Count
  /** Set for a preview: nothing is stored yet. */
  readonly isPlanned?: boolean
}

/**
 * Lists the problems of an import (spec §8): refused rows, rows stored with a remark, and content that was not read.
 */
export function ImportNotes(props: ImportNotesProps) {
  const { details, detailsCount, refusedDetails, leftOut, leftOutCount, isPlanned = false } = props
  const isApart = typeof refusedDetails === 'number'
  const refused = isApart ? details.slice(0, refusedDetails) : []
  const remarks = details.slice(refused.length)
  // Problems that are not listed are counted under the last list.
  const rest = Math.max(0, (detailsCount ?? 0) - details.length)
  const [moreRefused, moreRemarks] = remarks.length === 0 && isApart ? [rest, 0] : [0, rest]
  return (
    <>
      <Notes heading={isPlanned ? 'Wordt geweigerd' : 'Geweigerd'} tone="bad" problems={refused} more={moreRefused} />
      <Notes heading={remarksHeading(isApart, isPlanned)} tone="warn" problems={remarks} more={moreRemarks} />
      {leftOut.length > 0 && (
        <section>
          <Text as="h3" size={13} weight="bold" below={8}>
            Niet gelezen
          </Text>
          <FirstOf items={leftOut.map(leftOutText).map((text) => ({ key: text, text }))} count={leftOutCount} />
        </section>
      )}
    </>
  )
}

const remarksHeading = (isApart: boolean, isPlanned: boolean) =>
  isApart ? (isPlanned ? 'Opmerkingen' : 'Opgeslagen met een opmerking') : 'Meldingen per rij'

interface NotesProps {
  readonly heading: string
  readonly tone: Tone
  readonly problems: readonly RowProblem[]
  /** Number of further problems that are not listed. */
  readonly more?: number
}

function Notes({ heading, tone, problems, more = 0 }: NotesProps) {
  if (problems.length === 0 && more === 0) return null
  const merged = mergeProblems(problems)
  return (
    <section>
      <Text as="h3" size={13} weight="bold" below={8}>
        <Badge tone={tone}>{heading}</Badge>
      </Text>
      <Problems problems={merged} count={merged.length + more} />
    </section>
  )
}

/**
 * Lists the first ten problems with rows of a file, and the number of further problems (spec §8). `count` is the total
 * number, where `problems` does not have all.
 */
export function Problems({ problems, count }: { readonly problems: readonly RowProblem[]; readonly count?: Count }) {
  const shown = problems.map((problem) => ({
    key: problemText(problem) + problem.row,
    text: <Problem problem={problem} />,
  }))
  return <FirstOf items={shown} count={count} />
}

const kinds = { column: 'Kolom', row: 'Rij' } as const

/**
 * Describes content that was not read: `Kolom Kleur van blad Noord: de kop is niet herkend`, `Blad Uitleg overgeslagen:
 * geen klantgegevens`.
 */
const leftOutText = ({ kind, name, sheet, reason }: LeftOut) =>
  kind === 'sheet'
    ? `Blad ${name} overgeslagen: ${reason}`
    : `${kinds[kind]} ${name}${sheet ? ` van blad ${sheet}` : ''}: ${reason}`

/** Total number of items; null or absent where unknown, then only the given items count. */
type Count = number | null | undefined

interface FirstOfProps {
  readonly items: readonly { readonly key: string; readonly text: ReactNode }[]
  readonly count: Count
}

function FirstOf({ items, count }: FirstOfProps) {
  const rest = (count ?? items.length) - Math.min(SHOWN, items.length)
  return (
    <Stack as="ul" gap={4} size={13} overflow="break">
      {items.slice(0, SHOWN).map(({ key, text }) => (
        <li key={key}>{text}</li>
      ))}
      {rest > 0 && <li>en {formatNumber(rest)} meer</li>}
    </Stack>
  )
}

/** Shows the counts of an import or of its preview: rows, new, updated, unchanged and refused. */
export function ImportStats({ stats, isPlanned = false }: { readonly stats: Stats; readonly isPlanned?: boolean }) {
  const figures: readonly [string, number][] = [
    ['Rijen', stats.totalRows],
    ...(stats.created === 0 ? [] : [['Nieuw', stats.created] as [string, number]]),
    [isPlanned ? 'Wordt bijgewerkt' : 'Bijgewerkt', stats.updated],
    [isPlanned ? 'Blijft gelijk' : 'Ongewijzigd', stats.skipped],
    [isPlanned ? 'Wordt geweigerd' : 'Geweigerd', stats.errors],
  ]
  return <Figures items={figures.map(([label, count]) => ({ label, value: formatNumber(count) }))} />
}

/** Returns the counts of an import in words, without zeros: `120 rijen, 100 nieuw, 3 geweigerd`. */
export function formatImportStats({ totalRows, created, updated, skipped, errors }: Stats): string {
  const parts: readonly [number, string][] = [
    [created, 'nieuw'],
    [updated, 'bijgewerkt'],
    [skipped, 'ongewijzigd'],
    [errors, 'geweigerd'],
  ]
  const filled = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatNumber(count)} ${word}`)
  return [`${formatNumber(totalRows)} ${totalRows === 1 ? 'rij' : 'rijen'}`, ...filled].join(', ')
}
