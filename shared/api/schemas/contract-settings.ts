import * as z from '../../zod.ts'

const whole = 'Vul een heel aantal maanden in, van 1 tot en met 120'

/** Settings of retention and reminders of expiring contracts. */
export const ContractSettings = z.object({
  /** Months after its end date in which a contract keeps its sheet columns, account number and EAN codes. */
  contractRetentionMonths: z.int(whole).min(1, whole).max(120, whole),
  /** True when people are mailed about contracts that near their end. */
  sendReminders: z.boolean(),
})
export type ContractSettings = z.output<typeof ContractSettings>

/** The settings in force; version 0 until somebody changes them. */
export const StandingContractSettings = ContractSettings.extend({ version: z.int() })
export type StandingContractSettings = z.output<typeof StandingContractSettings>
