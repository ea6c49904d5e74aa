import type { Actor } from '../../shared/access.ts'
import { type Instant, localDateOf } from '../../shared/time.ts'
import { type Field, type Fields, fieldsIn, maySee, shortLabelOf } from '../../shared/values/field.ts'
import { fullName } from '../platform/identity/user.ts'
import type { Cell, Column } from './cells.ts'

/**
 * Returns the columns of an export: the listed ones in their order, then every other field whose description does not
 * set `column`. A listed column is the name of a field, or a column made by hand. Leaves out fields that the actor may
 * not see.
 */
export function columnsFor<Row extends object, F extends Fields>(
  actor: Actor,
  fields: F,
  listed: readonly ((keyof F & string) | Column<Row>)[],
): Column<Row>[] {
  const others = fieldsIn(fields).filter(([name, { column }]) => column === undefined && !listed.includes(name))
  return [...listed, ...others.map(([name]) => name)].flatMap((one) => {
    if (typeof one === 'object') return one
    const field = fields[one]
    return field && maySee(actor, field) ? columnOf<Row>(one, field) : []
  })
}

const columnOf = <Row extends object>(name: string, field: Field): Column<Row> => ({
  header: shortLabelOf(field),
  value: (row) => cellOf(field, (row as Readonly<Record<string, unknown>>)[name]),
})

function cellOf({ format }: Field, value: unknown): Cell {
  if (value === undefined || value === null || value === '') return ''
  if (typeof format === 'object') return format[String(value)] ?? String(value)
  if (format === 'day') return { date: String(value) }
  if (format === 'moment') return { date: localDateOf(String(value) as Instant) }
  if (format === 'count') return { count: Math.round(Number(value)) }
  if (format === 'money') return { amount: Number(value) }
  return format === 'name' ? nameOf(value as Named) : String(value)
}

type Named = { readonly firstName: string; readonly lastName: string } | { readonly name: string }

const nameOf = (one: Named) => ('name' in one ? one.name : fullName(one))
