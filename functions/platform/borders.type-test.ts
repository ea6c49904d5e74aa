/** Shows that functions compile without the globals of a browser (tsconfig/functions.json). Only the types are checked. */
export const globalsOfBrowsers = () => [
  // @ts-expect-error functions have no window
  window,
  // @ts-expect-error functions have no document
  document,
]
