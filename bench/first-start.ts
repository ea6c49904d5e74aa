import { rm } from 'node:fs/promises'
import {
  MAX_FOLDER_MB,
  MAX_START_SECONDS,
  MAX_WALK_MB,
  MAX_WALK_PROCESSES,
  measureFolderMb,
  measureProduct,
  walkScreens,
} from '../testing/product/first-start.ts'
import { listProcessTree, type Process } from '../testing/product/processes.ts'
import { startRuntime } from '../testing/runtime.ts'
import type { Row } from './row.ts'

const SAMPLE_MS = 100
const MAX_SECOND_START_SECONDS = 2

/** Part of a first start that a process does, by a part of its command line. */
const parts = [
  ['seed/run.ts', 'seed'],
  ['dynoxide import', 'import of the rows'],
  ['vite', 'site'],
  ['esbuild', 'bundles'],
  ['dynoxide', 'database'],
  ['main.ts', 'runtime'],
] as const

/**
 * Measures a first start as in a fresh clone, without built site and bundles; then a second one, and its memory after a
 * walk over eight screens.
 */
export async function run(): Promise<Row[]> {
  await rm('dist', { recursive: true, force: true })
  const seen = new Map<number, Process>()
  const sampling = setInterval(() => {
    // A process that has ended, and that nobody has waited for yet, has lost its command line.
    for (const one of listProcessTree(process.pid)) if (one.command !== '') seen.set(one.pid, one)
  }, SAMPLE_MS)
  const first = await startRuntime().finally(() => clearInterval(sampling))
  const { seconds } = measureProduct(first)
  const spent = new Map<string, number>()
  for (const { pid, command, seconds } of seen.values()) {
    const part = pid === process.pid ? undefined : parts.find(([name]) => command.includes(name))?.[1]
    if (part) spent.set(part, (spent.get(part) ?? 0) + seconds)
  }
  await first.end()
  const folderMb = measureFolderMb(first.folder)
  const second = await startRuntime({ filled: first.folder })
  const again = measureProduct(second)
  await walkScreens(second)
  const walked = measureProduct(second)
  await second.stop()
  await first.remove()
  const row = (name: string, value: number, unit: string, most: number): Row => ({
    name,
    value: `${value < 10 ? value.toFixed(1) : Math.round(value)}${unit}`,
    goal: `≤ ${most}${unit}`,
    ok: value <= most,
  })
  return [
    row('first start, processor time', seconds, ' s', MAX_START_SECONDS),
    ...[...spent].map(([part, took]) => ({
      name: `first start, processor time of the ${part}`,
      value: `${took.toFixed(1)} s`,
      goal: '',
      ok: null,
    })),
    row('first start, data folder', folderMb, ' MB', MAX_FOLDER_MB),
    row('second start, processor time', again.seconds, ' s', MAX_SECOND_START_SECONDS),
    row('memory after eight screens', walked.memoryMb, ' MB', MAX_WALK_MB),
    row('processes after eight screens', walked.processes, '', MAX_WALK_PROCESSES),
  ]
}
