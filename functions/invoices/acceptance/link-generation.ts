import type { InvoiceRow } from '../invoices/entity.ts'
import type { PartnerRow } from '../partner-entity.ts'

type Generation = { readonly linkGeneration?: number | undefined }

const nextGeneration = ({ linkGeneration = 0 }: Generation): number => linkGeneration + 1

/**
 * Adds up the link generations of an invoice and its partner; both only rise. A link works while this sum is the one
 * stored with the link, so raising either ends earlier links.
 */
export const linkGenerationOf = (invoice: Generation, partner: Generation | null): number =>
  (invoice.linkGeneration ?? 0) + (partner?.linkGeneration ?? 0)

/** Returns an invoice with a higher link generation, so that the links in earlier mails stop working. */
export const endLinks = (row: InvoiceRow): InvoiceRow => ({ ...row, linkGeneration: nextGeneration(row) })

/**
 * Returns a changed partner, with a higher link generation when the e-mail address is new. That ends the links in mails
 * to the old address, which another person may read.
 */
export const endLinksOfOldAddress = (before: PartnerRow, after: PartnerRow): PartnerRow =>
  after.email === before.email ? after : { ...after, linkGeneration: nextGeneration(before) }
