/**
 * Returns a function that makes a value at its first call and returns the same value from then on. For what takes long
 * to make, such as a formatter of `Intl`, so that a function that needs none of it starts without it.
 */
export function atFirstUse<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
