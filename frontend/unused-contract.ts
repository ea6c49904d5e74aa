import { type ESTree, type Plugin, parseAst, Visitor } from 'vite'

/** Properties of an endpoint, or of what makes endpoints, that only the server and the documents read. */
const OF_THE_SERVER: readonly unknown[] = ['summary', 'params', 'query', 'body', 'run']
/** Kinds of the results that have a schema, by the function that declares them. The client reads the kind only. */
const KINDS: ReadonlyMap<unknown, string> = new Map([
  ['ok', 'json'],
  ['creation', 'json'],
  ['page', 'page'],
])
/** Reads of such a property, which would find nothing in the browser. */
const READ = /\b(?!z\.)\w+\.\w+\.(?:summary|params|query|body|result)\b/
const MESSAGES = /import ['"][^'"]*\/messages\.ts['"];?/

/**
 * Returns the Vite plugin that leaves out of the build what a browser does not read of the contract: the schemas with
 * which the server parses requests and results. It does not build a screen that reads one of them from an endpoint; a
 * form imports its schema by name.
 */
export function leaveOutServerContract(): Plugin {
  const root = import.meta.dirname.replace(/frontend$/, '')
  return {
    name: 'unused-contract',
    apply: 'build',
    transform(code, id) {
      const path = id.startsWith(root) ? id.slice(root.length) : ''
      if (!/^(?:frontend|shared)\//.test(path)) return
      const isContract = path.startsWith('shared/contract/')
      const shorter = isContract ? withoutServerParts(code) : code
      const [read] = isContract || code.includes('shared/contract/') ? (READ.exec(shorter) ?? []) : []
      if (read) this.error(`${path} reads ${read}, which the build leaves out; import its schema by name`)
      if (path.startsWith('frontend/')) return
      return {
        // Whatever parses imports the texts itself, so that the login loads no schemas.
        code: path === 'shared/contract/parts/endpoint.ts' ? shorter.replace(MESSAGES, '') : shorter,
        map: null,
        moduleSideEffects: path === 'shared/messages.ts',
      }
    },
  }
}

/** Returns the code of a contract in which endpoints have no schemas. */
function withoutServerParts(code: string): string {
  const program = parseAst(code)
  const cuts: { from: number; to: number; instead: string }[] = []
  new Visitor({
    ObjectExpression({ properties }) {
      const named = properties.filter((one) => one.type === 'Property')
      if (!named.some((property) => nameOf(property) === 'allow') && !properties.some(isEndpointSpread)) return
      for (const property of named) {
        const { start, end, value } = property
        const { start: from, end: to } = value
        const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0
        if (OF_THE_SERVER.includes(nameOf(property))) cuts.push({ from: start, to: end + comma, instead: '' })
        const kind = nameOf(property) === 'result' && KINDS.get(calledIn(value))
        if (kind) cuts.push({ from, to, instead: `{ kind: '${kind}' }` })
      }
    },
  }).visit(program)
  for (const { start, end } of program.body.flatMap(schemasIn)) {
    // Declaring a schema has no effect, which the bundler cannot see of a chain of calls.
    cuts.push({ from: start, to: start, instead: '/* @__PURE__ */ (() => (' }, { from: end, to: end, instead: '))()' })
  }
  // From the end, so that the places of the others stay. A property lies within its declaration.
  return cuts
    .toSorted((one, other) => other.from - one.from || other.to - one.to)
    .reduce((text, { from, to, instead }) => {
      // The lines below keep their numbers, which source maps refer to.
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

const nameOf = ({ key }: ESTree.ObjectProperty) => ('name' in key ? key.name : undefined)

const calledIn = (value: ESTree.Expression) =>
  value.type === 'CallExpression' && value.callee.type === 'Identifier' ? value.callee.name : undefined
