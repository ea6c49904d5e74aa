import { accepted, Entity, model, primary, store } from './table.ts'

/**
 * Numbers given out one after another, each once.
 *
 * | Read         | Index   | Key  |
 * | one sequence | primary | name |
 */
export const Sequences = new Entity(
  {
    model: model('sequence'),
    attributes: { name: { type: 'string', required: true }, last: { type: 'number', default: 0 } },
    indexes: {
      primary: primary('sequence#${name}', 'sequence'),
    },
  },
  store,
)

/** Sees to it that a number which is taken, however it was, is never given out. */
export async function passNumber(name: string, number: number): Promise<void> {
  await accepted(() =>
    Sequences.update({ name })
      .set({ last: number })
      .where(({ last }, { notExists, lt }) => `${notExists(last)} OR ${lt(last, number)}`)
      .go(),
  )
}

/** The next number of a sequence, from 1; a number that then goes unused leaves a gap (rulings 16). */
export async function nextNumber(name: string): Promise<number> {
  const { data } = await Sequences.update({ name }).add({ last: 1 }).go({ response: 'updated_new' })
  return Number(data.last)
}
