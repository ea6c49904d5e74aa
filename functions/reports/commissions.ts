import type { Provider } from '../../shared/api/parts/trade.ts'
import type { ReportFilter } from '../../shared/api/reports.ts'
import { inEuros } from '../../shared/money.ts'
import {
  findItems,
  journalOf,
  journalOfPerson,
  NO_TEAM,
  type PostingRow,
  type TransactionRow,
} from '../book/service.ts'
import { namesOf } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import type { Paging } from '../platform/http/page.ts'
import { listWithin } from '../records/list.ts'
import { findSelection, hasTeam, type Selection } from './selection.ts'

type Query = Pick<ReportFilter, 'month' | 'office' | 'teamId' | 'userId' | 'provider'> & Paging

/**
 * Lists the transactions of the ledger that make up the commissions of a report's month, by day, with the amounts in
 * euros. Throws 403 without access to reports.
 */
export async function listCommissionTransactions(actor: Caller, { month, limit, cursor, ...filter }: Query) {
  const selection = await findSelection(actor, filter)
  const { userId, teams } = selection
  const source = () => (userId === undefined ? journalOf(month) : journalOfPerson(userId, month))
  const costsOf = (row: TransactionRow) => row.postings.filter((posting) => isWithin(posting, selection))
  return listWithin(
    actor,
    'report:read',
    { limit, cursor },
    {
      ...{ all: source, team: source, own: source },
      ownersOf: (row: TransactionRow) => ({
        teamId: costsOf(row)[0]?.team,
        owners: row.userId === undefined ? [] : [row.userId],
      }),
      matches: (row) => row.userId !== undefined && costsOf(row).length > 0,
      show: async (rows) => {
        const personOf = await namesOf(rows.flatMap((row) => row.userId ?? []))
        const commissionOf = await commissionsOf(rows)
        return rows.map((row) => {
          const costs = costsOf(row)
          const team = teams.get(only(costs.map((cost) => cost.team)) ?? 0)
          return {
            ...{ id: row.id, date: row.date, user: personOf(row.userId ?? ''), text: row.text },
            ...{ teamId: only(costs.map((cost) => cost.team)), teamName: team?.name },
            provider: only(costs.map(({ split }) => split as Provider | undefined)),
            commissionId: commissionOf(row),
            amount: inEuros(costs.reduce((sum, { amount }) => sum + amount, 0)),
          }
        })
      },
    },
  )
}

const isWithin = ({ account, team = NO_TEAM, split }: PostingRow, selection: Selection) =>
  account === 'commissions' &&
  hasTeam(selection, team) &&
  (selection.provider === undefined || split === selection.provider)

/** Returns the value that all have in common; undefined when they differ. */
const only = <T>(values: readonly T[]): T | undefined => (new Set(values).size === 1 ? values[0] : undefined)

/** Returns a function that gives the id of the commission of a transaction; undefined for one without a commission. */
async function commissionsOf(rows: readonly TransactionRow[]) {
  const itemOf = ({ id, reverses }: TransactionRow) => reverses ?? id
  const items = new Map((await findItems(rows.map(itemOf))).map((item) => [item.id, item.commissionId]))
  return (row: TransactionRow) => items.get(itemOf(row))
}
