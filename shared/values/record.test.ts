import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type * as z from '../zod.ts'
import type { Fields } from './field.ts'

const shared = join(import.meta.dirname, '..')

/** Records with their folder, a group and a card of theirs, and the schemas of body, change and reply. */
const records = [
  ['lead', 'leads', 'usage', 'contract', 'NewLead', 'LeadChange', 'Lead'],
  ['appointment', 'appointments', 'notes', 'customer', 'NewAppointment', 'AppointmentChange', 'Appointment'],
  ['sale', 'sales', 'notes', 'customer', 'NewSale', 'SaleChange', 'Sale'],
  ['contract', 'contracts', 'status', 'work', 'ContractChange', 'ContractChange', 'Contract'],
  ['partner', 'partners', 'company', 'address', 'NewPartner', 'PartnerChange', 'Partner'],
  ['user', 'users', 'person', 'row', 'NewUser', 'UserChange', 'UserDetails'],
  ['team', 'teams', 'team', 'head', 'TeamForm', 'TeamForm', 'Team'],
] as const

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
  const { stored, fields, logged } = found[name] as { stored: object; fields: Fields; logged: readonly string[] }
  expect(stored).toHaveProperty('meterType', { type: 'string' })
  expect(fields['meterType']).toEqual({ label: 'Metertype', form, card })
  expect(logged).toContain('meterType')
  const [body, change, reply] = schemas.map((schema) => found[schema] as z.ZodObject)
  for (const typed of [body, change]) expect(typed?.shape['meterType']?.parse(' Slim ')).toBe('Slim')
  expect(reply?.shape['meterType']?.parse(undefined)).toBeNull()
})
