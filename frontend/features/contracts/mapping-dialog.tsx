import { useState } from 'react'
import { contractColumnLabels, contractColumns } from '../../../shared/contract/contract-columns.ts'
import type { Mapping, SheetPreview } from '../../../shared/contract/contracts.ts'
import { messageOf } from '../../lib/call-error.ts'
import { statsText } from '../../records/import-notes.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { useMapping, usePreview } from './api.ts'

interface MappingDialogProps {
  readonly uploadId: string
  readonly onClose: () => void
}

/** Says what the columns of an upload mean, and imports it by that (rulings 58b). */
export function MappingDialog({ uploadId, onClose }: MappingDialogProps) {
  const { data, error, isError, refetch } = usePreview(uploadId)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="large"
      forReading
      title="Kolommen aanwijzen"
      {...(data ? { description: data.filename } : {})}
    >
      {data ? (
        <MappingForm uploadId={uploadId} sheets={data.sheets} onClose={onClose} />
      ) : (
        <DialogBody>
          {isError ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton width="100%" height="240px" />}
        </DialogBody>
      )}
    </Dialog>
  )
}

interface MappingFormProps extends MappingDialogProps {
  readonly sheets: readonly SheetPreview[]
}

/** The sheet that is a list already, or else the fullest. */
function firstOf(sheets: readonly SheetPreview[]): number {
  const recognised = sheets.findIndex(({ headerRow }) => headerRow !== null)
  const most = Math.max(...sheets.map(({ rows }) => rows.length))
  return recognised >= 0 ? recognised : sheets.findIndex(({ rows }) => rows.length === most)
}

/** What is taken of a sheet at first: as it was recognised, or by the row with the most headers that mean something. */
function mappingOf(sheet: number, { rows, headerRow, fields, monthFirst }: SheetPreview): Mapping {
  const known = (all: SheetPreview['fields']) => all.filter((field) => field !== null).length
  const best = rows.toSorted((a, b) => known(b.fields) - known(a.fields))[0]
  const header = headerRow ?? best?.number ?? 1
  return { sheet, headerRow: header, fields: headerRow === null ? (best?.fields ?? []) : fields, monthFirst }
}

const orders = [
  { value: 'day', label: 'Dag eerst (31-12-2027)' },
  { value: 'month', label: 'Maand eerst (12/31/2027)' },
] as const

function MappingForm({ uploadId, sheets, onClose }: MappingFormProps) {
  const first = firstOf(sheets)
  const [mapping, setMapping] = useState(() => (sheets[first] ? mappingOf(first, sheets[first]) : null))
  const { mutateAsync, isPending, error } = useMapping()
  const sheet = mapping && sheets[mapping.sheet]
  if (!mapping || !sheet) return <DialogBody>Dit bestand bevat geen rijen.</DialogBody>
  const change = (part: Partial<Mapping>) => setMapping({ ...mapping, ...part })

  async function save(): Promise<void> {
    const reply = await mutateAsync({ params: { id: uploadId }, body: mapping as Mapping }).catch(() => null)
    if (!reply) return
    toast({ title: 'Upload voltooid', description: statsText(reply.stats) })
    onClose()
  }

  return (
    <>
      <DialogBody>
        <p>
          Wijs aan wat de kolommen betekenen. Dat wordt onthouden: een volgend bestand met dezelfde kolomkoppen gaat
          vanzelf.
        </p>
        <div className="contracts-mapping-choices">
          {sheets.length > 1 && (
            <Field label="Blad">
              <Select
                value={String(mapping.sheet)}
                options={sheets.map(({ name }, index) => ({ value: String(index), label: name ?? '' }))}
                onChange={(index) => {
                  const next = sheets[Number(index)]
                  if (next) setMapping(mappingOf(Number(index), next))
                }}
              />
            </Field>
          )}
          <Field label="Rij met kolomkoppen">
            <Select
              value={String(mapping.headerRow)}
              options={sheet.rows.map(({ number, cells }) => ({
                value: String(number),
                label: rowLabel(number, cells),
              }))}
              onChange={(number) => {
                const row = sheet.rows.find((one) => String(one.number) === number)
                if (row) change({ headerRow: row.number, fields: row.fields })
              }}
            />
          </Field>
          <Field label="Datums">
            <Select
              value={mapping.monthFirst ? 'month' : 'day'}
              options={orders}
              onChange={(order) => change({ monthFirst: order === 'month' })}
            />
          </Field>
        </div>
        {error && (
          <p className="pv-import-refusal" role="alert">
            {messageOf(error, 'Het bestand kon niet worden verwerkt. Probeer het opnieuw.')}
          </p>
        )}
        <MappingTable sheet={sheet} mapping={mapping} onFields={(fields) => change({ fields })} />
      </DialogBody>
      <DialogFooter>
        <DialogClose />
        <Button tone="primary" busy={isPending} onClick={save}>
          Opslaan en importeren
        </Button>
      </DialogFooter>
    </>
  )
}

/** Characters of a row that a choice of rows shows. */
const MOST_SHOWN = 60

function rowLabel(number: number, cells: readonly string[]): string {
  const text = cells.filter(Boolean).join(', ')
  return `Rij ${number}: ${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}`
}

interface MappingTableProps {
  readonly sheet: SheetPreview
  readonly mapping: Mapping
  readonly onFields: (fields: Mapping['fields']) => void
}

const meanings = contractColumns.map((value) => ({ value, label: contractColumnLabels[value] }))

/** The first rows of a sheet, with a choice of meanings over each column. */
function MappingTable({ sheet: { rows }, mapping: { headerRow, fields }, onFields }: MappingTableProps) {
  const header = rows.find(({ number }) => number === headerRow)
  const columns = Array.from({ length: header?.fields.length ?? 0 }, (_, column) => column)
  const nameOf = (column: number) => header?.cells[column] || `kolom ${column + 1}`
  const used = columns.filter((column) => fields[column]).length
  return (
    <>
      <p>
        <span className="pv-strong">Eerste rijen</span>{' '}
        <span className="pv-soft">
          {used} van {columns.length} kolommen gebruikt
        </span>
      </p>
      <section className="contracts-mapping" aria-label="Voorbeeld">
        <table>
          <thead>
            <tr>
              <td />
              {columns.map((column) => (
                <td key={column} data-unused={!fields[column] || undefined}>
                  <Select
                    aria-label={`Betekenis van ${nameOf(column)}`}
                    value={fields[column] ?? ''}
                    placeholder="Niet gebruikt"
                    options={meanings}
                    onChange={(field) =>
                      onFields(columns.map((one) => (one === column ? field || null : (fields[one] ?? null))))
                    }
                  />
                </td>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ number, cells }) => (
              <tr key={number} data-header={number === headerRow || undefined}>
                <th scope="row">{number}</th>
                {columns.map((column) => (
                  <td key={column} data-unused={!fields[column] || undefined}>
                    {cells[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
