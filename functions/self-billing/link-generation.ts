import type { InvoiceRow } from './invoice-entity.ts'
import type { PartnerRow } from './partner-entity.ts'

type Generation = { readonly linkGeneration?: number | undefined }

const raised = ({ linkGeneration = 0 }: Generation): number => linkGeneration + 1

/** Returns the generation of links to an invoice; a link of an earlier one has ended. Both parts only rise. */
export const linkGeneration = (invoice: Generation, partner: Generation | null): number =>
  (invoice.linkGeneration ?? 0) + (partner?.linkGeneration ?? 0)

/** Ends the links to an invoice that were mailed before. */
export const endLinks = (row: InvoiceRow): InvoiceRow => ({ ...row, linkGeneration: raised(row) })

/** Ends the links that a partner was mailed before, where its address changed: somebody else may have them. */
export const endLinksOfOldAddress = (before: PartnerRow, after: PartnerRow): PartnerRow =>
  after.email === before.email ? after : { ...after, linkGeneration: raised(before) }
