/** Every random choice of tests and proofs starts here, so that a run can be repeated: `PROOF_SEED=<number>`. */
export const SEED = Number(process.env['PROOF_SEED'] ?? 20261121)

/**
 * Whole numbers from 0 up to a bound, the same ones in every run with the same seed; `stream` tells users of the seed
 * apart.
 */
export function randomNumbers(stream = 0): (below: number) => number {
  let state = (SEED + stream) | 0
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 12)) >>> 0) % below
  }
}
