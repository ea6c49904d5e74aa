import type { ErasedType, FoundRecord } from '../../shared/api/erasures.ts'
import { traceOfCustomerId } from '../../shared/customer-id.ts'
import { type LocalDate, localDateOf, monthsBetween, now } from '../../shared/time.ts'
import { erasableAppointments } from '../appointments/erasing.ts'
import { erasableContracts } from '../contracts/erasing.ts'
import { readHoursOf } from '../costs/erasing.ts'
import { findJoin } from '../customers/joins.ts'
import { listTracedRecords } from '../known-customers/service.ts'
import { erasableLeads } from '../leads/erasing.ts'
import { erasablePeople } from '../people/erasing.ts'
import type { Caller } from '../platform/actor.ts'
import { runInParallel } from '../platform/run-in-parallel.ts'
import type { Erasable, Subject } from '../records/erasing.ts'
import { readAllRows } from '../records/source.ts'
import { erasableFees, erasableSales, readEarningsOf } from '../sales/erasing.ts'

/** Loads the book on demand: most erasures are about customers, of whom it knows nothing. */
const book = () => import('../book/service.ts')

/** Number of months of the book that are looked into at once. */
const MONTHS_TOGETHER = 12
/** Number of records that are read at once. */
const READ_TOGETHER = 8

/** Tells whether the book has an entry of a person since a day. */
async function isInBook(userId: string, from: LocalDate): Promise<boolean> {
  const { journalOfPerson } = await book()
  let isFound = false
  await runInParallel(
    monthsBetween(from, localDateOf(now())),
    async (month) => {
      if (!isFound) isFound = (await journalOfPerson(userId, month).read(null, 1)).rows.length > 0
    },
    MONTHS_TOGETHER,
  )
  return isFound
}

/** Finds and erases records, by their kind. A kind that is missing does not compile. */
export const erasables: Readonly<Record<ErasedType, Erasable>> = {
  appointment: erasableAppointments,
  lead: erasableLeads,
  contract: erasableContracts,
  sale: erasableSales,
  commission: erasableFees,
  user: erasablePeople(isInBook),
}

/** Record of a customer or person with everything that is stored about it. */
export interface Known {
  readonly type: ErasedType
  readonly id: string
  readonly subject: Subject
}

/**
 * Finds everything that is stored about a customer, by one of its ids and those joined with it, or about a user, by the
 * user's id. The fee of an appointment comes with it. `isComplete` is false when there is more than one look finds.
 */
export async function findAbout(actor: Caller, about: string): Promise<{ known: Known[]; isComplete: boolean }> {
  if (!traceOfCustomerId(about)) return { known: await readKnown([{ type: 'user', id: about }]), isComplete: true }
  const ids = (await findJoin(about))?.members.map(({ id }) => id) ?? [about]
  const traces = ids.map(traceOfCustomerId).filter((trace) => trace !== null)
  const { rows, isComplete } = await listTracedRecords(actor, traces)
  const keys = new Map(rows.map(({ type, recordId: id }) => [id, { type, id }]))
  const all = [...keys.values()].flatMap((key): Pick<Known, 'type' | 'id'>[] =>
    key.type === 'appointment' ? [key, { type: 'commission', id: key.id }] : [key],
  )
  return { known: await readKnown(all), isComplete }
}

async function readKnown(keys: readonly Pick<Known, 'type' | 'id'>[]): Promise<Known[]> {
  const found = new Map<number, Known>()
  await runInParallel(
    keys.map((key, place) => ({ ...key, place })),
    async ({ type, id, place }) => {
      const subject = await erasables[type].find(id)
      if (subject) found.set(place, { type, id, subject })
    },
    READ_TOGETHER,
  )
  return keys.flatMap((_, place) => found.get(place) ?? [])
}

/** Reads what a user worked and earned since a day, as far as it is not in the user's own rows. */
export async function readWorkOf(userId: string, from: LocalDate) {
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

/** Returns a record as an admin sees it before the erasure. */
export const describeFound = ({ type, id, subject: { name, date, stays } }: Known): FoundRecord => ({
  ...{ type, id, name, date },
  stays,
})
