import type { OwnInvoiceWish } from '../../../shared/api/schemas/own-invoice.ts'
import { repaymentWayLabels, type repaymentWays } from '../../../shared/api/schemas/pay.ts'
import { unprocessable } from '../../../shared/errors.ts'
import type { PayoutMethod } from '../../../shared/ledger/payout-methods.ts'
import { cents, euros, moneyText, wholeCents } from '../../../shared/money.ts'
import { localDateOf, monthOf, monthText, now } from '../../../shared/time.ts'
import {
  type Posted,
  payByPayroll,
  readOpenItems,
  recordOwnInvoice,
  repaymentOf,
  requireNoPartner,
  type Settlement,
  settlementLines,
  sumAmounts,
} from '../../book/service.ts'
import { nameOf, requireUnchangedActor } from '../../people/service.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { commitAll } from '../../platform/data/commit.ts'
import { findUser, fullName, type User } from '../../platform/identity/user.ts'
import { findPayoutMethod, MOST_SETTLED, ownInvoiceOf } from '../commissions/booking.ts'
import { refuseOwnMoney } from '../own-money.ts'

/** Requested repayment; the amount in euros. */
interface Wish extends OwnInvoiceWish {
  readonly userId: string
  readonly amount: number
  readonly way?: (typeof repaymentWays)[number] | undefined
}

/**
 * Settles what a person owes us, by payroll or a zzp'er's credit invoice, apart from any commission (decision 73).
 * Throws 422 above the debt, for too many corrections, without a credit invoice, and for an unknown
 * person or one whom a partner's invoices pay. Throws 403 for one's own debt, except by the only active admin.
 */
export async function settleDebt(actor: Caller, wish: Wish) {
  const permit = authorise(actor, 'commission:manage')
  const user = await findUser(wish.userId)
  if (!user) throw unprocessable('Deze medewerker bestaat niet', 'userId')
  const [payoutMethod, open] = await Promise.all([findPayoutMethod(user.id), readOpenItems(user.id)])
  const owed = -sumAmounts(open)
  const amount = cents(wish.amount)
  refuseUnowed(user, payoutMethod, amount, owed)
  const settlement = repaymentOf(open, amount)
  refuseLong(settlement)
  const { posted, text } = await settleRepayment(payoutMethod, user, settlement, { ...wish, by: actor.id })
  const date = localDateOf(now())
  const about = { type: 'commission-repayment', id: `${settlementLines(settlement)[0]?.id}`, name: fullName(user) }
  const own = await refuseOwnMoney(actor, user.id === actor.id, about, { amount })
  const change = {
    action: 'commission-repayment.create' as const,
    entity: about,
    after: { userId: user.id, amount, date, text },
    write: [...requireUnchangedActor(actor, null), requireNoPartner(user.id), ...posted.write],
    count: posted.count,
  }
  const left = euros(wholeCents(amount - owed))
  return commitAll(permit, [change, ...own], {
    ...{ userId: user.id, user: nameOf(user), amount: euros(amount), date, text, open: left },
  })
}

/**
 * Throws 422 without a debt and for an amount above it. Also throws 422 for a person with a partner, whose next invoice
 * deducts the debt.
 */
function refuseUnowed(user: User, payoutMethod: PayoutMethod, amount: number, owed: number): void {
  if (owed <= 0) throw unprocessable(`${fullName(user)} staat niet onder nul`, 'userId')
  if (payoutMethod === 'invoice') {
    const text = `${fullName(user)} heeft een partner: dit gaat af van de volgende factuur. Partner gestopt? Zet de partner op inactief.`
    throw unprocessable(text, 'userId')
  }
  if (amount > owed) throw unprocessable(`Er staat ${moneyText(wholeCents(owed))} onder nul`, 'amount')
}

/** Throws 422 for more lines than one transaction holds; the message has the amount that fits. */
function refuseLong(settlement: Settlement): void {
  const lines = settlementLines(settlement)
  if (lines.length <= MOST_SETTLED) return
  const most = -sumAmounts(lines.slice(0, MOST_SETTLED))
  throw unprocessable(`Dit zijn te veel correcties ineens. Reken eerst ${moneyText(wholeCents(most))} af.`, 'amount')
}

/**
 * Returns the writes and text of a repayment by payroll or own invoice. Throws 422 without a credit
 * invoice.
 */
async function settleRepayment(
  payoutMethod: PayoutMethod,
  user: User,
  settlement: Settlement,
  { way = 'withheld', by, ...wish }: Wish & { readonly by: string },
): Promise<{ readonly posted: Posted; readonly text: string }> {
  const date = localDateOf(now())
  if (payoutMethod === 'payroll') {
    const text = way === 'withheld' ? `Ingehouden op het loon van ${monthText(monthOf(date))}` : repaymentWayLabels[way]
    return { posted: payByPayroll(settlement, { date, by, month: monthOf(date), repaid: text }), text }
  }
  const invoice = ownInvoiceOf(wish)
  if (!invoice) {
    throw unprocessable(`${fullName(user)} is zzp'er: vul het nummer van de creditfactuur in`, 'ownInvoiceNumber')
  }
  const { number, sums } = invoice
  const negated = sums && { ...sums, amount: wholeCents(-sums.amount), vat: wholeCents(-sums.vat) }
  const credit = { number, ...(negated && { sums: negated }) }
  const text = `Afgerekend met eigen creditfactuur ${number}`
  return { posted: await recordOwnInvoice(settlement, { date, by, invoice: credit, repaid: text }), text }
}
