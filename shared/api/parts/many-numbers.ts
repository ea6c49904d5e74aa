import * as z from '../../zod.ts'
import { ok } from './endpoint.ts'
import { requireText } from './fields.ts'

/** Maximum number of phone numbers that one request changes. */
export const MOST_NUMBERS = 30

const NO_NUMBERS = 'Kies minstens één nummer'
export const TOO_MANY_NUMBERS = `Kies hoogstens ${MOST_NUMBERS} nummers`

/** Parts of the endpoints by which an admin changes many numbers: checked, stored, and undone within ten minutes. */
export const manyNumbers = {
  modes: ['check', 'store', 'undo'],
  /** Makes the schema of the numbers, each with what belongs to it. */
  listOf: <Item extends z.ZodType>(item: Item) => z.array(item).min(1, NO_NUMBERS).max(MOST_NUMBERS, TOO_MANY_NUMBERS),
  number: requireText('Vul het telefoonnummer in', 200).meta({ examples: ['06 98765432'], 'x-not-stored': true }),
} as const

/** Choice of what a request about many numbers does; by default it stores. */
export const modeOfMany = z
  .enum(manyNumbers.modes)
  .meta({ examples: ['store'], 'x-not-stored': true })
  .optional()

/** Numbers that a request changed or would change, and how many stay: because of what they have, or of a refusal. */
export const ChangedNumbers = z.object({ numbers: z.array(z.string()), known: z.int(), refused: z.int() })
export type ChangedNumbers = z.output<typeof ChangedNumbers>

export const changedNumbers = ok(ChangedNumbers)
