import { readFileSync } from 'node:fs'
import { type Found, type Node, nodesIn, parse, replaceNode } from './guards.ts'
import type { Mutated } from './run-tests.ts'

/** A file with one small change that a test should notice. */
export interface Mutant extends Mutated {
  /** Place and kind of the change: `functions/sales/rules.ts:12 negated condition`. */
  readonly name: string
}

/** Operators of conditions and comparisons, with the operator that takes their place. */
const swapped: Readonly<Record<string, string>> = {
  '&&': '||',
  '||': '&&',
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
}

interface Change {
  readonly kind: string
  readonly apply: (source: string) => string
}

const isOfType = (value: unknown, pattern: RegExp): value is Node =>
  typeof value === 'object' && value !== null && pattern.test(String(Reflect.get(value, 'type')))

const textOf = (source: string, { start, end }: Node) => source.slice(start, end)

/** Returns the changes of one node that leave the code valid. */
function changesOf(found: Found): Change[] {
  const { node, ancestors } = found
  const { type } = node
  const changes: Change[] = []
  const test = node['test']
  if (/^(IfStatement|ConditionalExpression|WhileStatement)$/.test(type) && isOfType(test, /./)) {
    const inner: Found = { node: test, ancestors: [node, ...ancestors] }
    changes.push({
      kind: 'condition negated',
      apply: (source) => replaceNode(source, inner, `!(${textOf(source, test)})`),
    })
  }
  if (type === 'ThrowStatement')
    changes.push({ kind: 'throw left out', apply: (source) => replaceNode(source, found, ';') })
  if (type === 'ExpressionStatement' && isOfType(node['expression'], /^(Await|Call|Assignment)Expression$/)) {
    changes.push({ kind: 'statement left out', apply: (source) => replaceNode(source, found, ';') })
  }
  if (/^(LogicalExpression|BinaryExpression)$/.test(type)) {
    const operator = String(node['operator'])
    const [left, right] = [node['left'], node['right']]
    const other = swapped[operator]
    if (other && isOfType(left, /./) && isOfType(right, /./)) {
      const code = (source: string) => `(${textOf(source, left)} ${other} ${textOf(source, right)})`
      changes.push({
        kind: `${operator} became ${other}`,
        apply: (source) => replaceNode(source, found, code(source)),
      })
    }
  }
  const isElement = ancestors[0]?.type === 'ArrayExpression'
  if (isElement && /^(CallExpression|SpreadElement|MemberExpression)$/.test(type)) {
    changes.push({ kind: 'element left out', apply: (source) => replaceNode(source, found) })
  }
  return changes
}

/** Returns a function that gives pseudo-random numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns the file at a position in the text of all files. */
function pickByLength<T extends { readonly source: string }>(sources: readonly T[], position: number): T {
  let end = 0
  for (const one of sources) {
    end += one.source.length
    if (position < end) return one
  }
  throw new Error('The position is behind the last file')
}

/**
 * Draws mutants of source files: first a file, larger ones more often, and then a node of it that can change. The same
 * seed gives the same mutants of the same sources.
 */
export function drawMutants(files: readonly string[], count: number, seed: number): Mutant[] {
  const random = randomOf(seed)
  const sources = files.map((file) => ({ file, source: readFileSync(file, 'utf8') }))
  const total = sources.reduce((sum, { source }) => sum + source.length, 0)
  const mutants = new Map<string, Mutant>()
  while (mutants.size < count) {
    const { file, source } = pickByLength(sources, random() * total)
    const places = [...nodesIn(parse(source))].flatMap((found) => changesOf(found).map((change) => ({ found, change })))
    const place = places[Math.floor(random() * places.length)]
    if (!place) continue
    const line = source.slice(0, place.found.node.start).split('\n').length
    const name = `${file}:${line} ${place.change.kind}`
    mutants.set(name, { name, file, source: place.change.apply(source) })
  }
  return [...mutants.values()]
}
