import { unprocessable } from '../../shared/errors.ts'
import type { SettingsRow } from '../company/service.ts'
import type { GuardedWrite } from '../platform/data/commit.ts'
import { defineEntity, must, type Operation, primary } from '../platform/data/table.ts'
import { type PartnerRow, Partners } from './partner-entity.ts'

const names = { kvkNumber: 'KvK-nummer', vatNumber: 'btw-nummer', bankAccount: 'IBAN' } as const
export type NumberField = keyof typeof names
export const numberFields = Object.keys(names) as NumberField[]

/**
 * KvK-nummers, btw-nummers and IBANs, each with who has it: our own company, or partners. One row per number, so that a
 * condition refuses a number of ours to partners and theirs to us, also when both are saved at the same time (rulings
 * 51c).
 *
 * | Read               | Index   | Key           |
 * | who has the number | primary | field, number |
 */
export const CompanyNumbers = defineEntity('companynumber', {
  attributes: {
    field: { type: numberFields, required: true },
    number: must,
    /** True for a number of our own company; absent for others. */
    isOurs: { type: 'boolean' },
    /** Partners with the number; absent without any. */
    partnerIds: { type: 'set', items: 'string' },
  },
  indexes: { primary: primary('companynumber#${field}#${number}', 'companynumber') },
})

/** Returns the numbers of a partner in a field; an IBAN that waits for approval counts too. */
export const numbersIn = (partner: PartnerRow | null, field: NumberField): string[] => {
  if (!partner) return []
  const waiting = field === 'bankAccount' ? partner.pendingAccount?.bankAccount : undefined
  return [...new Set([partner[field], ...(waiting ? [waiting] : [])])]
}

/**
 * Returns the writes that store which numbers a partner has, for its transaction. They fail with 422 at the field for a
 * number of our own company, so that we pay nobody but others.
 */
export const storePartnerNumbers = (before: PartnerRow | null, after: PartnerRow | null) => {
  const partnerIds = [before ?? after].flatMap((partner) => partner?.id ?? [])
  return numberFields.flatMap((field): (Operation | GuardedWrite)[] => {
    const [had, has] = [numbersIn(before, field), numbersIn(after, field)]
    return [
      ...had
        .filter((number) => !has.includes(number))
        .map((number) => CompanyNumbers.update({ field, number }).delete({ partnerIds })),
      ...has
        .filter((number) => !had.includes(number))
        .map((number) => ({
          write: CompanyNumbers.upsert({ field, number })
            .add({ partnerIds })
            .where(({ isOurs }, { notExists }) => notExists(isOurs)),
          onFailure: () => unprocessable(`Dit is ons eigen ${names[field]}`, field),
        })),
    ]
  })
}

/**
 * Returns the writes that store the numbers of our own company, for the transaction of the settings. They fail with 422
 * at the field for a number of a partner.
 */
export const storeOwnNumbers = (before: SettingsRow | null, after: SettingsRow | null) =>
  numberFields.flatMap((field): (Operation | GuardedWrite)[] => {
    const [had, has] = [before?.[field], after?.[field]]
    if (had === has) return []
    return [
      ...(had ? [CompanyNumbers.update({ field, number: had }).remove(['isOurs'])] : []),
      ...(has
        ? [
            {
              write: CompanyNumbers.upsert({ field, number: has, isOurs: true }).where(
                ({ partnerIds }, { notExists }) => notExists(partnerIds),
              ),
              onFailure: () => refusePartnersNumber(field, has),
            },
          ]
        : []),
    ]
  })

/** Returns the 422 for a number of a partner in our own settings, which names that partner. */
async function refusePartnersNumber(field: NumberField, number: string) {
  const { data } = await CompanyNumbers.get({ field, number }).go({ consistent: true })
  const [id = ''] = data?.partnerIds ?? []
  const { data: partner } = await Partners.get({ id }).go()
  return unprocessable(`Dit is het ${names[field]} van ${partner?.name ?? 'een partner'}`, field)
}
