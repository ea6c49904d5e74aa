import type { SharedNumber } from '../../../shared/partners/record.ts'
import { readAll } from '../../platform/data/rows.ts'
import { numberFields, numbersIn } from '../company-numbers.ts'
import { type PartnerRow, Partners } from '../partner-entity.ts'

/**
 * Returns a function that names the other partners with a partner's KvK-nummer, btw-nummer or IBAN, which is a warning.
 */
export async function buildSharedNumbersFinder(): Promise<(partner: PartnerRow) => SharedNumber[]> {
  const all = await readAll<PartnerRow>(Partners.query.byName({}))
  return (partner) =>
    all
      .filter(({ id }) => id !== partner.id)
      .flatMap((other) =>
        numberFields
          .filter((field) => numbersIn(other, field).some((number) => numbersIn(partner, field).includes(number)))
          .map((field) => ({ field, partnerId: other.id, partnerName: other.name })),
      )
}
