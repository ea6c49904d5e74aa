import type { ErasedType } from '../../shared/api/erasures.ts'
import { type LocalDate, localDateOf, monthsBetween, now } from '../../shared/time.ts'
import { erasableAppointments } from '../appointments/erasing.ts'
import { erasableContracts } from '../contracts/erasing.ts'
import { erasableLeads } from '../leads/erasing.ts'
import { runInParallel } from '../platform/run-in-parallel.ts'
import type { Erasable } from '../records/erasing.ts'
import { erasableFees, erasableSales } from '../sales/erasing.ts'

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

/** Loads what is known about people on demand too. */
const erasablePeople: Erasable = {
  find: async (id) => (await import('../people/erasing.ts')).erasablePeople(isInBook).find(id),
}

/** Finds and erases records, by their kind. A kind that is missing does not compile. */
export const erasables: Readonly<Record<ErasedType, Erasable>> = {
  appointment: erasableAppointments,
  lead: erasableLeads,
  contract: erasableContracts,
  sale: erasableSales,
  commission: erasableFees,
  user: erasablePeople,
}
