import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { toCsv } from './csv.ts'

const bytesOf = (texts: readonly string[]) =>
  Buffer.from(
    toCsv(
      ['Klant', 'Datum'],
      texts.map((text) => [text, { date: '2026-12-02' }]),
    ),
  )
const read = (texts: readonly string[], delimiter: string): string[][] =>
  parse(bytesOf(texts), { bom: true, delimiter, relax_quotes: true, relax_column_count: true }).slice(1)

describe('a text that a spreadsheet would calculate', () => {
  it('gets an apostrophe after a tab or a line break as well', () => {
    const texts = ['\t=1', '\r=1', '\n=1', '  =1', '\t1', '\u0000=1']
    const rows = read(texts, ';')
    expect(rows.every(([, date]) => date === '02-12-2026')).toBe(true)
    expect(rows.map(([text = '']) => text[0])).toEqual(texts.map(() => "'"))
  })

  it.each([';', ',', '\t', '\n'])(
    'gets one inside a cell where a program that splits at %j would start another cell',
    (at) => {
      const signs = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', ' =1', '"=1', ' "=1']
      const rows = read(
        signs.map((sign) => `a${at}${sign}`),
        ';',
      )
      expect(rows.map(([text]) => text)).toEqual(signs.map((sign) => `a${at}'${sign}`))
    },
  )

  it('gets one after the last of several separators', () => {
    expect(read(['a\r\n=1', 'a;;=1', 'a, \t=1'], ';').map(([text]) => text)).toEqual(["a\r\n'=1", "a;;'=1", "a, \t'=1"])
  })

  it.each([';', ',', '\t'])('starts no cell, with whatever separator the file is opened: %j', (delimiter) => {
    const texts = [';', ',', '\t', '\n'].flatMap((at) =>
      ['=cmd|x', '"=cmd|x', ' =cmd|x'].map((sign) => `a${at}${sign}`),
    )
    const lines = bytesOf(texts)
      .toString('utf8')
      .split(/[\r\n]+/)
    const cells = lines.flatMap((line) => line.split(delimiter))
    expect(cells.filter((cell) => /^[\s"]*[=+\-@]/.test(cell))).toEqual([])
  })

  it('is left as it is when a sign is only inside it', () => {
    const texts = ['Jan-Piet; 12', 'a = b', 'info@klant.example', 'x, y-z']
    expect(read(texts, ';').map(([text]) => text)).toEqual(texts)
  })
})
