import { createHash, randomBytes } from 'node:crypto'
import { addDays, epochOf, type Instant, type LocalDate, now, startOfDay } from '../../../shared/time.ts'
import { asSystem } from '../../platform/actor.ts'
import { commit } from '../../platform/data/commit.ts'
import { defineEntity, primary, ttlSeconds } from '../../platform/data/table.ts'
import { readSetting } from '../../platform/env.ts'
import type { InvoiceRow } from '../invoices/entity.ts'

const APP_URL = readSetting('APP_URL')

/**
 * Links by which partners see and answer an invoice. Stored under a hash of their secret, so the table reveals no
 * usable link.
 *
 * | Read     | Index   | Key  |
 * | one link | primary | hash |
 */
const AcceptanceLinks = defineEntity('invoicelink', {
  attributes: {
    hash: { type: 'string', required: true },
    invoiceId: { type: 'string', required: true },
    /** Sum of the link generations of invoice and partner when this link was made; a higher sum ends this link. */
    generation: { type: 'number' },
    until: { type: 'string', required: true },
    expires: { type: 'number', required: true },
  },
  indexes: { primary: primary('invoicelink#${hash}', 'invoicelink') },
})

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * Creates and stores a secret link by which a partner sees and answers an invoice without a login; returns its address.
 * The link works through `lastDay` in Amsterdam, and only while `linkGenerationOf` still gives `generation`.
 */
export async function createAcceptanceLink(
  { id: invoiceId, invoiceNumber: name }: Pick<InvoiceRow, 'id' | 'invoiceNumber'>,
  generation: number,
  lastDay: LocalDate,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const until = startOfDay(addDays(lastDay, 1))
  await commit(asSystem('outbox'), {
    action: 'invoice.link',
    entity: { type: 'invoice', id: invoiceId, name },
    after: { until },
    write: [
      AcceptanceLinks.create({
        hash: hashOf(token),
        invoiceId,
        generation,
        until,
        expires: ttlSeconds(epochOf(until)),
      }),
    ],
  })
  return `${APP_URL}/factuur/${token}`
}

/**
 * Finds the invoice id and the generation of a link by its secret; null for an unknown or expired link. The link is
 * revoked if `linkGenerationOf` gives another generation; this function does not check that.
 */
export async function findAcceptanceLink(token: string): Promise<{ invoiceId: string; generation: number } | null> {
  const { data } = await AcceptanceLinks.get({ hash: hashOf(token) }).go({ consistent: true })
  if (!data || (data.until as Instant) <= now()) return null
  return { invoiceId: data.invoiceId, generation: data.generation ?? 0 }
}
