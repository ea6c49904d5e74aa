import { randomUUID } from 'node:crypto'
import { can } from '../../shared/access.ts'
import type { NewConsent } from '../../shared/api/parts/consent-endpoints.ts'
import { forbidden, notFound, staleConflict, unprocessable } from '../../shared/errors.ts'
import { isProven } from '../../shared/numbers/may-call.ts'
import type { ConsentWay } from '../../shared/numbers/states.ts'
import { addMonths, type LocalDate, localDateOf, now } from '../../shared/time.ts'
import { findDoNotCall, isWithinReach } from '../known-customers/service.ts'
import { namesOf } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { type Change, type GuardedWrite, planAndCommit } from '../platform/data/commit.ts'
import { onlyItem } from '../records/only-item.ts'
import { type ConsentRow, type NumberRow, Numbers } from './entity.ts'
import { findNumber, judge, numberOf } from './facts.ts'
import { findCallingSettings } from './settings.ts'

/** Maximum number of consents of a number, so that its row stays small. */
const MOST_CONSENTS = 50

/** Returns the id of a new consent, which names its number. */
const newConsentId = (phone: string) => `${phone.replaceAll(' ', '').replace('+', '00')}-${randomUUID()}`

/** Returns the number that the id of a consent names; undefined for any other text. */
const numberOfId = (id: string) => numberOf(id.split('-')[0])

const hasTexts = ({ name, source, text, proof, withdrawnHow }: ConsentRow) =>
  Boolean(name || source || text || proof || withdrawnHow)

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

/** Returns the change that takes consents back out of the row of their number. */
export const changeToTakeBack = (row: NumberRow, taken: readonly ConsentRow[]): Change => ({
  action: 'number.take-back',
  entity: { type: 'number', id: row.phone },
  before: { consents: taken.length },
  after: { consents: 0 },
  write: [saveNumber(row, { ...row, consents: row.consents.filter((one) => !taken.includes(one)) })],
})

/** Returns the change that stores a consent in the row of its number, in place of the one with its id. */
function changeOf(row: NumberRow, verb: string, before: ConsentRow | null, after: ConsentRow): Change {
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

/**
 * Records a consent of a number, and returns it. What an admin recorded, or a team leader of a number within reach,
 * counts when it has text and proof; what others recorded waits until one of these saw the proof (market 67b).
 */
export async function recordConsent(actor: Caller, form: NewConsent) {
  const permit = authorise(actor, 'customer:consent', { teamId: actor.teamId, owners: [actor.id] })
  const phone = requireNumber(form.number)
  const mayJudge = can(actor, 'customer:judge') && (actor.role === 'admin' || (await isWithinReach(actor, phone)))
  const complete = await completeDays(form)
  return planAndCommit(permit, async () => {
    const { row, change, consent } = await planConsent(actor, phone, { ...complete, isToConfirm: !mayJudge })
    return { changes: [change], result: onlyItem(await viewsOf(row, [consent], true)) }
  })
}

interface Terms {
  readonly firstCallBy: string
  readonly until: string
}

/** Checks the days of a consent, and returns it with its terms. Throws 422 at the field of a day that cannot be. */
export async function completeDays<Form extends Days>(form: Form): Promise<Form & Terms> {
  const { givenAt, firstCallBy, until } = form
  if (givenAt > localDateOf(now())) throw unprocessable('Kies vandaag of een eerdere dag', 'givenAt')
  if (firstCallBy && firstCallBy < givenAt) throw unprocessable(BEFORE_GIVEN, 'firstCallBy')
  if (until && until < givenAt) throw unprocessable(BEFORE_GIVEN, 'until')
  return { ...form, ...(await termsOf(form)) }
}

type Days = Pick<NewConsent, 'givenAt' | 'firstCallBy' | 'until'>

/** Returns the days by which a consent is first called and until which it holds: those of its text, or the settings. */
export async function termsOf({ givenAt, firstCallBy, until }: Days): Promise<Terms> {
  const { consentMonths, firstCallMonths } = await findCallingSettings()
  return {
    firstCallBy: firstCallBy ?? addMonths(givenAt as LocalDate, firstCallMonths),
    until: until ?? addMonths(givenAt as LocalDate, consentMonths),
  }
}

const BEFORE_GIVEN = 'Kies een dag na de toestemming'

export interface Recorded extends Terms {
  readonly givenBy: ConsentWay
  readonly givenAt: string
  readonly isToConfirm: boolean
  readonly name?: string | null | undefined
  readonly callers?: readonly string[] | undefined
  readonly source?: string | undefined
  readonly text?: string | null | undefined
  readonly proof?: string | null | undefined
  readonly verified?: ConsentRow['verified'] | undefined
  readonly listId?: string | null | undefined
  readonly uploadId?: string | undefined
  readonly isOfMany?: boolean | undefined
}

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

/** Returns the change that adds a consent to its number. Throws 422 when the number has too many. */
async function planConsent(actor: Pick<Caller, 'id'>, phone: string, form: Recorded) {
  const row = await findNumber(phone)
  if (row.consents.length >= MOST_CONSENTS) throw unprocessable('Dit nummer heeft al 50 toestemmingen', 'number')
  const consent: ConsentRow = {
    ...{ id: newConsentId(phone), givenBy: form.givenBy, givenAt: form.givenAt },
    ...{ firstCallBy: form.firstCallBy, until: form.until, callers: [...(form.callers ?? [])] },
    ...{ verified: form.verified ?? 'none', isToConfirm: form.isToConfirm },
    ...{ recordedBy: actor.id, recordedAt: now() },
    ...textsOf(form),
  }
  return { row, consent, change: changeOf(row, 'create', null, consent) }
}

type Texts = Pick<ConsentRow, 'name' | 'source' | 'text' | 'proof' | 'listId' | 'uploadId' | 'isOfMany'>

const textsOf = ({ name, source, text, proof, listId, uploadId, isOfMany }: Recorded): Texts =>
  Object.fromEntries(
    Object.entries({ name, source, text, proof, listId, uploadId, isOfMany }).filter(([, value]) => value),
  )

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

/**
 * Withdraws a consent, in whatever reach, and returns it; with `wrongNumber` all consents of its number end. Throws 404
 * for an unknown one. A withdrawn one stays as it is.
 */
export async function withdrawConsent(
  actor: Caller,
  id: string,
  form: { how: string; wrongNumber?: boolean | undefined },
) {
  const permit = authorise(actor, 'customer:close', { owners: [actor.id] })
  return changeConsent(actor, permit, id, async (row, before) => {
    const ended = { withdrawnAt: now(), withdrawnBy: actor.id, withdrawnHow: form.how }
    const ends = form.wrongNumber ? { ...ended, isWrongNumber: true } : ended
    if (before.withdrawnAt && !form.wrongNumber) return null
    const after = before.withdrawnAt ? { ...before, isWrongNumber: true } : { ...before, ...ends }
    const others = row.consents.map((one) => (form.wrongNumber && !one.withdrawnAt ? { ...one, ...ends } : one))
    return { verb: 'withdraw', row: { ...row, consents: others }, after }
  })
}

/**
 * Confirms that the proof of a consent was seen, and returns it. Throws 403 for a consent that the actor recorded, 404
 * for one out of reach, 422 for one without text, or with neither proof nor a check.
 */
export async function confirmConsent(actor: Caller, id: string) {
  const permit = authorise(actor, 'customer:judge')
  return changeConsent(actor, permit, id, async ({ phone }, before) => {
    if (!(await isWithinReach(actor, phone))) throw notFound()
    if (before.recordedBy === actor.id) throw forbidden('Laat een collega dit bewijs bekijken')
    if (!before.isToConfirm) return null
    const after = { ...before, isToConfirm: false, confirmedBy: actor.id, confirmedAt: now() }
    if (!isProven(after)) throw unprocessable('Leg een nieuwe toestemming vast, met tekst en bewijs')
    return { verb: 'confirm', after }
  })
}

type Changing = (
  row: NumberRow,
  before: ConsentRow,
) => Promise<{ verb: string; after: ConsentRow; row?: NumberRow } | null>

/** Changes a consent by its id. Throws 404 for an unknown one; `make` returns null for no change. */
function changeConsent(actor: Caller, permit: ReturnType<typeof authorise>, id: string, make: Changing) {
  const phone = numberOfId(id)
  if (phone === undefined) throw notFound()
  return planAndCommit(permit, async () => {
    const row = await findNumber(phone)
    const before = row.consents.find((one) => one.id === id)
    if (!before) throw notFound()
    const made = await make(row, before)
    const isSeen = await isWithinReach(actor, phone)
    const result = onlyItem(await viewsOf(row, [made?.after ?? before], isSeen, actor))
    const changes = made
      ? [changeOf({ ...(made.row ?? row), version: row.version }, made.verb, before, made.after)]
      : []
    return { changes, result }
  })
}

/** Returns consents as the API shows them; without their free texts when the number is out of reach. */
async function viewsOf({ phone }: NumberRow, consents: readonly ConsentRow[], isSeen: boolean, actor?: Caller) {
  const personOf = await namesOf(
    consents.flatMap(({ recordedBy, confirmedBy = recordedBy }) => [recordedBy, confirmedBy]),
  )
  return consents.map((one) => {
    const isOpen = isSeen || one.recordedBy === actor?.id
    const { name, source, text, proof, listId, withdrawnHow }: Partial<ConsentRow> = isOpen ? one : {}
    return {
      ...one,
      ...{ number: phone, purpose: 'energie' as const, callers: [...one.callers], isProven: isProven(one) },
      ...{ name, source, text, proof, listId, withdrawnHow },
      recordedBy: personOf(one.recordedBy),
      confirmedAt: one.confirmedAt,
      confirmedBy: one.confirmedBy ? personOf(one.confirmedBy) : undefined,
      withdrawnAt: one.withdrawnAt,
      isWrongNumber: one.isWrongNumber ?? false,
    }
  })
}

/** Returns the legal form of a number as the API shows it; undefined without one. */
export async function formOf({ legalForm, kvkNumber, company, formBy, formAt }: NumberRow) {
  if (!legalForm) return undefined
  const setBy = (await namesOf([formBy as string]))(formBy as string)
  return { legalForm, kvkNumber, company, setBy, setAt: formAt as string }
}
