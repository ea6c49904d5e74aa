import type { InvoiceRow } from '../invoices/entity.ts'
import type { PartnerRow } from '../partner-entity.ts'

type Generation = { readonly linkGeneration?: number | undefined }

const raised = ({ linkGeneration = 0 }: Generation): number => linkGeneration + 1

/** Returns the generation of links to an invoice; links of lower generations are invalid. Both parts only rise. */
export const linkGeneration = (invoice: Generation, partner: Generation | null): number =>
  (invoice.linkGeneration ?? 0) + (partner?.linkGeneration ?? 0)

/** Ends the links to an invoice in earlier mails. */
export const endLinks = (row: InvoiceRow): InvoiceRow => ({ ...row, linkGeneration: raised(row) })

/** Ends the links in earlier mails to a partner whose address changed, as another person may read the old address. */
export const endLinksOfOldAddress = (before: PartnerRow, after: PartnerRow): PartnerRow =>
  after.email === before.email ? after : { ...after, linkGeneration: raised(before) }
