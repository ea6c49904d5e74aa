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
