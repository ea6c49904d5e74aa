import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Role, roles } from '../../shared/access.ts'
import { contracts } from '../../shared/contract/contracts.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'
import { type Cast, callRoute, hintsFor, makeApiKey, makeCast, newIpAddress, personOf, sessionFor } from '../cast.ts'
import { reportFigure, sampleWays } from '../figures.ts'
import { isAboutRecord, readRoutes } from '../proven-routes.ts'
import { readRawTable } from '../raw-table.ts'
import { createRecordFor } from '../records.ts'
import { buildUploadForm } from '../sample.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
})
afterAll(() => world.stop())

/** Valid IBANs, one for each field. */
const ibans = {
  column: 'NL91ABNA0417164300',
  unknownColumn: 'NL02ABNA0123456789',
  unknownField: 'NL20INGB0001234567',
  changed: 'NL39RABO0300065264',
}

const people = new Map<string, Person>()

/** Returns the person of a role with, or without, the right to see personal data. */
async function personWith(role: Role, hasPersonalDataAccess: boolean): Promise<Person> {
  const name = `${role} ${hasPersonalDataAccess}`
  const team = role === 'admin' ? {} : { teamId: 1 }
  const person = people.get(name) ?? (await world.person({ role, ...team, hasPersonalDataAccess }))
  people.set(name, person)
  return person
}

/** Returns a text without spaces, dots and dashes in capitals, so that an IBAN is found in any grouping. */
const bare = (text: string) => text.replaceAll(/[\s.\u00ad\u200b-]/g, '').toUpperCase()
const fullIn = (text: string) => Object.values(ibans).filter((iban) => bare(text).includes(iban))

/**
 * Imports a contract with IBANs. Also books an appointment with IBANs in the request and replaces its note; returns the
 * id of the appointment.
 */
async function seed(): Promise<string> {
  const as = await sessionFor(world, cast.admin)
  const rows = [
    'Sale ID;Klantnaam;Postcode;Huisnummer;IBAN;Tweede rekening;Tekendatum;Looptijd;Geldig tot',
    `M-1;Proef Masker;6041 AB;1;${ibans.column};${ibans.unknownColumn};01-02-2024;3 jaar;01-02-2027`,
  ]
  const form = buildUploadForm(contracts.upload.upload, rows.join('\r\n'))
  const uploaded = await world.call('POST', '/api/contracts/upload', { as, ...form })
  expect([uploaded.status, uploaded.body.stats]).toMatchObject([200, { created: 1, errors: 0 }])
  const booked = await world.call('POST', '/api/appointments', {
    as,
    body: {
      customerName: 'Proef Masker',
      customerPhone: '0475 123456',
      appointmentDate: '2026-12-01',
      appointmentTime: '10:00',
      agentId: cast.agent[0].id,
      bankAccount: ibans.unknownField,
      notes: `Rekening ${ibans.changed.replace(/(.{4})/g, '$1 ')}`,
    },
  })
  expect(booked.status).toBe(201)
  // A note shows an IBAN as it was typed; only the audit log masks it. So the note gets another text, and then only the
  // audit log has the IBAN.
  const cleared = await world.call('PATCH', `/api/appointments/${booked.body.id}`, { as, body: { notes: 'Leeg' } })
  expect(cleared.status).toBe(200)
  return booked.body.id
}

it('no reply of a reading endpoint holds a full IBAN, for any role, with the flag or without it', async () => {
  const noted = await seed()
  const stored = JSON.stringify(await readRawTable())
  expect(fullIn(stored), 'stored with the contract, so that there is something to mask').toEqual(
    expect.arrayContaining([ibans.column, ibans.unknownColumn]),
  )
  const shown: string[] = []
  const replies = new Map<string, number>()
  const apiKey = await makeApiKey(cast.admin)
  for (const [turn, route] of readRoutes.entries()) {
    const check = (who: string, { status, text }: { status: number; text: string }) => {
      if (status < 400) replies.set(route.key, (replies.get(route.key) ?? 0) + 1)
      const found = fullIn(text)
      if (found.length > 0) shown.push(`${route.key} as ${who}: ${found}`)
    }
    for (const [number, role] of roles.entries()) {
      for (const hasPersonalDataAccess of sampleWays([true, false], turn + number)) {
        const person = await personWith(role, hasPersonalDataAccess)
        const id = isAboutRecord(route)
          ? await createRecordFor(world, cast, route, personOf(cast, role), person)
          : undefined
        const reply = await callRoute(world, route, {
          as: await sessionFor(world, person),
          id,
          hints: hintsFor(cast, person),
        })
        check(`${role} ${hasPersonalDataAccess ? 'with' : 'without'} the flag`, reply)
      }
    }
    check('API key', await callRoute(world, route, { headers: { 'x-api-key': apiKey }, ip: newIpAddress() }))
  }
  const unread = readRoutes.map(({ key }) => key).filter((key) => !replies.has(key))
  expect(unread, 'every endpoint showed something to somebody').toEqual([])
  const admin = await sessionFor(world, cast.admin)
  const board = await world.call('GET', '/api/contracts/sales-status/nieuw', { as: admin })
  expect(board.text).toContain('Proef Masker')
  const audit = await world.call('GET', `/api/audit-logs?entityType=appointment&entityId=${noted}`, { as: admin })
  expect(audit.text, 'the note was audited, its number masked').toMatch(/Rekening NL••/)
  shown.push(...fullIn(audit.text))
  reportFigure('masking', '0 full IBANs', shown.length, 0, shown)
})

it('an API key never has the right to see personal data', async () => {
  const { identifyApiKey } = await import('../../functions/platform/identity/api-key.ts')
  const actor = await identifyApiKey(await makeApiKey(cast.admin), {
    requestId: 'proef',
    ip: '192.0.2.1',
    userAgent: '',
  })
  expect(actor.flags.hasPersonalDataAccess).toBe(false)
  expect(actor.role, 'whom every other flag is given').toBe('admin')
})
