/**
 * Creates a random generator (mulberry32) that gives the same values for the same seed. `below` gives whole numbers
 * from 0 up to, not including, the limit.
 */
export function createChance(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    maybe: (probability: number) => next() < probability,
    pick: <T>(from: readonly [T, ...T[]] | readonly T[]): T => {
      const picked = from[below(from.length)]
      if (picked === undefined) throw new Error('Nothing to pick from')
      return picked
    },
    /** Returns a random id in the form of a UUID version 4. */
    id: () => {
      const hex = Array.from({ length: 32 }, () => below(16).toString(16)).join('')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
    },
  }
}
export type Chance = ReturnType<typeof createChance>
