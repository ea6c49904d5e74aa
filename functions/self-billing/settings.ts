import type { SettingsForm } from '../../shared/contract/self-billing.ts'
import { unprocessable } from '../../shared/errors.ts'
import { hasVatCheckDigits, normalisePostcode } from '../../shared/identifiers.ts'
import { localDateOf, now } from '../../shared/time.ts'
import { InvoiceSettings, SETTINGS_ID, type SettingsRow } from '../company/service.ts'
import type { Caller } from '../platform/actor.ts'
import { findUser, fullName } from '../platform/user.ts'
import { storing } from '../records/form.ts'
import { records } from '../records/record.ts'
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
  ownedBy: () => ({}),
  actions: {
    read: 'self-billing:manage',
    create: 'self-billing:manage',
    edit: 'self-billing:manage',
    remove: 'self-billing:manage',
  },
  byDefault,
})

/** The settings in force, strongly consistent; for what has been authorised otherwise. */
export const settingsInForce = (): Promise<SettingsRow> => settingsRecords.find(SETTINGS_ID)

/** The settings, for whoever may change them, with the number that the next invoice of this year gets. */
export const readSettings = async (actor: Caller) =>
  viewOf((await settingsRecords.within(actor, SETTINGS_ID)).row, 1 + (await lastNumber('invoice', thisYear())))

const stored = storing<SettingsRow>()(['nextInvoiceNumber'], { postalCode: normalisePostcode })

/**
 * Changes the settings. 422 for a next number below the one that stands (rulings 43), 409 when somebody else changed them,
 * or made an invoice while the number moved, at the same moment.
 */
export async function changeSettings(actor: Caller, wanted: SettingsForm) {
  const year = thisYear()
  const last = await lastNumber('invoice', year)
  const next = wanted.nextInvoiceNumber ?? last + 1
  if (next <= last) {
    throw unprocessable(`Het volgende nummer kan niet lager zijn dan ${last + 1}`, 'nextInvoiceNumber')
  }
  return settingsRecords.edit(
    actor,
    SETTINGS_ID,
    (before) => ({
      after: {
        ...before,
        ...stored.created(wanted),
        earlierPrefixes: prefixesOf(before).filter((prefix) => prefix !== wanted.invoicePrefix),
        updatedBy: actor.id,
      },
      write: next > last + 1 ? [numberMoved('invoice', year, { from: last, to: next - 1 })] : [],
    }),
    (row) => viewOf(row, next),
  )
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
