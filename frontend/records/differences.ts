import type { Field, Fields } from '../../shared/values/field.ts'
import { formatFieldValue, formFieldsIn } from './field-values.ts'

/**
 * Returns a function that gives the typed fields of a described record which differ between two of its states, as
 * `differencesOf` does. A field whose history stands under another one, such as the id of a person, shows that one.
 */
export const changesIn = (fields: Fields) => (before: object, after: object) =>
  differencesOf(
    Object.fromEntries(formFieldsIn(fields).map((name) => [name, (fields[name] as Field).label])),
    { ...before },
    { ...after },
    (name) => {
      const shown = fields[name]?.history ?? name
      return formatFieldValue(fields[shown] as Field, Reflect.get(after, shown))
    },
  )

/**
 * Returns the fields that differ between two states of a record as texts with the new value: `Plaats: Venlo`. `labels`
 * names the fields, in the order of the result; `shown` formats the new value of a field.
 */
export function differencesOf<Name extends string>(
  labels: Readonly<Record<Name, string>>,
  before: { readonly [Key in NoInfer<Name>]?: unknown },
  after: { readonly [Key in NoInfer<Name>]?: unknown },
  shown: (name: Name) => string,
): string[] {
  const names = Object.keys(labels) as Name[]
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => `${labels[name]}: ${shown(name)}`)
}
