import { gzipSync } from 'node:zlib'

/*
 * The work by which `machine-speed.ts` measures a machine: makes, writes, reads, sorts and compresses rows, as the
 * product and its tests do. Prints the seconds of processor time that it took.
 */

const ROWS = 60_000
const ROUNDS = 5

const begun = process.cpuUsage()
let text = ''
for (let round = 0; round < ROUNDS; round++) {
  const rows = Array.from({ length: ROWS }, (_, at) => ({
    id: `row-${at}`,
    amount: at * round,
    name: `Jansen ${(at * 7919) % 1000}`,
  }))
  const read = JSON.parse(JSON.stringify(rows)) as typeof rows
  text = JSON.stringify(read.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
  gzipSync(text.slice(0, 1_000_000))
}
const { user, system } = process.cpuUsage(begun)
process.stdout.write(String((user + system) / 1_000_000))
