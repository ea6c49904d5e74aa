import { LedgerItems } from '../functions/book/item-entity.ts'
import { type LedgerItem, settlementLines } from '../functions/book/service.ts'
import type { SettingsRow } from '../functions/company/service.ts'
import type { InvoiceRow } from '../functions/invoices/invoices/entity.ts'
import { vatRatesOf } from '../functions/invoices/invoices/vat-rates.ts'
import type { PartnerRow } from '../functions/invoices/partner-entity.ts'
import { MonthlyResults, MonthlyRuns } from '../functions/monthly-runs/monthly-entity.ts'
import { buildInvoiceForm, planInvoices } from '../functions/monthly-runs/monthly-plan.ts'
import type { Operation } from '../functions/platform/data/table.ts'
import { newRun } from '../functions/records/run.ts'
import { addDays, addMonths, instantIn, type LocalDate } from '../shared/time.ts'
import { type Schedule, scheduleInvoice } from './partner-agents.ts'

/** Invoice of a monthly run of the demo: its schedule, its form, and the ledger items that it claims. */
export interface RunInvoice extends Schedule {
  readonly partner: PartnerRow
  readonly form: ReturnType<typeof buildInvoiceForm>
  readonly commissions: NonNullable<InvoiceRow['commissions']>
  readonly items: readonly LedgerItem[]
}

/** Number of months that the demo has sales of. */
const MONTHS = 13

/**
 * Returns the invoices that the monthly runs of the past year made for a partner: those that a run plans from the open
 * items of each month. `place` is the place of the partner's agent among those with a partner.
 */
export async function planRunInvoices(
  partner: PartnerRow,
  place: number,
  { settings, today }: { readonly settings: SettingsRow; readonly today: LocalDate },
): Promise<RunInvoice[]> {
  const made: RunInvoice[] = []
  for (let ago = MONTHS; ago > 0; ago--) {
    const from = `${addMonths(today, -ago).slice(0, 7)}-01` as LocalDate
    const to = addDays(addMonths(from, 1), -1)
    const schedule = scheduleInvoice(from.slice(0, 7), place, today)
    if (!schedule) continue
    const choice = { partnerIds: [partner.id], from, to }
    const { payee, invoices } = await planInvoices(partner, choice, vatRatesOf(settings))
    for (const { settlement, lines } of invoices) {
      const items = settlementLines(settlement)
      made.push({
        ...{ ...schedule, partner, items },
        form: buildInvoiceForm(partner, { from, to, ...schedule }, lines),
        commissions: { runId: runIdOf(from), userId: payee?.id ?? '', itemIds: items.map(({ id }) => id) },
      })
    }
  }
  return made
}

const runIdOf = (from: LocalDate): string => `demo-run-${from.slice(0, 7)}`

/** Invoice of a run with its stored row. */
export interface StoredRunInvoice extends RunInvoice {
  readonly row: InvoiceRow
}

/** Returns the writes of the claims of run invoices on their items, and of the runs with their results. */
export function runWritesOf(made: readonly StoredRunInvoice[], startedById: string): Operation[] {
  const byRun = Map.groupBy(made, ({ commissions }) => commissions.runId)
  return [
    ...made.flatMap(({ items, row: { id, invoiceNumber: number } }) =>
      items.map((item) => LedgerItems.put({ ...item, claimedBy: { by: `invoice#${id}`, number } })),
    ),
    ...[...byRun].flatMap(([runId, invoices]) => runWrites(runId, invoices, startedById)),
  ]
}

function runWrites(runId: string, made: readonly StoredRunInvoice[], startedById: string): Operation[] {
  const [first] = made
  if (!first) return []
  const at = instantIn(first.invoiceDate, '09:30')
  const partnerIds = [...new Set(made.map(({ partner }) => partner.id))]
  return [
    MonthlyRuns.put({
      ...newRun(at),
      ...{ id: runId, startedById, state: 'done', endedAt: at },
      ...{ from: first.form.supplyFrom, to: first.form.supplyTo, invoiceDate: first.invoiceDate, partnerIds },
      ...{ position: partnerIds.length, created: made.length, leftOut: 0, failed: 0 },
    }),
    ...made.map(({ row, partner }) =>
      MonthlyResults.put({
        ...{ runId, id: row.id, at, partnerId: partner.id, outcome: 'created', leftOut: [] },
        ...{ invoiceId: row.id, invoiceNumber: row.invoiceNumber, total: row.totalAmount },
      }),
    ),
  ]
}
