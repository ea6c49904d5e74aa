import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

/**
 * The whole test run, in the order in which a fault is cheapest to find, stopping at the first stage that fails:
 * lint, types, rules, domains, access and proofs, stack, screens, end to end. Ends in `N passed, N failed`, which
 * counts what really ran: a stage without tests counts as one check.
 */
interface Stage {
  readonly name: string
  readonly command: readonly string[]
  /** Reads the number of passed and failed tests from the stage's output; absent: the stage is one check. */
  readonly count?: (output: string) => Count
}

interface Count {
  readonly passed: number
  readonly failed: number
}

const bin = (name: string) => `node_modules/.bin/${name}`
const jest = 'node_modules/jest/bin/jest.js'

// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal begin with one
const plain = (text: string) => text.replaceAll(/\u001b\[[0-9;]*m/g, '')

/** `Tests  3 failed | 40 passed (43)` of Vitest, `Tests: 1 failed, 9 passed, 10 total` of Jest. */
function testsLine(output: string): Count {
  const line =
    plain(output)
      .match(/^\s*Tests:?\s+.*$/gm)
      ?.at(-1) ?? ''
  return { passed: number(line, /(\d+) passed/), failed: number(line, /(\d+) failed/) }
}

/** `12 passed (40s)` and `1 failed` of Playwright, each on a line of its own. */
function playwrightLines(output: string): Count {
  const text = plain(output)
  return { passed: number(text, /^\s*(\d+) passed/m), failed: number(text, /^\s*(\d+) failed/m) }
}

const number = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0)

const vitest = (name: string, ...filters: string[]): Stage => ({
  name,
  command: [
    bin('vitest'),
    'run',
    '--bail=1',
    `--maxWorkers=${Math.max(1, Math.min(4, availableParallelism()))}`,
    ...filters,
  ],
  count: testsLine,
})

const stages: readonly Stage[] = [
  { name: 'lint', command: [bin('biome'), 'check', '.'] },
  { name: 'types', command: [bin('tsc'), '--noEmit'] },
  { name: 'documents', command: [bin('node'), 'scripts/docs.ts', '--check'] },
  vitest('rules', 'shared/', 'scripts/'),
  vitest('domains', 'functions/', 'events/', 'seed/'),
  vitest('access and proofs', 'proofs/'),
  vitest('local runtime', 'infra/'),
  { name: 'stack', command: [bin('node'), '--experimental-vm-modules', jest], count: testsLine },
  vitest('screens', 'frontend/'),
  { name: 'end to end', command: [bin('playwright'), 'test'], count: playwrightLines },
]

const only = process.argv.slice(2)
const chosen = only.length === 0 ? stages : stages.filter((stage) => only.includes(stage.name))
if (chosen.length === 0) throw new Error(`Stages: ${stages.map((stage) => stage.name).join(', ')}`)

let running: ChildProcess | null = null
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    running?.kill(signal)
    process.exitCode = 1
  })
}

async function run({ name, command, count }: Stage): Promise<Count> {
  console.log(`\n— ${name}`)
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', CI: '1' },
  })
  running = child
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      output += text
      process.stdout.write(text)
    })
  }
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (status) => resolve(status ?? 1))
  })
  const counted = count?.(output) ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
  if (code !== 0 && counted.failed === 0) return { ...counted, failed: 1 }
  if (code === 0 && counted.passed === 0) {
    console.log(`${name}: no test ran`)
    return { ...counted, failed: 1 }
  }
  return counted
}

let total: Count = { passed: 0, failed: 0 }
for (const stage of chosen) {
  const startedAt = Date.now()
  const counted = await run(stage)
  total = { passed: total.passed + counted.passed, failed: total.failed + counted.failed }
  console.log(
    `${stage.name}: ${counted.passed} passed, ${counted.failed} failed in ${Math.round((Date.now() - startedAt) / 1000)} s`,
  )
  if (counted.failed > 0) break
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0
