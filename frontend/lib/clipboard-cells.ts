/**
 * Splits text copied from a spreadsheet into rows of cells; several blanks in a cell become one space. Removes the
 * quotes that spreadsheets put around a cell with a tab, a line break or a quote.
 */
export function parseClipboardCells(text: string): string[][] {
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
