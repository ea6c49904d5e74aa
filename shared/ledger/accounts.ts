/**
 * Accounts of the book. `payable` is our debt to people, before VAT; `creditor` is our debt to partners, with VAT.
 * `transit` is money paid or repaid that no bank statement shows yet.
 */
export const accounts = [
  'commissions',
  'other-costs',
  'payable',
  'creditor',
  'vat',
  'vat-owed',
  'discount',
  'transit',
  'bank',
  'payroll',
  'own-invoices',
] as const
export type Account = (typeof accounts)[number]

/** Accounts whose present balance the counters have; that of `payable` and `creditor` is counted per person and partner. */
export const countedAccounts = accounts.filter((account) => account !== 'payable' && account !== 'creditor')

export const accountLabels: Record<Account, string> = {
  commissions: 'Commissies',
  'other-costs': 'Overige kosten van partners',
  payable: 'Te betalen commissies',
  creditor: 'Crediteuren (partners)',
  vat: 'Te vorderen btw',
  'vat-owed': 'Verschuldigde btw (verlegd)',
  discount: '48-uurskorting',
  transit: 'Betalingen onderweg',
  bank: 'Bank',
  payroll: 'Tussenrekening salaris',
  'own-invoices': 'Tussenrekening eigen facturen',
}

/** Accounts of costs and revenue, whose balance starts at 0 each year; the others are of the balance sheet. */
export const costAccounts: readonly Account[] = ['commissions', 'other-costs', 'discount']
