import type { SetLegalForm } from '../../shared/api/parts/number-endpoints.ts'
import { notFound, unprocessable } from '../../shared/errors.ts'
import { isLegalPerson, type LegalForm } from '../../shared/numbers/legal-forms.ts'
import { now } from '../../shared/time.ts'
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
    return { changes: [changeOfForm(before, after)], result: { ...result, number: phone } }
  })
}

/** Attributes of a number without legal form. */
export const NO_FORM = {
  ...{ legalForm: undefined, kvkNumber: undefined, company: undefined, formBy: undefined, formAt: undefined },
  ...{ isFormOfMany: undefined, formUploadId: undefined },
}

interface FormToSet {
  readonly legalForm: LegalForm
  readonly company?: string | null | undefined
}

export const newForm = ({ id }: Pick<Caller, 'id'>, { legalForm, company }: FormToSet) => ({
  ...{ legalForm, company: company ?? undefined, formBy: id, formAt: now() },
  ...{ isFormOfMany: undefined, formUploadId: undefined },
})

/** Returns the change that stores another legal form of a number. */
export const changeOfForm = (before: NumberRow, after: NumberRow): Change => ({
  action: 'number.legal-form',
  entity: { type: 'number', id: before.phone },
  before: before.legalForm ? auditedOf(before) : null,
  after: auditedOf(after),
  write: [saveNumber(before, { ...after, usedOn: undefined })],
})

const auditedOf = ({ legalForm, kvkNumber, company }: NumberRow) => ({ legalForm, kvkNumber, company })
