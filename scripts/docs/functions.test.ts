import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it.each(['docs/money.md', 'docs/spreadsheets.md'])('%s names functions where they are', (page) => {
  const named = [...readFileSync(page, 'utf8').matchAll(/`(\w+)(?:\([^`]*\))?` in\s+`([\w/-]+\.ts)`/g)]
  expect(named.length).toBeGreaterThan(10)
  for (const [, name = '', path = ''] of named) {
    const isThere = new RegExp(`\\b(?:function|const) ${name}\\b|^ +${name}: async `, 'm')
    expect([name, path, isThere.test(readFileSync(`functions/${path}`, 'utf8'))]).toEqual([name, path, true])
  }
})
