import { type Account, accounts } from '../../ledger/accounts.ts'
import * as z from '../../zod.ts'
import { orNull } from '../parts/fields.ts'

/** Accounting programs whose import reads the journal as a file. */
export const journalLayouts = ['exact', 'afas', 'moneybird'] as const
export type JournalLayout = (typeof journalLayouts)[number]
export const journalLayoutLabels: Record<JournalLayout, string> = {
  exact: 'Exact',
  afas: 'AFAS',
  moneybird: 'Moneybird',
}

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

const hasEach = (rows: readonly { account: Account }[]) =>
  accounts.every((account) => rows.filter((row) => row.account === account).length === 1)
const isUnique = (values: readonly string[]) => new Set(values).size === values.length

/** The account and the RGS code of each account of the book. */
export const ledgerAccounts = z
  .array(
    z.object({
      account: z.enum(accounts),
      number: z
        .string('Vul een nummer in')
        .trim()
        .regex(/^\d{3,10}$/, 'Gebruik 3 tot 10 cijfers'),
      rgs: z
        .string('Vul een RGS-code in')
        .trim()
        .regex(/^[BW][A-Za-z]{3,14}$/, 'Gebruik een RGS-code, zoals BSchCreHac'),
    }),
  )
  .max(accounts.length)
  .refine(hasEach, 'Geef elke rekening één keer')
  .refine((rows) => isUnique([RESULT_NUMBER, ...rows.map(({ number }) => number)]), {
    message: `Geef elke rekening een eigen nummer. ${RESULT_NUMBER} is van vorige jaren.`,
  })
  .refine((rows) => isUnique(rows.map(({ rgs }) => rgs)), 'Geef elke rekening een eigen RGS-code')
  .meta({ examples: [[...defaultLedgerAccounts]] })

const JournalAccount = z.object({
  /** Account of the book; null for the result of earlier years. */
  account: orNull(z.enum(accounts)),
  name: z.string(),
  number: z.string(),
  rgs: orNull(z.string()),
  /** Balance at the beginning; a debit is above 0. */
  opening: z.number(),
  debit: z.number(),
  credit: z.number(),
  closing: z.number(),
})

/** The journal of a period by account, in euros. */
export const Journal = z.object({
  period: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  transactions: z.int(),
  debit: z.number(),
  credit: z.number(),
  accounts: z.array(JournalAccount),
})
export type Journal = z.output<typeof Journal>
