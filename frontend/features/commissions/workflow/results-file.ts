import { commissions } from '../../../../shared/api/commissions.ts'
import type { AdvanceResult } from '../../../../shared/api/schemas/advance.ts'
import { call } from '../../../lib/client.ts'

const outcomes: Record<AdvanceResult['outcome'], string> = {
  advanced: 'Verwerkt',
  skipped: 'Overgeslagen',
  failed: 'Mislukt',
}

/**
 * Fetches the outcome of every commission of a run and returns a CSV file. Its texts cannot become spreadsheet
 * formulas.
 */
export async function loadResultsFile(runId: string): Promise<Blob> {
  const lines = [['ID', 'Klant', 'Uitkomst', 'Toelichting']]
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
    const { items, next } = await call(commissions.results, { params: { id: runId }, query: { limit: '500', cursor } })
    lines.push(
      ...items.map(({ id, customerName, outcome, message }) => [id, customerName, outcomes[outcome], message ?? '']),
    )
    cursor = next ?? undefined
  }
  const text = lines.map((line) => line.map(cell).join(';')).join('\r\n')
  return new Blob([`\ufeff${text}\r\n`], { type: 'text/csv;charset=utf-8' })
}

const cell = (value: string) => `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`
