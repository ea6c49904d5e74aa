import { within } from '@testing-library/react'
import { type Fields, fieldsIn } from '../../shared/fields/field.ts'
import { fieldText, formFieldsIn } from '../records/field-values.ts'

/** Returns the fields of a form that a dialog does not label; fields of an `own` format have no label of their own. */
export const fieldsMissingInForm = (dialog: HTMLElement, fields: Fields): string[] =>
  formFieldsIn(fields).filter((name) => {
    const { label = '', format } = fields[name] ?? {}
    return format !== 'own' && within(dialog).queryAllByText(label, { selector: 'label' }).length === 0
  })

const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Returns the fields with a card whose value an element does not show; spaces, capitals and signs of flags do not count. */
export function fieldsMissingOnCards(element: HTMLElement, fields: Fields, record: object): string[] {
  const shown = letters(element.textContent ?? '')
  const values = record as Readonly<Record<string, unknown>>
  return fieldsIn(fields)
    .filter(
      ([name, { card, format }]) =>
        card !== null && format !== 'own' && format !== 'flag' && (values[name] ?? null) !== null,
    )
    .filter(([name, field]) => !shown.includes(letters(fieldText(field, values[name]))))
    .map(([name]) => name)
}

/** Returns the fields of a form that differ between two states and that a conflict does not name. */
export function fieldsMissingInConflict(dialog: HTMLElement, fields: Fields, before: object, after: object): string[] {
  const [one, other] = [before, after] as Readonly<Record<string, unknown>>[]
  const told = within(dialog)
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '')
  return formFieldsIn(fields).filter((name) => {
    const isChanged = JSON.stringify(one?.[name]) !== JSON.stringify(other?.[name])
    return isChanged && !told.some((text) => text.startsWith(`${fields[name]?.label}: `))
  })
}
