import type { Plugin } from 'vite'

/** Library file of which no screen runs the code, and the code that replaces it. */
interface Unused {
  /** Pattern for the end of the path of the library's file. */
  readonly file: RegExp
  /** Returns the replacement code, given the names that the file exports, and its code. */
  readonly instead: (names: readonly string[], code: string) => string
}

/**
 * Returns code that exports each name as a function whose result is a function that throws. So a call while the library
 * loads does no harm. A later use throws an error that names this file.
 */
const refuseCalls = (names: readonly string[]) =>
  [
    'const refuse = () => { throw new Error("Left out of the browser\'s build, see unused-library-code.ts") }',
    ...names.map((name) => `export const ${name} = () => refuse`),
  ].join('\n')

/** Parts of Amplify UI that `frontend/ui` uses, or that these use. */
const AMPLIFY_PARTS = /^(?:Button|FieldGroupControl|Flex|Input|Loader|VisuallyHidden)/
const CLASS_READ = /ComponentClassName\.(\w+)/g

/**
 * Library code that the first screen would load although no screen runs it. Sizes are gzip, measured in
 * the app. If a new version of a library moves a file, the bundle grows or the build breaks; the page never breaks.
 */
const unused: readonly Unused[] = [
  {
    // Amplify UI turns style props into styles. For that it builds its theme in JavaScript at every start and watches
    // six media queries per element. The wrappers in ui/ pass no style props; our styles are plain CSS. Saves 13 kB.
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
    // Amplify UI lists the CSS classes of all its parts in one object. Saves 2 kB.
    file: /@aws-amplify\/ui\/dist\/esm\/types\/primitives\/componentClassName\.mjs$/,
    instead: (_, code) =>
      code.replace(/^ {4}(\w+): .*\n/gm, (line, name: string) => (AMPLIFY_PARTS.test(name) ? line : '')),
  },
  {
    // Amplify's REST client can sign requests for AWS; ours carry a session id (rulings 1). Saves 4 kB.
    file: /@aws-amplify\/core\/dist\/esm\/clients\/middleware\/signing\/(middleware|signer\/signatureV4\/(signRequest|presignUrl))\.mjs$/,
    instead: refuseCalls,
  },
  {
    // Only the script that writes docs/api.md turns the API into JSON Schema. Saves 5 kB.
    file: /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/,
    instead: refuseCalls,
  },
  {
    // English texts of the library; shared/zod.ts answers first, in Dutch (rulings 17). Saves 1 kB.
    file: /\/zod\/v4\/locales\/en\.js$/,
    instead: () => 'export default () => ({ localeError: () => "Ongeldige waarde" })',
  },
]

/**
 * Returns the Vite plugin that leaves unused library code out of the build; development runs the libraries unchanged.
 */
export function leaveOutUnusedCode(): Plugin {
  return {
    name: 'unused-library-code',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const found = unused.find(({ file }) => file.test(id))
      if (found) return { code: found.instead(exportsOf(code), code), map: null }
      const names = id.includes('/@aws-amplify/ui-react/')
        ? [...code.matchAll(CLASS_READ)].map(([, name = '']) => name)
        : []
      const missing = names.find((name) => !AMPLIFY_PARTS.test(name))
      if (missing !== undefined) this.error(`${id} needs the class ${missing}, which unused-library-code.ts leaves out`)
      return null
    },
  }
}

/** Returns the names that a module exports, declared in place or listed at its end. */
function exportsOf(code: string): string[] {
  const declared = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name ?? '')
  const listed = [...code.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names]) => (names ?? '').split(','))
  const outside = listed.map((name) => name.trim().split(' as ').at(-1) ?? '')
  return [...new Set([...declared, ...outside])].filter((name) => name !== '')
}
