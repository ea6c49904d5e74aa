import type { InvoiceRow } from '../invoices/entity.ts'
import type { PartnerRow } from '../partner-entity.ts'

type Generation = { readonly linkGeneration?: number | undefined }

const nextGeneration = ({ linkGeneration = 0 }: Generation): number => linkGeneration + 1

/** Returns the generation (a number) of new links to an invoice; links of a lower generation no longer work. */
export const linkGeneration = (invoice: Generation, partner: Generation | null): number =>
  (invoice.linkGeneration ?? 0) + (partner?.linkGeneration ?? 0)

/** Returns an invoice with a higher link generation, so that the links in earlier mails stop working. */
export const endLinks = (row: InvoiceRow): InvoiceRow => ({ ...row, linkGeneration: nextGeneration(row) })

/** Returns a changed partner; a new e-mail address ends the links in earlier mails, which another person may read. */
export const endLinksOfOldAddress = (before: PartnerRow, after: PartnerRow): PartnerRow =>
  after.email === before.email ? after : { ...after, linkGeneration: nextGeneration(before) }
