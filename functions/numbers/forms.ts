import type { LegalForm } from '../../shared/numbers/legal-forms.ts'
import { now } from '../../shared/time.ts'
import type { Caller } from '../platform/actor.ts'
import type { Change } from '../platform/data/commit.ts'
import { saveNumber } from './consents.ts'
import type { NumberRow } from './entity.ts'

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
