import { conflict, unprocessable } from '../../shared/errors.ts'
import { type Account, accountLabels, accounts, costAccounts } from '../../shared/ledger/accounts.ts'
import { type LedgerAccount, RESULT_NUMBER } from '../../shared/ledger/general-ledger.ts'
import { inEuros } from '../../shared/money.ts'
import type { LocalDate } from '../../shared/time.ts'
import { lastBookDay, type PostingRow, readAccountBalances, readJournal, type TransactionRow } from '../book/service.ts'
import { readBookkeepingSettings } from '../company/service.ts'
import { requirePeriod } from './period.ts'

/** Account of the general ledger, with its balance at the beginning of a period in cents; a debit is above 0. */
interface OpenedAccount {
  /** Account of the book; undefined for the result of earlier years. */
  readonly account: Account | undefined
  readonly name: string
  readonly number: string
  readonly rgs: string | undefined
  readonly opening: number
}

/** A period of the journal: its transactions by date, numbered in that order, and its accounts. */
export interface JournalPeriod {
  readonly period: string
  readonly from: LocalDate
  readonly to: LocalDate
  readonly transactions: readonly TransactionRow[]
  readonly accounts: readonly OpenedAccount[]
}

/** Refusal of a book whose balances do not add up to 0, such as one whose accounts were never counted. */
const UNCOUNTED = 'De saldi van de rekeningen sluiten niet. Laat de saldi eerst opnieuw tellen.'

/** Number of attempts to read balances and journal of one moment. */
const TRIES = 5

/**
 * Reads a period of the journal with the balance of each account at its beginning: the present balance, less what was
 * posted since. Reading costs as much as was posted since 1 January of that year, however old the book is. Throws 422
 * for a period too far away, and for balances that do not add up to 0; 409 while others keep posting.
 */
export async function readJournalPeriod({ period }: { readonly period: string }): Promise<JournalPeriod> {
  const { from, to } = requirePeriod(period)
  const newYear = `${from.slice(0, 4)}-01-01` as LocalDate
  const { ledgerAccounts } = await readBookkeepingSettings()
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const balances = await readAccountBalances()
    const journal = await readJournal({ from: newYear, to: lastBookDay() })
    if (!isSame(balances, await readAccountBalances())) continue
    const opened = openAccounts(ledgerAccounts, balances, journal, from)
    if (opened.reduce((sum, { opening }) => sum + opening, 0) !== 0) throw unprocessable(UNCOUNTED)
    const transactions = journal.filter(({ date }) => from <= date && date <= to)
    return { period, from, to, transactions, accounts: opened }
  }
  throw conflict('Er wordt nu geboekt. Probeer het over een minuut opnieuw.')
}

type Balances = Readonly<Record<Account, number>>

const isSame = (one: Balances, other: Balances) => accounts.every((account) => one[account] === other[account])

/**
 * Returns the accounts of the general ledger with their balance at the end of the day before `from`. Costs of earlier
 * years are in the result of those years. `journal` has all transactions since 1 January of that year.
 */
function openAccounts(
  ledgerAccounts: readonly LedgerAccount[],
  balances: Balances,
  journal: readonly TransactionRow[],
  from: LocalDate,
): OpenedAccount[] {
  const earlier = journal.filter(({ date }) => date < from)
  const beforeYear = (account: Account) => balances[account] - sumOn(journal, account)
  const opened = ledgerAccounts.map(({ account, number, rgs }): OpenedAccount => {
    const carried = costAccounts.includes(account) ? 0 : beforeYear(account)
    return { account, name: accountLabels[account], number, rgs, opening: carried + sumOn(earlier, account) }
  })
  const result = costAccounts.reduce((sum, account) => sum + beforeYear(account), 0)
  const name = 'Resultaat vorige jaren'
  return [{ account: undefined, name, number: RESULT_NUMBER, rgs: undefined, opening: result }, ...opened].toSorted(
    (one, other) => one.number.localeCompare(other.number),
  )
}

const sumOn = (rows: readonly TransactionRow[], of: Account) =>
  rows.reduce((sum, { postings }) => postings.reduce((add, posting) => add + on(posting, of), sum), 0)

const on = ({ account, amount }: PostingRow, of: Account) => (account === of ? amount : 0)

/** Adds up the debits and the credits of postings, both above 0, in cents. */
export function sidesOf(postings: readonly { readonly amount: number }[]) {
  const debit = postings.reduce((sum, { amount }) => sum + Math.max(0, amount), 0)
  return { debit, credit: debit - postings.reduce((sum, { amount }) => sum + amount, 0) }
}

/** Returns a period of the journal by account, in euros: opening and closing balance, and what was posted. */
export async function readJournalSums(query: { readonly period: string }) {
  const { period, from, to, transactions, accounts: opened } = await readJournalPeriod(query)
  const postings = transactions.flatMap((row) => row.postings)
  const inPeriod = sidesOf(postings)
  return {
    ...{ period, from, to, transactions: transactions.length },
    ...{ debit: inEuros(inPeriod.debit), credit: inEuros(inPeriod.credit) },
    accounts: opened.map(({ opening, ...account }) => {
      const { debit, credit } = sidesOf(postings.filter((posting) => posting.account === account.account))
      return {
        ...{ ...account, opening: inEuros(opening), debit: inEuros(debit), credit: inEuros(credit) },
        closing: inEuros(opening + debit - credit),
      }
    }),
  }
}
