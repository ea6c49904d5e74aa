type Leaf = string | number | boolean | bigint | null | undefined | Uint8Array

/**
 * Type with every key required at any depth, where an optional key may be `undefined`. A field added later does not
 * compile until it is set.
 */
export type Whole<T> = T extends Leaf
  ? T
  : T extends (infer Item)[]
    ? Whole<Item>[]
    : T extends object
      ? { [K in keyof Required<T>]: Whole<T[K]> }
      : T
