import { expect } from 'vitest'
import type { BankStatement, StatementBooking } from '../../../shared/api/schemas/bank.ts'
import type { Period } from '../../../shared/api/schemas/periods.ts'
import { addMonths, type LocalDate } from '../../../shared/time.ts'
import type { CommissionWorld } from '../../../testing/commissions.ts'
import { runAsFunction } from '../../../testing/rights.ts'

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

/** Expects that a month reconciles, and that its VAT equals that of its documents. */
export async function checkEnd({ done }: Pick<CommissionWorld, 'done'>, month: string): Promise<void> {
  const [reconciliation, vat] = await Promise.all([
    done('admin', 'GET', `/api/ledger/reconciliation?month=${month}`),
    done('admin', 'GET', `/api/ledger/vat?period=${month}`),
  ])
  const { differences, totals, partnerTotals } = reconciliation
  expect({ month, differences, of: [totals.difference, partnerTotals.difference, vat.difference] }).toEqual({
    ...{ month, differences: [], of: [0, 0, 0] },
  })
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
