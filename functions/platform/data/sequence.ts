import { defineEntity, primary, tryWrite } from './table.ts'

/**
 * Numbers issued one after another, each once.
 *
 * | Read         | Index   | Key  |
 * | one sequence | primary | name |
 */
export const Sequences = defineEntity('sequence', {
  attributes: { name: { type: 'string', required: true }, last: { type: 'number', default: 0 } },
  indexes: { primary: primary('sequence#${name}', 'sequence') },
})

/** Raises a sequence to a number that is in use already, so that this and lower numbers are never issued again. */
export async function raiseSequence(name: string, number: number): Promise<void> {
  await tryWrite(() =>
    Sequences.update({ name })
      .set({ last: number })
      .where(({ last }, { notExists, lt }) => `${notExists(last)} OR ${lt(last, number)}`)
      .go(),
  )
}

/** Issues and returns the next number of a sequence, from 1. A number that is not used leaves a gap. */
export async function issueNumber(name: string): Promise<number> {
  const { data } = await Sequences.update({ name }).add({ last: 1 }).go({ response: 'updated_new' })
  return Number(data.last)
}
