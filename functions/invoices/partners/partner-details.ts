import type { LegalForm } from '../../../shared/numbers/legal-forms.ts'
import { partnersById } from '../invoices/records.ts'
import type { PartnerRow } from '../partner-entity.ts'

/** A partner as lists of a year name it. */
export type PartnerDetails = Pick<
  PartnerRow,
  'id' | 'name' | 'address' | 'postalCode' | 'city' | 'kvkNumber' | 'vatNumber' | 'email' | 'contactPerson'
> & { readonly legalForm: LegalForm }

/** Reads partners by id with their present details, without checking rights; unknown ids are absent. */
export async function readPartnerDetails(ids: readonly string[]): Promise<PartnerDetails[]> {
  const rows = [...(await partnersById(ids)).values()]
  return rows.map(({ id, name, address, postalCode, city, kvkNumber, vatNumber, legalForm = 'unknown', ...more }) => ({
    ...{ id, name, address, postalCode, city, kvkNumber, vatNumber, legalForm },
    ...{ email: more.email, contactPerson: more.contactPerson },
  }))
}
