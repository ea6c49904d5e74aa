import { Check, CircleAlert, CircleHelp, Minus, Sparkles } from 'lucide-react'
import { contractColumnLabels, contractColumns } from '../../../shared/contract/contract-columns.ts'
import type { Mapping, PreviewRow, SheetPreview } from '../../../shared/contract/contracts.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'

const orders = [
  { value: 'day', label: 'Dag eerst (31-12-2027)' },
  { value: 'month', label: 'Maand eerst (12/31/2027)' },
] as const

interface PreviewChoicesProps {
  readonly sheets: readonly SheetPreview[]
  readonly mapping: Mapping
  readonly onMapping: (mapping: Mapping) => void
  readonly mappingOf: (index: number, sheet: SheetPreview) => Mapping
}

/** Lets the user choose the sheet, the row of headers and the order of day and month. */
export function PreviewChoices({ sheets, mapping, onMapping, mappingOf }: PreviewChoicesProps) {
  const sheet = sheets[mapping.sheet]
  return (
    <div className="contracts-mapping-choices">
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
    </div>
  )
}

/** Maximum number of characters of a row in the choice of rows. */
const MOST_SHOWN = 60

function rowLabel(number: number, cells: readonly string[]): string {
  const text = cells.filter(Boolean).join(', ')
  return `Rij ${number}: ${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}`
}

interface PreviewTableProps {
  readonly sheet: SheetPreview
  readonly mapping: Mapping
  /** Set while the mapping is unchanged, so that errors can be shown in their cells. */
  readonly isAsRead: boolean
  readonly onFields: (fields: Mapping['fields']) => void
}

const meanings = contractColumns.map((value) => ({ value, label: contractColumnLabels[value] }))

/** Shows the first rows of a sheet, refused ones on top, with a choice of meaning over each column. */
export function PreviewTable({ sheet, mapping, isAsRead, onFields }: PreviewTableProps) {
  const { rows, wrong, guessed } = sheet
  const { headerRow, fields } = mapping
  const header = rows.find(({ number }) => number === headerRow)
  const columns = Array.from({ length: header?.fields.length ?? 0 }, (_, column) => column)
  const nameOf = (column: number) => header?.cells[column] || `kolom ${column + 1}`
  const used = columns.filter((column) => fields[column]).length
  const isGuessed = (column: number) => guessed.includes(column) && fields[column] === sheet.fields[column]
  const below = rows.filter(({ number }) => number > headerRow)
  const isWrong = ({ problems }: PreviewRow) => isAsRead && problems.length > 0
  const shown = [...below.filter(isWrong), ...(isAsRead ? wrong : []), ...below.filter((row) => !isWrong(row))]
  return (
    <div className="contracts-preview-table">
      <p>
        <span className="pv-strong">Eerste {below.length} rijen</span>{' '}
        <span className="pv-soft">
          {used} van {columns.length} kolommen gebruikt
          {columns.some(isGuessed) && `, ${columns.filter(isGuessed).length} geraden`}
        </span>
      </p>
      <section className="contracts-mapping" aria-label="Voorbeeld">
        <table>
          <thead>
            <tr>
              <td />
              {columns.map((column) => (
                <td key={column} data-guessed={isGuessed(column) || undefined}>
                  <Select
                    aria-label={`Betekenis van ${nameOf(column)}`}
                    value={fields[column] ?? ''}
                    placeholder="Bewaren"
                    options={meanings}
                    onChange={(field) =>
                      onFields(columns.map((one) => (one === column ? field || null : (fields[one] ?? null))))
                    }
                  />
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">{headerRow}</th>
              {columns.map((column) => (
                <th key={column} scope="col" data-guessed={isGuessed(column) || undefined}>
                  <Meaning isGuessed={isGuessed(column)} isUsed={Boolean(fields[column])} name={nameOf(column)} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.number} data-wrong={isWrong(row) || undefined}>
                <th scope="row">{row.number}</th>
                {columns.map((column) => (
                  <td
                    key={column}
                    data-unused={!fields[column] || undefined}
                    data-guessed={isGuessed(column) || undefined}
                  >
                    <Cell row={row} column={column} isFirst={column === 0} isAsRead={isAsRead} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

/** Shows the origin of a column's meaning: its header, a guess from its values, or none. */
function Meaning({
  isGuessed,
  isUsed,
  name,
}: {
  readonly isGuessed: boolean
  readonly isUsed: boolean
  readonly name: string
}) {
  const Icon = isGuessed ? Sparkles : isUsed ? Check : name ? Minus : CircleHelp
  return (
    <span className="contracts-preview-meaning" data-used={isUsed || undefined}>
      <Icon aria-hidden="true" />
      <span>{name}</span>
      {isGuessed && <span className="pv-soft">geraden</span>}
    </span>
  )
}

interface CellProps {
  readonly row: PreviewRow
  readonly column: number
  readonly isFirst: boolean
  readonly isAsRead: boolean
}

/** Shows a cell with its problems; problems of the whole row are in the first cell. */
function Cell({ row: { cells, problems }, column, isFirst, isAsRead }: CellProps) {
  const own = problems.filter((one) => one.column === column || (isFirst && one.column === null))
  const text = cells[column] ?? ''
  if (!isAsRead || own.length === 0) return text
  return (
    <>
      <span className="contracts-preview-wrong" data-tip={own.map(({ reason }) => reason).join('. ')}>
        <CircleAlert aria-hidden="true" />
        {text || 'leeg'}
      </span>
      {own.map(({ reason }) => (
        <span key={reason} className="pv-hidden">
          {reason}
        </span>
      ))}
    </>
  )
}
