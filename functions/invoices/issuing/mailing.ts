import type { InvoiceMailKind, SendInvoiceEmail } from '../../../shared/api/schemas/invoices.ts'
import { conflict, unprocessable } from '../../../shared/errors.ts'
import { reasonAgainst } from '../../mail/kinds.ts'
import { newMailEntry } from '../../mail/log.ts'
import { findLastMail, prepareResend } from '../../mail/resend.ts'
import type { Caller } from '../../platform/actor.ts'
import { type Change, commit } from '../../platform/data/commit.ts'
import { firstMail, firstMailId, type InvoiceMailData, invoiceMails, readMailData } from '../invoices/mails.ts'
import { invoiceRecords } from '../invoices/records.ts'
import { issueAndPost } from './issuing.ts'

/**
 * Asks the outbox to mail an invoice, for the first time or again (rulings 46). An invoice never sent before is also
 * issued, and cannot change from then on (rulings 45). Throws 404 for an unknown invoice, 422 for a mail that is not
 * needed, and where the documents cannot be made. Throws 409 for a cancelled invoice, while a mail of this `kind` is
 * under way, or with `unlessSent` when one was sent. Throws 409 also for another mail than the partner's before the
 * invoice is sent.
 */
export async function sendInvoiceEmail(
  actor: Caller,
  { invoiceId, kind = 'partner-mail', unlessSent = false }: SendInvoiceEmail,
) {
  const { row, permit } = await invoiceRecords.within(actor, invoiceId)
  if (row.status === 'cancelled') throw conflict('Een geannuleerde factuur wordt niet verstuurd')
  const mailData = await readMailData(row)
  if (row.sentAt === undefined) return sendConcept(actor, mailData, kind)
  const last = await findLastMail(firstMailId(kind, row))
  const { change, mail } = last
    ? await prepareResend(invoiceMails, mailData, last.id, { evenSent: !unlessSent })
    : await planFirstMail(mailData, kind)
  return commit(permit, change, replyOf(mailData, mail))
}

/**
 * Returns the first mail of a kind about an issued invoice, with the change that requests that mail. Throws 422 for a
 * mail that is not needed, such as one without a recipient.
 */
async function planFirstMail(mailData: InvoiceMailData, kind: InvoiceMailKind) {
  const item = firstMail(kind, mailData.invoice)
  const against = await reasonAgainst(invoiceMails, kind, item, mailData)
  if (against) throw unprocessable(against)
  const change: Change = {
    action: 'invoice.send',
    entity: { type: 'invoice', id: mailData.id, name: mailData.invoiceNumber },
    after: { mail: kind },
    write: [],
    outbox: [item],
  }
  return { change, mail: newMailEntry(kind, item.id) }
}

function sendConcept(actor: Caller, mailData: InvoiceMailData, kind: InvoiceMailKind) {
  if (kind !== 'partner-mail') throw conflict(beforePartner[kind])
  const item = firstMail(kind, mailData.invoice)
  return invoiceRecords.edit(
    actor,
    mailData.id,
    () => replyOf(mailData, newMailEntry(kind, item.id)),
    async (before) => {
      if (before.sentAt !== undefined) throw conflict('Deze factuur is zojuist verstuurd. Laad de pagina opnieuw.')
      return { verb: 'send', ...(await issueAndPost(before, actor.id)), outbox: [item] }
    },
  )
}

/** Dutch reasons to refuse another mail than the partner's before the invoice is sent. */
const beforePartner = {
  'agent-mail': 'Wie is toegewezen, krijgt een mail zodra de factuur in behandeling gaat',
  'accounting-mail': 'Verstuur de factuur eerst naar de partner',
  'remittance-mail': 'Verstuur de factuur eerst naar de partner',
}

const replyOf = ({ invoice, partner }: InvoiceMailData, mail: ReturnType<typeof newMailEntry<InvoiceMailKind>>) => ({
  invoiceNumber: invoice.invoiceNumber,
  partnerEmail: partner?.email ?? invoice.supplier?.email ?? '',
  mail,
})
