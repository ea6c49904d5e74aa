import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { eraseAtOnce, findPersonalData } from '../functions/erasures/erasures.ts'
import { writePersonalData } from '../functions/erasures/personal-file.ts'
import { customerIdIn } from '../shared/customer-id.ts'
import { findActor, findUserByEmail } from './program-actor.ts'

/* The program behind `npm run erase`; needs the environment of a function with the table. */

const { values } = parseArgs({
  options: {
    as: { type: 'string' },
    about: { type: 'string' },
    user: { type: 'string' },
    file: { type: 'string' },
    yes: { type: 'boolean', default: false },
  },
})

try {
  const actor = await findActor(values.as, 'npm run erase')
  const about = values.user ? (await findUserByEmail(values.user)).id : customerIdIn(values.about ?? '')
  if (about === null) throw new Error('Say whom: --about with a number, e-mail or postcode and house number, or --user')
  const { records, isComplete } = await findPersonalData(actor, about)
  for (const { type, date, name, stays } of records) {
    console.log(
      `${type} ${date} ${name}: ${stays ? `${stays.what} stays until ${stays.until ?? '?'}: ${stays.why}` : 'erased'}`,
    )
  }
  if (!isComplete) console.log('There are more; run the program again afterwards.')
  if (values.file) {
    const content = await writePersonalData(actor, about)
    writeFileSync(values.file, content, { mode: 0o600 })
    console.log(`Written to ${values.file}`)
  }
  if (!values.yes) console.log(`${records.length} records. Nothing was erased; --yes erases them for good.`)
  else {
    const { items } = await eraseAtOnce(actor, about)
    for (const { type, id, outcome, until, why } of items) {
      console.log([`${type} ${id}: ${outcome}`, until && `until ${until}`, why].filter(Boolean).join(', '))
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
