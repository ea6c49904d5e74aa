import { expect, it } from 'vitest'
import { outlineColumns } from './column-facts.ts'

type Name = 'provider' | 'customer'

/** Returns the columns with labels of a table of suppliers and their customers, by the cells of the first column. */
function outlineOf(...labels: readonly string[]): number[] {
  const header = { row: 1, fields: ['provider', 'customer'] satisfies Name[] }
  const rows = labels.map((label, index) => ({ number: index + 2, cells: [label, `Klant ${index}`] }))
  const grouped = { names: ['customer'], shared: [], outline: ['provider'] } satisfies Record<string, readonly Name[]>
  return outlineColumns<Name>({ grouped }, header as never, rows as never)
}

it('a label stands once above the rows that it holds for', () => {
  expect(outlineOf('Eneco', '', 'Vattenfall', '')).toEqual([0])
})

it.each([
  ['most rows have a label of their own', ['Eneco', 'Vattenfall', 'Engie', '']],
  ['a label returns further below', ['Eneco', '', '', '', 'Eneco', '']],
  ['nothing stands above the first row', ['', 'Eneco', '', '']],
])('a column is no outline where %s', (_, labels) => {
  expect(outlineOf(...labels)).toEqual([])
})
