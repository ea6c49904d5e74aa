import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { USED_FOLDER } from '../infra/local/rights/usage.ts'
import {
  differenceOf,
  findDifferenceSince,
  findFilesWithChangedCode,
  listLatestCommits,
  readCommitTitle,
  readSourcesAt,
} from './changed/git.ts'
import { selectorOf } from './changed/select.ts'
import { computeTimeShare, noteTimes, parseTimes, readTimes } from './changed/times.ts'
import { isTest, readSourceFiles, type SourceFile } from './conventions/sources.ts'
import { measureSlowness } from './processor-time/machine-speed.ts'
import { describeProcessorTime, readChildrenSeconds } from './processor-time/processor-time.ts'
import { type Count, findRetriedTests, joinStages, type Stage, stages } from './stages.ts'

/*
 * Runs the stages of the test run (`scripts/stages.ts`), or those named on the command line; stops at the first
 * failure. All stages of Vitest run as one, and all stages of one turn at the same time, but the output is printed in
 * order. `--changed` runs what the changes since the last commit can break (`changed/select.ts`); `--changed <commit>`,
 * since that commit. `--dry` only names those tests. `--commits <number>` prints the share of the whole run that each of
 * the latest commits would have run. Ends in `N passed, N failed`, in which a stage without tests counts as one check.
 * The lines above this result name the tests that passed only at their second try, and tell the processor time. A whole
 * run fails above the bound of `processor-time/processor-time.ts`.
 */

const { values: options, positionals: only } = parseArgs({
  options: { changed: { type: 'boolean' }, dry: { type: 'boolean' }, commits: { type: 'string' } },
  allowPositionals: true,
})
const named = only.filter((name) => stages.some((stage) => stage.name === name))
const since = options.changed ? (only.find((name) => !named.includes(name)) ?? 'HEAD') : null
if (!since && named.length < only.length) throw new Error(`Stages: ${stages.map(({ name }) => name).join(', ')}`)

/** Returns the stages to run, each with its command. */
function chosenStages(): readonly Stage[] {
  const wanted = named.length === 0 ? stages : stages.filter(({ name }) => named.includes(name))
  if (since === null) return joinStages(wanted)
  const difference = findDifferenceSince(since)
  if (difference.files.length === 0) return []
  const selection = selectorOf(readSourceFiles())(findFilesWithChangedCode(difference))
  const change = { files: difference.files, tests: selection?.tests ?? null }
  if (selection?.domains) {
    process.env = { ...smallProofs, ...process.env, PROOF_DOMAINS: selection.domains.join() }
  }
  const chosen = wanted.flatMap((stage) => {
    const command = stage.changed ? stage.changed(change) : stage.command
    return command ? [{ ...stage, command }] : []
  })
  return joinStages(chosen)
}

/**
 * Number of offices in the longest proof after a change of the product, fewer than usual to save time. The environment
 * may set another number.
 */
const smallProofs = { PROOF_OFFICES: '4' }

/** Folder in which the stages record which rights they use, for the last stage. */
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

/** Seconds of processor time of the stages that have ended. */
let secondsUntilNow = 0

/** Returns a writer that keeps a stage's output until its turn, and then prints it. */
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

async function run({ name, command, count, givesWay }: Stage, write: (text: string) => void): Promise<Count> {
  const startedAt = Date.now()
  write(`\n— ${name}\n`)
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { [USED_FOLDER]: notes, ...process.env, NO_COLOR: '1', CI: '1' },
  })
  running.add(child)
  if (givesWay && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
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
  // The system adds a child's time when the child ends, so the difference since the last end is of this stage.
  const seconds = (readChildrenSeconds() ?? 0) - secondsUntilNow
  secondsUntilNow += seconds
  const counted = count?.(output) ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
  const isEmpty = code === 0 && counted.passed === 0 && since === null
  if (isEmpty) write(`${name}: no test ran\n`)
  const { passed, failed } = (code !== 0 || isEmpty) && counted.failed === 0 ? { ...counted, failed: 1 } : counted
  retried.push(...findRetriedTests(output))
  noteTimes(parseTimes(output))
  write(
    `${name}: ${passed} passed, ${failed} failed in ${Math.round((Date.now() - startedAt) / 1000)} s, ${Math.round(seconds)} s of processor time\n`,
  )
  return { passed, failed }
}

/** Runs stages at the same time and prints them one after another; the first failure stops the rest. */
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

/** Prints the tests that a change can break, and their share of the whole run's time. */
function printChosen(commit: string): void {
  const sources = readSourceFiles()
  const tests = selectorOf(sources)(findFilesWithChangedCode(findDifferenceSince(commit)))?.tests ?? null
  for (const test of tests ?? ['everything']) console.log(test)
  console.log(`\n${percent(shareIn(sources, tests))} of the whole run`)
}

/** Prints the share of the whole run that each of the latest commits can break, and the mean share. */
function printShares(count: number): void {
  const shares = listLatestCommits(count).map((commit) => {
    const sources = readSourcesAt(commit)
    const share = shareIn(sources, selectorOf(sources)(findFilesWithChangedCode(differenceOf(commit)))?.tests ?? null)
    console.log(`${percent(share).padStart(5)}  ${commit}  ${readCommitTitle(commit)}`)
    return share
  })
  console.log(`\n${percent(shares.reduce((sum, share) => sum + share, 0) / shares.length)} on average`)
}

const percent = (share: number) => `${Math.round(share * 100)} %`

function shareIn(sources: readonly SourceFile[], tests: ReadonlySet<string> | null): number {
  if (tests === null) return 1
  const all = sources.filter(isTest).map(({ path }) => path)
  return computeTimeShare(tests, all, readTimes())
}

async function runStages(): Promise<void> {
  const total = { passed: 0, failed: 0 }
  const chosen = chosenStages()
  const isWhole = named.length === 0 && since === null
  const before = isWhole ? await measureSlowness() : 1
  const atStart = readChildrenSeconds() ?? 0
  secondsUntilNow = atStart
  const turns = Map.groupBy(chosen, ({ turn = 0 }) => turn)
  for (const [, group] of [...turns].toSorted(([one], [other]) => one - other)) {
    const { passed, failed } = await runGroup(group)
    total.passed += passed
    total.failed += failed
    if (failed > 0) break
  }
  if (retried.length > 0) console.log(`\nRetried:\n${retried.map((test) => `  ${test}`).join('\n')}`)
  const used = readChildrenSeconds()
  if (used !== null) {
    const slowness = isWhole ? Math.max(before, await measureSlowness()) : 1
    const { line, ok } = describeProcessorTime(used - atStart, isWhole, slowness)
    console.log(`\n${line}`)
    if (!ok) total.failed += 1
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

if (options.commits) printShares(Number(options.commits))
else if (options.dry) printChosen(since ?? 'HEAD')
else await runStages()
