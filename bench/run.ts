import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { run as calm } from './calm.ts'
import { run as coldStart, size as functionSize } from './cold-start.ts'
import { run as cost } from './cost.ts'
import { run as firstStart } from './first-start.ts'
import { run as hours } from './hours.ts'
import { run as importHostile } from './import-hostile.ts'
import { run as importIndexed } from './import-indexed.ts'
import { run as importReading } from './import-reading.ts'
import { run as importStoring } from './import-storing.ts'
import { run as install } from './install.ts'
import { run as invoicePdf } from './invoice-pdf.ts'
import { run as loading } from './loading.ts'
import { run as overhead } from './overhead.ts'
import { run as phone } from './phone.ts'
import type { Row } from './row.ts'
import { run as search } from './search.ts'
import { run as searchCost } from './search-cost.ts'

/**
 * Measures and writes docs/benchmarks.md. With names on the command line, runs only these benchmarks, and writes their
 * rows only with `--write`. `--bounds` runs those that `npm test` holds: their figures are processor time and counts,
 * which do not depend on how busy the machine is.
 */
const benches: Record<string, () => Promise<Row[]>> = {
  calm,
  cost,
  hours,
  overhead,
  'cold-start': coldStart,
  'function-size': functionSize,
  loading,
  phone,
  search,
  'search-cost': searchCost,
  'first-start': firstStart,
  install,
  'invoice-pdf': invoicePdf,
  'import-reading': async () =>
    (await importReading()).map(({ name, value, unit, goal, ok }) => ({
      name,
      value: `${value} ${unit}`,
      goal,
      ok: goal ? ok : null,
    })),
  'import-hostile': importHostile,
  'import-storing': importStoring,
  'import-indexed': importIndexed,
}

/** Benchmarks whose goals are bounds of the test run. */
const bounds: readonly string[] = ['install', 'loading', 'function-size', 'search-cost']

const options = process.argv.slice(2)
const named = options.filter((name) => !name.startsWith('--'))
const only = options.includes('--bounds') ? bounds : named
const writes = options.length === 0 || options.includes('--write')
const rows: Row[] = []
for (const [name, run] of Object.entries(benches)) {
  if (only.length > 0 && !only.includes(name)) continue
  console.log(`— ${name}`)
  for (const row of await run()) {
    rows.push(row)
    console.log(`${mark(row)} ${row.name}: ${row.value}${row.goal ? ` (goal ${row.goal})` : ''}`)
  }
}

function mark({ ok }: Row): string {
  if (ok === null) return ' '
  return ok ? '✓' : '✗'
}

const lineOf = (row: Row) => `| ${row.name} | ${row.value} | ${row.goal} | ${mark(row)} |`

/** Returns the document with new rows in place of those of the same measure; rows of new measures come last. */
function replaceRows(document: string): string {
  const lines = new Map(rows.map((row) => [row.name, lineOf(row)]))
  const kept = document.trimEnd().split('\n')
  const replaced = kept.map((line) => {
    const name = line.split(' | ')[0]?.slice(2) ?? ''
    const newer = lines.get(name)
    lines.delete(name)
    return newer ?? line
  })
  return [...replaced, ...lines.values(), ''].join('\n')
}

if (writes) {
  const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
  const document = [
    '# Benchmarks',
    '',
    `Made by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine}. Times are ratios within one run.`,
    '',
    '| Measure | Value | Goal | |',
    '|---|---|---|---|',
    ...rows.map(lineOf),
    '',
  ].join('\n')
  const path = 'docs/benchmarks.md'
  await writeFile(path, only.length === 0 ? document : replaceRows(await readFile(path, 'utf8')))
}
process.exitCode = rows.some((row) => row.ok === false) ? 1 : 0
