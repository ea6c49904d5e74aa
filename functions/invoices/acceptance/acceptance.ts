import type { AcceptanceAnswer } from '../../../shared/api/invoice-acceptance.ts'
import { conflict, invalid, notFound } from '../../../shared/errors.ts'
import { euros, inEuros, vatPerRateOf } from '../../../shared/money.ts'
import { now } from '../../../shared/time.ts'
import { asGuest, type Origin } from '../../platform/actor.ts'
import { commitAll, commitNothing } from '../../platform/data/commit.ts'
import type { OutboxItem } from '../../platform/data/outbox.ts'
import { countRequest } from '../../platform/data/rate-limit.ts'
import { networkOf } from '../../platform/http/network.ts'
import { acceptanceOf, reasonAgainstRefusal } from '../invoices/acceptance-rules.ts'
import type { InvoiceRow } from '../invoices/entity.ts'
import { exemptionsOf, isIssued } from '../invoices/issued.ts'
import { invoiceRecords, partnerOf } from '../invoices/records.ts'
import { readSentPdf } from '../invoices/sent-documents.ts'
import { findPromisedPayment } from '../payments/promised-payment.ts'
import { findAcceptanceLink } from './acceptance-link.ts'
import { linkGenerationOf } from './link-generation.ts'

/**
 * Maximum number of requests of one network per `HITS_SECONDS`. It is ample for a partner, and useless for guessing a
 * secret of 256 bits.
 */
const HITS = 60
const HITS_SECONDS = 300
const TOO_OFTEN = 'U heeft deze pagina te vaak geopend. Probeer het over enkele minuten opnieuw.'

/** Finds the invoice behind a link. Throws 404 for an unknown, expired or revoked link, 429 for too many requests. */
async function findByLink(token: string, { ip }: Origin) {
  await countRequest({
    subject: `invoice-link#${networkOf(ip)}`,
    hits: HITS,
    seconds: HITS_SECONDS,
    refusal: TOO_OFTEN,
  })
  const link = await findAcceptanceLink(token)
  if (!link) throw notFound()
  const row = await invoiceRecords.find(link.invoiceId)
  const partner = await partnerOf(row)
  const acceptance = acceptanceOf(row)
  // Every invalid link gives the same answer, so that an old link reveals nothing.
  if (link.generation !== linkGenerationOf(row, partner) || !isIssued(row) || !acceptance) throw notFound()
  return { row, partner, acceptance }
}

/**
 * Returns an invoice as its partner sees it by a link. Throws 404 for an unknown, expired or revoked link, 429 for too
 * many requests.
 */
export async function showInvoiceToPartner(token: string, origin: Origin) {
  const { row, partner, acceptance } = await findByLink(token, origin)
  const { type, invoiceNumber, description, invoiceDate } = row
  const payment = findPromisedPayment(row, partner)
  return {
    ...{ type, invoiceNumber, description, invoiceDate, acceptance },
    partnerName: row.supplier.name,
    companyName: row.customer.name,
    lines: row.lines.map((line) => ({
      ...{ description: line.description, quantity: line.quantity },
      unitPrice: inEuros(line.unitPrice),
      totalPrice: inEuros(line.totalPrice),
    })),
    amount: inEuros(row.amount),
    vatPerRate: vatPerRateOf(row.lines)
      .filter(({ vatAmount }) => vatAmount !== 0)
      .map(({ vatRate, vatAmount }) => ({ vatRate, vatAmount: euros(vatAmount) })),
    exemptions: exemptionsOf(row.lines),
    totalAmount: inEuros(row.totalAmount),
    payment: payment && {
      ...payment,
      amount: euros(payment.amount),
      afterwards: payment.afterwards === null ? null : euros(payment.afterwards),
    },
    paymentDate: row.status === 'betaald' ? row.paymentDate : undefined,
    isRefusable: reasonAgainstRefusal(row) === null,
  }
}

/**
 * Returns the sent PDF of an invoice to its partner. Throws 404 for an unknown, expired or revoked link, 429 for too
 * many requests.
 */
export async function readPdfForPartner(token: string, origin: Origin) {
  const { row } = await findByLink(token, origin)
  const { content, filename } = await readSentPdf(row)
  return { bytes: content, filename, inline: true }
}

/**
 * Stores once whether a partner accepts or refuses an invoice (rulings 51a); notifies the admins of a refusal. Throws
 * 404 for an unknown, expired or revoked link, 429 for too many requests, and 400 for a refusal without a
 * reason or line, or with a line that the invoice lacks.
 * Throws 409 for a different second answer, for a refusal once payment has begun, and for a simultaneous change.
 */
export async function answerInvoice(token: string, origin: Origin, form: AcceptanceAnswer) {
  const { row } = await findByLink(token, origin)
  return invoiceRecords.despiteMarks(row, (invoice) => storeAnswer(invoice, origin, form))
}

/**
 * Stores the answer of a partner to an invoice. Throws 400 for a refusal without a reason, 409 after the other
 * answer.
 */
async function storeAnswer(row: InvoiceRow, origin: Origin, { answer, reason, disputedLines = [] }: AcceptanceAnswer) {
  if (!isIssued(row)) throw notFound()
  const permit = asGuest({ id: `partner:${row.partnerCompanyId}`, name: row.supplier.name }, origin)
  const isRefusal = answer === 'refused'
  const disputed = isRefusal ? disputedLines : []
  if (disputed.some(({ lineOrder }) => lineOrder > row.lines.length)) {
    throw invalid('Deze regel staat niet op de factuur', 'disputedLines')
  }
  if (isRefusal && !reason && disputed.length === 0) {
    throw invalid('Vul in waarom u niet akkoord bent', 'reason')
  }
  if (row.answer?.state === answer) return commitNothing(permit, undefined)
  if (row.answer) {
    throw conflict(isRefusal ? 'U heeft deze factuur al geaccepteerd' : 'U heeft deze factuur al geweigerd')
  }
  const against = isRefusal ? reasonAgainstRefusal(row) : null
  if (against) throw conflict(against)
  const given = {
    ...{ state: answer, at: now(), ...(reason ? { reason } : {}) },
    ...(disputed.length > 0 ? { disputedLines: disputed } : {}),
  }
  const verb = isRefusal ? 'refuse' : 'accept'
  // The Lambda function of the outbox looks up who gets the mail, because this one has no right to read users.
  const outbox: OutboxItem[] = isRefusal ? [{ kind: 'invoice-refusal', subject: row.id, id: `${row.id}-refusal` }] : []
  const { changes } = invoiceRecords.changed(row, { ...row, answer: given }, { verb, outbox })
  return commitAll(permit, changes)
}
