import type { Caller } from '../platform/actor.ts'
import type { Change } from '../platform/data/commit.ts'
import { MOST_CONSENTS, planConsent, type Recorded, saveNumber } from './consents.ts'
import type { ConsentRow, NumberRow } from './entity.ts'
import { findNumber, judge } from './facts.ts'

/** Tells whether a number has this consent already, withdrawn or not: one of the same day with the same texts. */
export const isRecorded = ({ consents }: NumberRow, { givenAt, source, text, proof }: Recorded): boolean =>
  consents.some(
    (one) =>
      one.givenAt === givenAt &&
      (one.source ?? '') === (source ?? '') &&
      (one.text ?? '') === (text ?? '') &&
      (one.proof ?? '') === (proof ?? ''),
  )

/**
 * Returns the change that adds one consent of many to its number; `known` when the number has it, `refused` when it
 * would have no effect: for a closed number, after a withdrawal, or with too many consents.
 */
export async function planOneOfMany(
  actor: Pick<Caller, 'id'>,
  phone: string,
  form: Recorded,
  isClosed: boolean,
): Promise<Change | 'known' | 'refused'> {
  const before = await findNumber(phone)
  if (isRecorded(before, form)) return 'known'
  if (isClosed || before.consents.length >= MOST_CONSENTS) return 'refused'
  const { row, consent, change } = await planConsent(actor, phone, form)
  const { state } = await judge({ ...row, consents: [...row.consents, consent] }, false)
  return state === 'withdrawn' ? 'refused' : change
}

/** Returns the change that takes consents back out of the row of their number. */
export const changeToTakeBack = (row: NumberRow, taken: readonly ConsentRow[]): Change => ({
  action: 'number.take-back',
  entity: { type: 'number', id: row.phone },
  before: { consents: taken.length },
  after: { consents: 0 },
  write: [saveNumber(row, { ...row, consents: row.consents.filter((one) => !taken.includes(one)) })],
})
