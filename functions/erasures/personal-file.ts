import { randomUUID } from 'node:crypto'
import { notFound, unprocessable } from '../../shared/errors.ts'
import { type LocalDate, localDateOf, monthsBetween, now } from '../../shared/time.ts'
import { readHoursOf } from '../costs/erasing.ts'
import { countFileRequest, MAX_FILE_BYTES } from '../export/export-list.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { commit } from '../platform/data/commit.ts'
import { runInParallel } from '../platform/run-in-parallel.ts'
import { readAllRows } from '../records/source.ts'
import { readEarningsOf } from '../sales/erasing.ts'
import { book, MONTHS_TOGETHER } from './erasables.ts'
import { readEvidence } from './evidence-file.ts'
import { findAbout } from './finding.ts'
import { readLines, readLinesBy } from './log.ts'

/** Attributes that order lists and end sessions, and say nothing about anybody. */
const keys = new Set([
  ...['teamKey', 'sortName', 'hash', 'idleUntil', 'keptSession'],
  ...['sessionEpoch', 'credentialEpoch', 'earningEpoch'],
])

/** Writes everything that is stored about a customer or user as JSON, without keys. Throws 404 when nothing is known. */
export async function writePersonalData(actor: Caller, about: string): Promise<Buffer> {
  const found = await collectPersonalData(actor, about)
  // `isActive` says the same of an account.
  const isKey = (name: string, value: unknown) => keys.has(name) || (name === 'state' && value === 'active')
  return Buffer.from(JSON.stringify(found, (name, value) => (isKey(name, value) ? undefined : value), 2))
}

/**
 * Returns everything that is stored about a customer or user in one file of JSON, with the lines of the audit log.
 * Throws 404 when nothing is known, 422 when the file exceeds a reply.
 */
export async function writePersonalDataFile(actor: Caller, about: string) {
  authorise(actor, 'erasure:manage')
  await countFileRequest(actor)
  const bytes = await writePersonalData(actor, about)
  if (bytes.byteLength > MAX_FILE_BYTES) {
    throw unprocessable('Het bestand is te groot voor de browser. Vraag het bestand aan bij je systeembeheerder.')
  }
  return { bytes, filename: `persoonsgegevens-${localDateOf(now())}.json` }
}

/**
 * Collects everything that is stored about a customer or user, with the lines of the audit log. The log says that the
 * actor took it. Throws 404 when nothing is known.
 */
async function collectPersonalData(actor: Caller, about: string) {
  const permit = authorise(actor, 'erasure:manage')
  const { known } = await findAbout(actor, about)
  if (known.length === 0) throw notFound()
  const records = []
  for (const { type, id, subject } of known) {
    const lines = await Promise.all(subject.audited.map(readLines))
    const own = type === 'user' ? await readLinesBy(id) : []
    const work = type === 'user' ? await readWorkOf(id, subject.date as LocalDate) : {}
    records.push({ type, id, rows: { ...subject.rows, ...work }, log: [...lines.flat(), ...own] })
  }
  const numbers = await readEvidence(known.flatMap(({ subject }) => subject.audited))
  const entity = { type: 'personal-data-export', id: randomUUID() }
  const after = { count: records.length }
  await commit(permit, { action: 'personal-data.export', entity, after, write: [] })
  return { madeAt: now(), about, records: [...records, ...numbers] }
}

/** Reads what a user worked and earned since a day, as far as it is not in the user's own rows. */
async function readWorkOf(userId: string, from: LocalDate) {
  const { journalOfPerson } = await book()
  const months = monthsBetween(from, localDateOf(now()))
  const postings = new Map<string, readonly object[]>()
  await runInParallel(
    months,
    async (month) => void postings.set(month, await readAllRows(journalOfPerson(userId, month))),
    MONTHS_TOGETHER,
  )
  const [hours, earnings] = await Promise.all([readHoursOf(userId), readEarningsOf(userId, months)])
  return { ...hours, ...earnings, postings: months.flatMap((month) => postings.get(month) ?? []) }
}
