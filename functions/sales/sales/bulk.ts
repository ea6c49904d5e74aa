import { saleStatusLabels } from '../../../shared/api/parts/statuses.ts'
import { unprocessable } from '../../../shared/errors.ts'
import type { SaleAgreement } from '../../../shared/sales/schemas.ts'
import { namesOf } from '../../people/service.ts'
import type { Caller } from '../../platform/actor.ts'
import { bulkOf } from '../../records/bulk-runs.ts'
import type { Edit } from '../../records/record.ts'
import { moneyOf } from '../amounts/commission-rules.ts'
import { approvalOf, findChangedFields } from '../approval.ts'
import type { Sale } from '../commission-entity.ts'
import { bookChange } from '../commissions/booking.ts'
import { readEarned } from '../commissions/earned.ts'
import type { Approval, SaleRow } from '../entity.ts'
import { refuseOwnCommission } from '../own-money.ts'
import { saleRecords } from '../records.ts'
import { commissionOf } from '../rules.ts'
import { planChange } from './changing.ts'
import { readCoolingOff } from './cooling-off.ts'
import { planStep } from './steps.ts'

/** Fields of a sale about the customer's agreement, as they are stored. */
type StoredAgreement = Partial<Pick<SaleRow, (typeof agreementFields)[number]>>
const agreementFields = ['soldAt', 'confirmedAt', 'confirmation', 'infoGivenAt', 'isHomeUse'] as const

/** Wish of a run: to approve sales, or to note agreements. For an undo it has what was there before. */
interface Wish {
  readonly status?: 'approved' | undefined
  readonly agreement?: SaleAgreement | undefined
  readonly former?: Approval & { readonly agreement?: StoredAgreement }
}

/**
 * Bulk runs that approve sales (rulings 35) or note how their customers agreed (market 69c). The undo of a run takes
 * back each change after which nothing changed.
 */
export const saleBulk = bulkOf({
  ...{ type: 'sale-run', action: 'commission:manage', step: 'sale-bulk', by: 'sales' },
  namesOf,
  shown: ({ status, agreement }: Wish) => ({ status, agreement }),
  records: saleRecords,
  actionFor: ({ agreement, former }) => (agreement || former?.agreement ? 'sale:edit' : 'sale:status'),
  nameOf: ({ customerName }) => customerName,
  plan: async (actor, sale, { agreement, former }) => {
    const edit = former
      ? await takeBack(actor, sale, former)
      : agreement
        ? await noteAgreement(actor, sale, agreement)
        : await approve(actor, sale)
    return { edit, before: { former: { ...approvalOf(sale), ...(agreement ? { agreement: agreementOf(sale) } : {}) } } }
  },
})

const agreementOf = (sale: SaleRow): StoredAgreement =>
  Object.fromEntries(agreementFields.flatMap((name) => (sale[name] === undefined ? [] : [[name, sale[name]]])))

function approve(actor: Caller, sale: Sale): Promise<Edit<Sale>> {
  if (sale.status === 'approved') throw unprocessable(`Staat al op ${saleStatusLabels.approved}`)
  return planStep(actor, sale, { status: 'approved' })
}

/**
 * Returns the edit that notes how a customer agreed. Throws 422 where all of it was noted already, and where the sale
 * would lose its file, which an undo could not bring back.
 */
async function noteAgreement(actor: Caller, sale: Sale, agreement: SaleAgreement): Promise<Edit<Sale>> {
  if (agreement.confirmation === null && sale.confirmation?.fileKey) {
    throw unprocessable('Deze sale heeft een bestand als bewijs. Wijzig dat bij de sale zelf.')
  }
  const edit = await planChange(actor, sale, { ...agreement, confirmation: keepReference(sale, agreement) })
  if (findChangedFields(sale, edit.after).length === 0) throw unprocessable('Was al vastgelegd')
  return edit
}

/** Returns the proof of a run for a sale: its reference stays where the run has none. */
const keepReference = (sale: Sale, { confirmation }: SaleAgreement): SaleAgreement['confirmation'] =>
  confirmation && { ...confirmation, reference: confirmation.reference ?? sale.confirmation?.reference }

/**
 * Returns the edit that gives a sale the approval it had, and the agreement that was noted then. Throws 403 for one's
 * own commission.
 */
async function takeBack(
  actor: Caller,
  sale: Sale,
  { agreement, ...former }: NonNullable<Wish['former']>,
): Promise<Edit<Sale>> {
  const row = commissionOf(sale)
  const also = await refuseOwnCommission(actor, row, { status: former.status })
  const earned = await readEarned(row)
  const noted: StoredAgreement | undefined = agreement && {
    ...Object.fromEntries(agreementFields.map((name) => [name, undefined])),
    ...agreement,
  }
  const restored = { ...sale, ...moneyOf(earned.row), ...noted, ...approvalOf(former) }
  const before = noted ? { ...restored, ...(await readCoolingOff(restored)) } : restored
  const { after, write, count } = await bookChange(earned, commissionOf(before), { actor })
  return { after: { ...before, ...moneyOf(after) }, write, count, also }
}
