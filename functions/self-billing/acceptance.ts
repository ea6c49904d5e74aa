import type { AcceptanceAnswer } from '../../shared/contract/invoice-acceptance.ts'
import { conflict, invalid, notFound } from '../../shared/errors.ts'
import { euros, wholeCents } from '../../shared/money.ts'
import { now } from '../../shared/time.ts'
import { asGuest, type Origin } from '../platform/actor.ts'
import { commitAll, unchanged } from '../platform/commit.ts'
import { networkOf } from '../platform/network.ts'
import type { OutboxItem } from '../platform/outbox.ts'
import { hit } from '../platform/rate-limit.ts'
import { invoiceBehind } from './acceptance-link.ts'
import { acceptanceOf } from './acceptance-rules.ts'
import { invoiceRecords } from './invoice-records.ts'
import { placed } from './invoice-rules.ts'
import { isIssued, termsOf } from './issued.ts'
import { sentPdf } from './sent-documents.ts'

/** How often one network may ask: more than a partner needs, and nothing against 256 bits. */
const HITS = 60
const HITS_SECONDS = 300
const TOO_OFTEN = 'U heeft deze pagina te vaak geopend. Probeer het over enkele minuten opnieuw.'

/** The invoice behind a link; 404 where there is none (any more), 429 for whoever asks too often. */
async function presented(token: string, { ip }: Origin) {
  await hit({
    subject: `invoice-link#${networkOf(ip)}`,
    hits: HITS,
    seconds: HITS_SECONDS,
    refusal: TOO_OFTEN,
  })
  const id = await invoiceBehind(token)
  const row = id === null ? null : await invoiceRecords.find(id)
  const acceptance = row ? acceptanceOf(row) : undefined
  if (!row || !isIssued(row) || !acceptance) throw notFound()
  return { row, acceptance }
}

/** An invoice as its partner sees it. */
export async function presentedInvoice(token: string, origin: Origin) {
  const { row, acceptance } = await presented(token, origin)
  const { type, invoiceNumber, description, invoiceDate } = row
  return {
    ...{ type, invoiceNumber, description, invoiceDate, acceptance },
    partnerName: row.supplier.name,
    companyName: row.customer.name,
    totalAmount: euros(wholeCents(row.totalAmount)),
    terms: termsOf(row),
  }
}

/** Its PDF, as it was sent. */
export async function presentedPdf(token: string, origin: Origin) {
  const { row } = await presented(token, origin)
  const { content, filename } = await sentPdf(row)
  return { bytes: content, filename, inline: true }
}

/**
 * What the partner says of an invoice (rulings 51a), once: the same again changes nothing. The admins are mailed about a
 * refusal. 400 for a refusal without a
 * reason; 409 for another answer, for refusing what was paid or stands in a payment file, and when the invoice was changed
 * at the same moment.
 */
export async function answerInvoice(token: string, origin: Origin, { answer, reason }: AcceptanceAnswer) {
  const { row } = await presented(token, origin)
  const permit = asGuest({ id: `partner:${row.partnerCompanyId}`, name: row.supplier.name }, origin)
  const isRefusal = answer === 'refused'
  if (isRefusal && !reason) {
    const message = 'Vul in waarom u niet akkoord bent'
    throw invalid(message, { reason: [message] })
  }
  if (row.answer?.state === answer) return unchanged(permit, undefined)
  if (row.answer) {
    throw conflict(isRefusal ? 'U heeft deze factuur al geaccepteerd.' : 'U heeft deze factuur al geweigerd.')
  }
  if (isRefusal && row.status === 'betaald') throw conflict('Deze factuur is al betaald. Neem contact met ons op.')
  if (isRefusal && row.paymentFileId !== undefined) {
    throw conflict('De betaling van deze factuur is al in gang gezet. Neem contact met ons op.')
  }
  const said = { state: answer, at: now(), ...(reason ? { reason } : {}) }
  const verb = isRefusal ? 'refuse' : 'accept'
  // Who is told of it the outbox finds out: who answers here is nobody of ours, and reads no people.
  const outbox: OutboxItem[] = isRefusal ? [{ kind: 'invoice-refusal', subject: row.id, id: `${row.id}-refusal` }] : []
  const { changes } = invoiceRecords.changed(row, placed({ ...row, answer: said }), { verb, outbox })
  return commitAll(permit, changes, undefined)
}
