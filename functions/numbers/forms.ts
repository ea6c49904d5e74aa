import type { SetLegalForm } from '../../shared/api/parts/number-endpoints.ts'
import { notFound, unprocessable } from '../../shared/errors.ts'
import { isLegalPerson } from '../../shared/numbers/legal-forms.ts'
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
    const after: NumberRow = {
      ...before,
      ...{ legalForm: form.legalForm, kvkNumber: form.kvkNumber ?? undefined, company: form.company ?? undefined },
      ...{ formBy: actor.id, formAt: now() },
    }
    const change: Change = {
      action: 'number.legal-form',
      entity: { type: 'number', id: phone },
      before: before.legalForm ? auditedOf(before) : null,
      after: auditedOf(after),
      write: [saveNumber(before, after)],
    }
    return { changes: [change], result: (await formOf(after)) as NonNullable<Awaited<ReturnType<typeof formOf>>> }
  })
}

const auditedOf = ({ legalForm, kvkNumber, company }: NumberRow) => ({ legalForm, kvkNumber, company })
