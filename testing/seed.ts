/** Every random choice of tests and proofs starts here, so that a run can be repeated: `PROOF_SEED=<number>`. */
export const SEED = Number(process.env['PROOF_SEED'] ?? 20261121)

/**
 * Returns a generator of whole numbers below a bound, repeated in every run with the same seed; `stream` separates the
 * users of a seed.
 */
export function randomNumbers(stream = 0): (below: number) => number {
  let state = (SEED + stream) | 0
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 12)) >>> 0) % below
  }
}
