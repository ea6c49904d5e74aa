import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const textOf = (path: string) => readFileSync(path, 'utf8')
const pages = ['docs/money.md', 'docs/spreadsheets.md']

it.each(pages)('%s names functions where they are', (page) => {
  const named = [...textOf(page).matchAll(/`(\w+)(?:\([^`]*\))?` in\s+`([\w/-]+\.ts)`/g)]
  expect(named.length).toBeGreaterThan(10)
  for (const [, name = '', path = ''] of named) {
    const isThere = new RegExp(`\\b(?:function|const) ${name}\\b|^ +${name}: async `, 'm')
    expect([name, path, isThere.test(textOf(`functions/${path}`))]).toEqual([name, path, true])
  }
})

/** Each table of calls in the documents: of each row its number, how far to the right the call is, its name and file. */
const walks = pages.flatMap((page) =>
  textOf(page)
    .split('| | Call | What it does |\n')
    .slice(1)
    .map((walk) =>
      [
        ...walk
          .split('\n\n', 1)
          .join()
          .matchAll(/^\| (\d+) \| ((?:· )*)`(\w+)` in `([\w/-]+\.ts)`/gm),
      ].map(([, number, dots = '', name = '', path = '']) => ({
        number: Number(number),
        depth: dots.length,
        name,
        path,
      })),
    ),
)

it('a change of a commission, a payment by the bank and a row of a sheet take few calls', () => {
  expect(walks.map((calls) => calls[0]?.name)).toEqual(['changeCommission', 'confirmPayments', 'storeWindow'])
  for (const calls of walks) {
    expect(calls.map(({ number }) => number)).toEqual(calls.map((_, at) => at + 1))
    expect(calls.length).toBeLessThanOrEqual(calls[0]?.name === 'changeCommission' ? 12 : 14)
  }
})

it.each(walks)('from $name on, each call is made where the document says, and no file is entered twice', (...calls) => {
  const entered = calls.filter(
    ({ path, depth }, at) => calls.slice(0, at).findLast((one) => one.depth < depth)?.path !== path,
  )
  expect(new Set(entered.map(({ path }) => path)).size).toBe(entered.length)
  for (const [at, { name, depth }] of calls.entries()) {
    const above = calls.slice(0, at).findLast((one) => one.depth < depth)
    if (above)
      expect([above.name, name, textOf(`functions/${above.path}`).includes(name)]).toEqual([above.name, name, true])
  }
})
