type Leaf = string | number | boolean | bigint | null | undefined | Uint8Array

/**
 * A type with every key required, at any depth; an optional key becomes `undefined`. A field added later cannot be
 * forgotten where such a value is made.
 */
export type Whole<T> = T extends Leaf
  ? T
  : T extends (infer Item)[]
    ? Whole<Item>[]
    : T extends object
      ? { [K in keyof Required<T>]: Whole<T[K]> }
      : T
