import { commissionStatusLabels } from '../../shared/contract/commissions.ts'
import type { SaleStatus } from '../../shared/contract/sales.ts'
import { type LocalDate, monthsBetween, now } from '../../shared/time.ts'
import type { Change, GuardedWrite } from '../platform/commit.ts'
import { correctionId, isForInvoice, stillForInvoice } from './adjustments.ts'
import { findCommission } from './commission-change.ts'
import { dueTo, heldPayments, moved, payeesOf, stepOf, takenBack } from './commission-rules.ts'
import type { CommissionRow } from './entity.ts'
import { stillDue } from './invoiced.ts'
import { takenBackSince } from './payments-back.ts'
import { adjustmentsOf, rowsOf } from './statements.ts'

export { isCorrection, stillForInvoice, transferOf } from './adjustments.ts'
export {
  changedSince,
  type InvoicedRow,
  invoicedOf,
  partGivenBack,
  partSettled,
  partsOf,
  partTaken,
  partUnchanged,
} from './invoiced.ts'
export { invoicedPayeeMoved, isPaidByInvoice } from './invoiced-payees.ts'
export { replacedFeeSettled } from './replaced-fees.ts'
export { transferCorrections } from './transfers.ts'

/** A commission or a correction of somebody's, as a document tells of it. */
export interface Earned {
  /** `sale-…`, `lead-…` or `adjustment-…`. */
  readonly id: string
  readonly text: string
  /** Signed cents. */
  readonly amount: number
  /** The day of the sale or appointment, of a correction that of what it corrects. */
  readonly supplyDate: string
  /** Of a correction: the commission that it is about, where it is about one. */
  readonly corrects: string | undefined
  /** A correction that was noted before the period or after it. */
  readonly isOutside: boolean
  /** Why it is not to be paid out yet; null where it is. */
  readonly against: string | null
  /** What must still hold for an invoice to take it. */
  readonly conditions: readonly GuardedWrite[]
}

interface Period {
  readonly from: LocalDate
  readonly to: LocalDate
}

/**
 * What somebody earned by what is dated in a period and was not paid out, by date; then the corrections that invoices net,
 * of whatever day, as the next one does (rulings 39).
 */
export async function earnedIn(userId: string, { from, to }: Period): Promise<Earned[]> {
  const isWithin = ({ date }: { date: string }) => from <= date && date <= to
  const [months, adjustments] = await Promise.all([
    Promise.all(monthsBetween(from, to).map((month) => rowsOf(userId, month))),
    adjustmentsOf(userId),
  ])
  return [
    ...months
      .flat()
      .filter((row) => isWithin(row) && stepOf(row.status) !== null)
      .map((row) => ({
        id: row.id,
        text: `${row.type === 'sale' ? 'Sale' : 'Afspraak'} ${row.customerName} (${dayText(row.date)})`,
        amount: dueTo(userId, row).amount,
        supplyDate: row.date,
        corrects: undefined,
        against: againstOf(userId, row),
        isOutside: false,
        conditions: [stillDue(row)],
      })),
    ...adjustments.filter(isForInvoice).map((row) => ({
      id: correctionId(row),
      text: `Correctie: ${row.reason} (${dayText(row.date)})`,
      amount: row.amount,
      supplyDate: row.supplyDate ?? row.date,
      corrects: row.commissionId,
      against: null,
      isOutside: !isWithin(row),
      conditions: [stillForInvoice(correctionId(row))],
    })),
  ]
}

function againstOf(userId: string, row: CommissionRow): string | null {
  if (row.stillPaid?.some((payment) => payment.userId === userId)) return 'Is al uitbetaald'
  return row.status === 'klaar_voor_uitbetaling' ? null : `Status is ${commissionStatusLabels[row.status]}`
}

const dayText = (date: string) => date.split('-').reverse().join('-')

/** A commission as it is now, for what pays it out besides its own page. */
export interface Standing {
  readonly status: SaleStatus
  /** Whom something of it is due to, each once, and what in cents. */
  readonly payees: readonly { readonly userId: string; readonly name: string; readonly amount: number }[]
  /** That it is to be paid out, and to whom and how much, as it was read. */
  readonly stillDue: GuardedWrite
  /** The changes that pay it out, to some by their invoices; 409 where that is not its next step. */
  readonly paidOut: (paidByInvoice: string[]) => Change[]
  /** Who was paid of it by a payment that holds, also when it is to be paid out again. */
  readonly paidTo: readonly string[]
  /** The changes that make it one of which somebody whose invoice paid them is to be paid again; 409 where they were not. */
  readonly takenBack: (userId: string, why: string) => Promise<Change[]>
}

/** One commission, whoever asks; 404 when there is none. */
export async function commissionNow(id: string): Promise<Standing> {
  const { row, changed, after } = await findCommission(id)
  return {
    status: row.status,
    payees: payeesOf(row).filter(({ amount }) => amount !== 0),
    stillDue: stillDue(row),
    paidOut: (paidByInvoice) =>
      changed({ ...moved('admin', row, 'uitbetaald', now()), paidByInvoice }, { verb: 'advance' }),
    paidTo: heldPayments(row).map(({ userId }) => userId),
    takenBack: async (userId, why) => {
      const at = now()
      const money = takenBack(row, userId)
      const also = await takenBackSince(row, after(money), { why, at })
      return changed(money, { verb: 'take-back', at, also })
    },
  }
}
