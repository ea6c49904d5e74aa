import { parseAst } from 'vite'
import { type Listed, refusedImports, screensElsewhere, writesOutsideCommit } from './known.ts'
import { isTest, placeOf, type SourceFile } from './sources.ts'

/** Methods of an entity that only read. */
const reads = new Set(['get', 'query', 'match', 'scan', 'find'])
const writingCommand = /^(Put|Update|Delete|BatchWrite|TransactWrite)Command$/
/** Functions that write many rows in batches. */
const batchWriters = new Set(['putRows', 'putItems', 'batchWrite'])

interface Node {
  readonly type?: string
  readonly name?: string
  readonly callee?: Node
  readonly object?: Node
  readonly property?: Node
}

/** Returns the writes to the table in a file, such as `Locks.put`; a write that occurs twice is listed twice. */
export function findWritesIn({ text }: SourceFile): string[] {
  if (!/\.go\(|Command\(|putRows\(|putItems\(|batchWrite\(/.test(text)) return []
  return writesWithin(parseAst(text, { lang: 'ts' }).body).sort()
}

function writesWithin(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(writesWithin)
  if (part === null || typeof part !== 'object') return []
  const write = writeOf(part)
  return [...(write === null ? [] : [write]), ...Object.values(part).flatMap(writesWithin)]
}

function writeOf({ type, callee }: Node): string | null {
  const name = callee?.name ?? ''
  if (type === 'NewExpression') return writingCommand.test(name) ? name : null
  if (type !== 'CallExpression') return null
  if (batchWriters.has(name)) return name
  return callee?.property?.name === 'go' && callee.object ? chainOf(callee.object) : null
}

/** Returns the entity and method of a chain such as `Locks.put({…}).where(…)`; null for a chain that reads. */
function chainOf(end: Node): string | null {
  const methods: string[] = []
  let node = end
  for (let next: Node | undefined = end; next; next = node.callee ?? node.object) {
    node = next
    if (node.property) methods.unshift(node.property.name ?? '')
  }
  const path = [node.name ?? '', ...methods]
  return path.some((name) => reads.has(name)) ? null : path.slice(0, 2).join('.')
}

/** Returns a message for each file of `functions` and `events` whose writes outside `commit` differ from the list. */
export function findUnlistedWrites(files: readonly SourceFile[], listed = writesOutsideCommit): string[] {
  const found = new Map(
    files
      .filter((file) => /^(functions|events)\//.test(file.path) && !isTest(file))
      .map((file) => [file.path, findWritesIn(file).join(', ')]),
  )
  return [...new Set([...found.keys(), ...Object.keys(listed)])].flatMap((path) => {
    const [now, before] = [found.get(path) ?? '', [...(listed[path]?.writes ?? [])].sort().join(', ')]
    return now === before
      ? []
      : [`${path}: writes outside commit: '${now}', listed: '${before}'. Use commit, or give a reason in known.ts`]
  })
}

/**
 * Returns a message for each unlisted use of `createRequire`, and for each unlisted import of screens in proofs and
 * seed. `required` and `screens` list the files where these are allowed. A listed file gets a message when it no longer
 * has such a use or import.
 */
export const findForbiddenImports = (
  files: readonly SourceFile[],
  required: Listed = refusedImports,
  screens: Listed = screensElsewhere,
): string[] => [
  ...matchesOutside(
    required,
    files,
    /import[\s{]*createRequire\b/g,
    'createRequire is refused; use import.meta.resolve',
  ),
  ...matchesOutside(
    screens,
    files.filter(({ path }) => /^(proofs|seed)\//.test(path)),
    /(?:from|import\()\s*'(?:\.\.\/)+frontend\//g,
    'proofs and seed import no screens',
  ),
]

function matchesOutside(listed: Listed, files: readonly SourceFile[], pattern: RegExp, message: string): string[] {
  const found = files.flatMap((file) =>
    [...file.text.matchAll(pattern)].map(({ index }) => ({ path: file.path, place: placeOf(file, index) })),
  )
  const stale = Object.keys(listed).filter((path) => !found.some((one) => one.path === path))
  return [
    ...found.filter(({ path }) => !listed[path]).map(({ place }) => `${place}: ${message}`),
    ...stale.map((path) => `scripts/conventions/known.ts: ${path} is listed for nothing; remove it`),
  ]
}

/** Calls that fetch an answer again, keys that do not tell what an answer shows, and lists of what to fetch. */
const REFRESH = /\b(?:(?:invalidate|refetch|reset)Queries|\w+Refreshes)\b|\brefreshes(?=:| \})|\bqueryKey: \[/g

/** Returns a message for each place where a screen decides itself what is fetched again after a change. */
export const findRefreshesByHand = (files: readonly SourceFile[]): string[] =>
  files
    .filter((file) => file.path.startsWith('frontend/') && !file.path.startsWith('frontend/lib/') && !isTest(file))
    .flatMap((file) =>
      [...file.text.matchAll(REFRESH)].map(
        ({ 0: found, index }) =>
          `${placeOf(file, index)}: ${found}: the API says what changes and what shows it (decision 125); use keyOf`,
      ),
    )
