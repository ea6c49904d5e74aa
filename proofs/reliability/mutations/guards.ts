import { parseAst } from 'vite'

/** Node of a syntax tree, with its place in the source. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** Node of a source with its ancestors, nearest first. */
export interface Found {
  readonly node: Node
  readonly ancestors: readonly Node[]
}

/** Kinds of nodes by the word that a mutation uses for them. */
const kinds = {
  array: 'ArrayExpression',
  arrow: 'ArrowFunctionExpression',
  binary: 'BinaryExpression',
  call: 'CallExpression',
  choice: 'ConditionalExpression',
  if: 'IfStatement',
  logical: 'LogicalExpression',
  loop: 'ForOfStatement',
  member: 'MemberExpression',

  object: 'ObjectExpression',
  property: 'Property',
  return: 'ReturnStatement',
  spread: 'SpreadElement',
  statement: 'ExpressionStatement',
  template: 'TemplateLiteral',
  unary: 'UnaryExpression',
  variable: 'VariableDeclarator',
  while: 'WhileStatement',
} as const

export type Kind = keyof typeof kinds

/** Place of a guard: the function or constant around it, and the kind of node with a name that occurs in it. */
export interface Place {
  /** Name of the function or constant that holds the guard; the whole file when there is none. */
  readonly in?: string
  /** Kind of node, and a name in it that no other such node there has: `call requireStillAssignable`. */
  readonly guard: `${Kind} ${string}`
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'

/** Returns the nodes directly below a node, in the order of the source. */
const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)

/** Parses TypeScript. Throws when the source is not valid. */
export const parse = (source: string): Node => parseAst(source, { lang: 'ts' }) as unknown as Node

/** Returns all nodes of a tree with their ancestors, parents before their children. */
export function* nodesIn(node: Node, ancestors: readonly Node[] = []): Generator<Found> {
  yield { node, ancestors }
  for (const child of childrenOf(node)) yield* nodesIn(child, [node, ...ancestors])
}

/** Returns the names of a node itself: of an identifier, of a text or of a number. */
function namesOf({ type, name, value }: Node): string[] {
  if (type === 'Identifier') return [String(name)]
  return type === 'Literal' ? [String(value)] : []
}

/** Returns all names in a node. */
const namesIn = (node: Node): ReadonlySet<string> => new Set([...nodesIn(node)].flatMap((found) => namesOf(found.node)))

/** Returns the name that a node declares; undefined when it declares none. */
function declaredName({ type, id, key, value }: Node): string | undefined {
  if (['FunctionDeclaration', 'VariableDeclarator'].includes(type) && isNode(id)) return namesOf(id)[0]
  const isFunction = isNode(value) && /Function/.test(value.type)
  return type === 'Property' && isFunction && isNode(key) ? namesOf(key)[0] : undefined
}

/** Returns the nodes of a kind that hold a name, without those in which another such node holds it. */
function guardsIn(scope: Found, kind: Kind, names: readonly string[]): Found[] {
  const holders = [...nodesIn(scope.node, scope.ancestors)].filter(({ node }) => {
    if (node.type !== kinds[kind]) return false
    const held = namesIn(node)
    return names.every((name) => held.has(name))
  })
  return holders.filter(({ node }) => !holders.some(({ ancestors }) => ancestors.includes(node)))
}

/** Finds the nodes at a place: one, when the place is exact. */
export function findGuards(source: string, { in: scope, guard }: Place): Found[] {
  const root: Found = { node: parse(source), ancestors: [] }
  const scopes =
    scope === undefined ? [root] : [...nodesIn(root.node)].filter(({ node }) => declaredName(node) === scope)
  const [kind = '', ...names] = guard.split(' ')
  return scopes.flatMap((one) => guardsIn(one, kind as Kind, names))
}

/**
 * Returns a source with other code at the place of a node. Without other code, the node is taken out, from a list with
 * its comma.
 */
export function replaceNode(source: string, { node, ancestors }: Found, code?: string): string {
  if (code !== undefined) return source.slice(0, node.start) + code + source.slice(node.end)
  const [parent] = ancestors
  const isStatement = /(Statement|Program)$/.test(parent?.type ?? '')
  if (isStatement) return `${source.slice(0, node.start)};${source.slice(node.end)}`
  const comma = /^\s*,/.exec(source.slice(node.end))?.[0] ?? ''
  const before = source.slice(0, node.start)
  return (comma ? before : before.replace(/,\s*$/, '')) + source.slice(node.end + comma.length)
}
