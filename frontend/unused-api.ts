import { type ESTree, type Plugin, parseAst, Visitor } from 'vite'

/** Properties of an endpoint, or of what makes endpoints, that only the server and the documents read. */
const OF_THE_SERVER: readonly unknown[] = [
  ...['summary', 'params', 'query', 'body', 'bodyBytes', 'run', 'apiKey', 'unattended', 'writesNothing'],
  ...['summaries', 'filter', 'form', 'change', 'item', 'details', 'saved', 'told'],
]
/** The browser asks of `allow` only whether an endpoint is public. */
const PUBLIC = 'public'
/** Kinds of the results that have a schema, by the function that declares them. The client reads the kind only. */
const KINDS: ReadonlyMap<unknown, string> = new Map([
  ['ok', 'json'],
  ['creation', 'json'],
  ['page', 'page'],
])
/** Files of the API, of the records' cards, and of the kinds of value that they are made of. */
const API = /^shared\/(?:(?:api|values)\/|[\w-]+\/(?:record|choices|schemas)\.ts$)/
/** Reads of such a property, which would find nothing in the browser. */
const READ = /\b(?!z\.)\w+\.\w+\.(?:summary|allow|params|query|body|result)\b/

/**
 * Returns the Vite plugin that leaves out of the build what a browser does not read of the API: the schemas with
 * which the server parses requests and results. It does not build a screen that reads one of them from an endpoint; a
 * form imports its schema by name.
 */
export function leaveOutServerParts(): Plugin {
  const root = import.meta.dirname.replace(/frontend$/, '')
  return {
    name: 'unused-api',
    apply: 'build',
    transform(code, id) {
      const path = id.startsWith(root) ? id.slice(root.length) : ''
      if (!/^(?:frontend|shared)\//.test(path)) return
      const isApi = API.test(path)
      const shorter = isApi ? withoutUnusedImports(withoutServerParts(code)) : code
      const [read] = isApi || code.includes('shared/api/') ? (READ.exec(shorter) ?? []) : []
      if (read) this.error(`${path} reads ${read}, which the build leaves out; import its schema by name`)
      if (path.startsWith('frontend/')) return
      return { code: shorter, map: null, moduleSideEffects: false }
    },
  }
}

/** Returns the code of an API file in which endpoints have no schemas. */
function withoutServerParts(code: string): string {
  const program = parseAst(code)
  const cuts: Cut[] = []
  new Visitor({
    ObjectExpression({ properties }) {
      const named = properties.filter((one) => one.type === 'Property')
      if (!named.some((property) => nameOf(property) === 'allow') && !properties.some(isEndpointSpread)) return
      for (const property of named) {
        const { start, end, value } = property
        const { start: from, end: to } = value
        const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0
        if (OF_THE_SERVER.includes(nameOf(property)) || isRight(property))
          cuts.push({ from: start, to: end + comma, instead: '' })
        const kind = nameOf(property) === 'result' && KINDS.get(calledIn(value))
        if (kind) cuts.push({ from, to, instead: `{ kind: '${kind}' }` })
      }
    },
  }).visit(program)
  for (const { start, end } of program.body.flatMap(schemasIn)) {
    // Declaring a schema has no effect, which the bundler cannot see of a chain of calls.
    cuts.push({ from: start, to: start, instead: '/* @__PURE__ */ (() => (' }, { from: end, to: end, instead: '))()' })
  }
  return cut(code, cuts)
}

/** Returns code without imports of which no name is used any more; `chunks.ts` follows imports. */
function withoutUnusedImports(code: string): string {
  const imports = parseAst(code).body.filter((one) => one.type === 'ImportDeclaration')
  const toCut = ({ start, end }: ESTree.ImportDeclaration) => ({ from: start, to: end, instead: '' })
  const words = new Set(cut(code, imports.map(toCut)).match(/[\w$]+/g))
  const isUsed = ({ specifiers }: ESTree.ImportDeclaration) => specifiers.some(({ local }) => words.has(local.name))
  return cut(code, imports.filter((one) => !isUsed(one)).map(toCut))
}

interface Cut {
  readonly from: number
  readonly to: number
  readonly instead: string
}

/** Replaces parts of a code. The lines below keep their numbers, which source maps refer to. */
function cut(code: string, cuts: readonly Cut[]): string {
  // From the end, so that the places of the others stay. A property lies within its declaration.
  return cuts
    .toSorted((one, other) => other.from - one.from || other.to - one.to)
    .reduce((text, { from, to, instead }) => {
      const lines = text.slice(from, to).replace(/[^\n]/g, '')
      return text.slice(0, from) + instead + lines + text.slice(to)
    }, code)
}

/** Returns the values of the constants that a statement of a module makes with calls. */
function schemasIn(statement: ESTree.Program['body'][number]): ESTree.Expression[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declared?.type !== 'VariableDeclaration') return []
  return declared.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && (init?.type === 'CallExpression' || init?.type === 'ObjectExpression') ? [init] : [],
  )
}

/** Tells whether an object takes over the properties of an endpoint, as in `{ ...imports.confirm, body }`. */
const isEndpointSpread = (one: ESTree.ObjectPropertyKind) =>
  one.type === 'SpreadElement' &&
  one.argument.type === 'MemberExpression' &&
  'name' in one.argument.property &&
  one.argument.property.name !== 'shape'

/** Tells whether a property is the right that an endpoint needs, by its name in the access table. */
const isRight = (property: ESTree.ObjectProperty) =>
  nameOf(property) === 'allow' && property.value.type === 'Literal' && property.value.value !== PUBLIC

const nameOf = ({ key }: ESTree.ObjectProperty) => ('name' in key ? key.name : undefined)

const calledIn = (value: ESTree.Expression) =>
  value.type === 'CallExpression' && value.callee.type === 'Identifier' ? value.callee.name : undefined
