/** Returns the quarter of an hour cell at screen height `y`: 0 for the first quarter, 3 for the last. */
export const quarterAt = (cell: Element, y: number): number => Math.floor(quartersFrom(cell, y))

/** Returns the quarter line of an hour cell nearest to screen height `y`: 0 is its top, 4 its bottom. */
export const nearestQuarter = (cell: Element, y: number): number => Math.round(quartersFrom(cell, y))

function quartersFrom(cell: Element, y: number): number {
  const { top, height } = cell.getBoundingClientRect()
  return height === 0 ? 0 : ((y - top) / height) * 4
}
