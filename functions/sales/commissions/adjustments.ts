import { conflict, unprocessable } from '../../../shared/errors.ts'
import { type Cents, cents, euros } from '../../../shared/money.ts'
import { type LocalDate, localDateOf, monthOf, now } from '../../../shared/time.ts'
import { NO_TEAM, type Posted, postCorrection } from '../../book/service.ts'
import { nameOf, namesOf } from '../../people/service.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Contribution } from '../../platform/data/counters.ts'
import { readAll } from '../../platform/data/rows.ts'
import type { Paging } from '../../platform/http/page.ts'
import { findUser, fullName, type User } from '../../platform/identity/user.ts'
import { listWithin } from '../../records/list.ts'
import { newRecordFields, records } from '../../records/record.ts'
import { inOrder, isText, type Partition } from '../../records/source.ts'
import { dimensionsOf, ownersOf } from '../amounts/commission-rules.ts'
import type { CommissionRow } from '../commission-entity.ts'
import { waitsForCorrection } from '../entity.ts'
import { refuseOwnMoney } from '../own-money.ts'
import { findCommission, requireUnchangedSale } from '../records.ts'
import { type AdjustmentRow, CommissionAdjustments } from './adjustment-entity.ts'

/** Author of adjustments that the application makes itself. */
export const SYSTEM = 'system:commissions'

/** Returns an adjustment's cents as a contribution to the counters of its day. */
export function adjustmentContributions(row: AdjustmentRow): Contribution<'adjusted'>[] {
  const { date, teamId = NO_TEAM, userId, user, amount } = row
  return [{ date: date as LocalDate, teamId, userId, name: fullName(user), measure: 'adjusted', by: amount }]
}

const ownersOfAdjustment = ({ teamId, userId }: AdjustmentRow) => ({ teamId, owners: [userId] })

export const adjustmentRecords = records<AdjustmentRow>({
  type: 'commission-adjustment',
  entity: CommissionAdjustments,
  called: 'deze correctie',
  ownersOf: ownersOfAdjustment,
  actions: {
    read: 'commission:read',
    create: 'commission:manage',
    edit: 'commission:manage',
    remove: 'commission:manage',
  },
  marks: ['user'],
  contributions: adjustmentContributions,
})

interface Noted {
  /** Signed cents. */
  readonly amount: number
  readonly reason: string
  /** Commission that is corrected; its date becomes the day of supply. */
  readonly about?: Pick<CommissionRow, 'id' | 'customerName' | 'date'> | undefined
}

/**
 * Builds the row of a correction of a person's pay; stores nothing. `noted` holds the amount, the reason and any
 * corrected commission; `at` is the time of the correction.
 */
export function buildAdjustment(user: User, createdBy: string, noted: Noted, at = now()): AdjustmentRow {
  const { amount, reason, about } = noted
  const { id, version, createdAt } = newRecordFields(at)
  const date = localDateOf(createdAt)
  return {
    ...{ id, version, createdAt, date, month: monthOf(date), createdBy },
    ...{ userId: user.id, user: nameOf(user), teamId: user.teamId, teamKey: String(user.teamId ?? 'none') },
    ...{ amount, reason, commissionId: about?.id, customerName: about?.customerName, supplyDate: about?.date },
  }
}

/** Commission and ledger item that an adjustment corrects, if any. */
interface Corrected {
  /** Id of the corrected ledger item. */
  readonly correctsId?: string | undefined
  /**
   * Corrected commission, for whose team and energy provider the correction counts. Without one, the person's team
   * counts.
   */
  readonly about?: Pick<CommissionRow, 'teamId' | 'energyProvider'> | undefined
}

/**
 * Returns the writes that post an adjustment as a correction, which the person's next settlement includes (rulings 39).
 */
export const postAdjustment = (row: AdjustmentRow, { correctsId, about }: Corrected): Posted =>
  postCorrection({
    ...(about ? dimensionsOf(about) : { team: row.teamId }),
    ...{ id: row.id, userId: row.userId, amount: row.amount, text: row.reason },
    ...{ date: row.date as LocalDate, by: row.createdBy, commissionId: row.commissionId, correctsId },
    supplyDate: row.supplyDate as LocalDate | undefined,
  })

interface Wish {
  readonly userId: string
  /** Signed euros. */
  readonly amount: number
  readonly reason: string
  readonly commissionId?: string | null | undefined
}

/**
 * Corrects a person's pay by `amount` euros, as an open item (rulings 39). Throws 404 for an unknown commission, 422
 * for an unknown person or a commission that does not pay the person. Throws 403 for one's own pay, except by the only
 * active admin, and 409 for a withdrawn sale that proposes its corrections itself.
 */
export async function createAdjustment(actor: Caller, { userId, amount, reason, commissionId }: Wish) {
  const user = await findUser(userId)
  if (!user) throw unprocessable('Deze medewerker bestaat niet', 'userId')
  const corrects = commissionId ? await findCorrected(commissionId, userId) : undefined
  const about = corrects?.row
  const row = buildAdjustment(user, actor.id, { amount: cents(amount), reason, about })
  const show = async (made: AdjustmentRow) => adjustmentView(made, await namesOf([actor.id]))
  const corrected = about?.dues?.find((due) => due.userId === userId)
  const noted = { type: 'commission-adjustment', id: row.id, name: fullName(user) }
  const also = await refuseOwnMoney(actor, userId === actor.id, noted, { amount: row.amount })
  return adjustmentRecords.create(actor, row, show, {
    ...postAdjustment(row, { correctsId: corrected?.itemId, about }),
    // A withdrawal proposes what is left to correct, so it must not come between.
    ...(corrects?.sale ? { conditions: [requireUnchangedSale(corrects.sale)] } : {}),
    also,
  })
}

/**
 * Finds the commission of an adjustment, with its sale. Throws 404 for an unknown one, 422 when it does not pay that
 * person, and 409 while its sale proposes the corrections of a withdrawal.
 */
async function findCorrected(id: string, userId: string) {
  const { row, sale } = await findCommission(id)
  if (!ownersOf(row).owners?.includes(userId)) {
    throw unprocessable('Deze commissie wordt niet aan deze medewerker uitbetaald', 'commissionId')
  }
  if (sale && waitsForCorrection(sale)) throw conflict('Deze sale is herroepen. Noteer de correctie bij de sale.')
  return { row, sale }
}

/** Reads the corrections of a commission for some people, oldest first. */
export async function readAdjustmentsOf(
  { id, createdAt }: Pick<CommissionRow, 'id' | 'createdAt'>,
  userIds: readonly string[],
): Promise<AdjustmentRow[]> {
  const noted = await Promise.all(
    userIds.map((userId) =>
      readAll<AdjustmentRow>(CommissionAdjustments.query.byUser({ userId }).gte({ createdAt }) as never),
    ),
  )
  return noted
    .flat()
    .filter(({ commissionId }) => commissionId === id)
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
}

const newestFirst = (query: Partition<AdjustmentRow>) =>
  inOrder<AdjustmentRow>({ createdAt: isText, id: isText }, [query], 'desc')

/** Lists corrections of pay within reach, newest first; those of one person with `userId`. */
export const listAdjustments = (actor: Caller, { userId, ...paging }: Paging & { userId?: string | undefined }) => {
  const { byUser, byTeam, all } = CommissionAdjustments.query
  const ofUser = (id: string) => newestFirst(byUser({ userId: id }))
  const within = userId === undefined ? null : () => ofUser(userId)
  return listWithin(actor, 'commission:read', paging, {
    all: within ?? (() => newestFirst(all({}))),
    team: within ?? ((teamId) => newestFirst(byTeam({ teamKey: String(teamId) }))),
    own: within ?? ofUser,
    ownersOf: ownersOfAdjustment,
    show: async (rows) => {
      const names = await namesOf(rows.map(({ createdBy }) => createdBy))
      return rows.map((row) => adjustmentView(row, names))
    },
  })
}

const adjustmentView = (row: AdjustmentRow, names: Awaited<ReturnType<typeof namesOf>>) => ({
  ...row,
  amount: euros(row.amount as Cents),
  createdBy: names(row.createdBy),
})
