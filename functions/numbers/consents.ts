import { randomUUID } from 'node:crypto'
import type { NewConsent } from '../../shared/api/parts/consent-endpoints.ts'
import { staleConflict, unprocessable } from '../../shared/errors.ts'
import type { ConsentWay } from '../../shared/numbers/states.ts'
import { addMonths, type LocalDate, localDateOf, now } from '../../shared/time.ts'
import { noteConsent } from '../known-customers/consented-closings.ts'
import { namesOf } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import type { Change, GuardedWrite } from '../platform/data/commit.ts'
import { type ConsentRow, type NumberRow, Numbers } from './entity.ts'
import { findNumber, numberOf } from './facts.ts'
import { findCallingSettings } from './settings.ts'

/** Maximum number of consents of a number, so that its row stays small. */
export const MOST_CONSENTS = 50

/** Returns the id of a new consent, which names its number. */
const newConsentId = (phone: string) => `${phone.replaceAll(' ', '').replace('+', '00')}-${randomUUID()}`

const hasTexts = ({ name, source, text, proof, file, withdrawnHow }: ConsentRow) =>
  Boolean(name || source || text || proof || file || withdrawnHow)

/**
 * Returns the write that stores the row of a number; it fails with 409 when somebody changed the row meanwhile. A number
 * with texts, of consents or about its company, has the day from which its retention counts.
 */
export const saveNumber = (
  before: NumberRow,
  { usedOn = localDateOf(now()), ...after }: Omit<NumberRow, 'version'>,
): GuardedWrite => ({
  write: Numbers.put({
    ...{ ...after, version: before.version + 1, usedOn },
    hasTexts: Boolean(after.company || after.kvkNumber || after.consents.some(hasTexts)) || undefined,
  }).where((row, { eq, notExists }) =>
    before.version === 0 ? notExists(row.version) : eq(row.version, before.version),
  ),
  onFailure: staleConflict,
})

/** Returns the change that stores a consent in the row of its number, in place of the one with its id. */
export function changeOf(row: NumberRow, verb: string, before: ConsentRow | null, after: ConsentRow): Change {
  const others = row.consents.filter(({ id }) => id !== after.id)
  return {
    action: `consent.${verb}`,
    entity: { type: 'consent', id: after.id },
    before: before && auditedOf(row, before),
    after: auditedOf(row, after),
    write: [saveNumber(row, { ...row, consents: [...others, after], usedOn: undefined })],
  }
}

const auditedOf = ({ phone }: NumberRow, { id: _, ...values }: ConsentRow) => ({ phone, ...values })

/** Reads the first number of a text. Throws 422 without one. */
export function requireNumber(text: string, field = 'number'): string {
  const phone = numberOf(text)
  if (phone === undefined) throw unprocessable('Vul een geldig telefoonnummer in', field)
  return phone
}

export interface Terms {
  readonly firstCallBy: string
  readonly until: string
}

export type Days = Pick<NewConsent, 'givenAt' | 'firstCallBy' | 'until'>

/** Returns the days by which a consent is first called and until which it holds: those of its text, or the settings. */
export async function termsOf({ givenAt, firstCallBy, until }: Days): Promise<Terms> {
  const { consentMonths, firstCallMonths } = await findCallingSettings()
  return {
    firstCallBy: firstCallBy ?? addMonths(givenAt as LocalDate, firstCallMonths),
    until: until ?? addMonths(givenAt as LocalDate, consentMonths),
  }
}

export interface Recorded extends Terms {
  readonly givenBy: ConsentWay
  readonly givenAt: string
  readonly isToConfirm: boolean
  readonly name?: string | null | undefined
  readonly callers?: readonly string[] | undefined
  readonly source?: string | undefined
  readonly text?: string | null | undefined
  readonly proof?: string | null | undefined
  readonly file?: ConsentRow['file']
  readonly verified?: ConsentRow['verified'] | undefined
  readonly listId?: string | null | undefined
  readonly uploadId?: string | undefined
  readonly isOfMany?: boolean | undefined
}

/**
 * Returns the change that adds a consent to its number. A closed number stays closed, and is listed for admins. Throws
 * 422 when the number has too many.
 */
export async function planConsent(actor: Pick<Caller, 'id'>, phone: string, form: Recorded) {
  const row = await findNumber(phone)
  if (row.consents.length >= MOST_CONSENTS) throw unprocessable('Dit nummer heeft al 50 toestemmingen', 'number')
  const consent: ConsentRow = {
    ...{ id: newConsentId(phone), givenBy: form.givenBy, givenAt: form.givenAt },
    ...{ firstCallBy: form.firstCallBy, until: form.until, callers: [...(form.callers ?? [])] },
    ...{ verified: form.verified ?? 'none', isToConfirm: form.isToConfirm },
    ...{ recordedBy: actor.id, recordedAt: now() },
    ...textsOf(form),
  }
  const change = changeOf(row, 'create', null, consent)
  const lastDay = [...row.consents, consent]
    .map(({ until }) => until)
    .sort()
    .at(-1) as LocalDate
  const write = [...change.write, ...(await noteConsent(phone, lastDay))]
  return { row, consent, change: { ...change, write } }
}

/** Attributes of a consent that most have not. */
const optional = ['name', 'source', 'text', 'proof', 'file', 'listId', 'uploadId', 'isOfMany'] as const

const textsOf = (form: Recorded): Pick<ConsentRow, (typeof optional)[number]> =>
  Object.fromEntries(optional.map((name) => [name, form[name]]).filter(([, value]) => value))

/** Words in how a consent was given, as people write it at a lead, that say which way it was. */
const ways: readonly (readonly [RegExp, ConsentWay])[] = [
  [/beurs|event|markt|braderie/i, 'event'],
  [/web|site|online|internet/i, 'website'],
  [/brief|post/i, 'letter'],
  [/leverancier/i, 'supplier'],
  [/tel|bel|gesprek/i, 'phone'],
]

/** Returns the way in which a consent was given, by a text of people about it. */
export const wayOf = (source: string): ConsentWay => ways.find(([words]) => words.test(source))?.[1] ?? 'form'

/**
 * Returns the changes that record the consent of a lead's form for its number, and the row that they leave; none without
 * a valid number. The consent has no text, and so counts as unproven (market 67b).
 */
export async function planFormConsent(
  actor: Pick<Caller, 'id'>,
  customerPhone: string | undefined,
  { source, date }: { readonly source: string; readonly date: string },
): Promise<{ readonly changes: readonly Change[]; readonly number?: NumberRow }> {
  const phone = numberOf(customerPhone)
  if (phone === undefined) return { changes: [] }
  const terms = await termsOf({ givenAt: date })
  const form = { ...terms, givenBy: wayOf(source), givenAt: date, source, isToConfirm: true }
  const { row, consent, change } = await planConsent(actor, phone, form)
  return { changes: [change], number: { ...row, consents: [...row.consents, consent] } }
}

/**
 * Returns the write that notes a call on a phone field's number: the first on its open consents, which expire when nobody
 * calls in time (market 67b), and the last, from which its texts are kept (market 67g). None where nothing changes.
 */
export async function planCall(customerPhone: string | undefined): Promise<GuardedWrite[]> {
  const phone = numberOf(customerPhone)
  if (phone === undefined) return []
  const row = await findNumber(phone)
  const day = localDateOf(now())
  const isUncalled = (one: ConsentRow) => !one.calledAt && !one.withdrawnAt && one.firstCallBy >= day
  const isNoted = !row.hasTexts || row.usedOn === day
  if (isNoted && !row.consents.some(isUncalled)) return []
  const consents = row.consents.map((one) => (isUncalled(one) ? { ...one, calledAt: day } : one))
  return [saveNumber(row, { ...row, consents, usedOn: day })]
}

/** Returns the legal form of a number as the API shows it; undefined without one. */
export async function formOf({ legalForm, kvkNumber, company, formBy, formAt }: NumberRow) {
  if (!legalForm) return undefined
  const setBy = (await namesOf([formBy as string]))(formBy as string)
  return { legalForm, kvkNumber, company, setBy, setAt: formAt as string }
}
