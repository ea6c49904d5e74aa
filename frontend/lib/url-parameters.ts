/**
 * The parameters of an address with others in place of all that `names` has: what opens one dialog closes those that give
 * way to it. An empty value, or none, leaves its parameter out; parameters of others stay as they are.
 */
export function parametersWith<Name extends string>(
  before: URLSearchParams,
  names: readonly Name[],
  values: Readonly<Partial<Record<Name, string | undefined>>>,
): URLSearchParams {
  const after = new URLSearchParams(before)
  for (const name of names) {
    const value = values[name]
    if (value) after.set(name, value)
    else after.delete(name)
  }
  return after
}
