import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { domains } from '../infra/domains.ts'
import { manifest } from '../infra/manifest.ts'
import { api } from '../shared/api/index.ts'
import type { Declaration } from '../shared/declaration.ts'

const groups = Object.keys(api)
const foldersIn = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** Screens that join several groups, or show none. */
const joined = ['calendar', 'calling', 'dashboard', 'security', 'payments', 'not-found']

test('the file of a group declares it, and exports it by the name of the group', () => {
  const isOfGroup = (path: string) => /^(?!index|parts\/|schemas\/).+(?<!\.test)\.ts$/.test(path)
  const files = readdirSync('shared/api', { recursive: true, encoding: 'utf8' }).filter(isOfGroup)
  const fileOf = new Map(files.map((path) => [basename(path, '.ts'), `shared/api/${path}`]))
  expect([...fileOf.keys()].sort()).toEqual(groups.toSorted())
  for (const group of groups) {
    const name = group.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    expect(readFileSync(fileOf.get(group) ?? '', 'utf8')).toContain(`export const ${name} = domain(`)
    const { entry } = manifest.api[group as keyof typeof api]
    expect(readFileSync(entry, 'utf8'), entry).toContain(`= serve(${name}, {`)
  }
})

test('a folder of functions declares itself, and a group that is alone in its folder gives it its name', () => {
  expect(foldersIn('functions').sort()).toEqual(Object.keys(domains).sort())
  const alone = Object.entries<Declaration>(domains).map(([name, { groups: of = {} }]) => [name, Object.keys(of)])
  for (const [name, of] of alone) if (of?.length === 1) expect(of).toEqual([name])
})

test('a feature is a group or a screen that joins several', () => {
  expect(foldersIn('frontend/features').filter((folder) => ![...groups, ...joined].includes(folder))).toEqual([])
})
