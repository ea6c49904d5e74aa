import { type Account, accounts, countedAccounts } from '../../shared/ledger/accounts.ts'
import { BOOK_NOW, readCounters } from '../platform/data/counters.ts'
import type { Counts } from './balance.ts'

/** Reads the present balance of each account in cents, a debit above 0; one row for each person and partner. */
export async function readAccountBalances(): Promise<Record<Account, number>> {
  const rows = (await readCounters(BOOK_NOW)).map(({ counts }) => counts as Counts)
  const sum = (measure: keyof Counts) => rows.reduce((total, counts) => total + (counts[measure] ?? 0), 0)
  const balances = new Map<Account, number>([
    ...countedAccounts.map((account) => [account, sum(`account-${account}`)] as const),
    ['payable', -sum('bookPayable')],
    ['creditor', -sum('bookOwed')],
  ])
  return Object.fromEntries(accounts.map((account) => [account, balances.get(account) ?? 0])) as Record<Account, number>
}
