import * as z from 'zod'
import { entryFields } from '../../../../shared/api/schemas/costs.ts'
import { RecordDialog } from '../../../records/dialog/record-dialog.tsx'
import { FormText } from '../../../records/form-controls.tsx'
import { type Cell, cellKeyOf, cellNameOf } from '../cells.ts'
import type { WeekSheet } from './use-sheet.ts'

const Description = z.object({ description: entryFields.description })

interface DescriptionDialogProps {
  readonly cell: Cell
  readonly week: WeekSheet
  readonly onClose: () => void
}

/** Shows the form for the description of the hours in a cell. */
export function DescriptionDialog({ cell, week, onClose }: DescriptionDialogProps) {
  const description = week.entries.get(cellKeyOf(cell))?.description ?? ''
  return (
    <RecordDialog
      kind="hours-description"
      record={{ id: cellKeyOf(cell), description }}
      schema={Description}
      valuesOf={(record) => ({ description: record?.description ?? '' })}
      size="small"
      title="Omschrijving"
      description={`${cellNameOf(cell)} · ${week.textOf(cell)} uur`}
      submit="Opslaan"
      save={({ description }) => week.sheet.describe(cell, description ?? null)}
      onSaved={onClose}
      failure={{ fallback: 'De omschrijving kon niet worden opgeslagen.' }}
      onClose={onClose}
    >
      {(form) => (
        <FormText form={form} name="description" label="Omschrijving" hint="Leeg = geen omschrijving" maxLength={500} />
      )}
    </RecordDialog>
  )
}
