import { useState } from 'react'
import type { SheetRows } from '../../../shared/api/parts/sheets.ts'
import { Select } from '../../ui/choices/select.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { FirstRows } from './first-rows.tsx'

/** Shows the first rows of the sheets of an upload, one sheet at a time. Skips sheets without a recognised header. */
export function SheetsRows({ sheets }: { readonly sheets: readonly SheetRows[] }) {
  const lists = sheets.filter(({ headerRow }) => headerRow !== null)
  const [chosen, setChosen] = useState('0')
  const sheet = lists[Number(chosen)]
  if (!sheet || sheet.headerRow === null) return null
  const header = sheet.rows.find(({ number }) => number === sheet.headerRow)
  const columns = sheet.fields.map((field, at) => ({ name: header?.cells[at] ?? '', isUsed: field !== null }))
  return (
    <Stack gap={8} grow>
      {lists.length > 1 && (
        <Field label="Blad">
          <Select
            value={chosen}
            options={lists.map(({ name }, at) => ({ value: String(at), label: name ?? '' }))}
            onChange={setChosen}
          />
        </Field>
      )}
      <FirstRows key={chosen} sheet={sheet} headerRow={sheet.headerRow} columns={columns} />
    </Stack>
  )
}
