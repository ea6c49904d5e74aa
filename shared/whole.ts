type Leaf = string | number | boolean | bigint | null | undefined | Uint8Array

/**
 * Type in which every key is required, at any depth; an optional key becomes one that may be `undefined`. So a new
 * field does not compile until it is set.
 */
export type Whole<T> = T extends Leaf
  ? T
  : T extends (infer Item)[]
    ? Whole<Item>[]
    : T extends object
      ? { [K in keyof Required<T>]: Whole<T[K]> }
      : T
