import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type * as z from '../zod.ts'
import type { Fields } from './field.ts'

const shared = join(import.meta.dirname, '..')

/** Records with their folder, a group and a card of theirs, and the schemas of body and change. */
const records = [
  ['lead', 'leads', 'usage', 'contract', 'NewLead', 'LeadChange'],
  ['appointment', 'appointments', 'notes', 'customer', 'NewAppointment', 'AppointmentChange'],
  ['sale', 'sales', 'notes', 'customer', 'NewSale', 'SaleChange'],
  ['contract', 'contracts', 'status', 'work', 'ContractChange', 'ContractChange'],
  ['partner', 'partners', 'company', 'row', 'NewPartner', 'PartnerChange'],
  ['invoice', 'invoices', 'basis', 'data', 'NewInvoice', 'InvoiceChange'],
  ['user', 'users', 'person', 'row', 'NewUser', 'UserChange'],
  ['team', 'teams', 'team', 'head', 'TeamForm', 'TeamForm'],
] as const

interface Card {
  readonly stored: object
  readonly shown: Readonly<Record<string, z.ZodType>>
  readonly fields: Fields
  readonly logged: readonly string[]
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cards-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Imports a card and its schemas, with one more line in the card. */
async function withLine(group: string, line: string) {
  const copy = join(folder, group)
  await cp(join(shared, group), copy, { recursive: true })
  for (const file of await readdir(copy)) {
    const source = await readFile(join(copy, file), 'utf8')
    const whole = file === 'record.ts' ? addLine(source, line) : source
    await writeFile(join(copy, file), whole.replaceAll("'../", `'${shared}/`))
  }
  const load = (file: string): Promise<Record<string, unknown>> => import(join(copy, file))
  return { ...(await load('record.ts')), ...(await load('schemas.ts')) } as Readonly<Record<string, unknown>>
}

const addLine = (source: string, line: string) =>
  `import { text as plainText } from '../values/kinds.ts'\n${source.replace(/^( +)(?=updatedAt: )|^( +)(?=\.\.\.standard,)/m, `$&${line}\n$&`)}`

it.each(records)('a plain field of a %s is one line of its card', async (name, group, form, card, ...schemas) => {
  const line = `meterType: plainText({ label: 'Metertype', form: '${form}', card: '${card}' }),`
  const found = await withLine(group, line)
  const { stored, fields, logged, shown } = found[name] as Card
  expect(stored).toHaveProperty('meterType', { type: 'string' })
  expect(fields['meterType']).toEqual({ label: 'Metertype', form, card })
  expect(logged).toContain('meterType')
  for (const schema of schemas) {
    expect((found[schema] as z.ZodObject).shape['meterType']?.parse(' Slim ')).toBe('Slim')
  }
  expect(shown['meterType']?.parse(undefined)).toBeNull()
})
