import { LONGEST_QUERY, searchedFields, searchFields, searchKinds } from '../search-fields.ts'
import * as z from '../zod.ts'
import { domain, get, ok } from './parts/endpoint.ts'
import { orNull } from './parts/fields.ts'
import { MayCall } from './parts/may-call.ts'

/** A text of a hit; `marks` are the characters that match the query, from `from` up to but without `to`. */
export const SearchPart = z.object({
  field: z.enum(searchFields),
  text: z.string(),
  marks: z.array(z.object({ from: z.int(), to: z.int() })),
})
export type SearchPart = z.output<typeof SearchPart>

/**
 * A found record or customer. For a customer, `id` is the id of the customer page: `tel-`, `mail-` or `adres-` with the
 * number or address.
 */
export const SearchHit = z.object({
  kind: z.enum(searchKinds),
  id: z.string(),
  /** Id of the customer of a record; null for other hits, and for records without number, e-mail and address. */
  customerId: orNull(z.string()),
  /** Name, followed by the company. */
  title: z.array(SearchPart),
  /** Matching texts, followed by texts that distinguish the hit from others. */
  subtitle: z.array(SearchPart),
  /**
   * The status of a record, as its own list has it; null for kinds of record without a status. That of a customer is of
   * their latest found record.
   */
  status: orNull(z.string()),
  /** Kind of the record that has the status; null for a customer without one. */
  statusOf: orNull(z.enum(searchKinds)),
  /** True when the phone number is on the do-not-call list (rulings 32). */
  doNotCall: z.boolean(),
  /** State of the number for a call with an offer; null for kinds of record that keep none. */
  mayCall: orNull(MayCall),
  /** Fields in which the searched text occurs. */
  found: z.array(z.enum(searchedFields)),
})
export type SearchHit = z.output<typeof SearchHit>

/** Hits within reach by kind. Kinds without a hit are left out. */
export const SearchResult = z.object({
  groups: z.array(
    z.object({
      kind: z.enum(searchKinds),
      hits: z.array(SearchHit),
      /** True when there may be more hits within reach than the returned ones. */
      hasMore: z.boolean(),
    }),
  ),
  /**
   * Corrected query whose hits are returned, because nothing matched the typed query. Each corrected word differs from
   * the typed one by one letter. Null when the typed query has hits, and when no query with hits was found.
   */
  corrected: orNull(z.string()),
})
export type SearchResult = z.output<typeof SearchResult>

export const search = domain({
  find: get('/api/search', {
    summary:
      'Find customers, records and colleagues within reach by name, company, phone number, e-mail address, postcode with house number, EAN, last four of an IBAN, invoice number or salesDockId; all words must be found',
    allow: 'search:use',
    shows: ['appointment', 'contract', 'doNotCall', 'invoice', 'lead', 'partner', 'sale', 'user'],
    query: z.object({
      q: z
        .string()
        .trim()
        .max(LONGEST_QUERY)
        .meta({ examples: ['Sem Vos', '06 12345678', '6041 AB 12'] }),
    }),
    result: ok(SearchResult),
  }),
})
