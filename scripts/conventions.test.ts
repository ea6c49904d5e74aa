import { expect, it } from 'vitest'
import {
  beginsWithParticiple,
  findLongTitles,
  findParticipleNames,
  findVagueDocstrings,
} from './conventions/language.ts'
import { findForbiddenImports, findRefreshesByHand, findUnlistedWrites, findWritesIn } from './conventions/listed.ts'
import { findLargeFolders, findRoomCircles } from './conventions/rooms.ts'
import { countLongFunctions, findLongFiles, findLongFunctions } from './conventions/sizes.ts'
import { findGlobalStyles, findLooseClasses, findUnscaledStyles } from './conventions/styles.ts'

const file = (path: string, ...lines: string[]) => ({ path, text: lines.join('\n') })

// Joined from two parts, so that the check of this file does not take the text for the opening of a docstring.
const opening = ['/', '**'].join('')
const refused = 'createRequire'

it('refuses a docstring that begins with a clause, on one line or several', () => {
  const found = findVagueDocstrings([
    file('shared/a.ts', `${opening} What is open. */`, 'const a = 1', opening, ' * Whether it is paid.', ' */'),
    file('shared/b.ts', '/** Tells what is open. */', '/** Whatever is left. */', '// What a comment says'),
  ])
  expect(found.map((one) => one.split(' ')[0])).toEqual(['shared/a.ts:1:', 'shared/a.ts:3:'])
})

it.each(['taken', 'takenBack', 'settledTo', 'nettingOf', 'givenUp'])('%s begins with a participle', (name) => {
  expect(beginsWithParticiple(name)).toBe(true)
})

it.each(['feedOf', 'needsReview', 'readRows', 'putRows', 'settingsOf', 'stringOf', 'releaseInvoice'])(
  '%s does not begin with a participle',
  (name) => {
    expect(beginsWithParticiple(name)).toBe(false)
  },
)

it('refuses a function named by a participle, but no error, and no longer name of a function of one file', () => {
  const files = [
    file(
      'shared/c.ts',
      'function shown() {}',
      'const merged = (',
      '  rows: Rows,',
      ') => rows',
      'const heldBy = () => 1',
    ),
    file(
      'shared/d.ts',
      'const gone = () => notFound()',
      'throw gone()',
      'const kept = [1]',
      'const waiting = <Skeleton />',
    ),
    file('shared/a.ts', 'export const takenBack = (id: string) => id', 'export async function held() {}'),
    file('shared/b.ts', 'export const paidStates = []', 'const begun = () => 1', 'export const givenTo: F = () => 1'),
  ]
  expect(findParticipleNames(files).map((one) => one.split("'")[1])).toEqual([
    ...['shown', 'merged', 'takenBack', 'held', 'givenTo', 'begun'],
  ])
})

it('refuses a commit title of more than 72 characters', () => {
  expect(findLongTitles(['a'.repeat(72), 'b'.repeat(73)])).toHaveLength(1)
})

it('finds each write outside commit, and no read', () => {
  const text = [
    'await Sales.get({ id }).go()',
    'const rows = await query.go({ cursor })',
    'await tryWrite(() => Locks.put(row).where((one, { eq }) => eq(one.id, id)).go())',
    'await indexRow(row).go()',
    'await putRows(Codes, rows)',
    "await documents.send(new UpdateCommand({ TableName: 'x' }))",
  ]
  expect(findWritesIn(file('functions/a.ts', ...text))).toEqual(['Locks.put', 'UpdateCommand', 'indexRow', 'putRows'])
})

it('refuses a write that is not listed, one more than listed, and one listed for nothing', () => {
  const put = 'await Locks.put(row).go()'
  const listed = (...writes: string[]) => ({ 'functions/a.ts': { writes, why: 'A lock.' } })
  expect(findUnlistedWrites([file('functions/a.ts', put)], listed('Locks.put'))).toEqual([])
  expect(findUnlistedWrites([file('functions/a.ts', put)], {})).toHaveLength(1)
  expect(findUnlistedWrites([file('functions/a.ts', put, put)], listed('Locks.put'))).toHaveLength(1)
  expect(findUnlistedWrites([file('functions/a.ts', '')], listed('Locks.put'))).toHaveLength(1)
  expect(findUnlistedWrites([file('functions/a.test.ts', put), file('seed/a.ts', put)], {})).toEqual([])
})

it('refuses createRequire, and screens in proofs and seed, where no reason is listed', () => {
  const files = [
    file('infra/a.ts', `import { ${refused} } from 'node:module'`),
    file('proofs/b.ts', "import { words } from '../frontend/features/security/words.ts'"),
    file('seed/c.ts', "const screen = await import('../frontend/app/screen.tsx')"),
    file('testing/d.ts', "import { render } from '../frontend/testing/product/browser.tsx'"),
  ]
  expect(findForbiddenImports(files, {}, {}).map((one) => one.split(':')[0])).toEqual([
    'infra/a.ts',
    'proofs/b.ts',
    'seed/c.ts',
  ])
  expect(findForbiddenImports(files, { 'infra/a.ts': 'x' }, { 'proofs/b.ts': 'x', 'seed/c.ts': 'x' })).toEqual([])
  expect(findForbiddenImports([], { 'infra/a.ts': 'x' }, {})).toHaveLength(1)
})

it('refuses a screen that decides itself what is fetched again', () => {
  const files = [
    file('frontend/features/a.ts', 'queryClient.invalidateQueries()', 'const saleRefreshes = [list]'),
    file('frontend/domains/b.ts', 'useCommand(update, { refreshes: [list] })', 'useQuery({ queryKey: [list.path] })'),
    file('frontend/lib/c.ts', 'queryKey: [endpoint.path]'),
    file('frontend/features/d.test.tsx', 'queryClient.invalidateQueries()'),
    file('frontend/features/e.ts', 'useQuery({ ...keyOf(list, filter) })', 'refreshUser()'),
  ]
  const places = findRefreshesByHand(files).map((one) => one.split(': ')[0])
  expect(places).toEqual([
    ...['frontend/features/a.ts:1', 'frontend/features/a.ts:2'],
    ...['frontend/domains/b.ts:1', 'frontend/domains/b.ts:2'],
  ])
})

it('refuses a file of too many lines, by default more than 400, tests and stylesheets too', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`)
  const files = [
    file('functions/a.ts', ...lines(4)),
    // The line break at the end of the file starts no further line.
    file('functions/b.ts', ...lines(3), ''),
    file('functions/c.test.ts', ...lines(4)),
    file('frontend/d.css', ...lines(5)),
  ]
  expect(findLongFiles(files, 3).map((one) => one.split(',')[0])).toEqual([
    'functions/a.ts: has 4 lines',
    'functions/c.test.ts: has 4 lines',
    'frontend/d.css: has 5 lines',
  ])
  expect(findLongFiles([file('shared/e.ts', ...lines(400)), file('shared/f.ts', ...lines(401))])).toHaveLength(1)
})

it('refuses a function of too many lines, by default more than 100, where no reason is listed', () => {
  const body = (count: number) => Array.from({ length: count }, (_, at) => `  call(${at})`)
  const files = [
    file('functions/a.ts', 'function short() {', ...body(1), '}', 'export const long = () => {', ...body(2), '}'),
    file('frontend/b.tsx', 'export function Screen() {', ...body(2), '  return <p>Text</p>', '}'),
    file('functions/c.ts', 'serve({', '  answer: async () => {', ...body(3), '  },', '})'),
    file('functions/d.test.ts', 'function story() {', ...body(9), '}'),
  ]
  expect(findLongFunctions(files, {}, 3).map((one) => one.split(',')[0])).toEqual([
    'functions/a.ts long: has 4 lines',
    'frontend/b.tsx Screen: has 5 lines',
    'functions/c.ts =>: has 5 lines',
  ])
  const listed = { 'functions/a.ts long': 'x', 'frontend/b.tsx Screen': 'x', 'functions/c.ts =>': 'x' }
  expect(findLongFunctions(files, listed, 3)).toEqual([])
  expect(findLongFunctions(files, { ...listed, 'functions/a.ts short': 'x' }, 3)).toHaveLength(1)
  const ofLines = (count: number) => file('shared/e.ts', 'function whole() {', ...body(count - 2), '}')
  expect(findLongFunctions([ofLines(100)], {})).toEqual([])
  expect(findLongFunctions([ofLines(101)], {})).toHaveLength(1)
  expect(countLongFunctions([ofLines(71)], 1)).toEqual([])
  expect(countLongFunctions([ofLines(71)], 0)).toEqual([expect.stringContaining('1 functions have over 70 lines')])
  expect(countLongFunctions([ofLines(70)], 1)).toEqual([expect.stringContaining('lower the number')])
})

it('refuses styles of a screen with global classes, and classes that only a module or only a screen has', () => {
  const styles = [
    file('frontend/ui/card.css', '.pv-card {', '}'),
    file('frontend/features/a/a.css', '.a-row {', '}'),
    file('frontend/features/a/a.module.css', '/* .not */', '.row:has(.old) > :global(.pv-card) {', '}', '.sum {', '}'),
  ]
  const screen = [
    "import styles from './a.module.css'",
    "import styles2 from './styles.ts'",
    'const row = styles.row + styles.sums + x.styles.other',
  ]
  expect(findGlobalStyles(styles, 2).map((one) => one.split(':')[0])).toEqual(['frontend/features/a/a.css'])
  expect(findGlobalStyles(styles.slice(0, 1), 0)).toEqual([expect.stringMatching(/^Stylesheets have 1 global classes/)])
  expect(findLooseClasses([file('frontend/features/a/a.tsx', ...screen)], styles)).toEqual([
    'frontend/features/a/a.module.css: nobody uses .old; remove it',
    'frontend/features/a/a.module.css: nobody uses .sum; remove it',
    'frontend/features/a/a.tsx:3: frontend/features/a/a.module.css has no .sums',
  ])
})

it('refuses distances, weights and widths that the design has not, and stylesheets of too many lines', () => {
  const good = [
    '  padding: 0 calc(12px + var(--touch)) 28px;',
    '  margin: -4px auto;',
    '  font-weight: var(--weight-bold);',
  ]
  const bad = ['  gap: 7px;', '  margin-inline: -13px auto;', '  scroll-padding-block: 26px;', '  font-weight: 560;']
  const wide = ['@media (768px <= width < 1100px) and (pointer: fine) {', '}', '@media (width < 900px) {', '}']
  const style = file('frontend/a.css', '.a {', ...good, '}', '', '.b {', ...bad, '}', ...wide)
  expect(findUnscaledStyles([style]).map((one) => one.split(': ')[0])).toEqual([
    ...[8, 9, 10, 11, 15].map((line) => `frontend/a.css:${line}`),
  ])
  expect(findUnscaledStyles([file('frontend/b.css', '.a {', '}'), file('frontend/c.css', '.b {', '}')], 3)).toEqual([
    expect.stringMatching(/^Stylesheets have 4 lines, at most 3/),
  ])
})

it('refuses a folder with too many files of its own', () => {
  const files = (folder: string, count: number) => Array.from({ length: count }, (_, at) => `${folder}/${at}.ts`)
  const paths = [...files('functions/a', 3), ...files('functions/a/room', 4), 'functions/b/style.css']
  expect(findLargeFolders(paths, 3)).toEqual([expect.stringMatching(/^functions\/a\/room: has 4 files/)])
})

it('refuses rooms that import each other, also through a file beside them', () => {
  const files = [
    file('functions/a/one/x.ts', "import { y } from '../two/y.ts'"),
    file('functions/a/two/y.ts', "export type { Z } from '../service.ts'"),
    file('functions/a/service.ts', "export const load = () => import('./one/x.ts')"),
    file('functions/a/three/w.ts', "import '../one/x.ts'", "import '../../../shared/time.ts'"),
  ]
  expect(findRoomCircles(files)).toEqual([expect.stringMatching(/^functions\/a\/one, .*\/service\.ts, .*\/two: /)])
  expect(findRoomCircles(files.slice(0, 2))).toEqual([])
})

it('leaves tests, and files of one folder that name types of each other, out of the circles', () => {
  const files = [
    file('functions/a/one/x.ts', "import { y } from '../two/y.ts'"),
    file('functions/a/two/y.test.ts', "import { x } from '../one/x.ts'"),
    file('functions/b/x.ts', "import type { Y } from './y.ts'"),
    file('functions/b/y.ts', "import type { X } from './x.ts'"),
  ]
  expect(findRoomCircles(files)).toEqual([])
})
