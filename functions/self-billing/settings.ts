import type { SettingsForm } from '../../shared/contract/self-billing.ts'
import { unprocessable } from '../../shared/errors.ts'
import { hasVatCheckDigits, normalisePostcode } from '../../shared/identifiers.ts'
import { localDateOf, now } from '../../shared/time.ts'
import { InvoiceSettings, SETTINGS_ID, type SettingsRow } from '../company/service.ts'
import type { Caller } from '../platform/actor.ts'
import { findUser, fullName } from '../platform/user.ts'
import { storing } from '../records/form.ts'
import { managedBy, records } from '../records/record.ts'
import { lastNumber, numberMoved } from './numbers.ts'

/** What spec §9 says, and a company that is to be filled in. */
const byDefault: SettingsRow = {
  id: SETTINGS_ID,
  version: 0,
  companyName: '',
  address: '',
  postalCode: '',
  city: '',
  kvkNumber: '',
  vatNumber: '',
  bankAccount: '',
  defaultVatRate: 21,
  defaultPaymentTerms: '30_days',
  defaultDiscountPercentage: 3,
  emailTemplate: undefined,
  accountingEmail: undefined,
  autoSendToAccounting: true,
  invoicePrefix: 'YDS',
  earlierPrefixes: undefined,
  updatedBy: undefined,
}

const settingsRecords = records<SettingsRow>({
  type: 'self-billing-settings',
  entity: InvoiceSettings,
  called: 'de instellingen',
  ...managedBy('self-billing:manage'),
  byDefault,
})

/** The settings in force, strongly consistent; for what has been authorised otherwise. */
export const settingsInForce = (): Promise<SettingsRow> => settingsRecords.find(SETTINGS_ID)

/** The settings, for whoever may change them, with the number that the next invoice of this year gets. */
export async function readSettings(actor: Caller) {
  const { row } = await settingsRecords.within(actor, SETTINGS_ID)
  return viewOf(row, await nextOf(row.invoicePrefix))
}

/** The next number of a prefix in this year. */
const nextOf = async (series: string) => 1 + (await lastNumber(series, thisYear()))

const stored = storing<SettingsRow>()(['nextInvoiceNumber'], { postalCode: normalisePostcode })

/**
 * Changes the settings. 422 for a next number below the one that stands for the prefix (rulings 43), 409 when somebody else
 * changed them, or made an invoice while the number moved, at the same moment.
 */
export async function changeSettings(actor: Caller, wanted: SettingsForm) {
  const { invoicePrefix: series } = wanted
  const first = await nextOf(series)
  let next = first
  return settingsRecords.edit(
    actor,
    SETTINGS_ID,
    async (before) => {
      next = await wantedNumber(before, wanted, first)
      return {
        after: {
          ...before,
          ...stored.created(wanted),
          earlierPrefixes: prefixesOf(before).filter((prefix) => prefix !== series),
          updatedBy: actor.id,
        },
        write: next > first ? [numberMoved(series, thisYear(), { from: first - 1, to: next - 1 })] : [],
      }
    },
    (row) => viewOf(row, next),
  )
}

/**
 * Returns the next number that somebody wants, the one that stands by default. 422 for a lower one. With another prefix the
 * number of the one before, sent back as it was read, says nothing.
 */
async function wantedNumber(
  { invoicePrefix }: SettingsRow,
  { invoicePrefix: series, nextInvoiceNumber: next }: SettingsForm,
  first: number,
): Promise<number> {
  if (next === undefined) return first
  if (series !== invoicePrefix && next === (await nextOf(invoicePrefix))) return first
  if (next < first) throw unprocessable(`Het volgende nummer kan niet lager zijn dan ${first}`, 'nextInvoiceNumber')
  return next
}

/** What our invoices are numbered with, and were before. */
export const prefixesOf = ({ invoicePrefix, earlierPrefixes = [] }: SettingsRow): string[] => [
  ...new Set([invoicePrefix, ...earlierPrefixes]),
]

/** The year of numbers that are given today, as Amsterdam has it (rulings 43). */
const thisYear = () => localDateOf(now()).slice(0, 4)

async function viewOf({ updatedBy, ...row }: SettingsRow, nextInvoiceNumber: number) {
  const user = updatedBy === undefined ? null : await findUser(updatedBy)
  return {
    ...row,
    nextInvoiceNumber,
    isVatNumberDoubtful: row.vatNumber !== '' && !hasVatCheckDigits(row.vatNumber),
    updatedBy: user ? fullName(user) : undefined,
  }
}
