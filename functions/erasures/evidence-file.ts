import { traceOfCustomerId } from '../../shared/customer-id.ts'
import { findDoNotCall } from '../known-customers/service.ts'
import { readNumberRows } from '../numbers/erasing.ts'
import type { Audited } from '../records/erasing.ts'
import { readLines } from './log.ts'

/** Returns the phone numbers of erased records. */
export const phonesOf = (audited: readonly Audited[]): string[] =>
  audited.flatMap(({ type, id }) => {
    const trace = type === 'customer' ? traceOfCustomerId(id) : null
    return trace?.by === 'phone' ? [trace.value] : []
  })

/** Reads what is stored about the numbers of records, with the lines of the audit log, for the file about a person. */
export async function readEvidence(audited: readonly Audited[]) {
  const phones = [...new Set(phonesOf(audited))]
  const found = await Promise.all(
    phones.map(async (id) => {
      const [number, closing] = await Promise.all([readNumberRows(id), findDoNotCall(id)])
      const lines = await Promise.all([
        readLines({ type: 'number', id }),
        readLines({ type: 'do-not-call', id }),
        ...(number[0]?.consents ?? []).map((consent) => readLines({ type: 'consent', id: consent.id })),
      ])
      return { type: 'number' as const, id, rows: { number, doNotCall: closing ? [closing] : [] }, log: lines.flat() }
    }),
  )
  return found.filter(({ rows }) => rows.number.length + rows.doNotCall.length > 0)
}
