import type { ErasedType } from '../../shared/api/erasures.ts'
import { type LocalDate, localDateOf, monthsBetween, now } from '../../shared/time.ts'
import { runInParallel } from '../platform/run-in-parallel.ts'
import type { Erasable } from '../records/erasing.ts'

/** Loads the book on demand: most erasures are about customers, of whom it knows nothing. */
export const book = () => import('../book/service.ts')

/** Number of months of the book that are looked into at once. */
export const MONTHS_TOGETHER = 12

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

/** Loads what finds a kind of record on demand: an erasure is about few of them. */
const onDemand = (load: () => Promise<Erasable>): Erasable => ({ find: async (id) => (await load()).find(id) })

/** Finds and erases records, by their kind. A kind that is missing does not compile. */
export const erasables: Readonly<Record<ErasedType, Erasable>> = {
  appointment: onDemand(async () => (await import('../appointments/erasing.ts')).erasableAppointments),
  lead: onDemand(async () => (await import('../leads/erasing.ts')).erasableLeads),
  contract: onDemand(async () => (await import('../contracts/erasing.ts')).erasableContracts),
  sale: onDemand(async () => (await import('../sales/erasing.ts')).erasableSales),
  commission: onDemand(async () => (await import('../sales/erasing.ts')).erasableFees),
  user: onDemand(async () => (await import('../people/erasing.ts')).erasablePeople(isInBook)),
}
