import {
  ArrowLeft,
  Ban,
  Ellipsis,
  FileCode,
  FileDown,
  FileX2,
  Link2Off,
  Mail,
  Pencil,
  RotateCcw,
  StickyNote,
  Undo2,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router-dom'
import { invoiceTypeLabels } from '../../../../shared/api/parts/billing.ts'
import {
  type InvoiceDetails,
  type InvoiceMailKind,
  invoiceMailLabels,
} from '../../../../shared/api/schemas/invoices.ts'
import { paths } from '../../../domains/paths.ts'
import { formatDate, formatDateLong } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { isGone, showFailure } from '../../../records/failure.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { LinkButton } from '../../../ui/buttons/link-button.tsx'
import { RecordHeading } from '../../../ui/frame/record-heading.tsx'
import { Screen } from '../../../ui/frame/screen.tsx'
import { Columns } from '../../../ui/layout/columns.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Unbroken } from '../../../ui/layout/unbroken.tsx'
import { Menu, MenuItem } from '../../../ui/menus/menu.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import { useInvoice } from '../api.ts'
import { ublUrl } from '../document-urls.ts'
import { AcceptanceCard } from './acceptance-card.tsx'
import { CommissionsCard } from './commissions-card.tsx'
import { InvoiceBadge } from './invoice-badge.tsx'
import { InvoiceHistoryCard } from './invoice-history.tsx'
import { CreditsCard, FilesCard, InfoCard, LinesCard, PartnerCard } from './invoice-parts.tsx'
import { isAwaitingBank } from './invoice-step.ts'
import { MAIL_FAILED, MailsCard, unsentKindsOf, useSendMail } from './mails-card.tsx'
import { PdfButton, savePdf } from './pdf-button.tsx'
import { RevokeLinks } from './revoke-links.tsx'
import { SendQuestion } from './send-button.tsx'
import { StatusCard } from './status-card.tsx'
import { type Steps, useSteps } from './use-steps.tsx'

const InvoiceDialog = lazy(() =>
  import('../form/invoice-dialog-loader.tsx').then((m) => ({ default: m.InvoiceDialogLoader })),
)
const InternalDialog = lazy(() => import('./internal-dialog.tsx').then((m) => ({ default: m.InternalDialog })))
const ReplaceInvoice = lazy(() => import('./replace-invoice.tsx').then((m) => ({ default: m.ReplaceInvoice })))
const CreditDialog = lazy(() => import('./credit-dialog.tsx').then((m) => ({ default: m.CreditDialog })))

/** Shows one invoice or credit note with its workflow, at `/self-billing/invoice/{id}` (spec §2). */
export function InvoiceScreen() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useInvoice(id)
  if (data) return <OneInvoice key={id} invoice={data} />
  return (
    <Screen title="Factuur" toolbar={<Back />}>
      {error === null && (
        <div role="status" aria-busy="true" aria-label="Factuur laden">
          <Skeleton height="420px" />
        </div>
      )}
      {error !== null && isGone(error) && (
        <EmptyState
          icon={<FileX2 />}
          title="Factuur niet gevonden"
          text="De opgevraagde factuur bestaat niet of is verwijderd."
          action={<Back />}
        />
      )}
      {error !== null && !isGone(error) && <ErrorState error={error} onRetry={refetch} />}
    </Screen>
  )
}

/** Shows the link back: to all invoices for an admin, to the payments for a stand-in, else to the assigned invoices. */
function Back() {
  const manages = useCan('self-billing:manage')
  const approves = useCan('payment:approve')
  const [to, text] = manages
    ? [paths.selfBilling, 'Facturen']
    : approves
      ? [paths.payments, 'Betalingen']
      : [paths.ownInvoices, 'Mijn Facturen']
  return (
    <LinkButton to={to} tone="ghost" icon={<ArrowLeft />}>
      {text}
    </LinkButton>
  )
}

type Opened = 'edit' | 'internal' | 'credit' | 'replace' | 'send' | 'revoke'

function OneInvoice({ invoice }: { readonly invoice: InvoiceDetails }) {
  const manages = useCan('self-billing:manage')
  const [opened, setOpened] = useState<Opened | null>(null)
  const steps = useSteps(invoice)
  const close = () => setOpened(null)
  const { id, type, invoiceNumber, partnerName, supplyFrom, supplyTo, invoiceDate, sentAt } = invoice
  return (
    <Screen
      title={invoiceTypeLabels[type]}
      toolbar={<Back />}
      actions={manages && <Actions invoice={invoice} steps={steps} onOpen={setOpened} />}
    >
      <RecordHeading title={invoiceNumber} badges={<InvoiceBadge invoice={invoice} />}>
        <Text as="p" color="soft">
          {partnerName || 'Onbekend'} · geleverd{' '}
          <Unbroken>{`${formatDate(supplyFrom)} t/m ${formatDate(supplyTo)}`}</Unbroken>
          {sentAt && formatDate(sentAt) !== formatDate(invoiceDate) && ` · uitgereikt op ${formatDateLong(sentAt)}`}
        </Text>
      </RecordHeading>
      <Columns
        asideFirst
        main={
          <>
            <InfoCard invoice={invoice} />
            <LinesCard invoice={invoice} onNext={setOpened} />
            <PartnerCard invoice={invoice} />
          </>
        }
        aside={
          <>
            <StatusCard invoice={invoice} />
            <AcceptanceCard invoice={invoice} onNext={setOpened} />
            {manages && invoice.isOfCommissions && <CommissionsCard invoice={invoice} />}
            {manages && <MailsCard invoice={invoice} />}
            <CreditsCard invoice={invoice} />
            <FilesCard invoice={invoice} />
            {manages && <InvoiceHistoryCard id={id} />}
          </>
        }
      />
      {steps.question}
      <Suspense fallback={null}>
        {opened === 'edit' && <InvoiceDialog id={id} onNewPartner={close} onClose={close} />}
        {opened === 'send' && <SendQuestion invoice={invoice} open onOpenChange={close} />}
        {opened === 'revoke' && <RevokeLinks invoice={invoice} onClose={close} />}
        {opened === 'internal' && <InternalDialog invoice={invoice} onClose={close} />}
        {opened === 'replace' && <ReplaceInvoice invoice={invoice} onClose={close} />}
        {opened === 'credit' && <CreditDialog invoice={invoice} onClose={close} />}
      </Suspense>
    </Screen>
  )
}

interface ActionsProps {
  readonly invoice: InvoiceDetails
  readonly steps: Steps
  readonly onOpen: (dialog: Opened) => void
}

/** Shows the buttons of the PDF and the next step, and a menu with the other actions on an invoice. */
function Actions({ invoice, steps, onOpen }: ActionsProps) {
  const { status, isEditable, creditable, sentAt } = invoice
  const mayCredit = sentAt !== null && creditable.length > 0 && !isAwaitingBank(invoice)
  return (
    <>
      <Menu trigger={<IconButton label="Meer" icon={<Ellipsis />} />}>
        {isEditable && (
          <MenuItem icon={<Pencil />} onSelect={() => onOpen('edit')}>
            Bewerken
          </MenuItem>
        )}
        <MailItems invoice={invoice} onOpen={onOpen} />
        {mayCredit && (
          <MenuItem icon={<RotateCcw />} onSelect={() => onOpen('credit')}>
            Crediteren
          </MenuItem>
        )}
        <MenuItem icon={<StickyNote />} onSelect={() => onOpen('internal')}>
          Intern
        </MenuItem>
        <MenuItem icon={<FileDown />} onSelect={() => savePdf(invoice)}>
          PDF downloaden
        </MenuItem>
        {sentAt !== null && (
          <MenuItem icon={<FileCode />} onSelect={() => window.open(ublUrl(invoice.id), '_blank', 'noopener')}>
            UBL openen
          </MenuItem>
        )}
        {steps.others.map(({ to, text }) => (
          <MenuItem
            key={to}
            icon={to === 'cancelled' ? <Ban /> : <Undo2 />}
            {...(to === 'cancelled' && { tone: 'danger' as const })}
            onSelect={() => steps.start(to)}
          >
            {text}
          </MenuItem>
        ))}
      </Menu>
      <PdfButton id={invoice.id} invoiceNumber={invoice.invoiceNumber} />
      {steps.next && (
        <Button tone="primary" onClick={() => steps.start(steps.next?.to ?? status)}>
          {steps.next.text}
        </Button>
      )}
    </>
  )
}

/** Shows the actions that send a mail about an invoice, or revoke the links in earlier ones. */
function MailItems({ invoice, onOpen }: Omit<ActionsProps, 'steps'>) {
  const { status, sentAt, acceptance } = invoice
  const sendMail = useSendMail(invoice)

  const mail = (kind: InvoiceMailKind) =>
    sendMail(kind).then(
      () => toast({ title: 'E-mail wordt verzonden' }),
      (error) => showFailure(error, { title: MAIL_FAILED, fallback: 'De e-mail kon niet worden verzonden.' }),
    )

  return (
    <>
      {status !== 'cancelled' && sentAt !== null && (
        <MenuItem icon={<Mail />} onSelect={() => onOpen('send')}>
          E-mail versturen
        </MenuItem>
      )}
      {unsentKindsOf(invoice).map((kind) => (
        <MenuItem key={kind} icon={<Mail />} onSelect={() => mail(kind)}>
          {invoiceMailLabels[kind]} versturen
        </MenuItem>
      ))}
      {acceptance && (
        <MenuItem icon={<Link2Off />} onSelect={() => onOpen('revoke')}>
          Links intrekken
        </MenuItem>
      )}
    </>
  )
}
