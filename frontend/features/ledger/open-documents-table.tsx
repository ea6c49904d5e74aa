import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import {
  ageLabels,
  ages,
  type OpenDocument,
  type OpenDocuments,
  type OpenPartner,
} from '../../../shared/api/schemas/open-documents.ts'
import { invoiceAddress } from '../../domains/addresses.ts'
import { formatDate, formatMoney } from '../../lib/format.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { makeScrollable } from '../../ui/make-scrollable.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import styles from './bookkeeping.module.css'
import reconciliation from './reconciliation.module.css'

const sums = [...ages, 'creditNotes', 'open'] as const
const labels: Readonly<Record<(typeof sums)[number], string>> = {
  ...ageLabels,
  creditNotes: 'Creditfacturen',
  open: 'Open',
}

interface OpenDocumentsTableProps {
  readonly open: OpenDocuments
  /** Ids of partners that the user leaves out of the payment file. */
  readonly left: ReadonlySet<string>
  readonly setLeft: (left: ReadonlySet<string>) => void
}

/** Shows the open amounts of each partner by age; a row unfolds into its documents. */
export function OpenDocumentsTable({ open: { partners, totals }, left, setLeft }: OpenDocumentsTableProps) {
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(left)
    if (isChosen) next.delete(id)
    else next.add(id)
    setLeft(next)
  }
  return (
    <div className="pv-scroller" {...makeScrollable('Openstaand per partner')}>
      <PlainTable edge stacked amounts={2} className={styles.table}>
        <caption className="pv-hidden">Openstaand per partner</caption>
        <thead>
          <tr>
            <th scope="col">Partner</th>
            {sums.map((name) => (
              <th key={name} scope="col">
                {labels[name]}
              </th>
            ))}
          </tr>
        </thead>
        {partners.map((one) => (
          <PartnerRows
            key={one.partner.id}
            row={one}
            isChosen={!left.has(one.partner.id)}
            onChoose={(isChosen) => choose(one.partner.id, isChosen)}
          />
        ))}
        <tfoot>
          <tr>
            <th scope="row">Totaal</th>
            {sums.map((name) => (
              <td key={name} data-label={labels[name]}>
                {formatMoney(totals[name])}
              </td>
            ))}
          </tr>
        </tfoot>
      </PlainTable>
    </div>
  )
}

interface PartnerRowsProps {
  readonly row: OpenPartner
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
}

function PartnerRows({ row, isChosen, onChoose }: PartnerRowsProps) {
  const { partner, payable, documents } = row
  const [isOpen, setOpen] = useState(false)
  return (
    <tbody>
      <tr>
        <th scope="row">
          <Row as="span" gap={8} align="center">
            <Checkbox
              value={isChosen && payable > 0}
              onChange={onChoose}
              disabled={payable === 0}
              label={<span className="pv-hidden">{partner.name} betalen</span>}
            />
            <button
              type="button"
              className={reconciliation.toggle}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? <ChevronDown aria-hidden="true" size={15} /> : <ChevronRight aria-hidden="true" size={15} />}
              {partner.name}
            </button>
          </Row>
        </th>
        {sums.map((name) => (
          <td key={name} data-label={labels[name]}>
            {row[name] === 0 ? <span className="pv-soft">–</span> : formatMoney(row[name])}
          </td>
        ))}
      </tr>
      {isOpen && documents.map((document) => <DocumentRow key={document.id} document={document} />)}
    </tbody>
  )
}

function DocumentRow({ document }: { readonly document: OpenDocument }) {
  const { id, number, dueDate, type, open } = document
  return (
    <tr className="bookkeeping-document">
      <th scope="row" colSpan={sums.length}>
        <Row as="span" gap={16} align="center" before={24}>
          <Link to={invoiceAddress(id)}>{number}</Link>
          <span className="pv-soft">{type === 'invoice' ? `Vervalt ${formatDate(dueDate)}` : 'Creditfactuur'}</span>
          <span className="pv-soft">{remarksOf(document).join(' · ')}</span>
        </Row>
      </th>
      <td data-label="Open">{formatMoney(open)}</td>
    </tr>
  )
}

/** Returns what there is to know about an open document: its age, what was paid, set-offs, and why it waits. */
function remarksOf({ type, daysLate, total, open, setOffs, reason }: OpenDocument): string[] {
  const isInvoice = type === 'invoice'
  return [
    ...(isInvoice && daysLate > 0 ? [daysLate === 1 ? '1 dag te laat' : `${daysLate} dagen te laat`] : []),
    ...(open === total ? [] : [`Nog ${formatMoney(open)} van ${formatMoney(total)}`]),
    ...setOffs.map(({ number, amount }) =>
      isInvoice
        ? `${number} gaat hiervan af: ${formatMoney(amount)}`
        : `Verrekenen met ${number}: ${formatMoney(amount)}`,
    ),
    ...(reason === null ? [] : [reason]),
  ]
}
