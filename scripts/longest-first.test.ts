import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import type { TestSpecification, Vitest } from 'vitest/node'
import LongestFirst, { LONGEST } from './longest-first.ts'

it('the longest files are started first within their project, and they exist', async () => {
  const [first = '', second = ''] = LONGEST.filter((file) => file.startsWith('proofs/'))
  const screen = LONGEST.find((file) => file.startsWith('frontend/')) ?? ''
  const order = [
    ['document', screen],
    ['document', 'frontend/ui/table/data-table.test.tsx'],
    ['document', 'frontend/ui/menus/tooltip.test.tsx'],
    ['node', first],
    ['node', second],
    ['node', 'functions/contracts/import/attempts.test.ts'],
    ['node', 'shared/api/parts/fields.test.ts'],
  ] as const
  const projectOf = (name: string) => ({ name, config: { sequence: { groupOrder: 0 }, isolate: false } })
  const projects = { document: projectOf('document'), node: projectOf('node') }
  const files = order.map(([name, file]) => ({ project: projects[name], moduleId: resolve(file) }))
  const noTimes = { config: { root: process.cwd() }, cache: { getTestSpecificationResult: () => undefined } }
  const sequencer = new LongestFirst(noTimes as unknown as Vitest)
  const sorted = await sequencer.sort(files.toReversed() as unknown as TestSpecification[])
  expect(sorted).toEqual(files)
  expect(LONGEST.filter((file) => !existsSync(file))).toEqual([])
})
