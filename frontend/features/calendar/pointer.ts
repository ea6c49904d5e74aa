/**
 * Returns which quarter of an hour cell is at `y`: 0 for the first, 3 for the last. `y` is in pixels from the top of
 * the window, as `clientY` of a pointer event.
 */
export const quarterAt = (cell: Element, y: number): number => Math.floor(quartersFrom(cell, y))

/**
 * Returns the quarter line of an hour cell nearest to `y`: 0 is its top, 4 its bottom. `y` is in pixels from the top of
 * the window.
 */
export const nearestQuarter = (cell: Element, y: number): number => Math.round(quartersFrom(cell, y))

function quartersFrom(cell: Element, y: number): number {
  const { top, height } = cell.getBoundingClientRect()
  return height === 0 ? 0 : ((y - top) / height) * 4
}
