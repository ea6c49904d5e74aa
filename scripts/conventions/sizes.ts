import { parseSync, Visitor } from 'vite'
import { FUNCTIONS_OVER_70, type Listed, longFunctions } from './known.ts'
import { isTest, type SourceFile } from './sources.ts'

const MOST_LINES = 400
const MOST_FUNCTION_LINES = 100

const countLines = (text: string): number => text.trimEnd().split('\n').length

/** Returns a message for each file of more than 400 lines. */
export const findLongFiles = (files: readonly SourceFile[], most = MOST_LINES): string[] =>
  files
    .map(({ path, text }) => ({ path, lines: countLines(text) }))
    .filter(({ lines }) => lines > most)
    .map(({ path, lines }) => `${path}: has ${lines} lines, at most ${most}; divide it by subject (docs/growing.md)`)

/**
 * Returns a message for each function or component of more than 100 lines, those within it counted, except in tests.
 * `listed` has the functions that may be longer, by path and name; a listed one that is short gets a message too.
 */
export function findLongFunctions(
  files: readonly SourceFile[],
  listed: Listed = longFunctions,
  most = MOST_FUNCTION_LINES,
): string[] {
  const long = files.filter((file) => !isTest(file)).flatMap((file) => longFunctionsIn(file, most))
  const stale = Object.keys(listed).filter((place) => !long.some((one) => one.place === place))
  return [
    ...long
      .filter(({ place }) => !listed[place])
      .map(({ place, lines }) => `${place}: has ${lines} lines, at most ${most}; divide it by what its parts do`),
    ...stale.map((place) => `scripts/conventions/known.ts: ${place} is listed for nothing; remove it`),
  ]
}

/**
 * Returns a message where another number of functions and components of the product than `known` has more than 70 lines:
 * that number only falls.
 */
export function countLongFunctions(files: readonly SourceFile[], known = FUNCTIONS_OVER_70, most = 70): string[] {
  const product = files.filter((file) => /^(?:frontend|functions|shared)\//.test(file.path) && !isTest(file))
  const { length } = product.flatMap((file) => longFunctionsIn(file, most))
  const what = `${length} functions have over ${most} lines, and scripts/conventions/known.ts has ${known}`
  if (length > known) return [`${what}: divide what grew by what its parts do`]
  return length < known ? [`${what}: lower the number there`] : []
}

interface LongFunction {
  /** Path of the file and name of the function. */
  readonly place: string
  readonly lines: number
}

function longFunctionsIn({ path, text }: SourceFile, most: number): LongFunction[] {
  if (countLines(text) <= most) return []
  const found: LongFunction[] = []
  const names = new Map<object, string>()
  const check = (node: { readonly start: number; readonly end: number }, name: string | undefined) => {
    const lines = countLines(text.slice(node.start, node.end))
    if (lines > most) found.push({ place: `${path} ${name ?? '=>'}`, lines })
  }
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (init && id.type === 'Identifier') names.set(init, id.name)
    },
    FunctionDeclaration: (node) => check(node, node.id?.name),
    FunctionExpression: (node) => check(node, node.id?.name ?? names.get(node)),
    ArrowFunctionExpression: (node) => check(node, names.get(node)),
  }).visit(parseSync(path, text).program)
  return found
}
