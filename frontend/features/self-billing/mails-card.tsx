import { type InvoiceDetails, type InvoiceMail, invoiceMailLabels } from '../../../shared/contract/invoices.ts'
import { MailList } from '../../records/mail-list.tsx'
import { Card } from '../../ui/card.tsx'
import { useSendInvoice } from './api.ts'

/** The mails about an invoice, and what became of each (rulings 46). */
export function MailsCard({ invoice: { id, mails } }: { readonly invoice: InvoiceDetails }) {
  const { mutateAsync } = useSendInvoice()
  const resend = ({ kind }: InvoiceMail) => mutateAsync({ body: { invoiceId: id, kind } })
  return (
    <Card title="E-mails">
      {mails.length === 0 ? (
        <p className="pv-soft">Er zijn geen e-mails over deze factuur.</p>
      ) : (
        <MailList mails={mails} kinds={invoiceMailLabels} resend={resend} />
      )}
    </Card>
  )
}
