/**
 * Returns the labelled fields that differ between two states of a record, in the order of the labels: `Plaats: Venlo`,
 * each with its new value.
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
