import { within } from '@testing-library/react'
import { type Field, type Fields, fieldsIn } from '../../shared/values/field.ts'
import { formatDateLong } from '../lib/format.ts'
import { formatFieldValue, formFieldsIn } from '../records/field-values.ts'

/**
 * Returns the names of form fields for which a dialog has no label. Skips the format `own`, whose fields each form
 * draws by hand.
 */
export const findFieldsMissingInForm = (dialog: HTMLElement, fields: Fields): string[] =>
  formFieldsIn(fields).filter((name) => {
    const { label = '', format } = fields[name] ?? {}
    return format !== 'own' && within(dialog).queryAllByText(label, { selector: 'label' }).length === 0
  })

const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Returns the names of card fields whose value an element does not show, comparing letters and digits only. Skips
 * fields without a value, yes-or-no fields, and the format `own`, which cards draw by hand.
 */
export function findFieldsMissingOnCards(element: HTMLElement, fields: Fields, record: object): string[] {
  const shown = letters(element.textContent ?? '')
  const values = record as Readonly<Record<string, unknown>>
  return fieldsIn(fields)
    .filter(
      ([name, { card, format }]) =>
        card !== null && format !== 'own' && format !== 'flag' && (values[name] ?? null) !== null,
    )
    .filter(([name, field]) => !waysToShow(field, values[name]).some((text) => shown.includes(letters(text))))
    .map(([name]) => name)
}

/** Returns the texts in which a card may show a value: a day also with its month in words. */
const waysToShow = (field: Field, value: unknown): string[] => [
  formatFieldValue(field, value),
  ...(field.format === 'day' ? [formatDateLong(String(value))] : []),
]

/** Returns the names of form fields that differ between two states but are missing in a conflict notice. */
export function findFieldsMissingInConflict(
  dialog: HTMLElement,
  fields: Fields,
  before: object,
  after: object,
): string[] {
  const [one, other] = [before, after] as Readonly<Record<string, unknown>>[]
  const listed = within(dialog)
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '')
  return formFieldsIn(fields).filter((name) => {
    const isChanged = JSON.stringify(one?.[name]) !== JSON.stringify(other?.[name])
    return isChanged && !listed.some((text) => text.startsWith(`${fields[name]?.label}: `))
  })
}
