import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { toCsv } from '../functions/export/csv.ts'
import { imports } from './import/kinds.ts'
import type { Wrong } from './import/rows.ts'
import { findActor } from './program-actor.ts'

/* The program behind `npm run import`; needs the environment of a function with the table, user pool and buckets. */

/** Number of refused rows that are printed; the file has them all. */
const PRINTED = 10

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    as: { type: 'string' },
    kind: { type: 'string' },
    yes: { type: 'boolean', default: false },
    invite: { type: 'boolean', default: false },
  },
})

try {
  const importKind = imports[values.kind ?? '']
  if (!importKind) throw new Error(`Say what the file holds: --kind ${Object.keys(imports).join('|')}`)
  const [path] = positionals
  if (!path) throw new Error('Say which file to import')
  const actor = await findActor(values.as, 'npm run import')
  const file = { filename: basename(path), contentType: 'application/octet-stream', bytes: readFileSync(path) }
  const { created, known, wrong } = await importKind(actor, file, { isStored: values.yes, invites: values.invite })
  console.log(
    `${created} ${values.yes ? 'created' : 'would be created'}, ${known} known already, ${wrong.length} wrong`,
  )
  for (const { row, reasons } of wrong.slice(0, PRINTED)) console.log(`Row ${row}: ${reasons.join('; ')}`)
  if (wrong.length > 0) {
    const saved = `${path.replace(/\.[^.]+$/, '')}-wrong.csv`
    writeFileSync(saved, wrongFile(wrong), { mode: 0o600 })
    console.log(`The wrong rows are in ${saved}. Correct and import that file.`)
  }
  if (!values.yes) console.log('Nothing was stored; --yes stores it.')
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** Returns the refused rows as a file that can be corrected and imported. */
function wrongFile(wrong: readonly Wrong[]): Uint8Array {
  const headers = [...new Set(wrong.flatMap(({ cells }) => Object.keys(cells)))]
  return toCsv(
    [...headers, 'Reden'],
    wrong.map(({ cells, reasons }) => [...headers.map((header) => cells[header] ?? ''), reasons.join('; ')]),
  )
}
