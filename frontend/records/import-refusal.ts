import * as z from 'zod'
import { RowProblem } from '../../shared/contract/imports.ts'
import { CallError, messageOf } from '../lib/call-error.ts'

/** What a refused upload says, with what is wrong per row where that is known. */
export interface Refusal {
  readonly message: string
  readonly details: readonly RowProblem[]
  /** How many there are, where not all of them are told. */
  readonly detailsCount?: number | null | undefined
  /** The upload that waits for somebody to say what its columns mean. */
  readonly uploadId?: string | undefined
}

const Refused = z.object({
  details: z.array(RowProblem),
  detailsCount: z.int().nullish(),
  uploadId: z.string().optional(),
})

/** A failed upload: the server's `{error, details, stats}` (rulings 54), or just what was thrown. */
export function refusalOf(error: unknown): Refusal {
  const body = Refused.safeParse(error instanceof CallError ? error.body : undefined)
  const message = messageOf(error, 'Het bestand kon niet worden verwerkt.')
  const { details = [], detailsCount, uploadId } = body.data ?? {}
  return { message, details, detailsCount, uploadId }
}
