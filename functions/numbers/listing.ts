import { isProven, mayCall } from '../../shared/numbers/may-call.ts'
import { type Instant, localDateOf, today } from '../../shared/time.ts'
import { findConsentedClosings } from '../known-customers/consented-closings.ts'
import { findDoNotCall, isWithinReach } from '../known-customers/service.ts'
import { namesOf } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { formOf, requireNumber } from './consents.ts'
import type { ConsentRow, NumberRow } from './entity.ts'
import { findNumber, findNumbers, numberOf } from './facts.ts'

/** Returns the number that the id of a consent names; undefined for any other text. */
export const numberOfId = (id: string) => numberOf(id.split('-')[0])

/** Lists the consents of a number with its legal form and closing; free texts only within reach. */
export async function listConsents(actor: Caller, text: string) {
  authorise(actor, 'customer:consent')
  const phone = requireNumber(text)
  const [row, isSeen, closed] = await Promise.all([
    findNumber(phone),
    isWithinReach(actor, phone),
    findDoNotCall(phone),
  ])
  const latest = [...row.consents].sort((one, other) => (one.recordedAt < other.recordedAt ? 1 : -1))
  return {
    number: phone,
    consents: await viewsOf(row, latest, isSeen, actor),
    legalForm: isSeen ? await formOf(row) : undefined,
    doNotCall: closed && { date: closed.date },
  }
}

/** Returns consents as the API shows them; without their free texts when the number is out of reach. */
export async function viewsOf({ phone }: NumberRow, consents: readonly ConsentRow[], isSeen: boolean, actor?: Caller) {
  const personOf = await namesOf(
    consents.flatMap(({ recordedBy, confirmedBy = recordedBy }) => [recordedBy, confirmedBy]),
  )
  return consents.map((one) => {
    const isOpen = isSeen || one.recordedBy === actor?.id
    const { name, source, text, proof, file, listId, withdrawnHow }: Partial<ConsentRow> = isOpen ? one : {}
    return {
      ...one,
      ...{ number: phone, purpose: 'energie' as const, callers: [...one.callers], isProven: isProven(one) },
      ...{ name, source, text, proof, file, listId, withdrawnHow },
      recordedBy: personOf(one.recordedBy),
      confirmedAt: one.confirmedAt,
      confirmedBy: one.confirmedBy ? personOf(one.confirmedBy) : undefined,
      withdrawnAt: one.withdrawnAt,
      isWrongNumber: one.isWrongNumber ?? false,
    }
  })
}

/**
 * Lists the closed numbers with a consent that still holds, earliest closing first (market 67b). The consent was given
 * and recorded after the last objection, as an objection outdates what was agreed before that day. Throws 403 for who
 * may not reopen them.
 */
export async function listConsentedClosings(actor: Caller) {
  authorise(actor, 'customer:lift')
  const { closings, isComplete } = await findConsentedClosings()
  const numbers = await findNumbers(closings.map(({ phone }) => phone))
  const listed = closings.flatMap(({ phone, date, source = null, objectedAt }) => {
    const objectedOn = localDateOf(objectedAt as Instant)
    const consents = (numbers.get(phone)?.consents ?? []).filter(
      ({ recordedAt, givenAt }) => recordedAt > objectedAt && givenAt >= objectedOn,
    )
    const { state, consentId } = mayCall({ isClosed: false, consents }, { isNatural: true }, 'sales', today())
    const consent = consents.find(({ id }) => id === consentId)
    if (!consent) return []
    const { givenBy, givenAt } = consent
    return [{ number: phone, closedOn: date, source, givenBy, givenAt, isProven: state === 'consented' }]
  })
  return { closings: listed.sort((one, other) => (one.closedOn < other.closedOn ? -1 : 1)), isComplete }
}
