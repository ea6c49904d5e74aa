import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { BankStatement, StatementBooking } from '../../../shared/api/schemas/bank.ts'
import type { Journal } from '../../../shared/api/schemas/journal.ts'
import type { Period } from '../../../shared/api/schemas/periods.ts'
import { costAccounts } from '../../../shared/ledger/accounts.ts'
import { addMonths, type LocalDate } from '../../../shared/time.ts'
import type { CommissionWorld } from '../../../testing/commissions.ts'
import { readAuditFile } from '../../../testing/ledger.ts'
import { runAsFunction } from '../../../testing/rights.ts'
import { buildCaller } from '../../../testing/searched.ts'

interface Closing {
  readonly world: CommissionWorld
  readonly people: readonly string[]
  readonly partners: readonly string[]
  /** Ids of the office's invoices and credit notes. */
  readonly documents: readonly string[]
}

const STATEMENTS = '/api/self-billing/bank-statements'
const periodPath = (month: string) => `/api/ledger/periods/${month}`

/** Opens all closed months again, as the offices before closed them. */
export async function openMonths(world: CommissionWorld): Promise<void> {
  const { periods }: { periods: Period[] } = await world.done('admin', 'GET', '/api/ledger/periods')
  for (const { month, state } of periods) {
    if (state === 'open') continue
    await world.done('admin', 'PUT', periodPath(month), { closed: false, reason: 'Volgend kantoor' })
  }
}

/** First day of the books of all proofs. */
const BEGIN = '2026-11-01' as LocalDate

/**
 * Expects that a month reconciles, and that its VAT equals that of its documents. Also expects that journal and audit
 * file balance, and end with the sums of the book. Returns the audit file.
 */
export async function checkEnd({ done }: Pick<CommissionWorld, 'done'>, month: string): Promise<string> {
  const [reconciliation, vat] = await Promise.all([
    done('admin', 'GET', `/api/ledger/reconciliation?month=${month}`),
    done('admin', 'GET', `/api/ledger/vat?period=${month}`),
  ])
  const auditFile = await checkJournal(await done('admin', 'GET', `/api/ledger/journal?period=${month}`))
  const { differences, totals, partnerTotals } = reconciliation
  expect({ month, differences, of: [totals.difference, partnerTotals.difference, vat.difference] }).toEqual({
    ...{ month, differences: [], of: [0, 0, 0] },
  })
  return auditFile
}

/**
 * Expects that the journal of a month balances, and ends as its audit file and all postings until then do. Returns the
 * audit file.
 */
async function checkJournal({ period, to, debit, credit, accounts }: Journal): Promise<string> {
  const { readJournal } = await import('../../../functions/book/service.ts')
  const { exportAuditFile } = await import('../../../functions/ledger/audit-file.ts')
  const cents = (euros: number) => Math.round(euros * 100)
  expect(credit, period).toBe(debit)
  // A person may request few files in a short time, and the offices close their months at the same moment.
  const { bytes } = await exportAuditFile(buildCaller('admin', randomUUID(), 0), { period })
  const auditFile = bytes.toString()
  const { closing } = readAuditFile(auditFile)
  const sums = new Map<string, number>()
  // Costs of earlier years are in the result.
  const add = (account: string | null, amount: number) => {
    const name = account === null || costAccounts.includes(account as never) ? 'result' : account
    sums.set(name, (sums.get(name) ?? 0) + amount)
  }
  for (const { postings } of await readJournal({ from: BEGIN, to: to as LocalDate })) {
    for (const { account, amount } of postings) add(account, amount)
  }
  for (const { account, number, closing: amount } of accounts) {
    expect(closing.get(number) ?? 0, `${period}: ${number}`).toBe(cents(amount))
    add(account, -cents(amount))
  }
  expect(
    [...sums].filter(([, amount]) => amount !== 0),
    period,
  ).toEqual([])
  return auditFile
}

/** Returns the functions that close months of an office, and check that a closed month never changes (rule 5). */
export function buildMonthClosing({ world, people, partners, documents }: Closing) {
  const closed = new Map<string, unknown>()

  /** Cancels concepts and leaves the bookings of statements as they are, as closing waits for both. */
  async function finishWork(): Promise<void> {
    for (const id of documents) {
      const path = `/api/self-billing/invoices/${id}/status`
      await world.call('admin', 'PATCH', path, { status: 'cancelled' })
    }
    const statements: BankStatement[] = await world.done('admin', 'GET', STATEMENTS)
    for (const { id } of statements.filter(({ toConfirm, doubtful }) => toConfirm + doubtful > 0)) {
      const bookings: StatementBooking[] = await world.done('admin', 'GET', `${STATEMENTS}/${id}/bookings`)
      for (const { id: booking, task } of bookings) {
        if (task !== 'none') await world.done('admin', 'POST', `${STATEMENTS}/${id}/mark`, { booking, isLeft: true })
      }
    }
  }

  async function readMonth(month: string): Promise<unknown> {
    const { journalOfPartner, journalOfPerson } = await import('../../../functions/book/service.ts')
    const { readAllRows } = await import('../../../functions/records/source.ts')
    const sources = [
      ...people.map((id) => journalOfPerson(id, month)),
      ...partners.map((id) => journalOfPartner(id, month)),
    ]
    return Promise.all(sources.map((source) => readAllRows(source)))
  }

  return {
    finishWork,
    /** Returns the number of months that the office closed. */
    count: () => closed.size,
    /** Closes the month before a day at 09:30 of that day, unless another action leaves work that closing waits for. */
    async close(today: LocalDate): Promise<void> {
      const month = addMonths(today, -1).slice(0, 7)
      await finishWork()
      const { status, text } = await world.call('admin', 'PUT', periodPath(month), { closed: true })
      expect([200, 409], text).toContain(status)
      if (status === 409) return
      await world.world.travel(`${today}T09:30:00Z`)
      const { handler } = await import('../../../events/month-closing.ts')
      await runAsFunction('month-closing', handler)
      const { state, refusal }: { state: string; refusal: string | null } = await world.done(
        ...(['admin', 'GET', periodPath(month)] as const),
      )
      expect([state, refusal]).toEqual(['closed', null])
      await checkEnd(world, month)
      closed.set(month, await readMonth(month))
    },
    /** Expects that the closed months of the office are as they were sealed. */
    async checkClosed(said: string): Promise<void> {
      for (const [month, rows] of closed) expect(await readMonth(month), `${said}: ${month}`).toEqual(rows)
    },
  }
}
