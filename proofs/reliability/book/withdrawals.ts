import type { LocalDate } from '../../../shared/time.ts'
import type { CommissionWorld } from '../../../testing/commissions.ts'
import type { buildCrashingCalls } from './crashing-calls.ts'

/** Returns the path of the sale of a commission. */
export const saleOf = (id: string) => `/sales/${id.replace(/^sale-/, '')}`

interface Withdrawing {
  readonly world: CommissionWorld
  readonly people: readonly string[]
  /** Corrections noted so far, in cents per person. */
  readonly adjusted: Map<string, number>
  readonly appointments: readonly { readonly id: string; saleId?: string }[]
  readonly calls: ReturnType<typeof buildCrashingCalls>
  readonly today: () => LocalDate
}

/** Makes the actions by which customers withdraw from sales, that is undone, and corrections follow. */
export function buildWithdrawals({ world, people, adjusted, appointments, calls, today }: Withdrawing) {
  const counted = new Set<string>()

  /** Adds the corrections of withdrawals that were noted since. */
  async function countCorrections(): Promise<void> {
    const noted = await world.done('admin', 'GET', '/api/commissions/adjustments?limit=500')
    for (const { id, userId, amount, reason } of noted) {
      if (counted.has(id) || !reason.startsWith('Herroepen op') || !people.includes(userId)) continue
      counted.add(id)
      adjusted.set(userId, (adjusted.get(userId) ?? 0) + Math.round(amount * 100))
    }
  }

  /** Delivers the work about the appointment of a sale, which is without a sale once that is rejected. */
  async function followSale(id: string): Promise<void> {
    const { status, appointmentId } = await world.done('admin', 'GET', `/api${saleOf(id)}`)
    const about = appointments.find((one) => one.id === appointmentId)
    if (!about) return
    await calls.deliver(about.id)
    if (status !== 'rejected') about.saleId = id
    else if (about.saleId === id) delete about.saleId
  }

  return {
    followSale,
    async withdraw(id: string): Promise<void> {
      await calls.isAccepted('POST', `${saleOf(id)}/withdraw`, { at: today(), how: 'mail', reason: 'Coulance' })
      await followSale(id)
    },
    async undo(id: string): Promise<void> {
      await calls.isAccepted('POST', `${saleOf(id)}/withdraw/undo`, {})
      await followSale(id)
    },
    async correct(id: string): Promise<void> {
      await calls.isAccepted('POST', `${saleOf(id)}/withdraw/corrections`, {})
      await countCorrections()
    },
  }
}
