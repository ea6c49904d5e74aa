import { parseArgs } from 'node:util'
import { verifySeals } from '../../functions/book/service.ts'

/* The program behind `npm run ledger`; needs the environment of a function with the table. */

const { positionals } = parseArgs({ allowPositionals: true })
if (positionals[0] !== 'verify') throw new Error('Say what to do: npm run ledger -- verify')

const seals = await verifySeals()
for (const { month, transactions, isIntact } of seals) {
  console.log(`${month}: ${transactions} transactions, ${isIntact ? 'as sealed' : 'CHANGED since it was sealed'}`)
}
const changed = seals.filter(({ isIntact }) => !isIntact).length
console.log(changed === 0 ? `${seals.length} closed months are as sealed` : `${changed} of ${seals.length} differ`)
if (changed > 0) process.exitCode = 1
