/**
 * Returns the element to focus after a row of a list is removed: the next row, else the previous one, else the heading
 * of the page. Null where no list shows the row; call it before the removal.
 */
export function findRowBeside(id: string): HTMLElement | null {
  const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
  if (!row) return null
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const place = rows.indexOf(row)
  const beside = rows[place + 1] ?? rows[place - 1]
  return beside ? (beside.querySelector<HTMLElement>('.pv-card-open') ?? beside) : heading()
}

function heading(): HTMLElement | null {
  const title = document.querySelector<HTMLElement>('h1')
  title?.setAttribute('tabindex', '-1')
  return title
}
