import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BuildOptions, build, type Metafile } from 'esbuild'
import { makeBundleOptions } from '../infra/bundling.ts'
import { type FunctionSpec, functionSpecs, type Need } from '../infra/manifest.ts'
import { median } from './median.ts'
import type { Row } from './row.ts'

const ROUNDS = 9
const SLOWER = 1.5
const MAX_KB = 400

/** Functions that read spreadsheets: their bundles hold the readers, so the size goal does not apply. */
const heavy = new Set(['api-contracts', 'contract-import', 'lead-import'])

const clientOf: Record<Need, string> = {
  origin:
    "import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'; export const secrets = new SecretsManagerClient({})",
  table:
    "import { DynamoDBClient } from '@aws-sdk/client-dynamodb'; import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'; export const table = DynamoDBDocumentClient.from(new DynamoDBClient({}))",
  identity:
    "import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'; export const identity = new CognitoIdentityProviderClient({})",
  mail: "import { SESClient } from '@aws-sdk/client-ses'; export const mail = new SESClient({})",
  uploads: "import { S3Client } from '@aws-sdk/client-s3'; export const files = new S3Client({})",
  documents: '',
}

const execute = promisify(execFile)

/**
 * Measures how long each deployed bundle takes to load, against an empty handler with the same AWS clients. Returns two
 * rows per function: load time and bundle size.
 */
export async function run(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cold-start-'))
  try {
    const rows: Row[] = []
    for (const [name, spec] of Object.entries(functionSpecs)) {
      const outputs = await outputsOf(makeBundleOptions(process.cwd(), { [name]: spec }, folder))
      await outputsOf(
        makeBundleOptions(process.cwd(), { bare: { entry: '' } }, folder).map((run) => emptyHandlerOf(run, spec)),
      )
      const { ratio, milliseconds } = await compare(folder, name)
      const atStart = kilobytes(outputs, loadedAtStart(outputs))
      const whole = kilobytes(outputs, Object.keys(outputs))
      rows.push({
        name: `cold start of ${name}`,
        value: `${milliseconds} ms, ${ratio.toFixed(2)}× an empty handler with the same clients`,
        goal: `≤ ${SLOWER}×`,
        ok: ratio <= SLOWER,
      })
      rows.push({
        name: `bundle of ${name}`,
        value: whole > atStart ? `${atStart} kB, ${whole} kB with what only some calls load` : `${atStart} kB`,
        goal: heavy.has(name) ? '' : `≤ ${MAX_KB} kB`,
        ok: heavy.has(name) ? null : atStart <= MAX_KB,
      })
    }
    return rows
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the esbuild options for an empty handler with the AWS clients that a function needs. */
function emptyHandlerOf(run: BuildOptions, { needs }: FunctionSpec): BuildOptions {
  const contents = `${needs.map((need) => clientOf[need]).join('\n')}\nexport const handler = async () => ({ statusCode: 200 })`
  return { ...run, entryPoints: [], stdin: { contents, resolveDir: process.cwd() }, entryNames: 'bare/index' }
}

async function outputsOf(runs: readonly BuildOptions[]): Promise<Metafile['outputs']> {
  const built = await Promise.all(runs.map((run) => build({ ...run, metafile: true, logLevel: 'error' })))
  return Object.assign({}, ...built.map(({ metafile }) => metafile?.outputs))
}

/** Returns the entry file of a bundle and the files that it imports statically. */
function loadedAtStart(outputs: Metafile['outputs']): string[] {
  const found = Object.keys(outputs).filter((path) => path.endsWith('/index.mjs'))
  for (const path of found) {
    for (const { kind, path: imported, external } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && !external && !found.includes(imported)) found.push(imported)
    }
  }
  return found
}

const kilobytes = (outputs: Metafile['outputs'], paths: readonly string[]) =>
  Math.round(
    paths.filter((path) => !path.endsWith('.map')).reduce((sum, path) => sum + (outputs[path]?.bytes ?? 0), 0) / 1024,
  )

/**
 * Loads a bundle and the empty handler in turns, each in its own process; returns the ratio of their median times, and
 * the median time of the bundle.
 */
async function compare(folder: string, name: string) {
  const timer = join(folder, 'time.mjs')
  await writeFile(
    timer,
    'const t = performance.now(); await import(process.argv[2]); console.log(performance.now() - t); process.exit()',
  )
  const times = { ours: [] as number[], bare: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    times.ours.push(await load(timer, join(folder, name, 'index.mjs')))
    times.bare.push(await load(timer, join(folder, 'bare/index.mjs')))
  }
  return { ratio: median(times.ours) / median(times.bare), milliseconds: Math.round(median(times.ours)) }
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
  APP_URL: 'http://localhost',
}

async function load(timer: string, bundle: string): Promise<number> {
  const { stdout } = await execute(process.execPath, [timer, bundle], { env: { ...process.env, ...environment } })
  return Number(stdout.trim().split('\n').at(-1))
}
