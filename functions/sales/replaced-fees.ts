import type { EntityItem } from 'electrodb'
import { changedMeanwhile } from '../../shared/errors.ts'
import { now } from '../../shared/time.ts'
import type { Whole } from '../../shared/whole.ts'
import type { Change, GuardedWrite } from '../platform/commit.ts'
import { movesOf } from '../platform/counters.ts'
import { Entity, key, model, store } from '../platform/table.ts'
import { findUser } from '../platform/user.ts'
import type { More } from '../records/record.ts'
import { adjustmentFor, adjustmentRecords, nettingOf, SYSTEM } from './adjustments.ts'
import { contributionsOf, placedCommission } from './commission-rules.ts'
import { type CommissionRow, Commissions } from './entity.ts'
import type { InvoicedRow } from './invoiced.ts'
import { paidWith, paymentMoves } from './payments.ts'
import { takenBackSince } from './payments-back.ts'

/**
 * Fees of held appointments that a sale took the place of, each as it stands: that again when the sale is rejected, and
 * paid or not with the invoice that holds it until then.
 *
 * | Read     | Index   | Key |
 * | one fee  | primary | id  |
 */
const ReplacedFees = new Entity(
  {
    model: model('replacedfee'),
    attributes: {
      /** Of its commission, and the version of that. */
      id: { type: 'string', required: true },
      version: { type: 'number', required: true },
      fee: { type: 'any', required: true },
    },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['id'], template: 'replacedfee#${id}' },
        sk: { ...key.primary.sk, composite: [], template: 'replacedfee' },
      },
    },
  },
  store,
)
type ReplacedFee = Whole<EntityItem<typeof ReplacedFees>>

const lost = () => changedMeanwhile('deze afspraak')

/** The fee that a sale took the place of, strongly consistent; null where there is none. */
export async function replacedFee(id: string): Promise<CommissionRow | null> {
  const { data } = await ReplacedFees.get({ id }).go({ consistent: true })
  return data ? ((data as ReplacedFee).fee as CommissionRow) : null
}

/**
 * The changes by which a sale takes the place of a fee, whatever its step. What was paid out stays paid and counted as
 * that, and is taken back by an adjustment (rulings 36, 39).
 */
export async function replacedBySale(fee: CommissionRow): Promise<Change[]> {
  const { id, version } = fee
  const gone: GuardedWrite = {
    write: Commissions.delete({ id }).where((row, { eq }) => eq(row.version, version)),
    otherwise: lost,
  }
  const isPaid = fee.status === 'uitbetaald'
  const replaced: Change = {
    action: 'commission.replace',
    entity: { type: 'commission', id },
    before: fee,
    after: null,
    write: [gone, ReplacedFees.put({ id, version, fee })],
    count: isPaid ? [] : movesOf(contributionsOf(fee), []),
  }
  return [replaced, ...(isPaid ? await adjusted(fee, -1, REPLACED) : [])]
}

/** The changes by which a fee is there again as `to`: what was taken back of it is owed again (rulings 36, 39). */
export async function restoredFee(before: CommissionRow, to: CommissionRow, more: More): Promise<Change[]> {
  const after = nextOf(to)
  const isPaid = after.status === 'uitbetaald'
  const { id, version } = before
  const taken = ReplacedFees.delete({ id }).where((row, { eq }) => eq(row.version, version))
  const restored: Change = {
    action: 'commission.restore',
    entity: { type: 'commission', id },
    before: null,
    after,
    write: [
      ...(more.conditions ?? []),
      { write: Commissions.create(after), otherwise: lost },
      { write: taken, otherwise: lost },
    ],
    count: isPaid ? [] : movesOf([], contributionsOf(after)),
  }
  return [restored, ...(isPaid ? await adjusted(after, 1, 'De sale is afgekeurd: de vergoeding geldt weer') : [])]
}

/**
 * The changes of a fee that a sale took the place of when the invoice that holds it is paid, or is not after all: what it
 * paid is noted, and taken back as what was paid before the sale is. Null where no sale took its place.
 */
export async function replacedFeeSettled(
  { commissionId, userId, amount }: InvoicedRow,
  isPaid: boolean,
): Promise<Change[] | null> {
  const before = await replacedFee(commissionId)
  if (!before) return null
  if ((before.status === 'uitbetaald') === isPaid) return []
  const at = now()
  const after = nextOf(
    isPaid
      ? { ...before, status: 'uitbetaald', paidAt: at, paidByInvoice: [userId], callerCommission: amount }
      : { ...before, status: 'klaar_voor_uitbetaling', paidAt: undefined, paidByInvoice: undefined },
    at,
  )
  const stored = ReplacedFees.put({ id: after.id, version: after.version, fee: after })
  const settled: Change = {
    action: isPaid ? 'commission.advance' : 'commission.take-back',
    entity: { type: 'commission', id: commissionId },
    before,
    after,
    write: [
      { write: stored.where((row, { eq }) => eq(row.version, before.version)), otherwise: lost },
      ...paidWith(before, after),
    ],
    count: paymentMoves(before, after),
  }
  if (isPaid) return [settled, ...(await adjusted(after, -1, REPLACED, at))]
  const why = 'De factuur met deze vergoeding is toch niet betaald'
  const closed = await takenBackSince(before, after, { why, at })
  return [settled, ...(await adjusted(before, 1, why, at)), ...closed]
}

const REPLACED = 'De vergoeding voor deze afspraak is vervangen door de commissie van de sale'

const nextOf = (fee: CommissionRow, at = now()): CommissionRow =>
  placedCommission({ ...fee, version: fee.version + 1, updatedAt: at })

/** The adjustment that takes back what a fee paid (-1), or makes up for such a one (1). */
async function adjusted(fee: CommissionRow, sign: 1 | -1, reason: string, at = now()): Promise<Change[]> {
  const caller = await findUser(fee.callerPayee)
  if (!caller || fee.callerCommission === 0) return []
  const amount = sign * fee.callerCommission
  const noted = {
    amount,
    reason,
    commissionId: fee.id,
    customerName: fee.customerName,
    supplyDate: fee.date,
    nettedBy: await nettingOf(caller.id),
  } as const
  return adjustmentRecords.created(adjustmentFor(caller, SYSTEM, noted, at))
}
