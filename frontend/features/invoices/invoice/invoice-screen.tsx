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
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { invoiceTypeLabels } from '../../../../shared/api/parts/billing.ts'
import {
  type InvoiceDetails,
  type InvoiceMailKind,
  invoiceMailKinds,
  invoiceMailLabels,
} from '../../../../shared/api/schemas/invoices.ts'
import { monthText } from '../../../../shared/time.ts'
import { partnerAddress } from '../../../domains/addresses.ts'
import { paths } from '../../../domains/paths.ts'
import { formatDate } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { isGone } from '../../../records/failure.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { LinkButton } from '../../../ui/buttons/link-button.tsx'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { addDays, addMonths } from '../../../ui/dates/calendar-days.ts'
import { RecordHeading } from '../../../ui/frame/record-heading.tsx'
import { Screen } from '../../../ui/frame/screen.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Unbroken } from '../../../ui/layout/unbroken.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menus/menu.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { useInvoice } from '../api.ts'
import { ublUrl } from '../document-urls.ts'
import styles from '../invoices.module.css'
import { correctionOf } from './invoice-actions.ts'
import { InvoiceBadge } from './invoice-badge.tsx'
import { InvoiceHistory } from './invoice-history.tsx'
import { MailsSection, unsentKindsOf } from './invoice-mails.tsx'
import { CreditsSection, FilesSection, InfoSection, LinesSection, PartnerSection } from './invoice-parts.tsx'
import { InvoiceStatusSection } from './invoice-status.tsx'
import { isAwaitingBank } from './invoice-step.ts'
import { PdfButton, savePdf } from './pdf-button.tsx'
import { RevokeLinks } from './revoke-links.tsx'
import { SendQuestion } from './send-button.tsx'
import { type Steps, useSteps } from './use-steps.tsx'

const InvoiceDialog = onDemand(() => import('../form/invoice-dialog-loader.tsx').then((m) => m.InvoiceDialogLoader))
const InternalDialog = onDemand(() => import('./internal-dialog.tsx').then((m) => m.InternalDialog))
const ReplaceInvoice = onDemand(() => import('./replace-invoice.tsx').then((m) => m.ReplaceInvoice))
const CreditDialog = onDemand(() => import('./credit-dialog.tsx').then((m) => m.CreditDialog))

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

type Opened = 'edit' | 'internal' | 'credit' | 'replace' | 'send' | 'revoke' | InvoiceMailKind

function OneInvoice({ invoice }: { readonly invoice: InvoiceDetails }) {
  const manages = useCan('self-billing:manage')
  const [opened, setOpened] = useState<Opened | null>(null)
  const steps = useSteps(invoice)
  const close = () => setOpened(null)
  const kind = invoiceMailKinds.find((one) => one === opened)
  return (
    <Screen
      title={invoiceTypeLabels[invoice.type]}
      toolbar={<Back />}
      actions={<Actions invoice={invoice} steps={steps} onOpen={setOpened} />}
    >
      <div className={styles.page}>
        <Stack gap={20}>
          <Heading invoice={invoice} />
          <InvoiceStatusSection invoice={invoice} />
          <LinesSection invoice={invoice} onNext={setOpened} />
        </Stack>
        <div className={styles.facts}>
          <InfoSection invoice={invoice} />
          <PartnerSection invoice={invoice} />
          <CreditsSection invoice={invoice} />
          <FilesSection invoice={invoice} />
          {manages && <MailsSection invoice={invoice} />}
          {manages && <InvoiceHistory id={invoice.id} />}
        </div>
      </div>
      {steps.question}
      {opened === 'edit' && <InvoiceDialog id={invoice.id} onNewPartner={close} onClose={close} />}
      {(opened === 'send' || kind) && <SendQuestion invoice={invoice} kind={kind} open onOpenChange={close} />}
      {opened === 'revoke' && <RevokeLinks invoice={invoice} onClose={close} />}
      {opened === 'internal' && <InternalDialog invoice={invoice} onClose={close} />}
      {opened === 'replace' && <ReplaceInvoice invoice={invoice} onClose={close} />}
      {opened === 'credit' && <CreditDialog invoice={invoice} onClose={close} />}
    </Screen>
  )
}

/** Shows the number of an invoice with its badges, its partner, and what it was supplied in. */
function Heading({ invoice }: { readonly invoice: InvoiceDetails }) {
  const { invoiceNumber, partner, partnerCompanyId, partnerName, supplyFrom, supplyTo } = invoice
  const manages = useCan('self-billing:manage')
  const isMonth = supplyFrom.endsWith('-01') && addDays(supplyTo, 1) === addMonths(supplyFrom, 1)
  return (
    <RecordHeading title={invoiceNumber} badges={<InvoiceBadge invoice={invoice} />}>
      <Text as="p" color="soft">
        {manages && partner ? (
          <TextLink to={partnerAddress(partnerCompanyId)}>{partnerName}</TextLink>
        ) : (
          partnerName || 'Onbekend'
        )}{' '}
        ·{' '}
        {isMonth ? (
          monthText(supplyFrom.slice(0, 7))
        ) : (
          <Unbroken>{`${formatDate(supplyFrom)} t/m ${formatDate(supplyTo)}`}</Unbroken>
        )}
      </Text>
    </RecordHeading>
  )
}

interface ActionsProps {
  readonly invoice: InvoiceDetails
  readonly steps: Steps
  readonly onOpen: (dialog: Opened) => void
}

/** Shows a menu with the actions on an invoice, the button of its PDF, and the one of its next step. */
function Actions({ invoice, steps, onOpen }: ActionsProps) {
  const manages = useCan('self-billing:manage')
  const { id, status, isEditable, sentAt } = invoice
  const correction = manages ? correctionOf(invoice) : null
  return (
    <>
      <Menu trigger={<IconButton label="Meer" icon={<Ellipsis />} />}>
        {manages && isEditable && (
          <MenuItem icon={<Pencil />} onSelect={() => onOpen('edit')}>
            Bewerken
          </MenuItem>
        )}
        <MenuItem icon={<FileDown />} onSelect={() => savePdf(invoice)}>
          PDF downloaden
        </MenuItem>
        {sentAt !== null && (
          <MenuItem icon={<FileCode />} onSelect={() => window.open(ublUrl(id), '_blank', 'noopener')}>
            E-factuur (UBL)
          </MenuItem>
        )}
        {manages && <ManagingItems invoice={invoice} onOpen={onOpen} />}
        {steps.others.length > 0 && <MenuSeparator />}
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
      <PdfButton id={id} invoiceNumber={invoice.invoiceNumber} />
      {correction ? (
        <Button tone="primary" onClick={() => onOpen(correction)}>
          {correction === 'replace' ? 'Crediteren en nieuw concept' : 'Crediteren'}
        </Button>
      ) : (
        steps.next && (
          <Button tone="primary" onClick={() => steps.start(steps.next?.to ?? status)}>
            {steps.next.text}
          </Button>
        )
      )}
    </>
  )
}

/** Shows the actions for who manages invoices: internal data, mails and their links, and a credit note. */
function ManagingItems({ invoice, onOpen }: Omit<ActionsProps, 'steps'>) {
  const { status, creditable, sentAt, acceptance } = invoice
  const mayCredit = sentAt !== null && creditable.length > 0 && !isAwaitingBank(invoice)
  return (
    <>
      <MenuItem icon={<StickyNote />} onSelect={() => onOpen('internal')}>
        Interne gegevens
      </MenuItem>
      {status !== 'cancelled' && sentAt !== null && (
        <MenuItem icon={<Mail />} onSelect={() => onOpen('send')}>
          E-mail versturen
        </MenuItem>
      )}
      {unsentKindsOf(invoice).map((kind) => (
        <MenuItem key={kind} icon={<Mail />} onSelect={() => onOpen(kind)}>
          {invoiceMailLabels[kind]} versturen
        </MenuItem>
      ))}
      {acceptance && (
        <MenuItem icon={<Link2Off />} onSelect={() => onOpen('revoke')}>
          Links intrekken
        </MenuItem>
      )}
      {mayCredit && correctionOf(invoice) !== 'credit' && (
        <MenuItem icon={<RotateCcw />} onSelect={() => onOpen('credit')}>
          Crediteren
        </MenuItem>
      )}
    </>
  )
}
