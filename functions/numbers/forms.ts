import { UNDO_MINUTES } from '../../shared/api/parts/bulk.ts'
import type { SetLegalForm } from '../../shared/api/parts/number-endpoints.ts'
import { notFound, unprocessable } from '../../shared/errors.ts'
import { readPhones } from '../../shared/identifiers.ts'
import { isLegalPerson, type LegalForm } from '../../shared/numbers/legal-forms.ts'
import { addSeconds, type Instant, now } from '../../shared/time.ts'
import type * as z from '../../shared/zod.ts'
import { isWithinReach } from '../known-customers/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { type Change, planAndCommit } from '../platform/data/commit.ts'
import { formOf, requireNumber, saveNumber } from './consents.ts'
import type { NumberRow } from './entity.ts'
import { findNumber, isOfNaturalPerson } from './facts.ts'

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
    return { changes: [changeOf(before, after)], result: { ...result, number: phone } }
  })
}

interface NumberToSet {
  readonly number: string
  readonly legalForm: LegalForm
  readonly company?: string | null | undefined
}

/**
 * Sets the legal forms of numbers that have none, and returns those numbers; a number of a natural person stays as it
 * is. With `undo` takes back those that the actor set so, not singly, in the last ten minutes (market 67e).
 */
export async function setLegalForms(
  actor: Caller,
  { forms, undo = false }: { readonly forms: readonly NumberToSet[]; readonly undo?: boolean | undefined },
) {
  const permit = authorise(actor, 'calling:manage')
  const wanted = new Map(
    forms.flatMap((form) =>
      readPhones(form.number)
        .slice(0, 1)
        .map((phone) => [phone, form]),
    ),
  )
  return planAndCommit(permit, async () => {
    const planned = await Promise.all(
      Array.from(wanted, async ([phone, form]) => {
        const before = await findNumber(phone)
        if (undo) return isFresh(actor, before) ? changeOf(before, { ...before, ...NO_FORM }) : null
        const isRefused = isLegalPerson(form.legalForm) && (await isOfNaturalPerson(phone))
        return before.legalForm || isRefused
          ? null
          : changeOf(before, { ...before, ...newForm(actor, form), isFormOfMany: true })
      }),
    )
    const changes = planned.filter((change) => change !== null)
    const numbers = changes.map(({ entity }) => entity.id)
    return { changes, result: { numbers, left: forms.length - numbers.length } }
  })
}

const NO_FORM = {
  ...{ legalForm: undefined, kvkNumber: undefined, company: undefined, formBy: undefined, formAt: undefined },
  isFormOfMany: undefined,
}

/** Tells whether an actor set the legal form of a number with others so shortly ago that it can be undone. */
const isFresh = ({ id }: Caller, { formBy, formAt = '', isFormOfMany = false }: NumberRow) =>
  isFormOfMany && formBy === id && addSeconds(formAt as Instant, UNDO_MINUTES * 60) > now()

const newForm = ({ id }: Caller, { legalForm, company }: Omit<NumberToSet, 'number'>) => ({
  ...{ legalForm, company: company ?? undefined, formBy: id, formAt: now() },
  isFormOfMany: undefined,
})

const changeOf = (before: NumberRow, after: NumberRow): Change => ({
  action: 'number.legal-form',
  entity: { type: 'number', id: before.phone },
  before: before.legalForm ? auditedOf(before) : null,
  after: auditedOf(after),
  write: [saveNumber(before, { ...after, usedOn: undefined })],
})

const auditedOf = ({ legalForm, kvkNumber, company }: NumberRow) => ({ legalForm, kvkNumber, company })
