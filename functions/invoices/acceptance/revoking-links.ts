import { conflict } from '../../../shared/errors.ts'
import type { Caller } from '../../platform/actor.ts'
import { invoiceRecords, partnerOf } from '../invoices/records.ts'
import { isPosted } from '../invoices/rules.ts'
import { invoiceDetailsOf } from '../invoices/views.ts'
import { endLinks } from './link-generation.ts'

/**
 * Ends the partner's links in all earlier mails about an invoice (rulings 51a). Throws 404 for an unknown invoice, 409
 * before the invoice is sent.
 */
export const revokeLinks = (actor: Caller, id: string) =>
  invoiceRecords.edit(
    actor,
    id,
    async (row) => invoiceDetailsOf(actor, row, await partnerOf(row)),
    (before) => {
      if (!isPosted(before)) throw conflict('Deze factuur is nog niet verstuurd. Er zijn nog geen links.')
      return { verb: 'revoke-links', after: endLinks(before) }
    },
  )
