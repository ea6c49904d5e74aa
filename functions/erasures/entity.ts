import type { ErasedType, Outcome } from '../../shared/api/erasures.ts'
import { defineEntity, gsi1, gsi2, must, mustBe, number, primary, type RowOf, text } from '../platform/data/table.ts'

/** Day of an erasure that is not done again. */
export const NEVER = 'never'

/**
 * Erasures of the personal data of a customer or person, each with its records and what became of them. The row itself
 * names nobody once the erasure was carried out.
 *
 * | Read                          | Index   | Key                 |
 * | one erasure                   | primary | id                  |
 * | all, by moment                | gsi1    | · askedAt, id       |
 * | those that are to be done, by day | gsi2 | · dueOn, id (sparse) |
 */
export const Erasures = defineEntity('erasure', {
  attributes: {
    id: must,
    version: number,
    /** `partly`: carried out, but something stays until `dueOn`. */
    state: { type: ['waiting', 'partly', 'done', 'withdrawn'] as const, required: true },
    /** First day whose records are used still, in an erasure by the retention: what was used on or after it stays. */
    unusedSince: text,
    /** Name of the customer or person, until the erasure is carried out. */
    name: text,
    askedBy: must,
    askedAt: must,
    /** Day of the next run; `NEVER` without one. */
    dueOn: must,
    /** Set when the erasure began: from then on it cannot be withdrawn. */
    startedAt: text,
    doneAt: text,
    items: mustBe<readonly ErasedItem[]>('any'),
    /** Phone numbers of the records, until the erasure is done: what is stored about a number goes after its records. */
    phones: { type: 'list', items: text },
  },
  indexes: {
    primary: primary('erasure#${id}', 'erasure'),
    all: gsi1('erasures', '${askedAt}#${id}'),
    due: gsi2('erasures#due', '${dueOn}#${id}', ({ dueOn }) => dueOn !== NEVER),
  },
})

/** Record of an erasure; without `outcome` before it was carried out. */
export interface ErasedItem {
  readonly type: ErasedType
  readonly id: string
  readonly date: string
  readonly outcome?: Outcome
  readonly until?: string
  readonly why?: string
}

export type ErasureRow = RowOf<typeof Erasures, 'items'>
