import type { UploadedFile } from '../../../shared/api/parts/endpoint.ts'
import { AppError, notFound, unprocessable } from '../../../shared/errors.ts'
import { localDateOf, now } from '../../../shared/time.ts'
import type { Caller } from '../../platform/actor.ts'
import { getDocument, putDocument } from '../../platform/aws/document-store.ts'
import { filenameOf } from '../../platform/http/input.ts'
import { findFirstAgreement } from '../invoices/rules.ts'
import { partnerRecords } from './partners.ts'

/** Folder of the agreements in the bucket. */
export const AGREEMENTS = 'agreements'

/** Tells whether bytes begin with the signature of a PDF. */
const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'

/**
 * Stores the self-billing agreement with a partner. An earlier agreement is replaced, but its file stays in the bucket.
 * Throws 404 for an unknown partner, 415 for a file other than a PDF, 422 for a date in the future.
 */
export const setAgreement = (actor: Caller, id: string, { date }: { date: string }, file: UploadedFile) =>
  partnerRecords.edit(
    actor,
    id,
    ({ agreement }) => {
      if (!agreement) throw new Error('It was given just now')
      return agreement
    },
    async (before) => {
      if (!isPdf(file.bytes)) throw new AppError('unsupported', 'Dit bestand is geen PDF')
      if (date > localDateOf(now()))
        throw unprocessable('De overeenkomst kan niet in de toekomst zijn getekend', 'date')
      const hash = await putDocument(AGREEMENTS, file.bytes, 'application/pdf')
      const agreement = { date, hash, filename: filenameOf(file), size: file.bytes.length }
      const agreedSince = findFirstAgreement(before)?.date ?? date
      return { verb: 'agree', after: { ...before, agreement, agreedSince: agreedSince < date ? agreedSince : date } }
    },
  )

/**
 * Returns the PDF of the agreement with a partner as it was uploaded. Throws 404 for an unknown partner or without an
 * agreement.
 */
export async function readAgreement(actor: Caller, id: string) {
  const { row } = await partnerRecords.within(actor, id)
  if (!row.agreement) throw notFound()
  const { hash, filename } = row.agreement
  return { bytes: await getDocument(AGREEMENTS, hash), filename, inline: true }
}
