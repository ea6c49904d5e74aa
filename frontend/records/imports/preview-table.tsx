import type { Mapping, SheetPreview } from '../../../shared/api/parts/imports.ts'
import { Select } from '../../ui/choices/select.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Grid } from '../../ui/layout/grid.tsx'
import { FirstRows } from './first-rows.tsx'

const orders = [
  { value: 'day', label: 'Dag eerst (31-12-2027)' },
  { value: 'month', label: 'Maand eerst (12/31/2027)' },
] as const

interface PreviewChoicesProps<F extends string> {
  readonly sheets: readonly SheetPreview<F>[]
  readonly mapping: Mapping<F>
  readonly onMapping: (mapping: Mapping<F>) => void
  readonly mappingOf: (index: number, sheet: SheetPreview<F>) => Mapping<F>
}

/**
 * Lets the user choose the sheet of an upload, its row of headers, and the order of day and month. `mappingOf` returns
 * the initial choices for another sheet.
 */
export function PreviewChoices<F extends string>({ sheets, mapping, onMapping, mappingOf }: PreviewChoicesProps<F>) {
  const sheet = sheets[mapping.sheet]
  return (
    <Grid least={200} gap={12}>
      {sheets.length > 1 && (
        <Field label="Blad">
          <Select
            value={String(mapping.sheet)}
            options={sheets.map(({ name }, index) => ({ value: String(index), label: name ?? '' }))}
            onChange={(index) => {
              const next = sheets[Number(index)]
              if (next) onMapping(mappingOf(Number(index), next))
            }}
          />
        </Field>
      )}
      <Field label="Rij met kolomkoppen">
        <Select
          value={String(mapping.headerRow)}
          options={(sheet?.rows ?? []).map(({ number, cells }) => ({
            value: String(number),
            label: rowLabel(number, cells),
          }))}
          onChange={(number) => {
            const row = sheet?.rows.find((one) => String(one.number) === number)
            if (row) onMapping({ ...mapping, headerRow: row.number, fields: row.fields })
          }}
        />
      </Field>
      <Field label="Datums">
        <Select
          value={mapping.monthFirst ? 'month' : 'day'}
          options={orders}
          onChange={(order) => onMapping({ ...mapping, monthFirst: order === 'month' })}
        />
      </Field>
    </Grid>
  )
}

/** Maximum number of characters of a row in the choice of rows. */
const MOST_SHOWN = 60

function rowLabel(number: number, cells: readonly string[]): string {
  const text = cells.filter(Boolean).join(', ')
  return `Rij ${number}: ${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}`
}

interface PreviewTableProps<F extends string> {
  readonly labels: Readonly<Record<F, string>>
  /** Says what becomes of a column without a meaning. */
  readonly unused: string
  readonly sheet: SheetPreview<F>
  readonly mapping: Mapping<F>
  /**
   * Set while the shown mapping is the one by which the server read the file. Errors found then can be shown in the
   * cells.
   */
  readonly isAsRead: boolean
  readonly onFields: (fields: (F | null)[]) => void
}

/**
 * Shows the first rows of a sheet; above each column the user chooses its meaning. With `isAsRead`, the file was read
 * with the present choices, so its errors are shown too.
 */
export function PreviewTable<F extends string>({
  labels,
  unused,
  sheet,
  mapping,
  isAsRead,
  onFields,
}: PreviewTableProps<F>) {
  const meanings = (Object.keys(labels) as F[]).map((value) => ({ value, label: labels[value] }))
  const { headerRow, fields } = mapping
  const header = sheet.rows.find(({ number }) => number === headerRow)
  const all = header?.fields ?? []
  const columns = all.map((_, column) => ({
    name: header?.cells[column] ?? '',
    isUsed: Boolean(fields[column]),
    isGuessed: sheet.guessed.includes(column) && fields[column] === sheet.fields[column],
    choice: (
      <Select
        aria-label={`Betekenis van ${header?.cells[column] || `kolom ${column + 1}`}`}
        value={fields[column] ?? ''}
        placeholder={unused}
        options={meanings}
        onChange={(field) => onFields(all.map((_, one) => (one === column ? field || null : (fields[one] ?? null))))}
      />
    ),
  }))
  return <FirstRows key={mapping.sheet} sheet={sheet} headerRow={headerRow} columns={columns} isAsRead={isAsRead} />
}
