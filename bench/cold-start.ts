import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import { makeBundleOptions } from '../infra/bundling.ts'
import { type FunctionSpec, functionSpecs, type Need } from '../infra/manifest.ts'
import { median } from './median.ts'
import type { Row } from './row.ts'

const ROUNDS = 9

/**
 * Most times the processor time of an empty handler, for most functions and for those that read many kinds of record.
 */
const MOST_TIMES = 2.2
const MOST_TIMES_OF_MANY = 3
const many = new Set(['api-my-day', 'api-payment-files', 'api-bank', 'api-reports'])

const MAX_KB = 550

/**
 * Limits of functions above the goal, so that these do not grow either. ElectroDB, Zod and the SDK take 370 kB of each
 * bundle (docs/decisions/0107).
 */
const larger: Readonly<Record<string, number>> = {
  'api-auth': 603,
  'api-users': 602,
  'api-invitations': 581,
  'api-api-keys': 572,
  'api-appointments': 601,
  'api-calendar-feed': 587,
  'api-leads': 647,
  'api-customers': 611,
  'api-erasures': 585,
  'api-sales': 587,
  'api-commissions': 584,
  'api-ledger': 575,
  'api-contracts': 695,
  'api-partners': 735,
  'api-invoices': 866,
  'api-monthly-runs': 584,
  'api-payment-files': 747,
  'api-bank': 905,
  'api-invoice-acceptance': 725,
  'api-costs': 575,
  'api-my-day': 578,
  'api-reports': 572,
  'contract-import': 869,
  'lead-import': 861,
  outbox: 817,
  later: 640,
}

/** Most schemas that a function makes at its start, and most entities. */
const MOST_SCHEMAS = 0
const MOST_ENTITIES = 0

const filesClient = "import { S3Client } from '@aws-sdk/client-s3'; export const files = new S3Client({})"

const clientOf: Record<Need, string> = {
  origin:
    "import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'; export const secrets = new SecretsManagerClient({})",
  table:
    "import { DynamoDBClient } from '@aws-sdk/client-dynamodb'; import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'; export const table = DynamoDBDocumentClient.from(new DynamoDBClient({}))",
  identity:
    "import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'; export const identity = new CognitoIdentityProviderClient({})",
  mail: "import { SESClient } from '@aws-sdk/client-ses'; export const mail = new SESClient({})",
  vies: '',
  uploads: filesClient,
  documents: filesClient,
}

const execute = promisify(execFile)

/**
 * Measures the processor time that each deployed bundle takes to load, against an empty handler with the same AWS
 * clients. Returns one row per function.
 */
export async function run(): Promise<Row[]> {
  const rows = await withFolder(async (folder) => {
    const measured: Row[] = []
    for (const [name, spec] of Object.entries(functionSpecs)) {
      await bundle(makeBundleOptions(process.cwd(), { [name]: spec }, folder))
      await bundle(makeBundleOptions(process.cwd(), { bare: { entry: '' } }, folder).map((one) => bareOf(one, spec)))
      const { ratio, milliseconds } = await compare(folder, name)
      const most = many.has(name) ? MOST_TIMES_OF_MANY : MOST_TIMES
      measured.push({
        name: `cold start of ${name}`,
        value: `${milliseconds} ms of processor time, ${ratio.toFixed(2)}× an empty handler with the same clients`,
        goal: `≤ ${most}×`,
        ok: ratio <= most,
      })
    }
    return measured
  })
  return rows
}

/** Returns the bundle size of each function, and the most that one of them makes at its start. */
export const size = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const names = Object.keys(functionSpecs)
    const outputs = await bundle(makeBundleOptions(process.cwd(), functionSpecs, folder), counting)
    const rows = names.map((name) => {
      const own = Object.keys(outputs).filter((path) => path.includes(`/${name}/`))
      const atStart = kilobytes(outputs, loadedAtStart(outputs, own))
      const whole = kilobytes(outputs, own)
      const most = larger[name] ?? MAX_KB
      return {
        name: `bundle of ${name}`,
        value: whole > atStart ? `${atStart} kB, ${whole} kB with what only some calls load` : `${atStart} kB`,
        goal: `≤ ${most} kB`,
        ok: atStart <= most,
      }
    })
    const counter = `const all = []
      for (const name of ${JSON.stringify(names)}) {
        globalThis.made = undefined
        await import(${JSON.stringify(folder)} + '/' + name + '/index.mjs')
        all.push({ name, ...globalThis.made })
      }
      console.log(JSON.stringify(all)); process.exit()`
    const made = JSON.parse(await runNode(['--input-type=module', '-e', counter])) as Made[]
    return [...rows, mostOf(made, 'schemas', MOST_SCHEMAS), mostOf(made, 'entities', MOST_ENTITIES)]
  })

/** Numbers of schemas and entities that a function makes at its start. */
interface Made {
  readonly name: string
  readonly schemas: number
  readonly entities: number
}

type Kind = 'schemas' | 'entities'

function mostOf(made: readonly Made[], kind: Kind, goal: number): Row {
  const [most] = made.toSorted((one, other) => other[kind] - one[kind])
  if (!most) throw new Error('No function')
  return {
    name: `most ${kind} that a function makes at its start`,
    value: `${most[kind]} (${most.name})`,
    goal: `≤ ${goal}`,
    ok: most[kind] <= goal,
  }
}

/** Counts the schemas and entities that a bundle makes, in the libraries that make them. */
const counting: Plugin = {
  name: 'counting',
  setup({ onLoad, initialOptions }) {
    initialOptions.banner = { js: `${initialOptions.banner?.['js'] ?? ''}globalThis.made??={schemas:0,entities:0};` }
    const count = (filter: RegExp, place: RegExp, kind: Kind) =>
      onLoad({ filter }, async ({ path }) => {
        const source = await readFile(path, 'utf8')
        if (!place.test(source)) throw new Error(`Nothing to count in ${path}`)
        return { contents: source.replace(place, `$&globalThis.made.${kind}++;`) }
      })
    count(/zod\/v4\/core\/core\.js$/, /if \(!inst\._zod\) \{/, 'schemas')
    count(/electrodb\/src\/entity\.js$/, /class Entity \{\s*constructor\([^)]*\) \{/, 'entities')
  },
}

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'cold-start-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the esbuild options for an empty handler with the AWS clients that a function needs. */
function bareOf(options: BuildOptions, { needs }: FunctionSpec): BuildOptions {
  const contents = `${[...new Set(needs.map((need) => clientOf[need]))].join('\n')}\nexport const handler = async () => ({ statusCode: 200 })`
  return { ...options, entryPoints: [], stdin: { contents, resolveDir: process.cwd() }, entryNames: 'bare/index' }
}

async function bundle(runs: readonly BuildOptions[], ...first: Plugin[]): Promise<Metafile['outputs']> {
  const built = await Promise.all(
    runs.map((one) =>
      build({
        ...one,
        plugins: [...first, ...(one.plugins ?? [])],
        sourcemap: false,
        metafile: true,
        logLevel: 'error',
      }),
    ),
  )
  return Object.assign({}, ...built.map(({ metafile }) => metafile.outputs))
}

/** Returns the entry file among the files of a bundle, and those that it imports statically. */
function loadedAtStart(outputs: Metafile['outputs'], files: readonly string[]): string[] {
  const found = files.filter((path) => path.endsWith('/index.mjs'))
  for (const path of found) {
    for (const { kind, path: imported, external } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && !external && !found.includes(imported)) found.push(imported)
    }
  }
  return found
}

const kilobytes = (outputs: Metafile['outputs'], paths: readonly string[]) =>
  Math.round(paths.reduce((sum, path) => sum + (outputs[path]?.bytes ?? 0), 0) / 1024)

/**
 * Loads a bundle and the empty handler in turns, each in its own process. Returns the median ratio of their processor
 * times, and the median time of the bundle.
 */
async function compare(folder: string, name: string) {
  const timer = join(folder, 'time.mjs')
  // The runtime of Lambda opens the console before it loads a function.
  await writeFile(
    timer,
    `console.log(''); process.stderr.write('')
    const before = process.cpuUsage()
    await import(process.argv[2])
    const { user, system } = process.cpuUsage(before)
    console.log((user + system) / 1000); process.exit()`,
  )
  const times: number[] = []
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const ours = Number(await runNode([timer, join(folder, name, 'index.mjs')]))
    const bare = Number(await runNode([timer, join(folder, 'bare/index.mjs')]))
    times.push(ours)
    ratios.push(ours / bare)
  }
  return { ratio: median(ratios), milliseconds: Math.round(median(times)) }
}

const environment = {
  AWS_REGION: 'eu-west-1',
  TABLE_NAME: 'bench',
  USER_POOL_ID: 'bench',
  USER_POOL_CLIENT_ID: 'bench',
  ORIGIN_SECRET_ID: '',
  UPLOADS_BUCKET: 'bench',
  DOCUMENTS_BUCKET: 'bench',
  MAIL_SENDER: 'bench@partnerview.example',
  VIES_URL: 'http://localhost',
  APP_URL: 'http://localhost',
}

/** Runs Node with these arguments and the settings of a function; returns the last line of its output. */
async function runNode(options: readonly string[]): Promise<string> {
  const { stdout } = await execute(process.execPath, [...options], { env: { ...process.env, ...environment } })
  return stdout.trim().split('\n').at(-1) ?? ''
}
