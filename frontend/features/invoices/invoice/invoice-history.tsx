import type { InvoiceLine } from '../../../../shared/invoices/choices.ts'
import { type InvoiceHistoryField, invoiceFields } from '../../../../shared/invoices/record.ts'
import { cents, moneyText, sumOf } from '../../../../shared/money.ts'
import { useAgents } from '../../../domains/people.ts'
import { fullNameOf } from '../../../lib/format.ts'
import { labelsOf } from '../../../records/field-values.ts'
import { History } from '../../../records/history.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { useInvoiceHistory } from '../api.ts'
import { invoiceValueText } from '../form/invoice-form.ts'

const labels = labelsOf(invoiceFields)

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
  readonly field: InvoiceHistoryField
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

/** Shows the history of changes to an invoice, newest first; nothing without changes. */
export function InvoiceHistory({ id }: { readonly id: string }) {
  const { data, ...history } = useInvoiceHistory(id)
  const agents = useAgents()

  function textOf(field: InvoiceHistoryField, value: unknown): string {
    if (field === 'lines' && value) return linesText(value as InvoiceLine[])
    if (field !== 'assignedUserId' || !value) return invoiceValueText(field, value)
    const person = agents.data?.find((one) => one.id === value)
    return person ? fullNameOf(person) : 'iemand anders'
  }

  if (data?.entries.length === 0) return null
  const simplified = data && { ...data, entries: data.entries.map(simplifyEntry) }
  return (
    <Section title="Geschiedenis">
      <History history={{ ...history, data: simplified }} labels={labels} textOf={textOf} verbTexts={verbTexts} />
    </Section>
  )
}
