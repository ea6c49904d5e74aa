import type { LocalDate } from '../../shared/time.ts'
import type { Permit } from '../platform/actor.ts'
import { commit } from '../platform/data/commit.ts'
import { readAll } from '../platform/data/rows.ts'
import { holderOfNumber, releaseProofs } from '../proof-files/releasing.ts'
import { type Audited, ERASED_NAME, isStoredAlike, keepOnly } from '../records/erasing.ts'
import { saveNumber } from './consents.ts'
import { type ConsentRow, type NumberRow, Numbers } from './entity.ts'
import { findNumber } from './facts.ts'

export { findCallingSettings } from './settings.ts'

/** Attributes of a consent that stay: its days, who recorded it, and how it ended; no name, text or proof. */
const kept = [
  ...(['id', 'callers', 'givenBy', 'givenAt', 'verified', 'firstCallBy', 'until', 'calledAt'] as const),
  ...(['recordedBy', 'recordedAt', 'isToConfirm', 'confirmedBy', 'confirmedAt'] as const),
  ...(['withdrawnAt', 'withdrawnBy', 'isWrongNumber'] as const),
]

/** Fields of the lines about a closing that stay; how the customer said so stays with the closing itself alone. */
const keptOfClosing = ['phone', 'date', 'setBy', 'createdAt']

/**
 * Takes names, texts and proofs out of the consents of a number, so that number and state alone stay (market 67g).
 * Files go in the same night, by `eraseFiles`.
 * Returns whose lines in the audit log are about it. Throws 409 when somebody changed the number meanwhile.
 */
export async function eraseConsents(permit: Permit, phone: string): Promise<Audited[]> {
  const closing = { type: 'do-not-call', id: phone, kept: keptOfClosing, name: ERASED_NAME }
  const row = await findNumber(phone)
  if (row.version === 0) return [closing]
  await releaseProofs(holderOfNumber(phone))
  const consents = row.consents.map((consent) => keepOnly<ConsentRow>(consent, kept, {}))
  const after: NumberRow = { ...row, company: undefined, kvkNumber: undefined, consents, hasTexts: undefined }
  if (!isStoredAlike(row, after)) {
    const write = [saveNumber(row, after)]
    await commit(permit, { action: 'number.erase', entity: { type: 'number', id: phone }, write })
  }
  return [
    ...row.consents.map(({ id }) => ({ type: 'consent', id, kept: ['phone', ...kept], name: ERASED_NAME })),
    { type: 'number', id: phone, kept: ['legalForm'], name: ERASED_NAME },
    closing,
  ]
}

/** Lists the numbers with texts of consents that were last used before a day, as far as their rows know. */
export const listNumbersUsedBefore = async (usedOn: LocalDate): Promise<string[]> =>
  ((await readAll(Numbers.query.used({}).lt({ usedOn }))) as NumberRow[]).map(({ phone }) => phone)

/** Reads the row of a number for the file about a person; none without one. */
export async function readNumberRows(phone: string): Promise<NumberRow[]> {
  const row = await findNumber(phone)
  return row.version === 0 ? [] : [row]
}
