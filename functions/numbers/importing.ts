import { isLegalPerson, type LegalForm } from '../../shared/numbers/legal-forms.ts'
import type { LocalDate } from '../../shared/time.ts'
import { findClosedNumbers } from '../known-customers/service.ts'
import type { Permit } from '../platform/actor.ts'
import { type Change, planAndCommit } from '../platform/data/commit.ts'
import { findUser } from '../platform/identity/user.ts'
import { saveNumber, termsOf, wayOf } from './consents.ts'
import type { ConsentRow, NumberRow } from './entity.ts'
import { findNumber, findNumbers, isOfNaturalPerson, numberOf } from './facts.ts'
import { changeOfForm, NO_FORM, newForm } from './forms.ts'
import { planOneOfMany } from './one-of-many.ts'

/** A row of a sheet, as far as it says whether its customer may be called. */
interface ImportedPermission {
  readonly phone: string | null | undefined
  readonly company?: string | null | undefined
  readonly legalForm?: LegalForm | undefined
  /** True for a row of our own export, which makes, prolongs and revives no consent (market 67f). */
  readonly isOwnExport?: boolean
  readonly consent?:
    | {
        readonly source: string
        readonly date: LocalDate
        readonly text?: string | undefined
        readonly proof?: string | undefined
      }
    | undefined
}

interface Upload {
  readonly id: string
  readonly filename: string
}

const tellsPermission = ({ consent, legalForm }: ImportedPermission) => Boolean(consent || legalForm)

/** Numbers in one transaction: each takes two of the hundred writes. */
const TOGETHER = 30
/** Maximum length of the name of a list. */
const LONGEST_LIST = 100

/**
 * Records the consents and legal forms that rows of an import tell, as far as the numbers have none alike; nothing for
 * an import of anybody but an admin or team leader (market 67f). It may run again for the same rows.
 */
export async function recordImported(
  permit: Permit,
  { id: uploadId, filename }: Upload,
  rows: readonly ImportedPermission[],
) {
  const told = rows.filter(tellsPermission).flatMap((row) => {
    const phone = numberOf(row.phone)
    return phone === undefined ? [] : [{ ...row, phone }]
  })
  if (told.length === 0 || !(await mayRecord(permit))) return
  const consents = [
    ...new Map(
      told.filter(({ consent, isOwnExport }) => consent && !isOwnExport).map((row) => [row.phone, row]),
    ).values(),
  ]
  const forms = [...new Map(told.filter(({ legalForm }) => legalForm).map((row) => [row.phone, row])).values()]
  const { actor } = permit

  await eachTogether(consents, async (some) => {
    const closed = await findClosedNumbers(some.map(({ phone }) => phone))
    return Promise.all(
      some.map(async ({ phone, consent: { source, date: givenAt, text, proof } = NONE }) => {
        const form = { givenBy: wayOf(source), givenAt, source, text, proof, isToConfirm: false, uploadId }
        const complete = { ...form, ...(await termsOf({ givenAt })), listId: filename.slice(0, LONGEST_LIST) }
        return planOneOfMany(actor, phone, complete, closed.has(phone))
      }),
    )
  })
  await eachTogether(forms, (some) =>
    Promise.all(
      some.map(async ({ phone, legalForm = 'unknown', company }) => {
        const before = await findNumber(phone)
        if (before.legalForm) return 'known'
        if (isLegalPerson(legalForm) && (await isOfNaturalPerson(phone))) return 'refused'
        return changeOfForm(before, { ...before, ...newForm(actor, { legalForm, company }), formUploadId: uploadId })
      }),
    ),
  )

  async function eachTogether<Row>(all: readonly Row[], plan: (some: readonly Row[]) => Promise<(Change | string)[]>) {
    for (let from = 0; from < all.length; from += TOGETHER) {
      await planAndCommit(permit, async () => {
        const planned = await plan(all.slice(from, from + TOGETHER))
        return { changes: planned.filter((one) => typeof one !== 'string'), result: undefined }
      })
    }
  }
}

const NONE = { source: '', date: '' as LocalDate, text: undefined, proof: undefined }

/** Tells whether somebody may record consents by an import: an admin or team leader, never the system. */
async function mayRecord({ actor }: Permit): Promise<boolean> {
  const user = await findUser(actor.id)
  return user?.isActive === true && (user.role === 'admin' || user.role === 'teamleader')
}

/**
 * Returns the changes that take back what an upload recorded for the numbers of its rows; a consent on which
 * somebody called, or that was withdrawn, stays.
 */
export async function planImportedUndo(uploadId: string, rows: readonly ImportedPermission[]): Promise<Change[]> {
  const numbers = await findNumbers(rows.filter(tellsPermission).flatMap(({ phone }) => numberOf(phone) ?? []))
  return [...numbers.values()].flatMap((row) => {
    const taken = row.consents.filter((one) => isOfUpload(uploadId, one))
    const isForm = row.formUploadId === uploadId
    return taken.length > 0 || isForm ? [changeBack(row, taken, isForm)] : []
  })
}

const isOfUpload = (id: string, { uploadId, calledAt, withdrawnAt }: ConsentRow) =>
  uploadId === id && !calledAt && !withdrawnAt

function changeBack(row: NumberRow, taken: readonly ConsentRow[], isForm: boolean): Change {
  const consents = row.consents.filter((one) => !taken.includes(one))
  const { legalForm } = row
  return {
    action: 'number.take-back',
    entity: { type: 'number', id: row.phone },
    before: { consents: taken.length, ...(isForm ? { legalForm } : {}) },
    after: { consents: 0 },
    write: [saveNumber(row, { ...row, ...(isForm ? NO_FORM : {}), consents, usedOn: undefined })],
  }
}
