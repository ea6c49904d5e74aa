import type { Action } from '../../shared/access.ts'
import { saleStatusLabels } from '../../shared/api/parts/statuses.ts'
import { type LocalDate, monthsBetween } from '../../shared/time.ts'
import { invoiceIdOf, isOpen, type LedgerItem } from '../book/service.ts'
import type { Caller } from '../platform/actor.ts'
import { asWhole, getRows } from '../platform/data/rows.ts'
import { findListed } from '../records/listed.ts'
import { commissionShareOf, stepOf } from './amounts/commission-rules.ts'
import type { CommissionRow } from './commission-entity.ts'
import { readCommissionsPaying } from './commissions/commission-list.ts'
import { readCommissionItems } from './commissions/earned.ts'
import { Sales } from './entity.ts'
import { withMoney } from './records.ts'
import { ownersOf } from './rules.ts'
import { textOf } from './texts.ts'
import { viewsOf } from './views.ts'

export { countFirstPayments } from './payouts/first-payment-list.ts'
export { type InvoiceStanding, updateCommissionFromItems } from './payouts/following.ts'
export { findQuestionedCommissions, readOpenQuestions } from './questions/questions.ts'
export { readUnfinishedCommissions } from './questions/unfinished.ts'
export { describeItems, type ItemView } from './statements/item-customers.ts'

/**
 * Reads sales by their ids as the list of sales shows them; leaves out those on which the actor may not do `action`.
 */
export const findListedSales = (actor: Caller, ids: readonly string[], action: Action = 'sale:list') =>
  findListed(actor, action, ids, {
    read: async (keys) => asWhole(await getRows(Sales, keys)),
    ownersOf,
    show: async (rows) => viewsOf(actor, await withMoney(rows), false),
  })

interface Period {
  readonly from: LocalDate
  readonly to: LocalDate
}

/**
 * Reason against invoicing a commission: an earlier step, an open question, nothing to pay, or an amount that is
 * claimed or paid.
 */
type WaitingKind = 'waiting' | 'question' | 'zero' | 'held'

/** Commission of a person that the invoice run skips, with the reason. */
export interface Waiting {
  readonly kind: WaitingKind
  readonly commissionId: string
  readonly text: string
  readonly reason: string
  readonly date: string
  /** Amount for the person, in cents. */
  readonly amount: number
  /** Id of the invoice that claims the commission. */
  readonly invoiceId: string | undefined
}

/**
 * Lists the commissions of a person in a period that cannot be paid now, each with the reason. Leaves out commissions
 * that are rejected or paid out.
 */
export async function listWaitingCommissions(userId: string, { from, to }: Period): Promise<Waiting[]> {
  const months = await Promise.all(monthsBetween(from, to).map((month) => readCommissionsPaying(userId, month)))
  const rows = months.flat().filter(({ date, status }) => from <= date && date <= to && stepOf(status) !== null)
  const items = await readCommissionItems({
    dues: rows.flatMap(({ dues = [] }) => dues.filter((due) => due.userId === userId)),
  })
  return rows.flatMap((row): Waiting[] => {
    const why = reasonOf(
      userId,
      row,
      items.filter(({ commissionId }) => commissionId === row.id),
    )
    return why
      ? [
          {
            commissionId: row.id,
            text: textOf(row),
            date: row.date,
            amount: commissionShareOf(userId, row).amount,
            ...why,
          },
        ]
      : []
  })
}

/** Returns the reason why a person's commission cannot be paid now; null where it can. */
function reasonOf(
  userId: string,
  row: CommissionRow,
  items: readonly LedgerItem[],
): Pick<Waiting, 'kind' | 'reason' | 'invoiceId'> | null {
  const because = (kind: WaitingKind, reason: string, invoiceId?: string) => ({ kind, reason, invoiceId })
  if (row.status !== 'klaar_voor_uitbetaling') {
    return because('waiting', `Status is ${saleStatusLabels[row.status]}`)
  }
  if (items.some(isOpen)) return row.openQuestions > 0 ? because('question', 'Vraag open') : null
  if (commissionShareOf(userId, row).amount === 0) return because('zero', 'Het bedrag is € 0,00')
  const held = items.find(invoiceIdOf)
  return held
    ? because('held', `Staat al op factuur ${held.claimedBy?.number}`, invoiceIdOf(held))
    : because('held', 'Is al uitbetaald')
}
