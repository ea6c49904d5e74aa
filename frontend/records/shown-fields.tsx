import { type Fields, fieldsIn, shortLabelOf } from '../../shared/values/field.ts'
import type { Column } from '../ui/table/data-table-types.ts'
import { formatFieldValue } from './field-values.ts'

const valueIn = (record: object, name: string) => (record as Readonly<Record<string, unknown>>)[name] ?? null

/**
 * Returns label and text (`value`) of the fields of a card, except those drawn by hand. The text of an absent value is
 * null.
 */
export const cardItemsOf = (fields: Fields, record: object, card: string) =>
  fieldsIn(fields)
    .filter(([, field]) => field.card === card)
    .map(([name, field]) => {
      const value = valueIn(record, name)
      return { label: shortLabelOf(field), value: value === null ? null : formatFieldValue(field, value) }
    })

/** Returns the columns of a list for its described fields, except those drawn by hand. */
export const listColumnsOf = <Row extends object>(fields: Fields): Column<Row>[] =>
  fieldsIn(fields).flatMap(([name, field]) => {
    if (!field.list) return []
    const cell = (row: Row) => {
      const value = valueIn(row, name)
      return <span className="pv-soft">{value === null ? '–' : formatFieldValue(field, value)}</span>
    }
    return { id: name, header: shortLabelOf(field), ...field.list, cell }
  })
