/** Shows that shared code compiles with neither DOM nor Node (tsconfig/shared.json). Only the types are checked. */
export const globalsOfEither = () => [
  // @ts-expect-error functions have no window
  window,
  // @ts-expect-error the browser has no process
  process.env['HOME'],
]
