import { localDate } from '../api/parts/fields.ts'
import * as z from '../zod.ts'

/** Makes the schema of the day from which something holds; absent for what holds from the beginning. */
export const firstDay = (message: string) => localDate(message).nullish()

/** Texts of what is wrong with a list of things that each hold from a day. */
interface Texts {
  readonly none: string
  readonly most: readonly [number, string]
  readonly first: string
  readonly noDay: string
  readonly same: string
  readonly order: string
}

/**
 * Makes the schema of a list of things that each hold from a day, in the order of these days. The first has no such day:
 * it holds from the beginning.
 */
export const inOrderOfDays = <Schema extends z.ZodType<{ from?: string | null | undefined }>>(
  item: Schema,
  { none, most, first, noDay, same, order }: Texts,
) =>
  z
    .array(item)
    .min(1, none)
    .max(...most)
    .superRefine((all, context) => {
      for (const [index, { from }] of all.entries()) {
        const before = all[index - 1]?.from
        const isWrong = index === 0 ? Boolean(from) : !from || Boolean(before && from <= before)
        if (!isWrong) continue
        const message = index === 0 ? first : !from ? noDay : from === before ? same : order
        context.addIssue({ code: 'custom', path: [index, 'from'], message })
      }
    })
