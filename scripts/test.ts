import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { USED_FOLDER } from '../infra/local/rights/usage.ts'
import { type Count, retriedIn, type Stage, stages } from './stages.ts'

/*
 * The whole test run (`scripts/stages.ts`), stopping at the first stage that fails, some of them side by side and each
 * told of in its turn. Names of stages run those; `--changed` runs what the changes since the last commit touch,
 * `--changed <commit>` since that one. Ends in `N passed, N failed`, which counts what really ran: a stage without tests
 * counts as one check. Before it stand the tests that passed only at their second try.
 */

/** Returns the files that differ from a commit, new ones included. */
function changedFiles(since: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\0').filter(Boolean)
  return [
    ...git('diff', '--name-only', '-z', '--relative', since),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ]
}

const { values: options, positionals: only } = parseArgs({
  options: { changed: { type: 'boolean' } },
  allowPositionals: true,
})
const named = only.filter((name) => stages.some((stage) => stage.name === name))
const since = options.changed ? (only.find((name) => !named.includes(name)) ?? 'HEAD') : null
if (!since && named.length < only.length) throw new Error(`Stages: ${stages.map(({ name }) => name).join(', ')}`)

/** Returns the stages to run, each with the command to run it by. */
function chosenStages(): readonly Stage[] {
  const wanted = named.length === 0 ? stages : stages.filter(({ name }) => named.includes(name))
  if (since === null) return wanted
  const files = changedFiles(since)
  if (files.length === 0) return []
  return wanted.flatMap((stage) => {
    const command = stage.changed ? stage.changed(files, since) : stage.command
    return command ? [{ ...stage, command }] : []
  })
}

/** Where the stages note which rights they use, for the last of them. */
const notes = mkdtempSync(join(tmpdir(), 'partnerview-rights-'))
process.once('exit', () => rmSync(notes, { recursive: true, force: true }))

const running = new Set<ChildProcess>()
const stop = (signal: NodeJS.Signals) => {
  for (const child of running) child.kill(signal)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stop(signal)
    process.exitCode = 1
  })
}

const retried: string[] = []

/** Holds back the output of a stage until its turn, then passes it on. */
function heldOutput() {
  let held: string[] | null = []
  return {
    write: (text: string) => {
      if (held) held.push(text)
      else process.stdout.write(text)
    },
    show: () => {
      for (const text of held ?? []) process.stdout.write(text)
      held = null
    },
  }
}

async function run({ name, command, count }: Stage, write: (text: string) => void): Promise<Count> {
  const startedAt = Date.now()
  write(`\n— ${name}\n`)
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { [USED_FOLDER]: notes, ...process.env, NO_COLOR: '1', CI: '1' },
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      output += text
      write(text)
    })
  }
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (status) => resolve(status ?? 1))
  })
  running.delete(child)
  const counted = count?.(output) ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
  const isEmpty = code === 0 && counted.passed === 0 && since === null
  if (isEmpty) write(`${name}: no test ran\n`)
  const { passed, failed } = (code !== 0 || isEmpty) && counted.failed === 0 ? { ...counted, failed: 1 } : counted
  retried.push(...retriedIn(output))
  write(`${name}: ${passed} passed, ${failed} failed in ${Math.round((Date.now() - startedAt) / 1000)} s\n`)
  return { passed, failed }
}

/** Returns the stages in their order, those that run side by side together. */
function groupsOf(chosen: readonly Stage[]): Stage[][] {
  const groups: Stage[][] = []
  for (const stage of chosen) {
    if (stage.beside && groups.length > 0) groups.at(-1)?.push(stage)
    else groups.push([stage])
  }
  return groups
}

/** Runs stages side by side and prints them one after the other; the first failure stops the rest. */
async function runGroup(group: readonly Stage[]): Promise<Count> {
  const begun = group.map((stage) => {
    const output = heldOutput()
    return { output, counted: run(stage, output.write) }
  })
  const sum = { passed: 0, failed: 0 }
  for (const { output, counted } of begun) {
    output.show()
    const { passed, failed } = await counted
    sum.passed += passed
    sum.failed += failed
    if (failed > 0) break
  }
  stop('SIGTERM')
  await Promise.all(begun.map(({ counted }) => counted))
  return sum
}

const total = { passed: 0, failed: 0 }
for (const group of groupsOf(chosenStages())) {
  const { passed, failed } = await runGroup(group)
  total.passed += passed
  total.failed += failed
  if (failed > 0) break
}
if (retried.length > 0) console.log(`\nRetried:\n${retried.map((test) => `  ${test}`).join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0
