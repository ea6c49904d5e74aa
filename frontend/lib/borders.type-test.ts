/** Shows that the frontend compiles without Node (tsconfig/frontend.json). Only the types are checked. */
export const globalsOfNode = () => [
  // @ts-expect-error the browser has no process
  process.env['HOME'],
  // @ts-expect-error the browser has no Buffer
  Buffer.alloc(1),
]
