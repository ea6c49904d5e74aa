import type { ErasedType, FoundRecord } from '../../shared/api/erasures.ts'
import { traceOfCustomerId } from '../../shared/customer-id.ts'
import { findJoin } from '../customers/joins.ts'
import { listTracedRecords } from '../known-customers/service.ts'
import type { Caller } from '../platform/actor.ts'
import { runInParallel } from '../platform/run-in-parallel.ts'
import type { Subject } from '../records/erasing.ts'
import { erasables } from './erasables.ts'

/** Number of records that are read at once. */
const READ_TOGETHER = 8

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

/** Returns a record as an admin sees it before the erasure. */
export const describeFound = ({ type, id, subject: { name, date, stays } }: Known): FoundRecord => ({
  ...{ type, id, name, date },
  stays,
})
