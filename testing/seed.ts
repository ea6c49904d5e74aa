/** Seed of the random choices in tests and proofs, except ids; `PROOF_SEED=<number>` repeats a run. */
export const SEED = Number(process.env['PROOF_SEED'] ?? 20261121)

/**
 * Returns a random generator of whole numbers below a bound; the same seed gives the same numbers. Another `stream`
 * gives other numbers.
 */
export function createRandomNumbers(stream = 0): (below: number) => number {
  let state = (SEED + stream) | 0
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 12)) >>> 0) % below
  }
}
