import { can } from '../../shared/access.ts'
import type { NewConsent } from '../../shared/api/parts/consent-endpoints.ts'
import type { SetLegalForm } from '../../shared/api/parts/number-endpoints.ts'
import { forbidden, notFound, unprocessable } from '../../shared/errors.ts'
import { isLegalPerson } from '../../shared/numbers/legal-forms.ts'
import { isProven } from '../../shared/numbers/may-call.ts'
import { localDateOf, now } from '../../shared/time.ts'
import type * as z from '../../shared/zod.ts'
import { isWithinReach } from '../known-customers/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { planAndCommit } from '../platform/data/commit.ts'
import { claimProof, holderOfNumber } from '../proof-files/service.ts'
import { onlyItem } from '../records/only-item.ts'
import { changeOf, type Days, formOf, planConsent, requireNumber, type Terms, termsOf } from './consents.ts'
import type { ConsentRow, NumberRow } from './entity.ts'
import { findNumber, isOfNaturalPerson } from './facts.ts'
import { changeOfForm, newForm } from './forms.ts'
import { numberOfId, viewsOf } from './listing.ts'

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
    const claimed = form.fileKey ? await claimProof(actor, form.fileKey, holderOfNumber(phone)) : undefined
    const proven = { ...complete, file: claimed?.file, isToConfirm: !mayJudge }
    const { row, change, consent } = await planConsent(actor, phone, proven)
    const write = [...change.write, ...(claimed ? [claimed.write] : [])]
    return { changes: [{ ...change, write }], result: onlyItem(await viewsOf(row, [consent], true)) }
  })
}

/** Checks the days of a consent, and returns it with its terms. Throws 422 at the field of a day that cannot be. */
export async function completeDays<Form extends Days>(form: Form): Promise<Form & Terms> {
  const { givenAt, firstCallBy, until } = form
  if (givenAt > localDateOf(now())) throw unprocessable('Kies vandaag of een eerdere dag', 'givenAt')
  if (firstCallBy && firstCallBy < givenAt) throw unprocessable(BEFORE_GIVEN, 'firstCallBy')
  if (until && until < givenAt) throw unprocessable(BEFORE_GIVEN, 'until')
  return { ...form, ...(await termsOf(form)) }
}

const BEFORE_GIVEN = 'Kies een dag na de toestemming'

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

/**
 * Sets the legal form of whoever has a number within reach, and returns it. Throws 404 for a number out of reach, 422
 * for the form of a legal person where a record with the number is a natural person's (market 67c).
 */
export async function setLegalForm(actor: Caller, text: string, form: z.output<typeof SetLegalForm>) {
  const permit = authorise(actor, 'customer:consent', { teamId: actor.teamId, owners: [actor.id] })
  const phone = requireNumber(text)
  if (!(await isWithinReach(actor, phone))) throw notFound()
  if (isLegalPerson(form.legalForm) && (await isOfNaturalPerson(phone))) {
    throw unprocessable('Dit nummer hoort ook bij een particulier', 'legalForm')
  }
  return planAndCommit(permit, async () => {
    const before = await findNumber(phone)
    const after = { ...before, ...newForm(actor, form), kvkNumber: form.kvkNumber ?? undefined }
    const result = (await formOf(after)) as NonNullable<Awaited<ReturnType<typeof formOf>>>
    return { changes: [changeOfForm(before, after)], result: { ...result, number: phone } }
  })
}
