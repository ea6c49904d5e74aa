import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { kindOf } from '../testing/touches/record-kinds.ts'
import { callersOf, objectsOf } from './calls.ts'
import { type Functions, isAmong } from './function-groups.ts'
import { indexReadersOf } from './index-readers.ts'
import { functionSpecs, manifest } from './manifest.ts'
import { readersOf, writersOf } from './partitions.ts'

const document = await readFile(new URL('../docs/data.md', import.meta.url), 'utf8')

/**
 * Returns the templates of partition keys, such as `appointments#${month}`, that docs/data.md lists. `index` is
 * `primary` for the table itself, or `gsi\\d` for all indexes.
 */
const keysIn = (index: string) =>
  [...document.matchAll(new RegExp(`^\\| \\w+ \\| ${index} \\| \`([^\`]+)\``, 'gm'))].map(([, key = '']) => key)
const beginningOf = (key: string) => key.replace(/#.*/s, '#').replace(/\$.*/s, '')

it('knows the writers of every partition of the table and of no other', () => {
  const partitions = keysIn('primary').map((key) => beginningOf(key).slice(0, -1))
  expect(new Set(Object.keys(writersOf))).toEqual(new Set(partitions))
})

it('names only existing partitions as read', () => {
  expect(Object.keys(readersOf).filter((partition) => !(partition in writersOf))).toEqual([])
  // The lists of uploads are added by hand. Their key is the name of the kind of upload, which the templates do not
  // show.
  const lists = [...keysIn('gsi\\d').map(beginningOf), 'uploads', 'lead-uploads']
  expect(Object.keys(indexReadersOf).filter((key) => !lists.includes(key))).toEqual([])
})

it('gives every partition and list a kind of record, or the reason why it has none', () => {
  const beginnings = [...Object.keys(writersOf), ...Object.keys(indexReadersOf)].map((key) => key.replace(/#.*/s, ''))
  expect(new Set(Object.keys(kindOf))).toEqual(new Set(beginnings))
})

it('names only existing functions, and no right without a function', () => {
  const objects = Object.values(objectsOf).flatMap((folders) => Object.values(folders))
  const all: Functions[] = [
    ...[writersOf, readersOf, indexReadersOf, callersOf].flatMap((table) => Object.values(table)),
    ...objects.flatMap(({ reads, writes }) => [reads, writes]),
  ]
  for (const these of all) {
    for (const one of [these].flat()) {
      expect(
        Object.keys(functionSpecs).some((name) => isAmong(one, name)),
        one,
      ).toBe(true)
    }
  }
  for (const table of [writersOf, readersOf, indexReadersOf, callersOf]) {
    expect(Object.entries(table).filter(([, these]) => these.length === 0)).toEqual([])
  }
})

it('gives rights in a bucket to the functions that use it, and to no other', () => {
  for (const bucket of manifest.buckets) {
    const named = Object.values(objectsOf[bucket]).flatMap(({ reads, writes }) => [reads, writes])
    for (const [name, { needs }] of Object.entries(functionSpecs)) {
      const isNamed = named.some((these) => isAmong(these, name))
      expect({ name, bucket, isNamed }).toEqual({ name, bucket, isNamed: needs.includes(bucket) })
    }
  }
})
