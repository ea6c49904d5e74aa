import { roleLabels } from '../../../shared/api/parts/fields.ts'
import { saleStatusLabels } from '../../../shared/api/parts/statuses.ts'
import { providerLabels } from '../../../shared/api/parts/trade.ts'
import { wholeCents } from '../../../shared/money.ts'
import { type LocalDate, localDateOf, now } from '../../../shared/time.ts'
import { readCompanyName } from '../../company/service.ts'
import { auditFile, countFileRequest } from '../../export/export-list.ts'
import { findTeam } from '../../people/service.ts'
import type { Caller } from '../../platform/actor.ts'
import { fullName } from '../../platform/identity/user.ts'
import { type Statement, titleOf } from './statement.ts'
import { readMonthStatement } from './statements.ts'

type Format = 'xlsx' | 'pdf'

const formats: Record<
  Format,
  { readonly contentType: string; readonly write: (of: Statement) => Promise<Uint8Array> }
> = {
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: async (statement) => (await import('./statement-xlsx.ts')).createStatementXlsx(statement),
  },
  pdf: {
    contentType: 'application/pdf',
    write: async (statement) => (await import('./statement-pdf.ts')).createStatementPdf(statement),
  },
}

interface Wanted {
  readonly userId?: string | undefined
  /** `yyyy-mm`. */
  readonly month: string
  readonly format?: Format | undefined
}

/**
 * Exports a person's commissions of a month as a workbook or PDF, and audits that. Throws 404 out of reach, 422 for a
 * file that is too large, 429 after 30 files in five minutes.
 */
export async function exportStatement(actor: Caller, { format = 'xlsx', ...whose }: Wanted) {
  const rows = await readMonthStatement(actor, whose)
  await countFileRequest(actor)
  const { permit, user, month } = rows
  const statement = await statementFor(rows)
  const { contentType, write } = formats[format]
  const bytes = await write(statement)
  await auditFile(permit, 'commission-statement', bytes, { userId: user.id, month, format })
  return { bytes, contentType, filename: `${titleOf(statement)} ${fullName(user)}.${format}` }
}

/** Returns the statement of a month in words, as each format of the file writes it. */
async function statementFor(rows: Rows): Promise<Statement> {
  const { user, month, carriedIn, earned, paid, adjustments, byInvoice } = rows
  const team = user.teamId === undefined ? null : await findTeam(user.teamId)
  return {
    month,
    drawnUpOn: localDateOf(now()),
    company: await readCompanyName(),
    person: { name: fullName(user), role: roleLabels[user.role], team: team?.name ?? null },
    carriedIn: wholeCents(carriedIn),
    earned: earned.map(({ date, customerName, energyProvider, as, status, amount }) => ({
      date: date as LocalDate,
      customer: customerName,
      provider: energyProvider ? providerLabels[energyProvider] : null,
      role: roleLabels[as],
      status: saleStatusLabels[status],
      amount: wholeCents(amount),
    })),
    paid: paid.map(paymentOf),
    adjustments: adjustments.map(adjustmentOf),
    byInvoice: {
      paid: byInvoice.paid.map((row) => ({ ...paymentOf(row), invoice: invoiceOf(row) })),
      adjustments: byInvoice.adjustments.map((row) => ({ ...adjustmentOf(row), invoice: invoiceOf(row) })),
    },
  }
}

type Rows = Awaited<ReturnType<typeof readMonthStatement>>

const paymentOf = ({ date, customerName, amount }: Rows['paid'][number]) => ({
  date: date as LocalDate,
  customer: customerName,
  amount: wholeCents(amount),
})

const adjustmentOf = ({ date, reason, customerName, amount }: Rows['adjustments'][number]) => ({
  date: date as LocalDate,
  reason,
  customer: customerName ?? null,
  amount: wholeCents(amount),
})

const invoiceOf = ({ invoiceNumber }: { readonly invoiceNumber: string }) => `Factuur ${invoiceNumber}`
