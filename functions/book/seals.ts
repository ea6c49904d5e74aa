import { createHash } from 'node:crypto'
import { addMonths, type LocalDate, monthsBetween } from '../../shared/time.ts'
import { readAll } from '../platform/data/rows.ts'
import { iterateRows } from '../records/source.ts'
import type { TransactionRow } from './entity.ts'
import { journalOf } from './journal.ts'
import { BOOK, readBookLock } from './periods.ts'
import { type MonthSeal, MonthSeals } from './seal-entity.ts'

/** Number of months before the first closed one that its seal covers: as many as a recount of the book. */
const MONTHS_BACK = 60

/** Reads the seals of all months that were ever closed, oldest first, strongly consistent. */
export const readSeals = (): Promise<MonthSeal[]> =>
  readAll<MonthSeal>(MonthSeals.query.primary({ id: BOOK }), { consistent: true })

/** Returns the first month that a seal covers: all of the book for the first seal, else the month itself. */
export const firstSealedMonth = (month: string, previous: MonthSeal | undefined): string =>
  previous ? month : addMonths(`${month}-01` as LocalDate, -MONTHS_BACK).slice(0, 7)

/** Lists the months that a seal covers, `from` and `month` included. */
export const listSealedMonths = ({ from, month }: Pick<MonthSeal, 'from' | 'month'>): string[] =>
  monthsBetween(`${from}-01` as LocalDate, `${month}-01` as LocalDate)

/**
 * Computes the hash over the transactions of the months of a seal, in the order of the journal, and over the hash of
 * the seal before it; with the number of transactions. Texts are left out: they decide about no amount.
 */
export async function computeSeal(
  seal: Pick<MonthSeal, 'from' | 'month'>,
  previousHash = '',
): Promise<Pick<MonthSeal, 'hash' | 'transactions'>> {
  const hash = createHash('sha256').update(previousHash)
  let transactions = 0
  for (const month of listSealedMonths(seal)) {
    for await (const row of iterateRows(journalOf(month))) {
      hash.update(`\n${JSON.stringify(sealedPartOf(row))}`)
      transactions += 1
    }
  }
  return { hash: hash.digest('hex'), transactions }
}

const sealedPartOf = ({
  id,
  kind,
  date,
  valueDate,
  supplyDate,
  userId,
  partnerId,
  documentId,
  ...row
}: TransactionRow) => [
  ...[id, kind, date, valueDate, supplyDate, userId, partnerId, documentId],
  ...[row.otherDocumentId, row.reverses, row.itemIds, row.postedBy, row.postedAt],
  row.postings.map(({ account, amount, documentId: of, rate, base, team, split }) => [
    ...[account, amount, of, rate, base, team, split],
  ]),
]

/** A closed month, and whether its postings are those that were sealed. */
export interface VerifiedSeal {
  readonly month: string
  readonly transactions: number
  readonly isIntact: boolean
}

/**
 * Computes the seals of all closed months again, oldest first, and compares them with the stored ones. A month whose seal
 * is missing is not intact; no seal leads to the months before it.
 */
export async function verifySeals(): Promise<VerifiedSeal[]> {
  const [lock, seals] = await Promise.all([readBookLock(), readSeals()])
  const byMonth = new Map(seals.map((seal) => [seal.month, seal]))
  const verified: VerifiedSeal[] = []
  let month = lock.closedThrough
  while (month !== undefined) {
    const seal = byMonth.get(month)
    const previous = seal?.previousMonth
    const computed = seal && (await computeSeal(seal, byMonth.get(previous ?? '')?.hash))
    const isIntact = computed !== undefined && computed.hash === seal?.hash
    verified.push({ month, transactions: computed?.transactions ?? 0, isIntact })
    month = previous
  }
  return verified.reverse()
}
