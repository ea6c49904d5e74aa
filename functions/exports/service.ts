import { randomUUID } from 'node:crypto'
import type { AppointmentFilter, AppointmentSort } from '../../shared/contract/appointments.ts'
import type { ExportFormat } from '../../shared/contract/exports.ts'
import { unprocessable } from '../../shared/errors.ts'
import { localDateOf, now } from '../../shared/time.ts'
import { allAppointments } from '../appointments/list.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { commit } from '../platform/commit.ts'
import { type Cell, columns } from './columns.ts'
import { toCsv } from './csv.ts'
import { toXlsx } from './xlsx.ts'

const MAX_ROWS = 10_000

/** Of rows that the filters leave out more may be read, though not without bound: a request has its time. */
const MAX_READ = 40_000
const MAX_MONTHS = 120

/** What a Lambda's reply holds, in base64. */
const MAX_BYTES = 4_400_000

const refusals = {
  rows: 'Dit is te veel voor één bestand (hoogstens 10.000 afspraken). Kies een kortere periode of meer filters.',
  read: 'In deze periode staan te veel afspraken om te doorzoeken. Kies een kortere periode of filter op team of agent.',
  months: 'Kies een periode van hoogstens tien jaar.',
}
const tooMany = (what: keyof typeof refusals) => unprocessable(refusals[what])
const tooLarge = () => unprocessable('Het bestand wordt te groot. Kies een kortere periode of meer filters.')

type Query = AppointmentFilter & { sort?: AppointmentSort | undefined; format?: ExportFormat | undefined }

const formats: Record<
  ExportFormat,
  {
    readonly contentType: string
    readonly write: (header: readonly string[], rows: readonly Cell[][]) => Promise<Uint8Array>
  }
> = {
  csv: { contentType: 'text/csv; charset=utf-8', write: async (header, rows) => toCsv(header, rows) },
  xlsx: { contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: toXlsx },
}

/**
 * The filtered list of appointments as a spreadsheet, within the same reach and in the same order as the list, audited
 * with its filter and count before it is handed over (rulings 62). 422 above 10,000 rows, and where more must be looked
 * through than one request can.
 */
export async function exportAppointments(actor: Caller, { format = 'csv', ...query }: Query) {
  const permit = authorise(actor, 'appointment:read')
  const bounds = { rows: MAX_ROWS, read: MAX_READ, months: MAX_MONTHS, tooMany }
  const appointments = await allAppointments(actor, query, bounds)
  const { contentType, write } = formats[format]
  const bytes = await write(
    columns.map(({ header }) => header),
    appointments.map((row) => columns.map(({ value }) => value(row))),
  )
  if (bytes.byteLength > MAX_BYTES) throw tooLarge()
  const entry = {
    action: 'appointment.export' as const,
    entity: { type: 'appointment-export', id: randomUUID() },
    after: { format, filter: query, count: appointments.length },
  }
  await commit(permit, { ...entry, write: [] }, undefined)
  return { bytes, contentType, filename: `afspraken-${localDateOf(now())}.${format}` }
}
