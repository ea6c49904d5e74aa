import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Path of a program that checks files by the official schemas, EN 16931 and NLCIUS. It prints a line for each file,
 * which begins with `valid` or `INVALID`. The official rules are not in the repository, so the path is a setting.
 */
export const validator = process.env['E_INVOICE_VALIDATOR']

/**
 * Runs the validator on XML documents. Returns the paths of the invalid ones, and then the lines of the validator about
 * them; empty when all are valid.
 */
export async function findInvalid(documents: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'documents-'))
  try {
    const files = documents.map((_, at) => join(folder, `${at}.xml`))
    await Promise.all(documents.map((document, at) => writeFile(files[at] ?? '', document)))
    const { stdout } = await promisify(execFile)(process.execPath, [validator ?? '', ...files], {
      maxBuffer: 2 ** 28,
    }).catch((error: { stdout: string }) => error)
    const wrong = files.filter((file) => !new RegExp(`^valid\\s+${file}`, 'm').test(stdout))
    return wrong.length === 0 ? [] : [...wrong, ...stdout.split('\n').filter((line) => !line.startsWith('valid'))]
  } finally {
    await rm(folder, { recursive: true })
  }
}
