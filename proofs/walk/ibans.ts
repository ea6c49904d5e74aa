import { expect } from 'vitest'
import { contracts } from '../../shared/api/contracts.ts'
import type { World } from '../../testing/world.ts'
import { type Cast, sessionFor } from '../cast.ts'
import { readRawTable } from '../raw-table.ts'
import { buildUploadForm } from '../sample.ts'

/** Valid IBANs, one for each field. */
const ibans = {
  column: 'NL91ABNA0417164300',
  unknownColumn: 'NL02ABNA0123456789',
  unknownField: 'NL20INGB0001234567',
  changed: 'NL39RABO0300065264',
}

/** Returns a text without spaces, dots and dashes in capitals, so that an IBAN is found in any grouping. */
const bare = (text: string) => text.replaceAll(/[\s.\u00ad\u200b-]/g, '').toUpperCase()

/** Returns the seeded IBANs that a text holds in full. */
export const fullIbansIn = (text: string) => Object.values(ibans).filter((iban) => bare(text).includes(iban))

/**
 * Imports a contract with IBANs. Also books an appointment with IBANs in the request and replaces its note; returns the
 * id of the appointment.
 */
export async function storeIbans(world: World, cast: Cast): Promise<string> {
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
      bookAnyway: true,
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
  const stored = JSON.stringify(await readRawTable())
  expect(fullIbansIn(stored), 'stored with the contract, so that there is something to mask').toEqual(
    expect.arrayContaining([ibans.column, ibans.unknownColumn]),
  )
  return booked.body.id
}
