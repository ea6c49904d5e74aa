import { type Account, accounts } from '../../ledger/accounts.ts'
import { defaultLedgerAccounts, RESULT_NUMBER } from '../../ledger/general-ledger.ts'
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
