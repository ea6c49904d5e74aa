import type { Whole } from '../../shared/whole.ts'

/** Fields of a form as they are stored: null, which removes a value, becomes undefined. */
type Fields<Form, Apart> = {
  [Name in keyof Form as Exclude<Name, Apart>]:
    | Exclude<Form[Name], null>
    | (null extends Form[Name] ? undefined : never)
}

/**
 * A type that checks that every field of a form is stored under the same name or listed in `apart`. Otherwise it names
 * the fields that would be lost.
 */
type Complete<Form, Row, Apart> = [Exclude<keyof Form, keyof Row | Apart>] extends [never]
  ? unknown
  : { readonly 'would be lost': Exclude<keyof Form, keyof Row | Apart> }

/**
 * Makes the functions that turn a form into attributes of the same names: `created` for a new row, `changed` for a
 * change. The first call only names the row type. `apart` lists fields that the service stores itself, `normal` has
 * normalisers by attribute. A field that is neither stored nor in `apart` does not compile.
 */
export const mapFormFields =
  <Row extends object>() =>
  <const Apart extends string = never>(
    apart: readonly Apart[] = [],
    normal: { readonly [Name in keyof Row]?: (value: NonNullable<Row[Name]>) => Row[Name] } = {},
  ) => {
    const fieldsOf = (form: object) =>
      Object.fromEntries(
        Object.entries(form)
          .filter(([name, value]) => value !== undefined && !apart.some((one) => one === name))
          .map(([name, value]) => {
            const normalised = normal[name as keyof Row]
            return [name, value === null ? undefined : normalised ? normalised(value) : value]
          }),
      )
    return {
      /** Returns the attributes of a new row; a missing one does not compile. */
      created: <Form extends object>(form: Form & Complete<Form, Row, Apart>) =>
        fieldsOf(form) as Whole<Fields<Form, Apart>>,
      /** Returns the attributes that a change sends; absent ones stay. */
      changed: <Form extends object>(form: Form & Complete<Form, Row, Apart>) => fieldsOf(form) as Fields<Form, Apart>,
    }
  }
