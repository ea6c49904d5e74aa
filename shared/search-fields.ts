/** Kinds of hits, in the order of their groups. */
export const searchKinds = [
  'customer',
  'appointment',
  'lead',
  'sale',
  'contract',
  'invoice',
  'partner',
  'person',
] as const
export type SearchKind = (typeof searchKinds)[number]

/**
 * Fields of a record in which a search looks. `address` is a postcode with its house number, `number` an invoice number
 * or a salesDockId. A hit shows `iban` masked.
 */
export const searchedFields = ['name', 'company', 'phone', 'email', 'address', 'ean', 'iban', 'number'] as const
/**
 * Fields that a hit can show. A search looks in `city` only together with a name, and in none of the fields after it.
 * `moment` is an instant, `date` the date of a sale or invoice, `endDate` the day on which a contract ends. `colleague`
 * is the person whose record it is.
 */
export const searchFields = [
  ...searchedFields,
  'city',
  'supplier',
  'moment',
  'date',
  'endDate',
  'colleague',
  'role',
] as const
export type SearchedField = (typeof searchedFields)[number]
export type SearchField = (typeof searchFields)[number]

/** Minimum number of characters of a word that is searched. */
export const SHORTEST_WORD = 2
/** Maximum number of characters of a query. */
export const LONGEST_QUERY = 100
