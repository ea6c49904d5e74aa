import type { SettingsForm } from '../../shared/api/schemas/invoice-settings.ts'
import { unprocessable } from '../../shared/errors.ts'
import { hasVatCheckDigits, normalisePostcode } from '../../shared/identifiers.ts'
import { defaultLedgerAccounts } from '../../shared/ledger/general-ledger.ts'
import { localDateOf, now } from '../../shared/time.ts'
import { InvoiceSettings, type SettingsRow } from '../company/service.ts'
import type { Caller } from '../platform/actor.ts'
import { findUser, fullName } from '../platform/identity/user.ts'
import { mapFormFields } from '../records/form.ts'
import { settingsOf } from '../records/settings.ts'
import { storeOwnNumbers } from './company-numbers.ts'
import { moveLastNumber, readLastNumber } from './numbers.ts'
import { byDefault } from './settings-in-force.ts'
import { ALL_PARTNERS } from './vat-checks.ts'

const settings = settingsOf<SettingsRow>({
  ...{ type: 'self-billing-settings', entity: InvoiceSettings, action: 'self-billing:manage', byDefault },
  alongside: storeOwnNumbers,
})

export { settingsInForce } from './settings-in-force.ts'

/** Returns the invoice settings, with the next invoice number of this year. */
export async function readSettings(actor: Caller) {
  const row = await settings.read(actor)
  return viewOf(row, await nextOf(row.invoicePrefix))
}

/** Returns the next number of a prefix in this year. */
const nextOf = async (series: string) => 1 + (await readLastNumber(series, thisYear()))

const stored = mapFormFields<SettingsRow>()(['nextInvoiceNumber', 'ledgerAccounts', 'checkVatNumbers'], {
  postalCode: normalisePostcode,
})

/**
 * Changes the invoice settings. Throws 422 for a next number below the present one of the prefix (rulings 43), and for
 * a KvK-nummer, btw-nummer or IBAN of a partner. Throws 409 when another user changes them, or takes a number while the next number is raised.
 */
export async function changeSettings(actor: Caller, wanted: SettingsForm) {
  const { invoicePrefix: series } = wanted
  const first = await nextOf(series)
  let next = first
  return settings.edit(
    actor,
    async (before) => {
      next = await wantedNumber(before, wanted, first)
      return {
        after: {
          ...before,
          ...stored.created(wanted),
          earlierPrefixes: prefixesOf(before).filter((prefix) => prefix !== series),
          ledgerAccounts: wanted.ledgerAccounts ?? before.ledgerAccounts,
          checkVatNumbers: wanted.checkVatNumbers ?? before.checkVatNumbers,
          updatedBy: actor.id,
        },
        outbox: wanted.checkVatNumbers ? [{ kind: 'partner-vat-check' as const, subject: ALL_PARTNERS }] : [],
        write: next > first ? [moveLastNumber(series, thisYear(), { from: first - 1, to: next - 1 })] : [],
      }
    },
    (row) => viewOf(row, next),
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

/** Returns the present prefix of our invoice numbers and the earlier ones. */
export const prefixesOf = ({ invoicePrefix, earlierPrefixes = [] }: SettingsRow): string[] => [
  ...new Set([invoicePrefix, ...earlierPrefixes]),
]

/** Returns the present year in Amsterdam. The settings show and raise the next number of this year (rulings 43). */
const thisYear = () => localDateOf(now()).slice(0, 4)

async function viewOf({ updatedBy, ...row }: SettingsRow, nextInvoiceNumber: number) {
  const user = updatedBy === undefined ? null : await findUser(updatedBy)
  return {
    ...row,
    nextInvoiceNumber,
    checkVatNumbers: row.checkVatNumbers ?? false,
    ledgerAccounts: [...(row.ledgerAccounts ?? defaultLedgerAccounts)],
    isVatNumberDoubtful: row.vatNumber !== '' && !hasVatCheckDigits(row.vatNumber),
    updatedBy: user ? fullName(user) : undefined,
  }
}
