import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, it } from 'vitest'
import { ublOf } from '../../functions/self-billing/invoice-ubl.ts'
import { anyIssued, creditOf, issuedInvoice } from '../../testing/issued.ts'
import { figure, size } from '../figures.ts'
import { randomNumbers } from '../seed.ts'

/**
 * A program that says of each file in a line that begins with `valid` or `INVALID` what the official schema, the rules of
 * EN 16931 and those of NLCIUS say. The rules are others' work and not in the repository: `E_INVOICE_VALIDATOR=<path>`.
 */
const validator = process.env['E_INVOICE_VALIDATOR']

describe.runIf(validator)('the official rules for e-invoices', () => {
  it('find nothing in any invoice or credit note', async () => {
    const below = randomNumbers(7)
    const folder = await mkdtemp(join(tmpdir(), 'e-invoices-'))
    try {
      const rows = [
        issuedInvoice(),
        creditOf(issuedInvoice()),
        ...Array.from({ length: size.eInvoices }, () => anyIssued(below)),
      ]
      const files = rows.map((_, at) => join(folder, `${at}.xml`))
      await Promise.all(rows.map((row, at) => writeFile(files[at] ?? '', ublOf(row))))
      const { stdout } = await promisify(execFile)(process.execPath, [validator ?? '', ...files], {
        maxBuffer: 2 ** 28,
      }).catch((error: { stdout: string }) => error)
      const wrong = files.filter((file) => !new RegExp(`^valid\\s+${file}`, 'm').test(stdout))
      figure(
        'e-invoices: official rules',
        '0 of them broken',
        wrong.length,
        0,
        stdout.split('\n').filter((line) => !line.startsWith('valid')),
      )
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
