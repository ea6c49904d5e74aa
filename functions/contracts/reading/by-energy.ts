import type { ContractColumn as Field } from '../../../shared/api/schemas/contract-columns.ts'
import type { Header as HeaderOf } from '../../spreadsheets/recognition/header.ts'
import type { SheetRow as SheetRowOf } from '../../spreadsheets/recognition/listed.ts'
import { isNothing, parseDate } from '../../spreadsheets/values/cell-values.ts'

type Header = HeaderOf<Field>
type SheetRow = SheetRowOf<Field>

/** Fields of gas columns, with the general field that each replaces. */
const ofGas: { readonly [field in Field]?: Field } = {
  supplierGas: 'supplier',
  productNameGas: 'productName',
  expiryDateGas: 'expiryDate',
  startDateGas: 'startDate',
  durationGas: 'duration',
}
const electricityAlone: readonly Field[] = ['eanElectricity', 'electricityUsage', 'ean', 'usage']
const gasAlone: readonly Field[] = ['eanGas', 'gasUsage']

interface Views {
  readonly both: Header
  readonly stroom: Header
  readonly gas: Header
}
const known = new WeakMap<Header, Views>()

/**
 * Splits a row into one for electricity and one for gas when its gas columns have another supplier or end. Otherwise
 * returns the one row, in which a gas column fills an empty general field.
 */
export function splitByEnergy(row: SheetRow): SheetRow[] {
  const { header } = row
  if (!header.fields.some((field) => field !== undefined && ofGas[field])) return [row]
  const { both, stroom, gas } = viewsOf(header)
  if (!isOfTwo(row)) return [{ ...row, header: both }]
  return [
    { ...row, header: stroom, part: 'stroom' },
    { ...row, header: gas, part: 'gas' },
  ]
}

function isOfTwo(row: SheetRow): boolean {
  const [end, start, duration, supplier] = (
    [
      ['expiryDate', 'expiryDateGas'],
      ['startDate', 'startDateGas'],
      ['duration', 'durationGas'],
      ['supplier', 'supplierGas'],
    ] as const
  ).map(([field, gasField]) => [textOf(row, field), textOf(row, gasField)] as const)
  const differ = (pair?: readonly [string, string]) => Boolean(pair?.[0] && pair[1] && pair[0] !== pair[1])
  const endsDiffer = end?.some(Boolean) ? differ(end) : differ(start) || differ(duration)
  return endsDiffer || differ(supplier)
}

/** Returns the first filled cell of a field, with dates in one notation. */
function textOf({ header: { fields, dates }, cells }: SheetRow, field: Field): string {
  const text = cells.find((cell, column) => fields[column] === field && !isNothing(cell)) ?? ''
  return parseDate(text, dates) ?? text.toLowerCase()
}

/** Returns three versions of a header: for one contract of both energies, for electricity only, and for gas only. */
function viewsOf(header: Header): Views {
  const before = known.get(header)
  if (before) return before
  const isGas = (field?: Field) => field !== undefined && ofGas[field] !== undefined
  const replaced = new Set(header.fields.map((field) => field && ofGas[field]))
  const views = {
    both: headerFor(header, (field) => ofGas[field] ?? field),
    stroom: headerFor(header, (field) =>
      isGas(field) || gasAlone.includes(field) || isShared(field) ? undefined : field,
    ),
    gas: headerFor(header, (field) =>
      electricityAlone.includes(field) || replaced.has(field) || isShared(field) ? undefined : (ofGas[field] ?? field),
    ),
  }
  known.set(header, views)
  return views
}

/** Tells whether a field belongs to both energies and cannot be split. */
const isShared = (field: Field) => field === 'estimatedCosts' || field === 'energyType'

function headerFor(header: Header, as: (field: Field) => Field | undefined): Header {
  const columns: Header['columns'] = {}
  const fields = header.fields.map((field) => field && as(field))
  // Columns of the field itself come first, then the gas columns that replace it.
  for (const isOwn of [true, false]) {
    fields.forEach((field, column) => {
      if (field === undefined || (header.fields[column] === field) !== isOwn) return
      columns[field] ??= isOwn ? header.columns[field] : column
    })
  }
  return { ...header, columns, fields }
}
