import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { now } from '../../shared/time.ts'
import { exportDocuments } from './documents.ts'
import { exportRows } from './rows.ts'

/* The program behind `npm run export`; needs the environment of a function with the table and the documents. */

const [folder = ''] = process.argv.slice(2)
// Rows first: a document is stored before the row that names it.
const rows = await exportRows(folder)
const documents = await exportDocuments(folder)
await writeFile(join(folder, 'export.json'), JSON.stringify({ madeAt: now(), rows, documents }))
console.log(`${rows} rows and ${documents} documents are in ${folder}`)
