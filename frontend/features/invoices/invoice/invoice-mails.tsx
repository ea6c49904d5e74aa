import { invoices } from '../../../../shared/api/invoices.ts'
import { isMailUnderWay } from '../../../../shared/api/parts/mail.ts'
import {
  type InvoiceDetails,
  type InvoiceMail,
  type InvoiceMailKind,
  invoiceMailLabels,
} from '../../../../shared/api/schemas/invoices.ts'
import { useCommand } from '../../../lib/query.ts'
import { MailList } from '../../../records/mail-list.tsx'
import { Section } from '../../../ui/layout/section.tsx'

/** Dutch title of the message when a mail about an invoice could not be sent (spec §8). */
export const MAIL_FAILED = 'Email verzending mislukt'

/** Returns a function that mails an invoice as a kind of mail, unless that was sent already. */
function useSendMail({ id }: InvoiceDetails) {
  const { mutateAsync } = useCommand(invoices.send)
  return (kind: InvoiceMailKind) => mutateAsync({ body: { invoiceId: id, kind, unlessSent: true } })
}

/** Returns the kinds of mail about an invoice that may be sent and were not yet. */
export const unsentKindsOf = ({ mails, mailable }: InvoiceDetails): InvoiceMailKind[] =>
  mailable.filter((kind) => mails.every((mail) => mail.kind !== kind))

/** Shows the mails about an invoice and their states, with buttons to send them again (rulings 46); none without any. */
export function MailsSection({ invoice }: { readonly invoice: InvoiceDetails }) {
  const { mails, mailable } = invoice
  const send = useSendMail(invoice)
  const isNeeded = ({ kind }: InvoiceMail) =>
    mailable.includes(kind) &&
    !mails.some((mail) => mail.kind === kind && (isMailUnderWay(mail) || mail.state === 'sent'))
  if (mails.length === 0) return null
  return (
    <Section title="E-mails">
      <MailList
        mails={mails}
        kinds={invoiceMailLabels}
        resend={({ kind }) => send(kind)}
        isNeeded={isNeeded}
        failureTitle={MAIL_FAILED}
      />
    </Section>
  )
}
