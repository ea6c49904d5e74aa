import type { Plugin } from 'vite'

interface Unused {
  /** How the path of the library's file ends. */
  readonly file: RegExp
  /** What stands in its place; given the names it exports. */
  readonly instead: (names: readonly string[]) => string
}

/** Every export as a function whose result, when called, tells what is missing. */
const refusing = (names: readonly string[]) =>
  [
    'const refuse = () => { throw new Error("Left out of the browser\'s build, see without-unused.ts") }',
    ...names.map((name) => `export const ${name} = () => refuse`),
  ].join('\n')

/**
 * Code of libraries that the first screen or the charts would carry and that no screen runs; sizes are gzip, measured on the app.
 * A version that moves or renames a file makes the bundle larger again or breaks the build, never the page.
 */
const unused: readonly Unused[] = [
  {
    // Amplify UI turns style props into styles, for which it builds its whole theme in JavaScript at every start and
    // watches six media queries per element. The wrappers in ui/ pass no style props; ours is plain CSS. 13 kB.
    file: /@aws-amplify\/ui-react\/dist\/esm\/primitives\/shared\/styleUtils\.mjs$/,
    instead: (names) =>
      names
        .map((name) =>
          name === 'useStyles'
            ? 'export const useStyles = (props, style) => ({ propStyles: style, nonStyleProps: props })'
            : `export const ${name} = () => {}`,
        )
        .join('\n'),
  },
  {
    // Amplify's REST client can sign requests for AWS; ours carry a session id (rulings 1). 4 kB.
    file: /@aws-amplify\/core\/dist\/esm\/clients\/middleware\/signing\/(middleware|signer\/signatureV4\/(signRequest|presignUrl))\.mjs$/,
    instead: refusing,
  },
  {
    // JSON Schema is made of the contract for docs/api.md only. 5 kB.
    file: /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/,
    instead: refusing,
  },
  {
    // Recharts takes scales by their names out of all that d3 has; our axes are months and amounts. 8 kB of the charts.
    file: /\/victory-vendor\/es\/d3-scale\.js$/,
    instead: () => 'export { scaleBand, scaleLinear, scalePoint } from "d3-scale"',
  },
  {
    // What lies between two colours is computed for scales of colours, of which no chart has any. 5 kB of the charts.
    file: /\/d3-color\/dist\/d3-color\.mjs$/,
    instead: () => refusing(['color', 'rgb', 'hsl', 'lab', 'hcl', 'lch', 'gray', 'cubehelix']),
  },
  {
    // The library's own English texts; shared/messages.ts answers first, in Dutch (rulings 17). 1 kB.
    file: /\/zod\/v4\/locales\/en\.js$/,
    instead: () => 'export default () => ({ localeError: () => "Ongeldige waarde" })',
  },
]

/** Leaves that code out of the build; development runs the libraries as they are. */
export function withoutUnused(): Plugin {
  return {
    name: 'without-unused',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const found = unused.find(({ file }) => file.test(id))
      return found && { code: found.instead(exportsOf(code)), map: null }
    },
  }
}

/** The names a module exports, declared in place or listed at its end. */
function exportsOf(code: string): string[] {
  const declared = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name ?? '')
  const listed = [...code.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names]) => (names ?? '').split(','))
  const outside = listed.map((name) => name.trim().split(' as ').at(-1) ?? '')
  return [...new Set([...declared, ...outside])].filter((name) => name !== '')
}
