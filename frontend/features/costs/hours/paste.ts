import { projectTypes } from '../../../../shared/api/schemas/costs.ts'
import { parseClipboardCells } from '../../../lib/clipboard-cells.ts'
import { showUndoable } from '../../../records/undo.ts'
import { toast } from '../../../ui/messages/toast.ts'
import { type Cell, cellKeyOf } from '../cells.ts'
import { daysOf } from '../weeks.ts'
import { parseHours } from './hours-text.ts'
import type { Sheet } from './sheet.ts'

/**
 * Pastes the spreadsheet cells in `text` into the week of `monday`, starting at the cell `from`. For a single cell it
 * does nothing and returns false, so that the browser pastes it.
 */
export function pasteInto(sheet: Sheet, monday: string, from: Cell, text: string): boolean {
  const rows = parseClipboardCells(text)
  if (rows.length < 2 && (rows[0]?.length ?? 0) < 2) return false
  const days = daysOf(monday)
  const firstRow = projectTypes.indexOf(from.projectType)
  const firstDay = days.indexOf(from.date)
  let left = 0
  const cells = rows.flatMap((row, down) =>
    row.flatMap((content, right) => {
      const projectType = projectTypes[firstRow + down]
      const date = days[firstDay + right]
      if (projectType && date) return [{ projectType, date, text: pastedText(content) }]
      if (content !== '') left += 1
      return []
    }),
  )
  replaceCells(sheet, cells, `${cells.length} cellen geplakt`, left > 0 ? `${left} vielen buiten de week.` : undefined)
  return true
}

type Filled = Cell & { readonly text: string }

/** Fills and saves several cells, and shows a toast with `title`, `description` and an undo button. */
export function replaceCells(sheet: Sheet, cells: readonly Filled[], title: string, description?: string): void {
  const before = cells.map((cell) => ({ ...cell, text: sheet.savedText(cell) }))
  sheet.set(cells)
  async function undo(): Promise<null> {
    sheet.set(before)
    toast({ title: 'Uren teruggezet' })
    return null
  }
  showUndoable({ title, ...(description !== undefined && { description, tone: 'info' as const }) }, null, {
    undo,
    fallback: 'De uren konden niet worden teruggezet.',
  })
}

/**
 * Returns the text that a pasted cell puts into the week: an empty text for a dash or a zero, which clears the cell.
 */
function pastedText(content: string): string {
  const bare = content.trim()
  return /^[-–—]$/.test(bare) || parseHours(bare) === 0 ? '' : bare
}

/** Returns those of `cells` that already have saved hours, different from the new text. */
export const findReplacedCells = (sheet: Sheet, cells: readonly Filled[]): Filled[] => {
  const changed = new Map(cells.map((cell) => [cellKeyOf(cell), cell]))
  return [...changed.values()].filter((cell) => {
    const now = sheet.savedText(cell)
    return now !== '' && now !== cell.text
  })
}
