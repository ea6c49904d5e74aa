import type { KeptBasis } from '../../shared/api/parts/contact-basis.ts'
import { readPhones } from '../../shared/identifiers.ts'
import { isLegalPerson, namesLegalPerson } from '../../shared/numbers/legal-forms.ts'
import { type MayCall, mayCall } from '../../shared/numbers/may-call.ts'
import type { ServiceReason } from '../../shared/numbers/states.ts'
import { today } from '../../shared/time.ts'
import { findClosedNumbers, listCustomersWith } from '../known-customers/service.ts'
import { getRows } from '../platform/data/rows.ts'
import { type NumberRow, Numbers } from './entity.ts'

/** Returns the number of a phone field on which calls and consents stand: its first (market 66). */
export const numberOf = (phone: string | null | undefined): string | undefined => readPhones(phone ?? '')[0]

/** Finds the rows of normalised numbers, by default strongly consistent, as a map by number. */
export async function findNumbers(
  phones: readonly string[],
  getting = { consistent: true },
): Promise<Map<string, NumberRow>> {
  const keys = [...new Set(phones)].map((phone) => ({ phone }))
  const rows = (await getRows(Numbers, keys, getting)) as NumberRow[]
  return new Map(rows.map((row) => [row.phone, row]))
}

/** Returns the row of a number, or an empty one of version 0. */
export const findNumber = async (phone: string): Promise<NumberRow> =>
  (await findNumbers([phone])).get(phone) ?? { phone, version: 0, consents: [] }

/** Tells whether a record with the number is a natural person's: without company, under a name without legal form. */
export async function isOfNaturalPerson(phone: string): Promise<boolean> {
  const customers = await listCustomersWith(phone)
  return customers.some(({ customerName, companyName }) => !companyName && !namesLegalPerson(customerName))
}

/** Rows of a number as the running transaction leaves them; what is absent is read. */
export interface Planned {
  readonly number?: NumberRow | undefined
  readonly isClosed?: boolean | undefined
}

/** Returns the state of each of these phone fields today, as a map by its text; reads strongly consistent. */
export async function findCallStates(
  fields: readonly (string | undefined)[],
  planned: Planned = {},
): Promise<Map<string, MayCall>> {
  const texts = [...new Set(fields.filter((field) => field !== undefined))]
  const [closed, numbers] = await Promise.all([
    findClosedNumbers(texts),
    findNumbers(texts.flatMap((field) => numberOf(field) ?? [])),
  ])
  if (planned.number) numbers.set(planned.number.phone, planned.number)
  const states = texts.map(async (field): Promise<[string, MayCall]> => {
    const isClosed = planned.isClosed ?? readPhones(field).some((phone) => closed.has(phone))
    return [field, await judge(numbers.get(numberOf(field) ?? ''), isClosed)]
  })
  return new Map(await Promise.all(states))
}

/** Reasons that the number itself tells: the office knows whether they hold. */
const told: readonly KeptBasis['kind'][] = ['missing', 'consent', 'legal']

/**
 * Returns the reason to call the number of a phone field as it is kept. Consent and legal form are those of its state
 * now, given or not: nobody has to say what the office knows, or can claim what it does not (market 67d).
 */
export async function completeBasis(kept: KeptBasis, customerPhone: string | undefined): Promise<KeptBasis> {
  if (!told.includes(kept.kind)) return kept
  const { state, consentId = null } = (await findCallStates([customerPhone])).get(customerPhone ?? '') ?? {}
  if (state === 'consented') return { ...kept, kind: 'consent', consentId }
  return { ...kept, kind: state === 'free' ? 'legal' : 'missing', consentId: null }
}

/** Returns the state of a number, and whether a call about something that runs is allowed for these reasons. */
export async function judge(
  row: NumberRow | undefined,
  isClosed: boolean,
  reasons: readonly ServiceReason[] = [],
): Promise<MayCall> {
  // Only a legal form depends on who else has the number.
  const isNatural = !row?.legalForm || !isLegalPerson(row.legalForm) || (await isOfNaturalPerson(row.phone))
  const facts = { isClosed, consents: row?.consents ?? [], legalForm: row?.legalForm }
  return mayCall(facts, { isNatural, reasons }, 'service', today())
}
