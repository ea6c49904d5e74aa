/** Returns the quarter at a height on the screen, counted from the start of a cell of one hour. */
export const quarterAt = (cell: Element, y: number): number => Math.floor(quartersFrom(cell, y))

/** Returns the quarter nearest to a height on the screen, counted from the start of a cell of one hour. */
export const nearestQuarter = (cell: Element, y: number): number => Math.round(quartersFrom(cell, y))

function quartersFrom(cell: Element, y: number): number {
  const { top, height } = cell.getBoundingClientRect()
  return height === 0 ? 0 : ((y - top) / height) * 4
}
