import { type RefObject, useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { invoices } from '../../../../shared/api/invoices.ts'
import type { Settings } from '../../../../shared/api/schemas/invoice-settings.ts'
import type { InvoiceDetails } from '../../../../shared/api/schemas/invoices.ts'
import type { VatRate } from '../../../../shared/invoices/choices.ts'
import { invoice as card, invoiceFields } from '../../../../shared/invoices/record.ts'
import type { Partner } from '../../../../shared/partners/schemas.ts'
import { formatDate } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { FormTabs } from '../../../records/dialog/form-tabs.tsx'
import { RecordDialog } from '../../../records/dialog/record-dialog.tsx'
import { formFieldsIn } from '../../../records/field-values.ts'
import { today } from '../../../ui/dates/calendar-days.ts'
import { Split } from '../../../ui/layout/columns.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { AttachmentsTab } from './attachments-tab.tsx'
import { BasisTab } from './basis-tab.tsx'
import {
  applyVatRates,
  type CheckedInvoice,
  descriptionOf,
  FixedLinesForm,
  findChangedFields,
  InvoiceForm,
  isBlank,
  valuesOf,
} from './invoice-form.ts'
import { type InvoiceFormOf, LineEditor } from './line-editor.tsx'
import { LinesTable } from './lines-table.tsx'
import { TotalsPanel } from './totals-panel.tsx'

interface InvoiceDialogProps {
  /** Invoice to edit; null for a new one. */
  readonly invoice: InvoiceDetails | null
  readonly partners: readonly Partner[]
  readonly settings: Settings
  readonly returnFocus?: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** Shows the form that creates or edits an invoice (spec §2), in the tabs Basis Info, Factuurregels and Bijlagen. */
export function InvoiceDialog({ invoice, partners, settings, returnFocus, onClose }: InvoiceDialogProps) {
  const create = useCommand(invoices.create)
  const update = useCommand(invoices.update)
  return (
    <RecordDialog
      card={card}
      kind="invoice"
      record={invoice}
      schema={invoice?.isOfCommissions ? FixedLinesForm : InvoiceForm}
      valuesOf={(record) => valuesOf(record, settings, today())}
      size="large"
      title={invoice ? 'Factuur bewerken' : 'Nieuwe factuur'}
      {...(invoice ? { description: summaryOf(invoice) } : {})}
      save={(values, base) =>
        base
          ? update.mutateAsync({ params: { id: base.id }, body: bodyOf(values, base), version: base.version })
          : create.mutateAsync({ body: { ...values, description: descriptionOf(values, null) } })
      }
      saved={invoice ? 'Factuur bijgewerkt' : 'Factuur aangemaakt'}
      failure={{ fallback: 'Er is een fout opgetreden bij het opslaan van de factuur.' }}
      conflict={{ newest: invoices.get, changes: findChangedFields }}
      {...(returnFocus ? { returnFocus } : {})}
      onClose={onClose}
    >
      {(form, base) => (
        <InvoiceTabs form={form} invoice={base} partners={partners} defaultVatRate={settings.defaultVatRate} />
      )}
    </RecordDialog>
  )
}

const summaryOf = ({ invoiceNumber, partnerName, dueDate }: InvoiceDetails) =>
  `${invoiceNumber} · ${partnerName} · vervalt ${formatDate(dueDate)}`

function bodyOf(values: CheckedInvoice, invoice: InvoiceDetails) {
  const { partnerCompanyId: _, lines, ...rest } = values
  const change = { ...rest, description: descriptionOf(values, invoice) }
  return invoice.isOfCommissions ? change : { ...change, lines }
}

interface InvoiceTabsProps {
  readonly form: InvoiceFormOf
  readonly invoice: InvoiceDetails | null
  readonly partners: readonly Partner[]
  readonly defaultVatRate: VatRate
}

function InvoiceTabs({ form, invoice, partners, defaultVatRate }: InvoiceTabsProps) {
  const [partnerId, lines, attachments] = useWatch({
    control: form.control,
    name: ['partnerCompanyId', 'lines', 'attachments'],
  })
  const partner = partners.find(({ id }) => id === partnerId)
  useUpdatedVatRates(form, invoice, partner)
  const count = lines.filter((line) => !isBlank(line)).length
  return (
    <FormTabs
      form={form}
      label="Delen van de factuur"
      tabs={[
        {
          title: 'Basis Info',
          fields: formFieldsIn(invoiceFields, ['basis']),
          content: <BasisTab {...{ form, invoice, partners, partner, defaultVatRate }} />,
        },
        {
          title: 'Factuurregels',
          count,
          fields: formFieldsIn(invoiceFields, ['regels']),
          content: (
            <Split columns="minmax(0, 1fr) 288px" below={960} gap={24}>
              {invoice?.isOfCommissions ? (
                <FixedLines lines={invoice.lines} />
              ) : (
                <LineEditor form={form} partner={partner} defaultVatRate={defaultVatRate} />
              )}
              <TotalsPanel form={form} partner={partner} />
            </Split>
          ),
        },
        {
          title: 'Bijlagen',
          count: attachments.length,
          fields: formFieldsIn(invoiceFields, ['bijlagen']),
          content: <AttachmentsTab form={form} />,
        },
      ]}
    />
  )
}

/**
 * Updates the VAT rates of the lines when the partner, a date or a line changes. Changes nothing on an invoice of
 * commissions.
 */
function useUpdatedVatRates(form: InvoiceFormOf, invoice: InvoiceDetails | null, partner: Partner | undefined): void {
  const [lines, invoiceDate, supplyFrom, supplyTo] = useWatch({
    control: form.control,
    name: ['lines', 'invoiceDate', 'supplyFrom', 'supplyTo'],
  })
  const isFixed = invoice?.isOfCommissions ?? false
  useEffect(() => {
    if (isFixed) return
    const next = applyVatRates(lines, partner, { invoiceDate, supplyFrom, supplyTo })
    // Updates line by line, so that the fields stay and keep focus.
    for (const [at, line] of next.entries()) {
      if (line === lines[at]) continue
      form.setValue(`lines.${at}.vatRate`, line.vatRate)
      form.setValue(`lines.${at}.chargedRate`, line.chargedRate)
    }
  }, [form, isFixed, partner, lines, invoiceDate, supplyFrom, supplyTo])
}

function FixedLines({ lines }: Pick<InvoiceDetails, 'lines'>) {
  return (
    <Stack gap={12}>
      <Text as="p" size={13} weight="strong" color="muted">
        Deze regels zijn commissies van een maandrun en liggen vast. Annuleer de factuur om ze vrij te geven.
      </Text>
      <LinesTable lines={lines} />
    </Stack>
  )
}
