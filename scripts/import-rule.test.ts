import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findUndeclaredImports } from './conventions/domain-imports.ts'

/** Lints a project of these files, each a list of lines; returns the refused lines by file. */
async function refusedIn(files: Readonly<Record<string, readonly string[]>>): Promise<Record<string, string[]>> {
  const root = mkdtempSync(join(tmpdir(), 'partnerview-imports-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const config = JSON.parse(readFileSync('biome.json', 'utf8'))
  writeFileSync(
    join(root, 'biome.json'),
    JSON.stringify({ ...config, vcs: { enabled: false }, linter: { rules: { preset: 'none' } } }),
  )
  cpSync('import-rule.grit', join(root, 'import-rule.grit'))
  for (const [path, lines] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), `${lines.join('\n')}\n`)
  }
  const biome = join(process.cwd(), 'node_modules/.bin/biome')
  const args = ['lint', '--reporter=json', '--max-diagnostics=none', '.']
  const output = await new Promise<string>((resolve) => {
    execFile(biome, args, { cwd: root, maxBuffer: 1 << 26 }, (_, stdout) => resolve(stdout))
  })
  const at = new Set<string>()
  for (const { category, location } of JSON.parse(output).diagnostics) {
    if (category === 'plugin') at.add(`${location.path}:${location.start.line}`)
  }
  return Object.fromEntries(
    Object.entries(files).map(([path, lines]) => [path, lines.filter((_, index) => at.has(`${path}:${index + 1}`))]),
  )
}

const importing = (from: string, target: string) => {
  const path = relative(dirname(from), target)
  return `import '${path.startsWith('.') ? path : `./${path}`}'`
}

/** Returns the rows of ARCHITECTURE.md: each folder with the folders and files it may import. */
function written(): Map<string, string[]> {
  const chapter = /## Who may import whom\n([\s\S]*?)\n## /.exec(readFileSync('ARCHITECTURE.md', 'utf8'))?.[1] ?? ''
  const rows = new Map<string, string[]>()
  for (const [, folders = '', may = ''] of chapter.matchAll(/^\| (`.*?) \| (.*) \|$/gm)) {
    const names = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    for (const folder of names(folders)) {
      const beside = folder.includes('/') ? folder.slice(0, folder.indexOf('/') + 1) : ''
      rows.set(
        folder.replace('*', 'one'),
        names(may.replace(/;.*/, '')).map((name) => (name === 'shared' ? name : `${beside}${name}`)),
      )
    }
  }
  return rows
}

const rows = written()
/** Subfolders (`room`), one in each folder that has a row; a subfolder has the same row as the folder around it. */
const rooms = [...rows.keys()].filter((folder) => folder.includes('/')).map((folder) => `${folder}/room`)
const others = ['shared/api', 'shared/api/parts', 'infra/local', 'infra/local/s3']
for (const room of [...rooms, ...others]) {
  const around = room.endsWith('/room') ? room.slice(0, -'/room'.length) : room.slice(0, room.indexOf('/'))
  rows.set(room, rows.get(around) ?? [])
}

/** Returns the outer folder in which files may import each other: `shared`, `functions/contracts` or one feature. */
const homeOf = (folder: string) =>
  /^(functions\/[^/]+|frontend\/features\/[^/]+|frontend\/[^/]+|[^/]+)/.exec(folder)?.[0] ?? ''

/** Folders that no row of the table lets anybody import; the last two are new folders without a row. */
const beyond = ['bench', 'e2e', 'proofs', 'scripts', 'seed', 'testing', 'functions/sales', 'frontend/newcomer']
const another = ['functions/sales/room', 'frontend/features/another', 'frontend/features/another/room']
const folders = [...[...rows.keys()].filter((folder) => !rooms.includes(folder)), ...another, ...beyond]
const targets = folders.flatMap((folder) => [`${folder}/entity.ts`, `${folder}/service.ts`])
const isIn = (target: string, place: string) => target === place || target.startsWith(`${place}/`)

test('the linter allows each folder the imports of its row in ARCHITECTURE.md, and refuses all others of ours', async () => {
  expect(rows.size).toBeGreaterThan(12)
  const asked = [...rows].map(([folder, allowed]) => {
    const file = `${folder}/asking.ts`
    return { file, lines: targets.map((target) => importing(file, target)), allowed: [homeOf(folder), ...allowed] }
  })
  const refused = await refusedIn(Object.fromEntries(asked.map(({ file, lines }) => [file, lines])))
  for (const { file, lines, allowed } of asked) {
    const beyondRow = lines.filter((_, at) => !allowed.some((place) => isIn(targets[at] ?? '', place)))
    expect(refused[file], file).toEqual(beyondRow)
  }
})

test('a folder without a row imports nothing of ours', async () => {
  const files = [
    'functions/appointments/room/newcomer/asking.ts',
    'functions/contracts/room/newcomer/asking.ts',
    'functions/platform/room/newcomer/asking.ts',
    'frontend/newcomer/asking.ts',
    'frontend/ui/room/newcomer/asking.ts',
    'frontend/features/asking.ts',
    'frontend/features/one/room/newcomer/asking.ts',
  ]
  const project = Object.fromEntries(files.map((file) => [file, targets.map((target) => importing(file, target))]))
  expect(await refusedIn(project)).toEqual(project)
})

/** Returns import statements of each form, of types and re-exports too. */
const inEachForm = (target: string) => {
  const from = `'${target}'`
  return [
    `import ${from}`,
    `import one from ${from}`,
    `import { two } from ${from}`,
    `import * as three from ${from}`,
    `import type { Four } from ${from}`,
    `export { five } from ${from}`,
    `export type { Six } from ${from}`,
    `export * from ${from}`,
    `export const seven = () => import(${from})`,
    `export const eight = () => import(\`${target}/\${one}.ts\`)`,
    `export type Nine = import(${from}).Nine`,
    `export type Ten = typeof import(${from})`,
    `import "${target}"`,
  ]
}

test('a refused import is refused in each form', async () => {
  const file = 'frontend/lib/asking.ts'
  const lines = inEachForm('../records/entity.ts')
  expect(await refusedIn({ [file]: lines })).toEqual({ [file]: lines })
})

test('a domain imports of the others only what its domain.ts names, in each form, and names nothing else', () => {
  const domains = { appointments: { imports: ['records', 'people/service.ts'] }, feed: {}, people: {} }
  const asking = (path: string, lines: readonly string[]) =>
    findUndeclaredImports(
      [
        { path, text: lines.join('\n') },
        { path: 'functions/appointments/using.ts', text: "import '../records/list.ts'\nimport '../people/service.ts'" },
      ],
      domains,
    ).map((problem) => Number(/^[^:]*asking\.ts:(\d+): may not import /.exec(problem)?.[1]))
  const forms = inEachForm('../feed/entity.ts')
  const all = forms.map((_, index) => index + 1)
  expect(asking('functions/appointments/asking.ts', forms)).toEqual(all)
  expect(asking('functions/appointments/room/asking.ts', inEachForm('../../people/entity.ts'))).toEqual(all)
  // A new folder has no declaration yet, and so imports nothing of the others.
  expect(asking('functions/newcomer/asking.ts', inEachForm('../platform/log.ts'))).toEqual(all)
  const allowed = ['../../people/service.ts', '../../records/list.ts', '../../platform/log.ts', '../entity.ts']
  expect(asking('functions/appointments/room/asking.ts', allowed.flatMap(inEachForm))).toEqual([])
  expect(
    asking('functions/appointments/asking.ts', ["import './domain.ts'", "import '../platform/domain.ts'"]),
  ).toEqual([1, 2])
  expect(findUndeclaredImports([], domains)).toEqual([
    'functions/*/domain.ts: nothing imports appointments records; remove it',
    'functions/*/domain.ts: nothing imports appointments people/service.ts; remove it',
  ])
})

test('the manifest reads what the domains declare, and no other code of functions', async () => {
  const reading = (folder: string) =>
    ["import '../functions/sales/domain.ts'", "import '../functions/sales/service.ts'"].map((line) =>
      line.replace('..', folder),
    )
  const project = { 'infra/declarations.ts': reading('..'), 'infra/other.ts': reading('..') }
  expect(await refusedIn(project)).toEqual({
    'infra/declarations.ts': [reading('..')[1]],
    'infra/other.ts': reading('..'),
  })
})

test('no detour in a path gets round the row of its folder', async () => {
  const project = {
    'functions/appointments/asking.ts': [
      "import './../feed/entity.ts'",
      "import '././../feed/entity.ts'",
      "import '../platform/../feed/entity.ts'",
      "import '../platform/./../feed/entity.ts'",
      "import '../platform//../feed/entity.ts'",
      "export const one = () => import('./../feed/entity.ts')",
    ],
    'shared/asking.ts': ["import '../functions/calendar-feed/entity.ts'"],
    'frontend/features/one/asking.ts': ["import '../../lib/../features/another/entity.ts'"],
    'functions/appointments/room/asking.ts': ["import '.././../feed/entity.ts'"],
    'frontend/features/one/room/asking.ts': [
      "import '../../another/entity.ts'",
      "import '../../../features/another/a.ts'",
    ],
    'events/asking.ts': ["import '../shared/../frontend/lib/query.ts'"],
  }
  expect(await refusedIn(project)).toEqual(project)
})

test('each layer imports only packages that run where it runs, and only some parts import component libraries', async () => {
  const of = (...names: string[]) => names.map((name) => `import '${name}'`)
  const [server, browser] = [of('node:crypto', '@aws-sdk/client-s3', 'electrodb'), of('react', 'react/jsx-runtime')]
  const parts = of('radix-ui', 'cmdk', '@aws-amplify/ui-react', '@tanstack/react-table')
  const all = [...server, ...browser, ...parts, ...of('zod', 'a-new-one')]
  const without = (...allowed: string[][]) => all.filter((line) => !allowed.flat().includes(line))
  const expected = {
    'shared/asking.ts': without(of('zod')),
    'functions/appointments/asking.ts': without(server, of('zod')),
    'functions/appointments/room/asking.ts': without(server, of('zod')),
    'frontend/lib/asking.ts': without(browser, of('zod')),
    'frontend/records/asking.ts': without(browser, of('zod')),
    'frontend/features/one/asking.ts': without(browser, of('zod')),
    'frontend/app/asking.ts': without(browser, of('zod')),
    'frontend/ui/asking.ts': without(browser, parts, of('zod')),
    'frontend/ui/room/asking.ts': without(browser, parts, of('zod')),
  }
  const project = Object.fromEntries(Object.keys(expected).map((file) => [file, all]))
  expect(await refusedIn(project)).toEqual(expected)
})

test('a test may import anything', async () => {
  const files = ['functions/appointments/asking.test.ts', 'frontend/features/one/asking.test.tsx']
  const project = Object.fromEntries(files.map((file) => [file, targets.map((target) => importing(file, target))]))
  expect(await refusedIn(project)).toEqual(Object.fromEntries(files.map((file) => [file, []])))
})
