import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BuildOptions, Plugin } from 'esbuild'

const project = fileURLToPath(new URL('..', import.meta.url))

interface StandIn {
  /** Name of the module, as the importing file writes it. */
  readonly what: string
  /** Folder of the importing files. */
  readonly by: string
  /** File that takes the module's place; null for an empty module. */
  readonly use: string | null
}

/** Modules that a bundle leaves out or replaces, each with its replacement (docs/decisions/0107). */
export const standIns: readonly StandIn[] = [
  {
    what: '@aws-sdk/credential-provider-node',
    by: 'node_modules/@aws-sdk',
    use: 'functions/platform/bundled/lambda-credentials.ts',
  },
  { what: '@smithy/core/event-streams', by: 'node_modules/@smithy/core', use: null },
  { what: 'bowser', by: 'node_modules/@aws-sdk', use: null },
  // DynamoDB's endpoint follows from the region; the SDK would keep endpoints that it asked for.
  { what: '@aws-sdk/endpoint-cache', by: 'node_modules/@aws-sdk', use: 'functions/platform/bundled/no-endpoints.ts' },
  // Only the scripts that write documents turn schemas into JSON Schema.
  { what: '../core/json-schema-processors.js', by: 'node_modules/zod/v4/classic', use: null },
  { what: '../core/to-json-schema.js', by: 'node_modules/zod/v4/classic', use: null },
  { what: '../locales/en.js', by: 'node_modules/zod/v4/classic', use: 'functions/platform/bundled/no-english.ts' },
  { what: 'electrodb', by: 'functions/platform', use: 'node_modules/electrodb/src/entity.js' },
  { what: 'jsonschema', by: 'node_modules/electrodb', use: 'functions/platform/bundled/unchecked-models.ts' },
  { what: '@aws-sdk/lib-dynamodb', by: 'node_modules/electrodb', use: null },
  { what: '@aws-sdk/util-dynamodb', by: 'node_modules/electrodb', use: null },
  // The xlsx writer zips buffers and no folders.
  { what: 'readable-stream', by: 'node_modules', use: 'functions/platform/bundled/streams.ts' },
  { what: 'glob', by: 'node_modules', use: null },
  { what: 'readdir-glob', by: 'node_modules', use: null },
  { what: './font-files.ts', by: 'functions/platform/pdf', use: 'functions/platform/bundled/font-files.ts' },
]

/** Returns the code of an API file without the summaries of its endpoints, which only documents show. */
const withoutSummaries = (code: string): string =>
  code.replace(/\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),/g, (text) => text.replace(/[^\n]/g, ''))

const lean: Plugin = {
  name: 'lean',
  setup({ onResolve, onLoad }) {
    for (const { what, by, use } of standIns) {
      onResolve({ filter: new RegExp(`^${what}$`) }, ({ importer }) => {
        if (!importer.startsWith(`${project}${by}/`)) return null
        return use ? { path: `${project}${use}` } : { path: what, namespace: 'nothing' }
      })
    }
    onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: '' }))
    onLoad({ filter: /\/shared\/api\/.*\.ts$/ }, async ({ path }) => ({
      contents: withoutSummaries(await readFile(path, 'utf8')),
      loader: 'ts',
    }))
    // A client names its version in its calls; the rest of its package file would stand in each bundle.
    onLoad({ filter: /@aws-sdk\/client-[^/]+\/package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'))
      return { contents: JSON.stringify({ version }), loader: 'json' }
    })
  },
}

/**
 * Makes all that a function loads at its start one file. esbuild gives a file to each set of modules that the same parts
 * load, and a start reads them all: `outbox` had 62. Here each part loads the start too, which has run by then.
 */
const startInOneFile = (root: string, entry: string): Plugin => ({
  name: 'start-in-one-file',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.{1,2}\// }, ({ kind, path, resolveDir, importer }) =>
      kind !== 'dynamic-import' || /node_modules/.test(importer)
        ? null
        : { path: relative(root, join(resolveDir, path)), namespace: 'later' },
    )
    onResolve({ filter: /^start$/, namespace: 'later' }, () => ({ path: join(root, entry), sideEffects: true }))
    onLoad({ filter: /.*/, namespace: 'later' }, ({ path }) => ({
      contents: `import 'start'; export * from ${JSON.stringify(`./${path}`)}`,
      resolveDir: root,
    }))
  },
})

/**
 * Settings for bundling Node code: ESM, minified, with source maps. The maps omit the sources to stay small, because
 * functions of the local runtime read their maps at each start.
 */
export const bundling = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  minify: true,
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  mainFields: ['module', 'main'],
  plugins: [lean],
  loader: { '.ttf': 'binary' },
  banner: {
    js: "import{createRequire as pvRequire}from'node:module';const require=pvRequire(import.meta.url);",
  },
  logLevel: 'warning',
} satisfies BuildOptions

export interface Source {
  readonly entry: string
  readonly loadsLater?: true
}

/**
 * Returns the esbuild options that bundle functions by name, each to `<folder>/<name>/index.mjs`. Entry paths start
 * from `root`. Functions whose bundle is a single file share one esbuild run. A function that loads parts later has a
 * run of its own, which writes these parts as further files in its folder.
 */
export function makeBundleOptions(root: string, functions: Readonly<Record<string, Source>>, folder: string) {
  const all = Object.entries(functions)
  const run = (outdir: string, entryPoints: Record<string, string>, splitting: boolean) =>
    ({
      ...bundling,
      // Deployed bundles do not name their maps, which stay with the build: a function never reads them.
      sourcemap: 'external',
      absWorkingDir: root,
      outExtension: { '.js': '.mjs' },
      outdir,
      entryPoints,
      splitting,
    }) satisfies BuildOptions
  const single = all.filter(([, { loadsLater }]) => !loadsLater).map(([name, { entry }]) => [`${name}/index`, entry])
  return [
    ...(single.length > 0 ? [run(folder, Object.fromEntries(single), false)] : []),
    ...all
      .filter(([, { loadsLater }]) => loadsLater)
      .map(([name, { entry }]) => {
        const options = run(join(folder, name), { index: entry }, true)
        return { ...options, plugins: [...options.plugins, startInOneFile(root, entry)] }
      }),
  ]
}

/** Files and folders from the root on which the bundles of the product depend. */
export const bundledSources: readonly string[] = [
  ...['functions', 'events', 'shared'],
  ...['bundling', 'declarations', 'domains', 'jobs', 'manifest'].map((name) => `infra/${name}.ts`),
  'package-lock.json',
]
