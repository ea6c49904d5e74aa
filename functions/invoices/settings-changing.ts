import type { SettingsForm } from '../../shared/api/schemas/invoice-settings.ts'
import { unprocessable } from '../../shared/errors.ts'
import { hasVatCheckDigits, normalisePostcode } from '../../shared/identifiers.ts'
import { rateOn } from '../../shared/invoicing/vat-schemes.ts'
import { defaultLedgerAccounts } from '../../shared/ledger/general-ledger.ts'
import { localDateOf, now } from '../../shared/time.ts'
import type { SettingsRow, StoredRate } from '../company/service.ts'
import type { Caller } from '../platform/actor.ts'
import { findUser, fullName } from '../platform/identity/user.ts'
import { mapFormFields } from '../records/form.ts'
import { refuseRateChange, vatRatesOf } from './invoices/vat-rates.ts'
import { moveLastNumber, readLastNumber } from './numbers.ts'
import { prefixesOf, settings } from './settings.ts'
import { ALL_PARTNERS } from './vat-checks.ts'

/** Returns the invoice settings, with the next invoice number of this year. */
export async function readSettings(actor: Caller) {
  const row = await settings.read(actor)
  return viewOf(row, await nextOf(row.invoicePrefix))
}

/** Returns the next number of a prefix in this year. */
const nextOf = async (series: string) => 1 + (await readLastNumber(series, thisYear()))

const stored = mapFormFields<SettingsRow>()(
  ['nextInvoiceNumber', 'defaultVatRates', 'ledgerAccounts', 'checkVatNumbers'],
  { postalCode: normalisePostcode },
)

/**
 * Changes the invoice settings. Throws 422 for a next number below the present one of the prefix (rulings 43), for a
 * KvK-nummer, btw-nummer or IBAN of a partner, and for another VAT rate on days that are invoiced or closed. Throws 409
 * when another user changes them, or takes a number while the next number is raised.
 */
export async function changeSettings(actor: Caller, wanted: SettingsForm) {
  const { invoicePrefix: series } = wanted
  const first = await nextOf(series)
  let next = first
  return settings.edit(
    actor,
    (row) => viewOf(row, next),
    async (before) => {
      next = await wantedNumber(before, wanted, first)
      const rates = wantedRates(before, wanted)
      await refuseRateChange(vatRatesOf(before), rates)
      return {
        after: {
          ...before,
          ...stored.created(wanted),
          earlierPrefixes: prefixesOf(before).filter((prefix) => prefix !== series),
          defaultVatRates: rates,
          ledgerAccounts: wanted.ledgerAccounts ?? before.ledgerAccounts,
          checkVatNumbers: wanted.checkVatNumbers ?? before.checkVatNumbers,
          updatedBy: actor.id,
        },
        outbox: wanted.checkVatNumbers ? [{ kind: 'partner-vat-check' as const, subject: ALL_PARTNERS }] : [],
        write: next > first ? [moveLastNumber(series, thisYear(), { from: first - 1, to: next - 1 })] : [],
      }
    },
  )
}

/**
 * Returns the next invoice number that the form wants; without one, the present next number of its prefix (`first`).
 * Throws 422 for a lower number. When the form changes the prefix and repeats the next number of the former prefix,
 * that number is ignored.
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

/**
 * Returns the VAT rates that the form wants, each with its first day. A form with only another rate means that rate from
 * today; the first time that the settings are saved, from the beginning.
 */
function wantedRates(before: SettingsRow, { defaultVatRate: rate, defaultVatRates }: SettingsForm): StoredRate[] {
  if (defaultVatRates) return defaultVatRates.map(({ from, rate: one }) => (from ? { from, rate: one } : { rate: one }))
  const today = localDateOf(now())
  const rates = vatRatesOf(before)
  if (before.version === 0) return [{ rate }]
  if (rateOn(rates, today) === rate) return rates
  return [...rates.filter(({ from }) => !from || from < today), { from: today, rate }]
}

/** Returns the present year in Amsterdam. The settings show and raise the next number of this year (rulings 43). */
const thisYear = () => localDateOf(now()).slice(0, 4)

async function viewOf({ updatedBy, ...row }: SettingsRow, nextInvoiceNumber: number) {
  const user = updatedBy === undefined ? null : await findUser(updatedBy)
  return {
    ...row,
    defaultVatRate: rateOn(vatRatesOf(row), localDateOf(now())),
    defaultVatRates: vatRatesOf(row).map(({ from, rate }) => ({ from: from ?? null, rate })),
    nextInvoiceNumber,
    checkVatNumbers: row.checkVatNumbers ?? false,
    ledgerAccounts: [...(row.ledgerAccounts ?? defaultLedgerAccounts)],
    isVatNumberDoubtful: row.vatNumber !== '' && !hasVatCheckDigits(row.vatNumber),
    updatedBy: user ? fullName(user) : undefined,
  }
}
