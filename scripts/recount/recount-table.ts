import { parseArgs } from 'node:util'
import * as z from 'zod'
import { markers } from '../../events/markers.ts'
import { storeAllCodes } from '../../functions/contracts/import/codes.ts'
import { storeAllSuppliers } from '../../functions/contracts/import/suppliers.ts'
import { recount } from '../../functions/records/recount.ts'
import { mendSearchIndex } from '../../functions/search/mending.ts'
import { localDateOf, now } from '../../shared/time.ts'
import { countedDomains } from './counted-domains.ts'

/* The program behind `npm run recount`; needs the environment of a function with the table. */

/** Years before and after this one that are recounted by default. */
const YEARS_ASIDE = 3

const { values } = parseArgs({
  options: { from: { type: 'string' }, to: { type: 'string' }, repair: { type: 'boolean', default: false } },
})
const thisYear = Number(localDateOf(now()).slice(0, 4))
const year = z
  .string()
  .regex(/^2\d{3}$/, 'A year has four digits')
  .transform(Number)
const from = values.from === undefined ? thisYear - YEARS_ASIDE : year.parse(values.from)
const to = values.to === undefined ? thisYear + YEARS_ASIDE : year.parse(values.to)

const isTerminal = process.stdout.isTTY
// Marks come first: the counters of leads and contracts follow them.
if (values.repair) console.log(`${(await mendSearchIndex(markers)).records} records are marked and found`)

const found = await recount(
  countedDomains,
  { from, to, repair: values.repair },
  ({ month, records, counters, wrong }) => {
    const line = `${month}: ${records} records, ${counters} counters, ${wrong} wrong`
    process.stdout.write(isTerminal ? `\r${line}` : `${line}\n`)
  },
)
const left = found.wrong - found.repaired
console.log(`${isTerminal ? '\n' : ''}${from}–${to}: ${found.wrong} counters wrong, ${found.repaired} repaired`)
if (values.repair) {
  console.log(`${await storeAllCodes()} contracts are found by their codes`)
  await storeAllSuppliers()
}
if (left > 0) process.exitCode = 1
