type Leaf = string | number | boolean | bigint | null | undefined | Uint8Array

/**
 * A type of which every key must be there, at any depth: what may be absent is `undefined` in so many words. So a field
 * that somebody adds cannot be forgotten where such a value is made.
 */
export type Whole<T> = T extends Leaf
  ? T
  : T extends (infer Item)[]
    ? Whole<Item>[]
    : T extends object
      ? { [K in keyof Required<T>]: Whole<T[K]> }
      : T
