import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Children } from '../children.ts'
import { reserveFreePort } from '../free-port.ts'
import type { Keeper } from '../keeper/keeper.ts'
import { tableDefinition } from './table-definition.ts'

const ATTEMPTS = 5

/** Returns the path of dynoxide, the local DynamoDB; null on a platform for which none was installed. */
export function findDynoxide(): string | null {
  try {
    const name = `@dynoxide/${process.platform}-${process.arch}`
    const home = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    const binary = join(home, process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide')
    return existsSync(binary) ? binary : null
  } catch {
    return null
  }
}

/** Starts dynoxide, the local DynamoDB, on a database file and a free port; the keeper ends it. Returns its address. */
export async function startDynoxide(binary: string, file: string, keeper: Keeper): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await reserveFreePort()
    try {
      await keeper.serve({ binary, port, file })
      return `http://127.0.0.1:${port}`
    } catch (error) {
      // 'in use': another process took the port before dynoxide listened on it. The next attempt uses another port.
      if (attempt === ATTEMPTS || !String(error).includes('in use')) throw error
    }
  }
}

/** Rows to import, in a folder with the layout of an export of DynamoDB. */
export interface ImportFolder {
  /** File for the rows: one DynamoDB JSON object per line. */
  readonly file: string
  /** Makes the database file from the rows and removes the folder. Throws when a row is not imported. */
  load(children: Children): Promise<void>
}

interface Import {
  readonly binary: string
  readonly folder: string
  readonly table: string
  readonly indexes: readonly string[]
  /** Database file to make. */
  readonly output: string
}

/** Creates the folder from which dynoxide imports the rows of a new table. */
export async function createImportFolder({ binary, folder, table, indexes, output }: Import): Promise<ImportFolder> {
  const [source, schema] = [join(folder, 'tables'), join(folder, 'schema.json')]
  const data = join(source, table, 'data')
  await mkdir(data, { recursive: true })
  const { StreamSpecification: _, ...definition } = tableDefinition(table, indexes)
  await writeFile(schema, JSON.stringify({ Table: { ...definition, TableStatus: 'ACTIVE' } }))
  return {
    file: join(data, 'rows.json'),
    async load(children) {
      const args = ['import', '--source', source, '--schema', schema, '--output', output]
      const child = children.add(spawn(binary, args, { stdio: ['ignore', 'pipe', 'pipe'] }))
      let said = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          said = (said + text).slice(-2000)
        })
      }
      const code = await new Promise((resolve) => child.once('close', resolve))
      if (code !== 0) throw new Error(`The rows of the new table could not be imported:\n${said}`)
      await rm(folder, { recursive: true })
    },
  }
}
