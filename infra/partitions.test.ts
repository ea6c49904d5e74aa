import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { functionSpecs } from './manifest.ts'
import { writersOf } from './partitions.ts'

it('knows the writers of every partition of the table and of no other', async () => {
  const document = await readFile(new URL('../docs/data.md', import.meta.url), 'utf8')
  const partitions = [...document.matchAll(/^\| primary \| primary \| `([\w-]+)#/gm)].map(([, name]) => name)
  expect(new Set(Object.keys(writersOf))).toEqual(new Set(partitions))
})

it('names functions that there are', () => {
  const named = Object.values(writersOf).flatMap((writers) => (typeof writers === 'string' ? [] : writers))
  expect(named.filter((name) => name !== 'api' && !functionSpecs[name])).toEqual([])
})
