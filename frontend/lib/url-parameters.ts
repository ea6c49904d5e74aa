/**
 * Returns parameters of an address with all of `names` replaced, so that opening one dialog closes the others. An empty
 * or absent value removes its parameter; other parameters stay.
 */
export function replaceParameters<Name extends string>(
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
