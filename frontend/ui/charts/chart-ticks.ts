/** Values at the lines of an axis, lowest first. */
export type Ticks = readonly number[]

/** Round steps between the lines of an axis, from 1 to 10; other sizes are these times a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10]
/** Finer steps, for an axis that gets its number of lines from another axis, so that its values fill the height. */
const FINE_STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** Returns a round step that is at least the given one; a whole number where only whole numbers are shown. */
function roundStep(least: number, isInteger: boolean, steps = STEPS): number {
  const magnitude = 10 ** Math.floor(Math.log10(least))
  const step = steps.map((factor) => factor * magnitude).find((one) => one >= least * 0.999) ?? least
  return isInteger ? Math.max(1, Math.ceil(step)) : step
}

const multiples = (step: number, from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => Number(((from + index) * step).toPrecision(12)))

/**
 * Returns round values for the lines of an axis that contains 0 and all given values. About `lines` values are on the
 * larger side of 0; `isInteger` allows whole numbers only.
 */
export function ticksOf(values: readonly number[], lines = 5, isInteger = false): Ticks {
  const highest = Math.max(0, ...values)
  const lowest = Math.min(0, ...values)
  const least = Math.max(highest, -lowest) / lines
  const step = least > 0 ? roundStep(least, isInteger) : 1
  const below = Math.floor(lowest / step + 0.001)
  const above = Math.max(1, Math.ceil(highest / step - 0.001))
  return multiples(step, below, above)
}

/**
 * Returns round values for the lines of an axis that contains all given values but need not begin at 0, for a chart
 * without bars. Expects no values below 0.
 */
export function ticksAround(values: readonly number[], lines = 3): Ticks {
  if (values.length === 0) return [0, 1]
  const highest = Math.max(...values)
  const lowest = Math.min(...values)
  const least = (highest - lowest || highest || 1) / lines
  const step = roundStep(least, false)
  const from = Math.max(0, Math.floor(lowest / step + 0.001))
  return multiples(step, from, Math.max(from + 1, Math.ceil(highest / step - 0.001)))
}

/**
 * Returns whole numbers for the lines of a second axis, which shares the lines of the first axis and has 0 at the same
 * height. Expects no values below 0.
 */
export function ticksBeside(first: Ticks, values: readonly number[]): Ticks {
  const below = first.filter((value) => value < 0).length
  const above = Math.max(1, first.filter((value) => value > 0).length)
  const highest = Math.max(0, ...values)
  const step = highest > 0 ? roundStep(highest / above, true, FINE_STEPS) : 1
  return multiples(step, -below, above)
}
