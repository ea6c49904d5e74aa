import { contractYears } from '../../shared/api/parts/trade.ts'
import { addMonths, type LocalDate, localDateOf, now } from '../../shared/time.ts'
import type { PostedItems } from '../book/service.ts'
import type { Permit } from '../platform/actor.ts'
import type { Change } from '../platform/data/commit.ts'
import { asWhole, getRows, type Query, readAll } from '../platform/data/rows.ts'
import { runInParallel } from '../platform/run-in-parallel.ts'
import {
  commitErased,
  ERASED_NAME,
  ERASED_TEXT,
  type Erasable,
  eraseWith,
  isStoredAlike,
  keepNameForTax,
  keepOnly,
  listAuditedCustomers,
  type Stay,
} from '../records/erasing.ts'
import { type CommissionRow, Commissions, type Sale } from './commission-entity.ts'
import { type AdjustmentRow, CommissionAdjustments } from './commissions/adjustment-entity.ts'
import { NOBODY, type SaleRow, Sales, waitsForCorrection } from './entity.ts'
import { findLeadFee } from './fees/lead-fees.ts'
import { AdvanceResults, type AdvanceRunRow, AdvanceRuns } from './payouts/advance-entity.ts'
import { CommissionQuestions, type QuestionRow } from './questions/question-entity.ts'
import { leadFeeRecords, saleRecords, withMoney } from './records.ts'
import { commissionOf } from './rules.ts'
import { withoutCustomer } from './texts.ts'

/** Number of months whose commissions are read at once. */
const MONTHS_TOGETHER = 12

/** Attributes of sales and fees that the administration needs, and that say nothing about the customer. */
const keptOfBoth = [
  ...(['id', 'version', 'agentId', 'callerId', 'teamId', 'agent', 'caller', 'team', 'salesDockId', 'status'] as const),
  ...(['contractLength', 'agentCommission', 'callerCommission', 'commissionOverride', 'amountFacts'] as const),
  ...(['approvedBy', 'approvedAt', 'changedAfterApproval', 'openQuestions', 'month', 'paidAt', 'dues'] as const),
  ...(['paidTo', 'createdAt', 'updatedAt'] as const),
] as const satisfies readonly (keyof Sale & keyof CommissionRow)[]

const keptOfSale = [
  ...keptOfBoth,
  ...(['callerKey', 'appointmentId', 'leadId', 'contractId', 'provider', 'productType', 'market'] as const),
  ...(['contractStartDate', 'contractEndDate', 'expectedRevenue', 'receivedRevenue', 'saleDate'] as const),
  ...(['createdBy', 'withdrawnAt', 'withdrawalKey'] as const),
] as const satisfies readonly (keyof Sale)[]

const blankSale: Partial<Sale> = {
  ...{ customerName: ERASED_NAME, customerPhone: '', address: '', houseNumber: '', postalCode: '', city: '' },
  ...{ additionalAddresses: [], iban: '', bankAccountHolder: '' },
}

/** Attributes of a fee; all but the customer's, who is a copy of the appointment's. */
const keptOfFee = [
  ...keptOfBoth,
  ...(['originalId', 'type', 'agentPayee', 'callerPayee', 'energyProvider', 'appointmentStatus', 'toConfirm'] as const),
  ...(['heldById', 'isMarked', 'replacedBy', 'step', 'date'] as const),
] as const satisfies readonly (keyof CommissionRow)[]

/** Erases sales. A sale that was booked keeps the customer's name for as long as the law asks for the administration. */
export const erasableSales: Erasable = {
  find: async (id) => {
    const { data } = await Sales.get({ id }).go({ consistent: true })
    if (!data) return null
    const [row] = await withMoney([asWhole(data) as SaleRow], true)
    if (!row) return null
    const commission = commissionOf(row)
    const stays = stayOf(commission, 'De sale loopt nog. Rond de sale eerst af, of keur de sale af.', row)
    const after = keepOnly(row, keptOfSale, { ...blankSale, ...nameOf(row, stays), ...withdrawalOf(row) })
    const about = await readAbout(commission)
    return {
      name: row.customerName,
      date: row.saleDate,
      stays,
      usedOn: lastUseOf(row),
      rows: { sale: [row], commission: [commission], ...rowsOf(about) },
      audited: [...auditedOf('sale', id, keptOfSale, after.customerName, about), ...listAuditedCustomers(row)],
      erase: eraserOf(
        about,
        row,
        after,
        async () => saleRecords.changed(row, after, eraseWith(...(await takeFile(row)))).changes,
      ),
    }
  },
}

/** Returns the day until which a sale is of use: the end of its contract, or the day of a rejected sale. */
export function lastUseOf({ status, saleDate, contractStartDate, contractEndDate, contractLength }: SaleRow) {
  const start = (contractStartDate ?? saleDate) as LocalDate
  const end =
    contractEndDate ?? (status === 'rejected' ? saleDate : addMonths(start, 12 * contractYears[contractLength]))
  return (end > saleDate ? end : saleDate) as LocalDate
}

/** Erases the fee of a held appointment, under the id of that appointment. */
export const erasableFees: Erasable = {
  find: async (appointmentId) => {
    const row = await findLeadFee(appointmentId)
    if (!row) return null
    const stays = stayOf(row, 'De vergoeding loopt nog. Rond de uitbetaling eerst af.')
    const after = keepOnly(row, keptOfFee, { customerName: ERASED_NAME, customerPhone: '', ...nameOf(row, stays) })
    const about = await readAbout(row)
    return {
      name: row.customerName,
      date: row.date,
      stays,
      rows: { commission: [row], ...rowsOf(about) },
      audited: auditedOf('commission', row.id, keptOfFee, after.customerName, about),
      erase: eraserOf(about, row, after, async () => leadFeeRecords.changed(row, after, eraseWith()).changes),
    }
  },
}

/** Returns the write that takes its file from a sale; none without a file. */
async function takeFile({ confirmation }: SaleRow) {
  if (!confirmation?.fileKey) return []
  const { releaseProof } = await import('../proof-files/service.ts')
  return releaseProof(confirmation.fileKey)
}

/** Returns a function that erases what is about a row, and then the row unless it is erased already. */
const eraserOf =
  <Row extends { readonly customerName: string }>(
    about: About,
    row: Row,
    after: Row,
    change: () => Promise<readonly Change[]>,
  ) =>
  async (permit: Permit) => {
    await eraseAbout(about, row.customerName, after.customerName)
    if (!isStoredAlike(row, after)) await commitErased(permit, await change())
  }

const nameOf = ({ customerName, companyName }: Pick<SaleRow, 'customerName' | 'companyName'>, stays: Stay | null) =>
  stays?.what === 'name' ? { customerName, companyName } : {}

/**
 * Returns the withdrawal of a sale, on which reports of closed months rest, without what people wrote about it. The
 * approval before it, with the reason of an early release, only serves an undo of minutes.
 */
function withdrawalOf({ withdrawal }: SaleRow): Partial<SaleRow> {
  if (!withdrawal) return {}
  const { note: _note, reason: _reason, former: _former, ...kept } = withdrawal
  return { withdrawal: kept }
}

/** Tells what stays of a commission: everything while something is to be done, the name while the book must be kept. */
function stayOf(
  { status, dues, paidAt, date, replacedBy, openQuestions }: CommissionRow,
  running: string,
  sale?: SaleRow,
): Stay | null {
  const kept = keepNameForTax(paidAt ? localDateOf(paidAt as never) : (date as LocalDate))
  if (kept.until < localDateOf(now())) return null
  const all = (why: string): Stay => ({ what: 'all', until: null, why })
  if (status !== 'rejected' && status !== 'uitbetaald' && !replacedBy) return all(running)
  if (openQuestions > 0) return all('Beantwoord eerst de open vraag.')
  if (sale && waitsForCorrection(sale)) return all('Noteer eerst de correctie van de herroepen sale.')
  return status === 'rejected' && (dues ?? []).length === 0 ? null : kept
}

/** Questions, corrections, results of runs and items of the book about one commission. */
interface About {
  readonly questions: readonly QuestionRow[]
  readonly adjustments: readonly AdjustmentRow[]
  readonly runs: readonly { readonly runId: string; readonly id: string }[]
  readonly posted: PostedItems
}

const rowsOf = ({ posted, ...about }: About) => ({ ...about, ...posted })

async function readAbout(commission: CommissionRow): Promise<About> {
  const { id, agentPayee, callerPayee } = commission
  const payees = [...new Set([agentPayee, callerPayee])].filter((payee) => payee !== NOBODY)
  const [questions, adjustments, runs] = await Promise.all([
    readAll<QuestionRow>(CommissionQuestions.query.byCommission({ commissionId: id })),
    Promise.all(payees.map((userId) => readAll<AdjustmentRow>(CommissionAdjustments.query.byUser({ userId })))),
    readAll<AdvanceRunRow>(AdvanceRuns.query.all({})),
  ])
  const results = await getRows(
    AdvanceResults,
    runs.map((run) => ({ runId: run.id, id })),
  )
  const own = adjustments.flat().filter(({ commissionId }) => commissionId === id)
  const corrections = own.map((one) => `correction#${one.id}`)
  const { dueIdOf, readPostedItems } = await import('../book/service.ts')
  const dues = [...(commission.dues ?? []).map(({ itemId }) => itemId), ...listDues(commission).map(dueIdOf)]
  const posted = await readPostedItems([...dues, ...corrections])
  return { questions, adjustments: own, runs: results, posted }
}

/** Lists what each version of a commission may have posted: that of a version before the last one is reversed. */
function listDues({ id, version, agentId, callerId, agentPayee, callerPayee, dues = [] }: CommissionRow) {
  const payees = new Set([agentPayee, callerPayee, agentId, callerId ?? NOBODY, ...dues.map(({ userId }) => userId)])
  return Array.from({ length: version }, (_, before) => before + 1).flatMap((one) =>
    [...payees].map((userId) => ({ commissionId: id, version: one, userId })),
  )
}

/** Replaces the customer's name and what was asked about it. Repeating this changes nothing. */
async function eraseAbout(
  { questions, adjustments, runs, posted }: About,
  name: string,
  customerName: string,
): Promise<void> {
  if (customerName !== name) {
    const { rewriteTexts } = await import('../book/service.ts')
    await rewriteTexts(posted, (text) => withoutCustomer(text).replaceAll(name, ERASED_NAME))
  }
  for (const { id, answer } of questions) {
    const texts = { question: ERASED_TEXT, ...(answer === undefined ? {} : { answer: ERASED_TEXT }) }
    await CommissionQuestions.patch({ id })
      .set({ customerName, ...texts })
      .go()
  }
  for (const { id } of adjustments) await CommissionAdjustments.patch({ id }).set({ customerName }).go()
  for (const { runId, id } of runs) await AdvanceResults.patch({ runId, id }).set({ customerName }).go()
}

const auditedOf = (type: string, id: string, kept: readonly string[], name: string, about: About) => [
  { type, id, kept, name },
  ...about.questions.map((one) => ({ type: 'commission-question', id: one.id, kept: ['state', 'answeredAt'], name })),
  ...about.adjustments.map((one) => ({
    ...{ type: 'commission-adjustment', id: one.id, name },
    kept: ['amount', 'reason', 'userId', 'user', 'commissionId', 'supplyDate', 'date'],
  })),
]

/** Reads the commissions that pay a person in some months, and the corrections of that person's pay. */
export async function readEarningsOf(userId: string, months: readonly string[]) {
  const commissions = new Map<string, object>()
  const add = async (month: string) => {
    for (const query of [
      Commissions.query.byAgent({ agentId: userId, month }),
      Commissions.query.byCaller({ callerPayee: userId, month }),
    ]) {
      for (const row of await readAll(query as unknown as Query<CommissionRow>)) commissions.set(row.id, row)
    }
  }
  await runInParallel(months, add, MONTHS_TOGETHER)
  const adjustments = await readAll(CommissionAdjustments.query.byUser({ userId }))
  return { commissions: [...commissions.values()], adjustments }
}
