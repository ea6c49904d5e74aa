import type { Account } from './accounts.ts'

/** Account of the general ledger for an account of the book, with its code of the Referentie GrootboekSchema. */
export interface LedgerAccount {
  readonly account: Account
  readonly number: string
  readonly rgs: string
}

/** Accounts until somebody chooses others. */
export const defaultLedgerAccounts: readonly LedgerAccount[] = [
  { account: 'commissions', number: '4600', rgs: 'WBedVkkOvr' },
  { account: 'other-costs', number: '4690', rgs: 'WKprKuwKuw' },
  { account: 'payable', number: '1650', rgs: 'BSchOpaNtb' },
  { account: 'creditor', number: '1600', rgs: 'BSchCreHac' },
  { account: 'vat', number: '1520', rgs: 'BVorVbkTvo' },
  { account: 'vat-owed', number: '1510', rgs: 'BSchBepBtw' },
  { account: 'discount', number: '4910', rgs: 'WBedAdlBet' },
  { account: 'transit', number: '1290', rgs: 'BLimKruSto' },
  { account: 'bank', number: '1100', rgs: 'BLimBanRba' },
  { account: 'payroll', number: '1750', rgs: 'BSchSalNet' },
  { account: 'own-invoices', number: '1690', rgs: 'BSchTusTov' },
]

/** Number of the account for the result of earlier years, which no other account may have. */
export const RESULT_NUMBER = '0990'
