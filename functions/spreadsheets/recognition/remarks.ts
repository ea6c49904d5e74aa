import type { LeftOut } from '../../../shared/api/parts/imports.ts'
import type { SheetTable } from '../formats/sheet.ts'
import { columnLetters, type Header } from './header.ts'
import type { ListedSheet } from './listed.ts'
import type { Problem } from './row-reading.ts'

/** Returns the unknown columns; their contents stay in the record's original row. */
export const columnsLeftOut = <F extends string>(
  { names, texts, fields }: Header<F>,
  sheet: string | undefined,
): LeftOut[] =>
  names.flatMap((name, column): LeftOut[] =>
    texts[column] === '' || fields[column] !== undefined
      ? []
      : [{ kind: 'column', name, sheet: sheet ?? null, reason: 'de kop is niet herkend' }],
  )

/**
 * Returns remarks on the columns whose field another column matches better, except for fields that use every column.
 */
export function othersIn<F extends string>(
  { every = [] }: ListedSheet<F>,
  { row, names, columns, fields }: Header<F>,
  sheet: string | undefined,
): Problem[] {
  return fields.flatMap((field, column) => {
    const best = field === undefined || every.includes(field) ? undefined : columns[field]
    if (best === undefined || best === column) return []
    const reason = `is dubbel met '${names[best]}' en vult alleen lege cellen aan`
    return [{ row, column: names[column] ?? null, reason, ...(sheet === undefined ? {} : { sheet }) }]
  })
}

/** Returns the columns without a name that have content. */
export function listUnnamedColumns({
  unnamed,
  sheet,
}: {
  readonly unnamed: ReadonlySet<number>
  readonly sheet: string | undefined
}): LeftOut[] {
  const columns = [...unnamed].sort((one, other) => one - other)
  return columns.map((column) => ({
    ...{ kind: 'column', name: columnLetters(column), sheet: sheet ?? null, reason: 'heeft geen kop' },
  }))
}

/** Returns a remark on hidden rows and columns that were read; none without these. */
export function describeHidden(
  { row, names }: Pick<Header<string>, 'row' | 'names'>,
  { hiddenRows, hiddenColumns }: SheetTable,
  sheet: string | undefined,
) {
  const isHidden = (column: number) => hiddenColumns.some(({ first, last }) => column >= first && column <= last)
  const columns = names.filter((_, column) => isHidden(column)).length
  const parts = [
    ...(hiddenRows > 0 ? [hiddenRows === 1 ? '1 verborgen rij' : `${hiddenRows} verborgen rijen`] : []),
    ...(columns > 0 ? [columns === 1 ? '1 verborgen kolom' : `${columns} verborgen kolommen`] : []),
  ]
  if (parts.length === 0) return []
  const reason = `${parts.join(' en ')} ${hiddenRows + columns === 1 ? 'is' : 'zijn'} meegelezen`
  return [{ row, column: null, reason, ...(sheet === undefined ? {} : { sheet }) }]
}
