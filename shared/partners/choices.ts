import { identifier } from '../api/parts/fields.ts'
import { isIban, isKvk, isVat, normaliseIban, normaliseKvk, normaliseVat } from '../identifiers.ts'

/** Messages of a partner form about missing required fields (spec §5). */
export const missingFields = {
  title: 'Verplichte velden',
  message: 'Vul alle verplichte velden in voordat je verder gaat.',
}

/** Makes the schemas of the numbers of a company, with the examples of each. */
export const companyNumbers = (examples: Record<'kvkNumber' | 'vatNumber' | 'bankAccount', readonly string[]>) => ({
  kvkNumber: identifier('KvK-nummer is verplicht', 'KvK-nummer moet 8 cijfers bevatten.', normaliseKvk, isKvk, {
    examples: [...examples.kvkNumber],
  }),
  /** Wrong check digits are only a warning (rulings 49). */
  vatNumber: identifier(
    'Btw-nummer is verplicht',
    'Btw-nummer moet format NL123456789B01 hebben.',
    normaliseVat,
    isVat,
    { examples: [...examples.vatNumber] },
  ),
  /** An IBAN in the form of Dutch ones (18 characters), with valid check digits (rulings 49). */
  bankAccount: identifier(
    'IBAN is verplicht',
    'Voer een geldig IBAN nummer in.',
    normaliseIban,
    (value) => /^[A-Z]{2}\d{2}[A-Z0-9]{4}\d{10}$/.test(value) && isIban(value),
    { examples: [...examples.bankAccount] },
  ),
})

/** Schemas of the numbers of our own company, which no partner has (rulings 51c). */
export const ownNumbers = companyNumbers({
  kvkNumber: ['87654321', '11223344'],
  vatNumber: ['NL009876543B01', 'NL004495445B01'],
  bankAccount: ['NL59TRIO0788877666', 'NL69INGB0123456789'],
})
