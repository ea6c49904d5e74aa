/**
 * Returns the cells, row by row, of a text that a spreadsheet put on the clipboard. A cell that holds a tab, a line break
 * or a quote stands in quotes, as spreadsheets write it.
 */
export function clipboardCells(text: string): string[][] {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '')
  const rows: string[][] = [[]]
  const pattern = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/y
  while (pattern.lastIndex <= lines.length) {
    const match = pattern.exec(lines)
    if (!match) break
    const [, quoted, plain = '', end] = match
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).replace(/\s+/g, ' ').trim())
    if (end === '') break
    if (end === '\n') rows.push([])
  }
  return rows
}
