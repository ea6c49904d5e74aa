import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { families, manifest } from '../infra/manifest.ts'
import { api } from '../shared/api/index.ts'

const groups = Object.keys(api)
const foldersIn = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** Folders of functions without endpoints, which the groups share. */
const beneath = ['platform', 'records', 'mail', 'export', 'spreadsheets', 'book', 'known-customers', 'company']
/** Screens that join several groups, or show none. */
const joined = ['calendar', 'dashboard', 'security', 'payments', 'not-found']

test('the file of a group declares it, and exports it by the name of the group', () => {
  const files = readdirSync('shared/api').filter((file) => /^(?!index).+(?<!\.test)\.ts$/.test(file))
  expect(files.sort()).toEqual(groups.map((group) => `${group}.ts`).sort())
  for (const group of groups) {
    const name = group.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    expect(readFileSync(`shared/api/${group}.ts`, 'utf8')).toContain(`export const ${name} = domain(`)
    const { entry } = manifest.api[group as keyof typeof api]
    expect(readFileSync(entry, 'utf8'), entry).toContain(`= serve(${name}, {`)
  }
})

test('a folder of functions is a group, a family of groups, or beneath them', () => {
  const known = [...groups, ...Object.keys(families), ...beneath]
  expect(foldersIn('functions').filter((folder) => !known.includes(folder))).toEqual([])
})

test('a feature is a group or a screen that joins several', () => {
  expect(foldersIn('frontend/features').filter((folder) => ![...groups, ...joined].includes(folder))).toEqual([])
})
