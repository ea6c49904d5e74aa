import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Children } from './children.ts'
import { environmentOf, type Surroundings } from './environment.ts'
import type { Project } from './project.ts'

/**
 * Returns the environment of the seed program: table, user pool, documents, the data folder, and the kind of seed
 * (`demo` or `empty`).
 */
export function seedEnvironment(around: Surroundings, folder: string, kind: string): Record<string, string> {
  const spec = { entry: '', needs: ['table', 'identity', 'documents'], memoryMb: 1024, timeoutSeconds: 0 } as const
  return { ...environmentOf('seed', spec, around), PARTNERVIEW_DATA: folder, PARTNERVIEW_SEED: kind }
}

/** Runs the project's seed program with these arguments and shows its output. Throws when it fails. */
export async function runSeed(
  project: Project,
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
  children: Children,
): Promise<void> {
  const program = join(project.root, project.seed)
  const child = spawn(process.execPath, [program, ...args], {
    cwd: project.root,
    env: { ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await new Promise((resolve) => children.add(child).once('close', resolve))
  if (code !== 0) throw new Error(`The seed failed (status ${code})`)
}
