import { basisLabels } from '../../shared/api/parts/contact-basis.ts'
import { statusLabelOf } from '../../shared/appointments/choices.ts'
import { traceOfCustomerId } from '../../shared/customer-id.ts'
import { notFound } from '../../shared/errors.ts'
import { foldText } from '../../shared/folded.ts'
import { readPhones } from '../../shared/identifiers.ts'
import { legalFormLabels } from '../../shared/numbers/legal-form-labels.ts'
import type { LegalForm } from '../../shared/numbers/legal-forms.ts'
import { callStateText, consentWayLabels, verificationLabels } from '../../shared/numbers/state-texts.ts'
import { dateText, type LocalDate } from '../../shared/time.ts'
import { findListedAppointments } from '../appointments/service.ts'
import { findListedContracts } from '../contracts/service.ts'
import { auditFile, countFileRequest } from '../export/export-list.ts'
import { findDoNotCall, listTracedRecords } from '../known-customers/service.ts'
import { findListedLeads, readEveryCallNote } from '../leads/service.ts'
import { findNumber, judge, numberOf } from '../numbers/service.ts'
import { namesOf } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { type AuditLog, AuditLogs } from '../platform/data/audit.ts'
import { readAll } from '../platform/data/rows.ts'
import { findListedSales } from '../sales/service.ts'
import { findJoin } from './joins.ts'

/** Something that happened with a number: what, at which moment, and who recorded it. */
export interface CallEvent {
  readonly at: string
  readonly what: string
  readonly about: string
  readonly note?: string | null
  readonly by: string
}

/** A number with its state in words and its events, oldest first. */
export interface NumberEvidence {
  readonly phone: string
  readonly state: string
  readonly events: readonly CallEvent[]
}

interface Wanted {
  readonly reader: 'office' | 'customer'
}

/**
 * Returns all that shows why a customer was called as a PDF: consents, calls, bookings and closings of each number
 * (market 67g). For the customer it is without the names and notes of colleagues, and without what was said to others
 * with the same number. Throws 404 when nothing is known, 429 after 30 files in five minutes.
 */
export async function writeCallEvidence(actor: Caller, id: string, { reader }: Wanted) {
  const permit = authorise(actor, 'calling:manage')
  await countFileRequest(actor)
  const { name, numbers, isComplete } = await collectEvents(actor, id, reader)
  const { drawCallEvidence } = await import('./evidence-pdf.ts')
  const bytes = await drawCallEvidence(name, numbers, { hasNames: reader === 'office', isComplete })
  const count = numbers.reduce((sum, { events }) => sum + events.length, 0)
  await auditFile(permit, 'call-evidence', bytes, { format: 'pdf', filter: { reader }, count })
  return { bytes, filename: 'belbewijs.pdf' }
}

/** Reads the calls and other events of a customer by number, as far as this reader may get them. */
async function collectEvents(actor: Caller, id: string, reader: Wanted['reader']) {
  const ids = (await findJoin(id))?.members.map((member) => member.id) ?? [id]
  const traces = ids.map(traceOfCustomerId).filter((trace) => trace !== null)
  const { rows: found, isComplete } = await listTracedRecords(actor, traces)
  const rows = reader === 'office' ? found : found.filter(isOfSame(found[0]))
  const idsOf = (kind: string) => [...new Set(rows.filter(({ type }) => type === kind).map(({ recordId }) => recordId))]
  const [appointments, leads, contracts, sales] = await Promise.all([
    findListedAppointments(actor, idsOf('appointment')),
    findListedLeads(actor, idsOf('lead')),
    findListedContracts(actor, idsOf('contract')),
    findListedSales(actor, idsOf('sale')),
  ])
  const calls = await Promise.all(
    leads.map(async ({ id: leadId, customerPhone }) =>
      (await readEveryCallNote(leadId)).map((call) => ({ customerPhone, event: callEvent(call, reader) })),
    ),
  )
  const events = [
    ...calls.flat(),
    ...appointments.map((one) => ({ customerPhone: one.customerPhone, event: bookingEvent(one) })),
  ]
  const phones = new Set([
    ...traces.flatMap(({ by, value }) => (by === 'phone' ? [value] : [])),
    ...[...leads, ...appointments, ...contracts, ...sales].flatMap(({ customerPhone }) =>
      readPhones(customerPhone ?? ''),
    ),
  ])
  const numbers = await Promise.all(
    Array.from(phones, (phone) =>
      evidenceOf(
        phone,
        events.filter(({ customerPhone }) => numberOf(customerPhone) === phone).map(({ event }) => event),
        reader,
      ),
    ),
  )
  const known = numbers.filter((number) => number.events.length > 0)
  if (rows.length === 0 && known.length === 0) throw notFound()
  return { name: rows[0]?.customerName ?? known.map(({ phone }) => phone).join(', '), numbers: known, isComplete }
}

type Traced = Awaited<ReturnType<typeof listTracedRecords>>['rows'][number]

/** Returns a function that tells whether a record is of the same customer: many may share the number of a switchboard. */
function isOfSame(latest: Traced | undefined) {
  const namesIn = ({ customerName, companyName }: Traced) =>
    [customerName, companyName].filter((name) => name !== undefined).map(foldText)
  const own = latest ? namesIn(latest) : []
  return (row: Traced) => namesIn(row).some((name) => own.includes(name))
}

type Appointment = Awaited<ReturnType<typeof findListedAppointments>>[number]
type Call = Awaited<ReturnType<typeof readEveryCallNote>>[number]
type Person = Call['by']

const nameIn = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`.trim()

const callEvent = ({ at, by, note, contactBasis }: Call, reader: Wanted['reader']): CallEvent => ({
  ...{ at, what: 'Gesprek', about: reader === 'office' ? note : '', by: nameIn(by) },
  note: contactBasis ? basisLabels[contactBasis.kind] : null,
})

const bookingEvent = ({ createdAt, caller, date, status, contactBasis }: Appointment): CallEvent => ({
  ...{ at: createdAt, what: 'Afspraak geboekt', by: nameIn(caller) },
  about: `Voor ${dateText(date as LocalDate)}: ${statusLabelOf(status).toLowerCase()}`,
  note: contactBasis ? basisLabels[contactBasis.kind] : null,
})

async function evidenceOf(
  phone: string,
  others: readonly CallEvent[],
  reader: Wanted['reader'],
): Promise<NumberEvidence> {
  const [row, closed, closings, forms] = await Promise.all([
    findNumber(phone),
    findDoNotCall(phone),
    readLines('do-not-call', phone),
    readLines('number', phone),
  ])
  const events = [
    ...(await consentEvents(row.consents, reader)),
    ...others,
    ...closings.map((line) => closingEvent(line, reader)),
    ...forms.map(formEvent),
  ]
  return {
    phone,
    state: callStateText(await judge(row, closed !== null)),
    events: events.sort((one, other) => (one.at < other.at ? -1 : 1)),
  }
}

type Consents = Awaited<ReturnType<typeof findNumber>>['consents']

/** Returns the events of consents: recorded, proof seen, withdrawn. */
async function consentEvents(consents: Consents, reader: Wanted['reader']): Promise<CallEvent[]> {
  const personOf = await namesOf(
    consents.flatMap(({ recordedBy, confirmedBy = recordedBy, withdrawnBy = recordedBy }) => [
      ...[recordedBy, confirmedBy, withdrawnBy],
    ]),
  )
  const by = (id: string | undefined) => (id ? nameIn(personOf(id)) : '')
  return consents.flatMap((one): CallEvent[] => {
    const { givenAt, givenBy, source, text, proof, file, verified, callers } = one
    const of = `van ${dateText(givenAt)}`
    const said = [
      text && `“${text}”`,
      callers.length > 0 && `Ook voor: ${callers.join(', ')}`,
      (proof || file) && `Bewijs: ${[proof, file?.filename].filter(Boolean).join(', ')}`,
      `Gecontroleerd: ${verificationLabels[verified].toLowerCase()}`,
    ]
    return [
      {
        ...{ at: one.recordedAt, what: 'Toestemming', by: by(one.recordedBy) },
        about: `Gegeven op ${dateText(givenAt)} (${source ?? consentWayLabels[givenBy].toLowerCase()}), geldt tot en met ${dateText(one.until)}`,
        note: said.filter(Boolean).join(' · '),
      },
      ...(one.confirmedAt
        ? [{ at: one.confirmedAt, what: 'Bewijs gezien', about: `Toestemming ${of}`, by: by(one.confirmedBy) }]
        : []),
      ...(one.withdrawnAt
        ? [
            {
              ...{ at: one.withdrawnAt, what: 'Toestemming ingetrokken', by: by(one.withdrawnBy) },
              about: [one.isWrongNumber && 'Verkeerd verbonden', reader === 'office' && one.withdrawnHow]
                .filter(Boolean)
                .join(': '),
              note: `Toestemming ${of}`,
            },
          ]
        : []),
    ]
  })
}

/** Reads the lines of the audit log about a number: its closings (`do-not-call`) or legal forms (`number`). */
const readLines = (entityType: string, entityId: string) =>
  readAll<AuditLog>(AuditLogs.query.byEntity({ entityType, entityId }))

const closingWords: Readonly<Record<string, string>> = {
  'do-not-call.lift': 'Weer vrijgegeven',
  'do-not-call.confirm': 'Sluiting bevestigd',
}

function closingEvent(line: AuditLog, reader: Wanted['reader']): CallEvent {
  const { createdAt: at, action, newData, userName: by } = line
  const { source = '', reason } = Object(newData) as { source?: string; reason?: string }
  const about = reader === 'office' ? (reason ?? source) : source
  return { at, what: closingWords[action] ?? 'Niet meer bellen', about, by }
}

function formEvent({ createdAt: at, newData, userName: by }: AuditLog): CallEvent {
  const { legalForm, company } = Object(newData) as { legalForm?: LegalForm; company?: string }
  return { at, what: 'Rechtsvorm', about: legalForm ? legalFormLabels[legalForm] : '', note: company ?? null, by }
}
