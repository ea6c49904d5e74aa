import * as z from 'zod'
import { RowProblem } from '../../../shared/api/parts/imports.ts'
import { CallError, messageOf } from '../../lib/call-error.ts'

/** Message of a refused upload, with the problems per row where known. */
export interface Refusal {
  readonly message: string
  readonly details: readonly RowProblem[]
  /** Total number of problems; null or absent where unknown. */
  readonly detailsCount?: number | null | undefined
  /** Id of the upload that waits until a user assigns its columns. */
  readonly uploadId?: string | undefined
}

const Refused = z.object({
  details: z.array(RowProblem),
  detailsCount: z.int().nullish(),
  uploadId: z.string().optional(),
})

/** Returns the message of a failed upload, with the problems per row that the server sent (rulings 54). */
export function refusalOf(error: unknown): Refusal {
  const body = Refused.safeParse(error instanceof CallError ? error.body : undefined)
  const message = messageOf(error, 'Het bestand kon niet worden verwerkt.')
  const { details = [], detailsCount, uploadId } = body.data ?? {}
  return { message, details, detailsCount, uploadId }
}
