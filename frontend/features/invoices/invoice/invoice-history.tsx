import type { InvoiceStatus } from '../../../../shared/api/parts/billing.ts'
import { invoiceStatusLabels } from '../../../../shared/api/parts/billing.ts'
import type { InvoiceLine, invoiceHistoryFields } from '../../../../shared/api/schemas/invoices.ts'
import { cents, moneyText, sumOf } from '../../../../shared/money.ts'
import { useAgents } from '../../../domains/people.ts'
import { formatMoney, fullNameOf } from '../../../lib/format.ts'
import { History } from '../../../records/history.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { useInvoiceHistory } from '../api.ts'
import { fieldLabels, invoiceValueText } from '../form/invoice-form.ts'

type HistoryField = (typeof invoiceHistoryFields)[number]

const labels: Record<HistoryField, string> = {
  ...fieldLabels,
  status: 'Status',
  paymentDate: 'Betaald of verrekend op',
  open: 'Open',
  sentToPartner: 'Verstuurd aan partner',
  sentToAccounting: 'Verstuurd aan boekhouding',
}

const verbTexts = {
  send: 'E-mail verstuurd',
  accept: 'Geaccepteerd door de partner',
  refuse: 'Geweigerd door de partner',
  'revoke-links': 'Links ingetrokken',
  credit: 'Creditfactuur gemaakt',
  order: 'In een betaalbestand gezet',
  approve: 'Betaalbestand goedgekeurd',
  reject: 'Betaalbestand afgekeurd',
  withdraw: 'Betaalbestand ingetrokken',
  release: 'Uit het betaalbestand gehaald',
  credited: 'Creditfactuur uitgereikt',
  'set-off': 'Verrekend',
  return: 'Betaling teruggekomen',
}

interface Change {
  readonly field: HistoryField
  readonly before: unknown
  readonly after: unknown
}

/**
 * Tells whether the history shows a change. A credit note only adds to the lines how much of them is credited; such a
 * change of lines is not shown.
 */
const isShown = ({ field, before, after }: Change): boolean =>
  field !== 'lines' || lineContents(before) !== lineContents(after)

const lineContents = (lines: unknown): string =>
  JSON.stringify(
    ((lines ?? []) as InvoiceLine[]).map((line) => [
      ...[line.description, line.supplyDate, line.quantity, line.unitPrice, line.vatRate],
    ]),
  )

/** Formats invoice lines as their number and total; the total shows a change that keeps the number of lines. */
function linesText(lines: readonly InvoiceLine[]): string {
  const total = sumOf(lines.flatMap(({ totalPrice, vatAmount }) => [cents(totalPrice), cents(vatAmount)]))
  return `${invoiceValueText('lines', lines)}, ${moneyText(total)} incl. btw`
}

type Entry = NonNullable<ReturnType<typeof useInvoiceHistory>['data']>['entries'][number]

/**
 * Returns a history entry without changes that tell nothing new: lines marked as credited (`isShown`), and the open
 * amount that an invoice gets when it is issued. An entry about an issued credit note gets the verb `credited`.
 */
function simplifyEntry(entry: Entry): Entry {
  const { verb, changes } = entry
  const isIssue = changes.some(({ field, before }) => field === 'status' && before === 'concept')
  // Creating a credit note changes the lines of its invoice; issuing the note changes the open amount, but no lines.
  const isCredited = verb === 'credit' && changes.every(({ field }) => field !== 'lines')
  return {
    ...entry,
    verb: isCredited ? 'credited' : verb,
    changes: changes.filter((change) => isShown(change) && !(isIssue && change.field === 'open')),
  }
}

/** Shows a card with the history of changes to an invoice, newest first. */
export function InvoiceHistoryCard({ id }: { readonly id: string }) {
  const { data, ...history } = useInvoiceHistory(id)
  const agents = useAgents()

  function textOf(field: HistoryField, value: unknown): string {
    if (field === 'status') return invoiceStatusLabels[value as InvoiceStatus] ?? invoiceValueText(field, value)
    if (field === 'open' && typeof value === 'number') return formatMoney(value)
    if (field === 'lines' && value) return linesText(value as InvoiceLine[])
    if (field !== 'assignedUserId' || !value) return invoiceValueText(field, value)
    const person = agents.data?.find((one) => one.id === value)
    return person ? fullNameOf(person) : 'iemand anders'
  }

  const simplified = data && { ...data, entries: data.entries.map(simplifyEntry) }
  return (
    <Card title="Geschiedenis">
      <History history={{ ...history, data: simplified }} labels={labels} textOf={textOf} verbTexts={verbTexts} />
    </Card>
  )
}
