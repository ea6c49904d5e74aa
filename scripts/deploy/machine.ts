import { execFile, spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { promisify } from 'node:util'
import { readAssembly } from '../../infra/assembly.ts'
import type { Machine } from './release.ts'

const SITE = 'dist/site'

/** Runs a program and shows its output; resolves to its exit code. */
const run = (
  program: string,
  args: readonly string[],
  where: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', ...where })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })

/** Runs a program; throws when it fails. */
async function demand(program: string, ...args: readonly string[]): Promise<void> {
  const code = await run(program, args)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`)
}

const git = async (...args: readonly string[]) => (await promisify(execFile)('git', args)).stdout.trim()

/** The machine on which the command runs. */
export const machine: Machine = {
  async commit() {
    return { commit: await git('rev-parse', 'HEAD'), isChanged: (await git('status', '--porcelain')) !== '' }
  },

  async synth(name, { isFirst }) {
    const context = ['-c', `env=${name}`, ...(isFirst ? ['-c', 'firstDeployment=true'] : [])]
    await demand('npx', 'cdk', 'synth', '--quiet', ...context)
    return readAssembly('cdk.out')
  },

  async buildSite() {
    await demand('npx', 'vite', 'build', '--config', 'frontend/vite.config.ts')
    const files = globSync('**/*', { cwd: SITE, withFileTypes: true }).filter((entry) => entry.isFile())
    return files.map(({ parentPath, name }) => join(parentPath, name).slice(join(SITE).length + 1))
  },

  readSite: (file) => readFile(join(SITE, file)),

  async createAdmin(admin, settings) {
    Object.assign(process.env, settings)
    // Loaded here, as the functions read their settings when they load.
    const { inviteFirstAdmin } = await import('./first-admin.ts')
    return inviteFirstAdmin(admin)
  },

  runProgram: (program, args, settings) =>
    run(process.execPath, [program, ...args], { env: { ...process.env, ...settings } }),

  async deployCommit(commit, args) {
    const folder = mkdtempSync(join(tmpdir(), 'partnerview-rollback-'))
    try {
      await demand('git', 'worktree', 'add', '--detach', folder, commit)
      if ((await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })) !== 0) return 1
      return await run('npm', ['run', 'deploy', '--', ...args], { cwd: folder })
    } finally {
      await run('git', ['worktree', 'remove', '--force', folder])
      rmSync(folder, { recursive: true, force: true })
    }
  },

  async agrees(question) {
    const asking = createInterface({ input: process.stdin, output: process.stdout })
    try {
      return (await asking.question(`${question} Type yes: `)).trim() === 'yes'
    } finally {
      asking.close()
    }
  },

  say: (line) => console.log(line),
}
