import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Children } from './children.ts'
import { environmentOf, type Surroundings } from './environment.ts'
import type { Project } from './project.ts'
import { LOCAL_KEY } from './table/local-key.ts'

/**
 * Returns the environment of the seed program: table, user pool, buckets, the data folder, and the kind of seed (`demo`
 * or `empty`).
 */
export function seedEnvironment(around: Surroundings, folder: string, kind: string): Record<string, string> {
  const spec = {
    entry: '',
    needs: ['table', 'identity', 'documents', 'uploads'],
    memoryMb: 1024,
    timeoutSeconds: 0,
  } as const
  return {
    ...environmentOf('seed', spec, around),
    // DynamoDB Local keeps the tables of each access key apart, so the seed has the key of the runtime.
    AWS_ACCESS_KEY_ID: LOCAL_KEY,
    // A seed has no bundle, so it needs no source maps.
    NODE_OPTIONS: '',
    PARTNERVIEW_DATA: folder,
    PARTNERVIEW_SEED: kind,
  }
}

/** Flags of Node with which the collection of garbage takes a third of its time, in a program that makes many rows. */
const forManyRows = ['--single-threaded-gc', '--max-semi-space-size=32']

/** Runs the project's seed program with these arguments and shows its output. Throws when it fails. */
export async function runSeed(
  project: Project,
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
  children: Children,
): Promise<void> {
  const program = join(project.root, project.seed)
  const child = spawn(process.execPath, [...forManyRows, program, ...args], {
    cwd: project.root,
    env: { ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await new Promise((resolve) => children.add(child).once('close', resolve))
  if (code !== 0) throw new Error(`The seed failed (status ${code})`)
}
