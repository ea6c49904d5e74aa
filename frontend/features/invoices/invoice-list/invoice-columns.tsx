import { Ellipsis } from 'lucide-react'
import type { Invoice } from '../../../../shared/api/schemas/invoices.ts'
import { describeAcceptance, findUrgentState } from '../../../domains/invoices/invoice-standing.ts'
import { formatMoney } from '../../../lib/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { today } from '../../../ui/dates/calendar-days.ts'
import { toneClassOf } from '../../../ui/display/badge.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Menu, MenuItem } from '../../../ui/menus/menu.tsx'
import type { Column } from '../../../ui/table/data-table-types.ts'
import { DueDate } from '../invoice/due-date.tsx'
import {
  actionLabels,
  canDoAction,
  type InvoiceAction,
  invoiceActions,
  primaryActionOf,
} from '../invoice/invoice-actions.ts'
import { describePartialState, InvoiceStandingBadge } from '../invoice/invoice-badge.tsx'

/** Handler called when the user chooses an action on an invoice in the list. */
export type InvoiceActionHandler = (what: InvoiceAction | 'edit' | 'pdf', invoice: Invoice) => void

interface ColumnsOf {
  /** Day on which the bank executes each payment file, by file id. */
  readonly days: ReadonlyMap<string, string>
  readonly onAsk: InvoiceActionHandler
  /** Set where only the menu of a row's actions fits. */
  readonly isNarrow: boolean
}

/**
 * Returns the columns of the invoice table. Amount and actions stay visible at every width. `days` has the day on which
 * the bank executes each payment file, by file id. With `isNarrow`, a row has its actions only in a menu.
 */
export function buildInvoiceColumns({ days, onAsk, isNarrow }: ColumnsOf): readonly Column<Invoice>[] {
  const standing = (invoice: Invoice) =>
    findUrgentState(invoice, { paysOn: days.get(invoice.paymentFileId ?? ''), today: today() })
  return [
    {
      id: 'number',
      header: 'Factuur',
      width: 128,
      cell: ({ invoiceNumber }) => <span className="pv-strong">{invoiceNumber}</span>,
    },
    { id: 'partner', header: 'Partner', least: 140, cell: (invoice) => <Partner invoice={invoice} /> },
    {
      id: 'standing',
      header: 'Status',
      width: isNarrow ? 188 : 196,
      cell: (invoice) => <InvoiceStandingBadge standing={standing(invoice)} />,
    },
    {
      id: 'acceptance',
      header: 'Akkoord',
      width: 220,
      dropOrder: 1,
      cell: (invoice) => <AcceptanceCell invoice={invoice} />,
    },
    {
      id: 'due',
      header: 'Vervaldatum',
      width: 100,
      dropOrder: 2,
      cell: ({ type, dueDate, isOverdue }) =>
        type === 'credit_note' ? '–' : <DueDate dueDate={dueDate} isOverdue={isOverdue} />,
    },
    {
      id: 'amount',
      header: 'Bedrag',
      width: 112,
      align: 'end',
      cell: ({ totalAmount }) => <span className="pv-strong">{formatMoney(totalAmount)}</span>,
    },
    {
      id: 'actions',
      header: 'Acties',
      headerHidden: true,
      width: isNarrow ? 56 : 178,
      align: 'end',
      cell: (invoice) => {
        const primary = primaryActionOf(invoice, standing(invoice))
        return <RowActions invoice={invoice} primary={primary} onAsk={onAsk} isNarrow={isNarrow} />
      },
    },
  ]
}

function Partner({ invoice }: { readonly invoice: Invoice }) {
  const { partnerName, creditedInvoice } = invoice
  const more = creditedInvoice ? `Creditfactuur bij ${creditedInvoice.invoiceNumber}` : describePartialState(invoice)
  return (
    <Stack as="span">
      <Text overflow="truncate">{partnerName || 'Onbekend'}</Text>
      {more !== null && (
        <Text size={12} color="soft" overflow="truncate">
          {more}
        </Text>
      )}
    </Stack>
  )
}

/** Shows the partner's answer to an invoice as a coloured dot with a text. */
function AcceptanceCell({ invoice }: { readonly invoice: Pick<Invoice, 'acceptance' | 'status'> }) {
  const { text, tone } = describeAcceptance(invoice)
  if (tone === null) return <span className="pv-soft">{text}</span>
  return (
    <Row as="span" gap={6} className={toneClassOf(tone)}>
      <span className="pv-dot" aria-hidden="true" />
      {text}
    </Row>
  )
}

interface RowActionsProps {
  readonly invoice: Invoice
  readonly primary: InvoiceAction
  readonly onAsk: InvoiceActionHandler
  readonly isNarrow: boolean
}

/**
 * Shows a button for the most likely action on an invoice, and a menu of the other actions. In a narrow table, all
 * actions are in the menu.
 */
function RowActions({ invoice, primary, onAsk, isNarrow }: RowActionsProps) {
  const { invoiceNumber, isEditable } = invoice
  const others = invoiceActions.filter((action) => action !== primary && canDoAction(invoice, action))
  const inMenu = isNarrow ? [primary, ...others] : others
  return (
    <Row as="span" gap={2} justify="end" className="pv-unprinted">
      {!isNarrow && (
        <Button
          tone="ghost"
          size="small"
          className="pv-color-accent"
          aria-label={`${actionLabels[primary]}: ${invoiceNumber}`}
          onClick={() => onAsk(primary, invoice)}
        >
          {actionLabels[primary]}
        </Button>
      )}
      <Menu trigger={<IconButton size="small" label={`Meer acties: ${invoiceNumber}`} icon={<Ellipsis />} />}>
        {inMenu.map((action) => (
          <MenuItem key={action} onSelect={() => onAsk(action, invoice)}>
            {actionLabels[action]}
          </MenuItem>
        ))}
        {isEditable && <MenuItem onSelect={() => onAsk('edit', invoice)}>Bewerken</MenuItem>}
        <MenuItem onSelect={() => onAsk('pdf', invoice)}>PDF openen</MenuItem>
      </Menu>
    </Row>
  )
}
