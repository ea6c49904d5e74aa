import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Children } from '../children.ts'
import type { Project } from '../project.ts'
import { readTextSync } from '../stand-in/files.ts'
import { hashSources } from './source-hash.ts'

/**
 * Builds the front end with Vite. Resolves to false without building when the last build has the same sources, or when
 * the project has no front end to build. Replaces the old folder only after the build, so that no runtime serves half a
 * build. Throws with Vite's output when the build fails.
 */
export async function buildSite(project: Project, children: Children): Promise<boolean> {
  const { folder, build } = project.site
  if (!build) return false
  const target = join(project.root, folder)
  const mark = `${target}.sha256`
  const hash = hashSources(project.root, build.sources)
  if (readTextSync(mark) === hash && existsSync(join(target, 'index.html'))) return false
  const fresh = `${target}.${process.pid}`
  try {
    await runVite(project.root, build.config, fresh, children)
    const old = `${fresh}.old`
    renameIfThere(target, old)
    renameSync(fresh, target)
    rmSync(old, { recursive: true, force: true })
    writeFileSync(mark, hash)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return true
}

async function runVite(root: string, config: string, outDir: string, children: Children): Promise<void> {
  mkdirSync(dirname(outDir), { recursive: true })
  const vite = fileURLToPath(new URL('bin/vite.js', import.meta.resolve('vite/package.json')))
  const options = ['build', '--config', join(root, config), '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn']
  // A test that starts the runtime says `test`, which Vite and React would take for a build of a developer.
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = children.add(
    spawn(process.execPath, [vite, ...options], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] }),
  )
  // A new data folder is filled by the seed at the same time. The seed takes longer, so it has priority; this build
  // uses the time in which the seed waits for the database.
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`The site could not be built:\n${output}`)
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch {
    // There was no earlier build.
  }
}
