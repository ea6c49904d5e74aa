import type { SharedNumber } from '../../../shared/contract/schemas/partners.ts'
import { unprocessable } from '../../../shared/errors.ts'
import { readAll } from '../../platform/data/rows.ts'
import { type PartnerRow, Partners } from '../partner-entity.ts'
import { settingsInForce } from '../settings.ts'

const numbers = {
  kvkNumber: 'Dit is ons eigen KvK-nummer',
  vatNumber: 'Dit is ons eigen btw-nummer',
  bankAccount: 'Dit is ons eigen IBAN',
} as const
const fields = Object.keys(numbers) as (keyof typeof numbers)[]

type Numbered = Partial<Pick<PartnerRow, keyof typeof numbers>>

/**
 * Throws 422 when a partner would have the KvK-nummer, btw-nummer or IBAN of our own company, so that we pay nobody but
 * others (rulings 51c).
 */
export async function refuseOwnNumbers(partner: Numbered): Promise<void> {
  const ours = await settingsInForce()
  const own = fields.find((field) => ours[field] !== '' && ours[field] === partner[field])
  if (own) throw unprocessable(numbers[own], own)
}

/** Returns the numbers of a partner in a field; an IBAN that waits for approval counts too. */
const numbersIn = ({ pendingAccount, ...row }: PartnerRow, field: keyof typeof numbers): string[] => [
  row[field],
  ...(field === 'bankAccount' && pendingAccount ? [pendingAccount.bankAccount] : []),
]

/**
 * Returns a function that names the other partners with a partner's KvK-nummer, btw-nummer or IBAN, which is a warning.
 */
export async function buildSharedNumbersFinder(): Promise<(partner: PartnerRow) => SharedNumber[]> {
  const all = await readAll<PartnerRow>(Partners.query.byName({}))
  return (partner) =>
    all
      .filter(({ id }) => id !== partner.id)
      .flatMap((other) =>
        fields
          .filter((field) => numbersIn(other, field).some((number) => numbersIn(partner, field).includes(number)))
          .map((field) => ({ field, partnerId: other.id, partnerName: other.name })),
      )
}
