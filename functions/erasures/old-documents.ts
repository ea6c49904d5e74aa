import { localDateOf, now } from '../../shared/time.ts'
import { eraseCustomersOfMonth } from '../invoices/erasing.ts'
import { TAX_YEARS } from '../records/erasing.ts'
import { eraseFromLog } from './log.ts'

/**
 * Takes the customers out of the lines of invoices and credit notes of the last year that tax law no longer asks for.
 * Returns the number of documents.
 */
export async function eraseOldDocuments(): Promise<{ documents: number }> {
  const year = Number(localDateOf(now()).slice(0, 4)) - TAX_YEARS - 1
  let documents = 0
  for (let month = 1; month <= 12; month++) {
    documents += await eraseCustomersOfMonth(`${year}-${String(month).padStart(2, '0')}`, eraseFromLog)
  }
  return { documents }
}
