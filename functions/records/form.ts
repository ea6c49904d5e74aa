import type { Whole } from '../../shared/whole.ts'

/** The fields of a form as they are stored: null, which erases, as undefined. */
type Fields<Form, Apart> = {
  [Name in keyof Form as Exclude<Name, Apart>]:
    | Exclude<Form[Name], null>
    | (null extends Form[Name] ? undefined : never)
}

/** A form of which every field has an attribute of its name or is dealt with apart; else what would be lost. */
type Unlost<Form, Row, Apart> = [Exclude<keyof Form, keyof Row | Apart>] extends [never]
  ? unknown
  : { readonly 'would be lost': Exclude<keyof Form, keyof Row | Apart> }

/**
 * How a form's fields become attributes of a row of the same names: `apart` names those that the service deals with
 * itself, `normal` brings some into their normal form. A field that is neither stored nor apart does not compile.
 */
export const storing =
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
      /** The attributes of a new row: all of them, so that nothing is left to chance where it is made. */
      created: <Form extends object>(form: Form & Unlost<Form, Row, Apart>) =>
        fieldsOf(form) as Whole<Fields<Form, Apart>>,
      /** The attributes that a change sends; what is absent stays. */
      changed: <Form extends object>(form: Form & Unlost<Form, Row, Apart>) => fieldsOf(form) as Fields<Form, Apart>,
    }
  }
